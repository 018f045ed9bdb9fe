/** The one place that chooses a generation of the API. */
import type { Connection } from '../../../credentials/session/connection';
import { legacy } from './legacy';
import { openapi } from './openapi';
import type { Wire } from './wire';

/** The generation that a connection speaks. */
export function wireFor({ mode }: Connection): Wire {
	return mode === 'apiKey' ? openapi : legacy;
}
