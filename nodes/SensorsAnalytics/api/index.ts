import type { Connection } from '../../../credentials/ways';
import { wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import type { Wire } from './api';
import { legacy } from './legacy/api';
import { openapi } from './openapi/api';

/** The one place that chooses a generation of the API. */

const WIRES: Record<Generation, Wire> = { legacy, openapi };

/** The generation that a connection speaks. */
export function wireFor(connection: Pick<Connection, 'mode'>): Wire {
	return WIRES[wayOf(connection).generation];
}
