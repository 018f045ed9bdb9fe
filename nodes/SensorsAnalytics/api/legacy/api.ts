import type { ServiceRequest } from '../../../../credentials/http/request';
import type { SqlQuery } from '../../query/query';
import { readFlatRow } from '../../sql/rows';
import { toSqlText } from '../../sql/scan';
import type { SqlWire, Wire } from '../api';
import { distribution } from './distribution';
import { event } from './event';
import { funnel } from './funnel';
import { lists } from './lists';
import { retention } from './retention';
import { userProperties } from './userProperties';

/**
 * `POST /api/sql/query` with form fields (docs/service.md, "SQL"): JSON is one object per line, CSV
 * a header and lines.
 */

export const sql: SqlWire = {
	rows: (query) => requestFor(query, 'json'),
	csv: (query) => requestFor(query, 'csv'),
	readRow: readFlatRow,
};

function requestFor(query: SqlQuery, format: 'json' | 'csv'): ServiceRequest {
	return { path: '/api/sql/query', form: { q: toSqlText(query), format } };
}

/** The API under `/api/`, with the API secret or a user's token (docs/service.md). */

export const legacy: Wire = {
	name: 'API',
	reports: { event, funnel, retention, distribution, userProperties },
	limits: 'groups',
	funnelFilter: 'free',
	lists,
	sql,
	returnsFacts: true,
	returnsTotalsAlone: false,
};
