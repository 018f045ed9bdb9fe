/** The one place that chooses a generation of the API. */
import { type Connection, wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import { legacy } from './legacy';
import { openapi } from './openapi';
import type { Wire } from './wire';

const WIRES: Record<Generation, Wire> = { legacy, openapi };

/** The generation that a connection speaks. */
export function wireFor(connection: Pick<Connection, 'mode'>): Wire {
	return WIRES[wayOf(connection).generation];
}
