/** The one place that chooses a generation of the API. */
import type { Connection } from '../../../credentials/session/connection';
import { legacy } from './legacy';
import type { Wire } from './wire';

/** The generation that a connection speaks. */
export function wireFor(_connection: Connection): Wire {
	return legacy;
}
