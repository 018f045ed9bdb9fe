import {
	type IDataObject,
	type INodeExecutionData,
	OperationalError,
	UserError,
} from 'n8n-workflow';

import type { JsonObject } from '../../../../credentials/http/json';
import { firstWords } from '../../../../credentials/http/redact';
import { type Wire, wireFor } from '../../api';
import { faultOfOne } from '../../catalog/catalog';
import type { ItemRun, OperationRuns } from '../../item';
import { toListAnswer } from '../../output/agent';
import { toDashboardObject, toSavedReportObject } from '../../output/entities';
import { addHint } from '../../output/meta';
import { ownItems } from '../../output/present';
import { filterOfUsers, readQueryFilter } from '../../params/filter';
import { limited, readLimit } from '../../params/list';
import { optionFieldsOf, reportOptionFields, settingsFields } from '../../params/options';
import { AS_PASTED, readTimeZone } from '../../params/range';
import { textOf } from '../../params/read';
import type { PayloadQuery } from '../../paste/payload';
import type { SavedReport } from '../../query/entities';
import { assertFewKeys } from '../../query/json';
import { noneCalled } from '../../query/names';
import {
	ANY_EVENT,
	type Filter,
	type FunnelQuery,
	type Queries,
	type ReportModelName,
	stepOf,
	USERS,
} from '../../query/query';
import { faultOfOptional } from '../../reports/fetch';
import { assertFunnelFilter } from '../../reports/funnel';
import { withFilter } from '../../reports/places';
import { assertAlternatives, assertOwnEvents } from '../../reports/ownProperties';
import { onlySeries, partsOf, planReport, type ReportPlan } from '../../reports/plan';
import { canBeRun, reports, reportSavedAs } from '../../reports/registry';
import type { PageReport } from '../../reports/report';
import { runReport } from '../../reports/run';
import { isWatched } from '../../transport/context';
import { isOfOne, SERVER_ERROR, withAdvice } from '../../transport/errors';
import { isOnLeftOut } from '../../transport/leftOut';
import { timesOf } from './catalog';

function planSaved<Name extends ReportModelName>(
	run: ItemRun,
	{ name, query = {} }: SavedReport,
	report: PageReport<Name>,
	wire: Wire,
): { plan: ReportPlan; set: FormSettings } {
	assertFewKeys(query, `The saved report '${firstWords(name)}'`);
	const timeZone = readTimeZone(run.options.timeZone, run.context.getTimezone());
	const read = report.payload.read(query, timeZone);
	const input = withFormFilter(run, read, report, timeZone, wire);
	if (!report.isSeries) assertParts(run, name, input.comparison !== undefined, report);
	const set = {
		filter: input !== read,
		dates: !['', AS_PASTED].includes(textOf(run.field('dateRange'))),
	};
	if (!report.hasDates && set.dates) addHint(run.context, NO_DATES);
	const plan = planReport(run, new Date(), report, input);
	const { message } = plan;
	return {
		plan: message && name !== '' ? { ...plan, message: { ...message, reportName: name } } : plan,
		set,
	};
}

/** Whether the form has a filter and dates, instead of those that a web page adds. */
interface FormSettings {
	filter: boolean;
	dates: boolean;
}

const NO_DATES =
	"The saved report counts the current users and has no dates, so the node ignores 'Date Range'.";

/** Refuses options that the report doesn't have. */
function assertParts(
	{ field, options }: ItemRun,
	name: string,
	hasComparison: boolean,
	report: PageReport,
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
	const shared = [...optionFieldsOf(report), ...settingsFields].map((one) => one.name);
	const own = reportOptionFields.find(({ name }) => name in options && !shared.includes(name));
	if (own === undefined) return;
	throw new UserError(
		`The option '${own.displayName}' isn't available for a saved report of this kind (${kindOf(report)}). Remove the option`,
	);
}

function withFormFilter<Name extends ReportModelName>(
	run: ItemRun,
	input: PayloadQuery<Queries[Name]>,
	{ restricts }: PageReport<Name>,
	timeZone: string,
	wire: Wire,
): PayloadQuery<Queries[Name]> {
	const { query, page = {}, unread } = input;
	const { events } = partsOf(query);
	const [only = ANY_EVENT] = events;
	const isOfUsers = restricts === USERS;
	const places = isOfUsers ? undefined : restricts;
	const isOfOne = places?.ofFirst === 'all' || events.length === 1;
	const typed = readQueryFilter(run.field, isOfUsers ? '' : isOfOne ? only : ANY_EVENT, timeZone);
	if (typed === undefined) return input;
	if (unread !== undefined) {
		throw new UserError(
			`The node can't add 'Filter' to the saved report: ${unread.message}. Remove the conditions, or save the report with the filter in Sensors Analytics`,
		);
	}
	const own = isOfUsers ? filterOfUsers(typed, "'Filter'") : typed;
	const { rest, ...added } = withFilter(input, own, places);
	if (rest) {
		assertAlternatives(query, rest);
		if (isWatched(run.context)) assertOwnEvents(query, rest);
	}
	if (rest && 'windowMinutes' in query) {
		assertFunnelFilter({ ...query, filter: rest }, wire);
		if (page.filter_field_steps)
			added.page = { ...added.page, filter_field_steps: stepsWith(page, rest, query) };
	}
	return { ...input, ...added };
}

/**
 * Adds steps of conditions, which newer funnels contain (docs/service.md, "Funnel"); a funnel without
 * a filter has an empty list.
 */
function stepsWith(page: JsonObject, own: Filter, query: FunnelQuery): unknown[] | undefined {
	const { filter_field_steps: steps } = page;
	if (!Array.isArray(steps) || steps.length === 0) return undefined;
	const added = own.conditions.map(({ property }) => stepOf(property, query));
	const isList = ({ join, conditions, groups }: Filter) =>
		groups.length === 0 && (join === 'and' || conditions.length === 1);
	if ([query.filter ?? own, own].every(isList) && !added.includes(undefined))
		return [...(steps as unknown[]), ...added];
	throw new UserError(
		"The node can't add 'Filter' to this saved funnel, because each of the funnel's conditions names a step. Combine the conditions of 'Filter' and of the funnel by AND without groups, and use only properties of users or of events that are steps",
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

async function getManySavedReports(run: ItemRun): Promise<INodeExecutionData[]> {
	const { itemIndex, field } = run;
	const chosen = textOf(field('dashboard'));
	const catalog = await run.catalog();
	const all = await catalog.dashboards();
	const requested = all.filter(({ id }) => chosen === '' || id === chosen);
	if (chosen !== '' && requested.length === 0) {
		throw new UserError(
			`${noneCalled('dashboard', chosen)}. Choose a dashboard from the list, or enter its ID`,
		);
	}
	const reports: IDataObject[] = [];
	// A model selects a report by name and runs its query unchanged.
	const shown = run.service.isTool ? { query: null } : {};
	const { leftOut } = await run.service.usageOf(itemIndex);
	const faults: Error[] = [];
	for (const dashboard of requested) {
		const found = await catalog.savedReports(dashboard.id).catch(faultOfOne);
		if (found instanceof Error) faults.push(found);
		for (const report of found instanceof Error ? [] : found) {
			const model = reportSavedAs(report.modelName);
			const object = toSavedReportObject(report, model?.name, dashboard, canBeRun(report, catalog));
			// Its conditions and its SQL would contain values of the property.
			const kept = isOnLeftOut(object.query, leftOut) ? { query: null } : {};
			reports.push({ ...object, ...kept, ...shown });
		}
	}
	const [fault] = faults;
	if (fault && faults.length === requested.length) throw fault;
	const listed = limited(reports, field);
	if (!fault) return ownItems(listed, itemIndex);
	const note = `The list has no reports of ${faults.length} of ${requested.length} dashboards, because they can't be read: ${fault.message}`;
	if (run.service.isTool)
		return ownItems(
			[toListAnswer(listed, { isCatalog: true, limit: readLimit(field), notes: [note] })],
			itemIndex,
		);
	addHint(run.context, note);
	return ownItems(listed, itemIndex);
}

/** Reports that can be run, as the list of operations names them. */
const kinds = Object.values(reports).map(kindOf).join(', ');

function kindOf({ option }: { option: { name: string } }): string {
	return option.name.replace(/^Get /, '');
}

const KNOWN_IDS = "To find IDs of saved reports, use 'Saved Report: Get Many'.";

async function runSavedReport(run: ItemRun): Promise<INodeExecutionData[]> {
	const id = textOf(run.field('savedReport'));
	if (id === '')
		throw new UserError("'Saved Report' is empty. Choose a saved report, or enter its ID");
	const saved = await (await run.catalog()).savedReport(id).catch((error: unknown) => {
		const isRefused = isOfOne(error) && Number(error.httpCode) < SERVER_ERROR;
		throw isRefused ? withAdvice(error, KNOWN_IDS) : error;
	});
	const model = reportSavedAs(saved.modelName);
	// A chart of SQL has its text, which saving doesn't change.
	if (saved.query === undefined && (model !== undefined || saved.modelName === '')) {
		throw new OperationalError(
			`The saved report '${firstWords(saved.name)}' has no readable query. Open the report in Sensors Analytics and save it again, or choose another report`,
		);
	}
	if (saved.query === undefined || model === undefined) {
		throw new UserError(
			`The saved report '${firstWords(saved.name)}' is of the kind '${firstWords(wordsOf(saved.modelName))}', which the node can't run. Choose a report of one of these kinds: ${kinds}`,
		);
	}
	const wire = wireFor(await run.connection());
	const { plan, set } = planSaved(run, saved, model, wire);
	const notApplied = await notAppliedParts(run, saved, set);
	for (const { hint } of notApplied) addHint(run.context, hint);
	if (plan.besides) plan.besides.notApplied = notApplied.map(({ part }) => part);
	return await runReport(run, plan);
}

/** Returns the parts that the web page adds to a saved query, and this node doesn't. */
async function notAppliedParts(
	run: ItemRun,
	saved: SavedReport,
	set: FormSettings,
): Promise<Array<{ part: string; hint: string }>> {
	const chosen = textOf(run.field('dashboard'));
	const isNeeded = chosen !== '' && !(set.filter && set.dates);
	const catalog = await run.catalog();
	const dashboards = isNeeded ? await catalog.dashboards().catch(faultOfOptional) : [];
	if (dashboards instanceof Error) {
		const hint = `The dashboard may have settings that the node doesn't apply, because the request for dashboards failed: ${dashboards.message}`;
		return [{ part: 'dashboard (unknown)', hint }];
	}
	const places = [
		{ ...saved, what: 'saved report' },
		...dashboards.filter(({ id }) => id === chosen).map((one) => ({ ...one, what: 'dashboard' })),
	];
	return places.flatMap(({ what, name, ownSettings = [] }) => {
		const left = ownSettings.filter((key) => !(/filter/i.test(key) ? set.filter : set.dates));
		if (left.length === 0) return [];
		const settings = firstWords(left.join(', '));
		const hint = `The ${what} '${firstWords(name)}' has settings that the node doesn't apply (${settings}). To get the same numbers, set 'Filter' and 'Date Range' to the same values.`;
		return [{ part: `${what} (${settings})`, hint }];
	});
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
