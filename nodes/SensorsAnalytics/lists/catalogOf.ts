import type { ReportModelName } from '../query/queries';
import type { Service } from '../transport/service';
import { bounded } from './bounded';
import { wireFor } from '../wire';
import type { Ask, Lists } from '../wire/wire';

/** The lists of an item's project; one that its generation does not have is absent. */
export type Catalog = ListsOf & {
	/** Whether the credential's generation of the API has reports of this kind. */
	hasReport(name: ReportModelName): boolean;
};
type ListsOf = {
	[Name in keyof Lists]: NonNullable<Lists[Name]> extends (
		ask: Ask,
		...rest: infer Rest
	) => infer Result
		? (...rest: Rest) => Result
		: never;
};

/** The lists of the item's project, asked for once in a run: they do not change meanwhile. */
export async function catalogOf(service: Service, itemIndex: number): Promise<Catalog> {
	const { lists, reports } = wireFor(await service.connectionOf(itemIndex));
	const { propertyValues, sessions } = lists;
	const ask = bounded(async (request) => await service.callOnce(itemIndex, request));
	return {
		events: async () => await lists.events(ask),
		eventTags: async () => await lists.eventTags(ask),
		eventProperties: async (events) => await lists.eventProperties(ask, events),
		propertiesByEvent: async (events) => await lists.propertiesByEvent(ask, events),
		userProperties: async () => await lists.userProperties(ask),
		userGroups: async () => await lists.userGroups(ask),
		dashboards: async () => await lists.dashboards(ask),
		savedReports: async (dashboardId) => await lists.savedReports(ask, dashboardId),
		savedReport: async (id) => await lists.savedReport(ask, id),
		hasReport: (name) => name in reports,
		propertyValues:
			propertyValues && (async (of, name, most) => await propertyValues(ask, of, name, most)),
		sessions: sessions && (async () => await sessions(ask)),
	};
}
