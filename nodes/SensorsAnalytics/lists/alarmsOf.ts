import { UserError } from 'n8n-workflow';

import type { Alarm } from '../query/alarms';
import type { Service } from '../transport/service';
import { wireFor } from '../wire';
import type { Ask } from '../wire/wire';

/** The alarms of a project. */
export interface Alarms {
	ids(): Promise<string[]>;
	alarm(id: string): Promise<Alarm>;
}

/** The alarms of the item's project, as they are now. @throws UserError where there are none to be had */
export async function alarmsOf(service: Service, itemIndex: number): Promise<Alarms> {
	const { alarms, name } = wireFor(await service.connectionOf(itemIndex));
	if (!alarms) {
		throw new UserError(
			`Alarms can't be had with the 'Authentication' of the credential: the ${name} has none. Use a credential that signs in by API Key (OpenAPI)`,
		);
	}
	const ask: Ask = async (request) => await service.call(itemIndex, request);
	return {
		ids: async () => await alarms.ids(ask),
		alarm: async (id) => await alarms.alarm(ask, id),
	};
}
