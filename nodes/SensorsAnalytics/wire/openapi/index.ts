/** The OpenAPI under `/api/v3/`, with a key (docs/service.md, "OpenAPI"). */
import type { Wire } from '../wire';
import { lists } from './lists';
import { sql } from './sql';

export const openapi: Wire = {
	name: 'OpenAPI',
	reports: {},
	lists,
	sql,
	tellsUpdates: false,
};
