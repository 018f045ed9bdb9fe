import { type Connection, wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import type { Wire } from './api';
import { legacy } from './legacy/api';
import { openapi } from './openapi/api';

/** Chooses a generation of the API; no other file does. */

const WIRES: Record<Generation, Wire> = { legacy, openapi };

export function wireFor(connection: Pick<Connection, 'mode'>): Wire {
	return WIRES[wayOf(connection).generation];
}
