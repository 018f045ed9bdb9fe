import type { JsonObject } from '../../../credentials/http/json';
import type { WebPayloadFormat } from '../paste/payload';
import type { SavedReport } from '../query/entities';
import type { Queries, ReportModelName } from '../query/query';
import { attributionPayload } from './attribution';
import { distributionPayload } from './distribution';
import { eventPayload } from './event';
import { funnelPayload } from './funnel';
import { intervalPayload } from './interval';
import { ltvPayload } from './ltv';
import { pathPayload } from './path';
import { retentionPayload } from './retention';
import { sessionPayload } from './session';
import { userPropertiesPayload } from './userProperties';

/** The web page's payload, pasted or saved: a third format beside the two wires, read into neutral queries. */

/** The first that knows a payload by its keys is the one that it belongs to. */
export const payloadFormats: {
	readonly [Model in ReportModelName]: WebPayloadFormat<Queries[Model]>;
} = {
	funnel: funnelPayload,
	path: pathPayload,
	attribution: attributionPayload,
	ltv: ltvPayload,
	interval: intervalPayload,
	// After the interval, whose payload names two events as well.
	retention: retentionPayload,
	distribution: distributionPayload,
	session: sessionPayload,
	// After lifetime value and sessions, which have measures of events as well.
	event: eventPayload,
	// After the event report: its measures have no event.
	userProperties: userPropertiesPayload,
};

/** The model whose query a payload is; undefined where its keys don't tell. */
export function reportOfPayload(payload: JsonObject): ReportModelName | undefined {
	return find((page) => page.isOwn(payload));
}

/** The model that saved reports call so; undefined for one that is not known. */
export function reportSavedAs(name: string): ReportModelName | undefined {
	return find((page) => page.savedAs.test(name));
}

/** Whether the node can ask for a saved report again. @param catalog lists of its project */
export function canBeRun(
	{ modelName, query }: SavedReport,
	catalog: { hasReport(name: ReportModelName): boolean },
): boolean {
	const model = reportSavedAs(modelName);
	return model !== undefined && catalog.hasReport(model) && query !== undefined;
}

function find(isWanted: (page: WebPayloadFormat<unknown>) => boolean): ReportModelName | undefined {
	const names = Object.keys(payloadFormats) as ReportModelName[];
	return names.find((name) => isWanted(payloadFormats[name] as WebPayloadFormat<unknown>));
}
