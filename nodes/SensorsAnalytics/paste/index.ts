/** The web page's payload, pasted or saved: a third format beside the two wires, read into neutral queries. */
import type { SavedReport } from '../query/catalog';
import type { JsonObject } from '../query/json';
import type { Queries, ReportModelName } from '../query/queries';
import { attribution } from './attribution';
import { distribution } from './distribution';
import { event } from './event';
import { funnel } from './funnel';
import { interval } from './interval';
import { ltv } from './ltv';
import type { Page } from './page';
import { path } from './path';
import { retention } from './retention';
import { session } from './session';
import { userProperties } from './userProperties';

export type { Given } from './given';
export type { Page } from './page';

/** The first that knows a payload by its keys is the one that it belongs to. */
export const pages: { readonly [Model in ReportModelName]: Page<Queries[Model]> } = {
	funnel,
	path,
	attribution,
	ltv,
	interval,
	// After the interval, whose payload names two events as well.
	retention,
	distribution,
	session,
	// After lifetime value and sessions, which have measures of events as well.
	event,
	// After the event report: its measures have no event.
	userProperties,
};

/** The model whose query a payload is; undefined where its keys don't tell. */
export function modelOf(payload: JsonObject): ReportModelName | undefined {
	return find((page) => page.isOwn(payload));
}

/** The model that saved reports call so; undefined for one that is not known. */
export function modelSavedAs(name: string): ReportModelName | undefined {
	return find((page) => page.savedAs.test(name));
}

/** Whether the node can ask for a saved report again. @param catalog lists of its project */
export function canBeRun(
	{ modelName, query }: SavedReport,
	catalog: { hasReport(name: ReportModelName): boolean },
): boolean {
	const model = modelSavedAs(modelName);
	return model !== undefined && catalog.hasReport(model) && query !== undefined;
}

function find(isWanted: (page: Page<unknown>) => boolean): ReportModelName | undefined {
	const names = Object.keys(pages) as ReportModelName[];
	return names.find((name) => isWanted(pages[name] as Page<unknown>));
}
