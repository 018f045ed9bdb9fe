import { loadCode } from '../../../credentials/loadCode';
import { type Connection, wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import type { Wire } from './api';

/** Chooses a generation of the API; no other file does. The other generation isn't loaded. */

const WIRES: Record<Generation, () => Promise<Wire>> = {
	legacy: async () => (await loadCode(async () => await import('./legacy/api'))).legacy,
	openapi: async () => (await loadCode(async () => await import('./openapi/api'))).openapi,
};

/** Returns the generation that a connection uses. */
export async function wireFor(connection: Pick<Connection, 'mode'>): Promise<Wire> {
	return await WIRES[wayOf(connection).generation]();
}
