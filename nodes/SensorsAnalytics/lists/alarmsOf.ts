import type { Alarm } from '../query/alarms';
import type { Service } from '../transport/service';
import { bounded } from './bounded';
import { partOf } from './partOf';

/** The alarms of a project. */
export interface Alarms {
	ids(): Promise<string[]>;
	alarm(id: string): Promise<Alarm>;
}

/** The alarms of the item's project, as they are now. @throws UserError where there are none to be had */
export async function alarmsOf(service: Service, itemIndex: number): Promise<Alarms> {
	const alarms = await partOf(service, itemIndex, 'alarms', 'Alarms');
	const ask = bounded(async (request) => await service.call(itemIndex, request));
	return {
		ids: async () => await alarms.ids(ask),
		alarm: async (id) => await alarms.alarm(ask, id),
	};
}
