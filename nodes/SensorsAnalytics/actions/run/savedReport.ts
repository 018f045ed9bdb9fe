import {
	type IDataObject,
	type INodeExecutionData,
	type INodeProperties,
	OperationalError,
	UserError,
} from 'n8n-workflow';

import {
	arrayOrEmpty,
	isObject,
	type JsonObject,
	objectOrEmpty,
} from '../../../../credentials/http/json';
import { firstWords } from '../../../../credentials/http/redact';
import type { ItemRun, OperationRuns } from '../../item';
import { toDashboardObject, toSavedReportObject } from '../../output/entities';
import { addHint } from '../../output/meta';
import { ownItems } from '../../output/present';
import { readQueryFilter } from '../../params/filter';
import { limited } from '../../params/list';
import { optionFieldsOf, reportOptionFields, settingsFields } from '../../params/options';
import { AS_PASTED, readTimeZone } from '../../params/range';
import { type ReadField, textOf } from '../../params/read';
import { type PayloadQuery, writeFilter } from '../../paste/payload';
import type { SavedReport } from '../../query/entities';
import { assertFewKeys } from '../../query/json';
import {
	alsoFiltered,
	ANY_EVENT,
	bothFilters,
	type Filter,
	ownedBy,
	partsByEvent,
	type Queries,
	type ReportModelName,
	stepOf,
	withProperties,
} from '../../query/query';
import { isOfSeveralSteps } from '../../reports/funnel';
import { onlySeries, partsOf, planReport, type ReportPlan } from '../../reports/plan';
import { canBeRun, reports, reportSavedAs } from '../../reports/registry';
import type { PageReport } from '../../reports/report';
import { runReport } from '../../reports/run';
import { withoutLeftOut } from '../../transport/leftOut';
import { timesOf } from './catalog';

function planSaved<Name extends ReportModelName>(
	run: ItemRun,
	{ name, query = {} }: SavedReport,
	report: PageReport<Name>,
): ReportPlan {
	assertFewKeys(query, `The saved report '${firstWords(name)}'`);
	const timeZone = readTimeZone(run.options.timeZone, run.context.getTimezone());
	const input = withFormFilter(report.payload.read(query, timeZone), run.field, timeZone);
	if (!report.isSeries)
		assertNoSeriesParts(run, name, input.comparison !== undefined, optionFieldsOf(report));
	const plan = planReport(run, new Date(), report, input);
	const { message } = plan;
	return message && name !== '' ? { ...plan, message: { ...message, reportName: name } } : plan;
}

/** Refuses options that only reports with points in time have. */
function assertNoSeriesParts(
	{ field, options }: ItemRun,
	name: string,
	hasComparison: boolean,
	taken: readonly INodeProperties[],
): void {
	const comparison = textOf(field('compareWith'));
	if (hasComparison && comparison !== 'none') {
		throw new UserError(
			`The saved report '${firstWords(name)}' compares two date ranges, which this node supports only for event and session reports. Set 'Compare With' to Nothing. To compare two date ranges, run the report twice`,
		);
	}
	if (!['', 'none', AS_PASTED].includes(comparison)) {
		throw onlySeries("'Compare With'", "Set 'Compare With' to Nothing, or run the report twice");
	}
	const shared = [...taken, ...settingsFields].map(({ name }) => name);
	const own = reportOptionFields.find(({ name }) => name in options && !shared.includes(name));
	if (own) {
		throw onlySeries(`The option '${own.displayName}'`, 'Remove the option for this saved report');
	}
}

type AnyQuery = Queries[ReportModelName];

function withFormFilter<Query extends AnyQuery>(
	input: PayloadQuery<Query>,
	field: ReadField,
	timeZone: string,
): PayloadQuery<Query> {
	const { query, page = {}, unread } = input;
	const { events } = partsOf(query);
	const [only = ANY_EVENT] = events;
	// As in the forms of a funnel and a retention, properties belong to the first event.
	const isOfFirst = 'windowMinutes' in query || 'isChurn' in query;
	const typed = readQueryFilter(
		field,
		isOfFirst || events.length === 1 ? only : ANY_EVENT,
		timeZone,
	);
	if (typed === undefined) return input;
	const own = isOfFirst ? withProperties(typed, ownedBy(only)) : typed;
	if (unread !== undefined) {
		throw new UserError(
			`The node can't add 'Filter' to the saved report: ${unread.message}. Set 'Filter' to None, or save the report with the filter in Sensors Analytics`,
		);
	}
	const { filterOfEvent, rest } = partsByEvent(
		own,
		(event) => isOfFirst && isUnclear(event, query),
	);
	const first = eventsFiltered(input, filterOfEvent);
	if (rest === undefined) return first;
	const steps = stepsWith(page, rest, query);
	return {
		...first,
		query: { ...first.query, filter: bothFilters(query.filter, rest) },
		page: {
			...page,
			...first.page,
			filter: writtenBoth(page.filter, rest),
			...(steps ? { filter_field_steps: steps } : {}),
		},
	};
}

/** Whether the service could also restrict another event than this one. */
function isUnclear(event: string, query: AnyQuery): boolean {
	if ('isChurn' in query) return [query.first, query.second].some((one) => one.event === event);
	return (
		'windowMinutes' in query &&
		query.steps[0]?.event === event &&
		isOfSeveralSteps(query.steps, event)
	);
}

/** Adds conditions to the events of a saved retention, or to the first step of a funnel. */
function eventsFiltered<Query extends AnyQuery>(
	input: PayloadQuery<Query>,
	filterOfEvent: (event: string) => Filter | undefined,
): PayloadQuery<Query> {
	const { query, page = {} } = input;
	const written = (event: unknown, added: Filter) => {
		const known = objectOrEmpty(event);
		return { ...known, filter: writtenBoth(known.filter, added) };
	};
	if ('isChurn' in query) {
		const { first, second } = query;
		const ofFirst = filterOfEvent(first.event);
		const ofSecond = second.event === first.event ? undefined : filterOfEvent(second.event);
		return {
			...input,
			query: {
				...query,
				first: alsoFiltered(first, ofFirst),
				second: alsoFiltered(second, ofSecond),
			},
			page: {
				...page,
				...(ofFirst ? { first_event: written(page.first_event, ofFirst) } : {}),
				...(ofSecond ? { second_event: written(page.second_event, ofSecond) } : {}),
			},
		};
	}
	const [start] = 'windowMinutes' in query ? query.steps : [];
	const added = start && filterOfEvent(start.event);
	if (added === undefined || !('windowMinutes' in query)) return input;
	const key = isObject(page.funnel) ? 'funnel' : 'funnel_define';
	const definition = objectOrEmpty(page[key]);
	const change = <One>(steps: readonly One[], to: (step: One) => One) =>
		steps.map((step, index) => (index === 0 ? to(step) : step));
	const rows = change<unknown>(arrayOrEmpty(definition.steps), (step) => written(step, added));
	return {
		...input,
		query: { ...query, steps: change(query.steps, (step) => alsoFiltered(step, added)) },
		page: { ...page, [key]: { ...definition, steps: rows } },
	};
}

/** Merges them in the platform's format, in which the saved filter stays unchanged. */
function writtenBoth(saved: unknown, own: Filter): JsonObject {
	const added = writeFilter(own);
	if (!isObject(saved) || !isFilled(saved)) return added;
	const parts = [saved, added].map((filter) => {
		const isAnd = String(filter.relation ?? 'and').toLowerCase() === 'and';
		const { conditions, filters } = listsIn(filter);
		return isAnd || conditions.length + filters.length === 1
			? { conditions, filters }
			: { conditions: [], filters: [filter] };
	});
	const filters = parts.flatMap((part) => part.filters);
	return {
		...saved,
		relation: 'and',
		conditions: parts.flatMap((part) => part.conditions),
		...(filters.length > 0 ? { filters } : {}),
	};
}

function listsIn(filter: JsonObject): { conditions: unknown[]; filters: unknown[] } {
	return { conditions: arrayOrEmpty(filter.conditions), filters: arrayOrEmpty(filter.filters) };
}

function isFilled(filter: JsonObject): boolean {
	const { conditions, filters } = listsIn(filter);
	return conditions.length + filters.length > 0;
}

/** Adds steps of conditions, which newer funnels contain (docs/service.md, "Funnel"). */
function stepsWith(page: JsonObject, own: Filter, query: AnyQuery): unknown[] | undefined {
	const { filter_field_steps: steps } = page;
	if (!Array.isArray(steps) || steps.length === 0 || !('windowMinutes' in query)) return undefined;
	const added = own.conditions.map(({ property }) => stepOf(property, query));
	if (own.groups.length === 0 && own.join === 'and' && !added.includes(undefined)) {
		return [...(steps as unknown[]), ...added];
	}
	throw new UserError(
		"The node can't add 'Filter' to this saved funnel, because each of the funnel's conditions names a step. Combine conditions by AND, and use only properties of users or of events that are steps",
	);
}

async function getManyDashboards(run: ItemRun): Promise<INodeExecutionData[]> {
	const { catalog, itemIndex, field } = run;
	const dashboards = await (await catalog()).dashboards();
	const time = timesOf(run);
	return ownItems(
		limited(dashboards, field).map((dashboard) => toDashboardObject(dashboard, time)),
		itemIndex,
	);
}

/** In a query of the platform, only keys of properties have dots: after their owner. */
const isOwned = (key: string) => key.includes('.');

async function getManySavedReports(run: ItemRun): Promise<INodeExecutionData[]> {
	const { itemIndex, field } = run;
	const chosen = textOf(field('dashboard'));
	const catalog = await run.catalog();
	const all = await catalog.dashboards();
	const requested = all.filter(({ id }) => chosen === '' || id === chosen);
	const reports: IDataObject[] = [];
	// A model selects a report by name and runs its query unchanged.
	const shown = run.service.isTool ? { query: null } : {};
	const { leftOut } = await run.service.usageOf(itemIndex);
	for (const dashboard of requested) {
		for (const report of await catalog.savedReports(dashboard.id)) {
			const model = reportSavedAs(report.modelName);
			const object = toSavedReportObject(report, model?.name, dashboard, canBeRun(report, catalog));
			const query = await withoutLeftOut(object.query, leftOut, undefined, isOwned);
			reports.push({ ...object, query, ...shown });
		}
	}
	return ownItems(limited(reports, field), itemIndex);
}

/** Reports that can be run, as the list of operations names them. */
const kinds = Object.values(reports)
	.map(({ option }) => option.name.replace(/^Get /, ''))
	.join(', ');

async function runSavedReport(run: ItemRun): Promise<INodeExecutionData[]> {
	const id = textOf(run.field('savedReport'));
	if (id === '')
		throw new UserError("'Saved Report' is empty. Choose a saved report, or enter its ID");
	const saved = await (await run.catalog()).savedReport(id);
	if (saved.query === undefined) {
		throw new OperationalError(
			`The saved report '${firstWords(saved.name)}' has no readable query. Open the report in Sensors Analytics and save it again, or choose another report`,
		);
	}
	const model = reportSavedAs(saved.modelName);
	if (model === undefined) {
		throw new UserError(
			`The saved report '${firstWords(saved.name)}' is of the kind '${firstWords(wordsOf(saved.modelName))}', which the node can't run. Choose a report of one of these kinds: ${kinds}`,
		);
	}
	for (const hint of await notAppliedParts(run, saved)) addHint(run.context, hint);
	return await runReport(run, planSaved(run, saved, model));
}

/** Returns the parts that the web page adds to a saved query, and this node doesn't. */
async function notAppliedParts(run: ItemRun, saved: SavedReport): Promise<string[]> {
	const chosen = textOf(run.field('dashboard'));
	const dashboards = chosen === '' ? [] : await (await run.catalog()).dashboards();
	const places = [
		{ ...saved, what: 'saved report' },
		...dashboards.filter(({ id }) => id === chosen).map((one) => ({ ...one, what: 'dashboard' })),
	];
	return places.flatMap(({ what, name, ownSettings = [] }) =>
		ownSettings.length === 0
			? []
			: `The ${what} '${firstWords(name)}' has settings that the node doesn't apply (${firstWords(ownSettings.join(', '))}). To get the same numbers, set 'Filter' and 'Date Range' to the same values.`,
	);
}

/** Converts `/path/` and `PATH_MODEL`, which are names for programs. */
function wordsOf(modelName: string): string {
	return modelName
		.replace(/_MODEL$/, '')
		.replace(/[^A-Za-z]+/g, ' ')
		.trim()
		.toLowerCase();
}

export const savedReportRuns: OperationRuns = {
	getManyDashboards,
	getManySavedReports,
	runSavedReport,
};
