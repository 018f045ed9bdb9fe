import { part } from '../../../credentials/part';
import { type Connection, wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import type { Wire } from './api';

/** The one place that chooses a generation of the API; the other one is not even read. */

const WIRES: Record<Generation, () => Promise<Wire>> = {
	legacy: async () => (await part(async () => await import('./legacy/api'))).legacy,
	openapi: async () => (await part(async () => await import('./openapi/api'))).openapi,
};

/** The generation that a connection speaks. */
export async function wireFor(connection: Pick<Connection, 'mode'>): Promise<Wire> {
	return await WIRES[wayOf(connection).generation]();
}
