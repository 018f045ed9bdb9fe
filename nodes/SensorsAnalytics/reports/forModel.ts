import type { IDataObject } from 'n8n-workflow';

import { stringOf } from '../../../credentials/http/redact';
import { inSlices, type Steps } from '../../../credentials/http/slices';
import { wireFor } from '../api';
import { type Ask, checkedTable, countOf } from '../api/api';
import { keptAnswer } from '../catalog/catalog';
import { countsOf } from '../catalog/find';
import { addDays, type DayUnit, earlier } from '../dates/calendar';
import type { ItemRun } from '../item';
import type { AgentFacts } from '../output/agent';
import {
	cohortsOver,
	type Followed,
	hasSeveralDates,
	hasSeveralPeriods,
} from '../output/message/periods';
import { filtersOf } from '../output/message/scope';
import { english } from '../output/message/sentences';
import { measuredProperty } from '../query/columns';
import type { PropertyEntry } from '../query/entities';
import {
	ANY_EVENT,
	countsEntries,
	type DateRange,
	type DistributionQuery,
	type EventQuery,
	hasEventCondition,
	propertyName,
	type SessionQuery,
} from '../query/query';
import { type Amount, amountOf, compareAmounts, percentOf, sumOf } from '../table/decimal';
import {
	columnAt,
	dataEndOf,
	hasData,
	ownMeasures,
	positionsOf,
	ROWS_A_STEP,
	type Table,
} from '../table/table';
import { isTool } from '../transport/context';
import { durationOf, meaningsOf, nameInNotes, ruleOfFunnel } from './meanings';
import type { ReportOptions } from '../params/options';
import { ownKeys } from './names';
import { futureNote, partsOf, type ReportPlan, unitsOf } from './plan';
import type { Report } from './report';

/** Facts about a report that a model needs, so that it doesn't overinterpret the numbers. */

/** How notes name what a query names. */
interface NoteNames {
	/** Returns the name of an event or a property. */
	nameOf: (name: string) => string;
	/** Returns the key of a column as the answer has it. */
	keyOf: (key: string) => string;
}

export async function forModel(
	run: ItemRun,
	plan: ReportPlan,
	table: Table,
	range: DateRange | undefined,
	names: NoteNames,
): Promise<AgentFacts['model']> {
	const { query, now, today, timeZone, firstWeekday } = plan;
	const dataUntil = dataEndOf(table);
	const clock = { requestedAt: now.toISOString(), timeZone, dataUntil, firstWeekday };
	const allStarts =
		// One start alone has its rates in the rows.
		'duration' in query && hasSeveralDates(table)
			? await inSlices(rateSteps(table, { ...clock, range, unit: query.unit, query }))
			: undefined;
	const ownLabels = ownMeasures(table.columns).map(({ key }) => nameInNotes(names.keyOf(key)));
	const notes = [
		...scopeOf(run, plan, ownLabels, names.nameOf),
		...(range ? futureOf(plan, range) : []),
		...(range && 'windowMinutes' in query
			? [ruleOfFunnel(query, range, clock, plan.options.isCompleteOnly)]
			: []),
		...('windowMinutes' in query && query.filter && hasEventCondition(query.filter)
			? [OF_STEPS]
			: []),
		...(countsEntries(query) ? [ENTRIES] : []),
		...('duration' in query
			? ruleOfStarts(table, { ...clock, range, unit: query.unit, query }, allStarts)
			: []),
		...('buckets' in query ? ruleOfBuckets(query, table, { ...clock, range }) : []),
		...('quantiles' in query
			? [SECONDS, ...(range && !query.mayEndLater ? [endOfIntervals(range, today)] : [])]
			: []),
		...('touchpoints' in query && query.hasDirect !== true ? [TOUCHED] : []),
		...overlapNote(plan),
		...distinctNote(plan, table, names),
		...perEventOf(plan, names),
	];
	const ordering = plan.series?.query.groupBy.length === 0 ? plan.series.ordering : undefined;
	const shared = {
		allStarts,
		foldedBy: plan.series?.query.foldedBy,
		order: ordering && { ...ordering, by: ordering.by && names.keyOf(ordering.by) },
	};
	// A workflow that uses this output should send no further requests.
	if (!isTool(run.context)) return { ...shared, notes, units: columnUnits(plan, table) };
	return {
		...shared,
		notes: [
			...notes,
			...('session' in query ? await ruleOfSession(run, query) : []),
			...(range ? await beginningOf(run, plan, table, range, today) : []),
		],
		units: await namedUnits(run, plan, table),
	};
}

/** Returns units of columns; a funnel may count entries instead of users. */
function columnUnits({ query, series }: ReportPlan, { columns }: Table): Array<string | undefined> {
	const users = countsEntries(query) ? 'entries' : 'users';
	return unitsOf(columns, series).map((unit) => (unit === 'users' ? users : unit));
}

function isWrittenByModel({ context, field }: ItemRun): boolean {
	const { queryDefinition } = context.getNode().parameters;
	const isLeftToModel = ONLY_OF_MODEL.test(stringOf(queryDefinition));
	return isTool(context) && field('queryMode') === 'definition' && isLeftToModel;
}

/** An expression that is only a call: another may add a filter that the model doesn't know. */
const ONLY_OF_MODEL =
	/^=\s*\{\{(?:\s|\/\*[^*]*\*\/)*\$fromAI\((?:[\s,\w]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)*\)\s*\}\}\s*$/is;

type Scope = Pick<ReportPlan, 'query' | 'besides'> & {
	report: Pick<Report, 'name'>;
	options: Pick<ReportOptions, 'computation'>;
};

/**
 * Notes settings and filters that columns don't show: a model would take the number for all. Of its
 * own query, it reads only what defaults decide.
 * @param labels names of the measures
 */
export function scopeOf(
	run: ItemRun,
	{ report, query, besides, options }: Scope,
	labels: readonly string[],
	nameOf: NoteNames['nameOf'],
): string[] {
	const isOwn = isWrittenByModel(run);
	const { hasFilter, settings = [], notApplied = [] } = (isOwn ? undefined : besides) ?? {};
	const named = (name: string) => nameInNotes(nameOf(name));
	const parts = [
		...meaningsOf(report.name, query, { named, labels }, isOwn),
		...(isOwn ? [] : Object.values(filtersOf({ query }, labels, named, english)).flat()),
		...(hasFilter ? ["A filter that the node can't describe"] : []),
	];
	const { isApproximate = besides?.isApproximate } = options.computation;
	return [
		...(parts.length > 0 ? [`Settings and filters of this query: ${parts.join('; ')}`] : []),
		...(settings.length > 0
			? [
					`Settings of this query that the node can't describe, and that may change what the numbers mean: ${settings.map(nameInNotes).join(', ')}`,
				]
			: []),
		...notApplied.map(
			(part) =>
				`Settings of the ${nameInNotes(part)} aren't applied: the web page can show other numbers`,
		),
		...(isApproximate ? ['Numbers of distinct users or values are approximate'] : []),
	];
}

/** Averages and the like of user properties count a user with two events twice. */
function perEventOf({ series }: ReportPlan, { keyOf }: NoteNames): string[] {
	const keys = (series?.query.measures ?? []).flatMap((measure, index) => {
		const isOfUsers = measuredProperty(measure)?.of === 'user';
		return isOfUsers ? [nameInNotes(keyOf(series?.columns.measures[index]?.key ?? ''))] : [];
	});
	if (keys.length === 0) return [];
	return [
		`${keys.join(', ')}: a user property, counted once per event, not per user. A user with two events counts twice`,
	];
}

/** Returns a note about the definition of a session; without it if the definition can't be read. */
async function ruleOfSession(run: ItemRun, { session }: SessionQuery): Promise<string[]> {
	const catalog = await run.catalog();
	const sessions = await catalog.sessions?.().catch(() => []);
	const { pauseSeconds } = sessions?.find(({ name }) => name === session) ?? {};
	if (pauseSeconds === undefined) return [];
	return [
		`A session '${session}' ends after a pause of ${durationOf(pauseSeconds / SECONDS_PER_MINUTE)}`,
	];
}
const SECONDS_PER_MINUTE = 60;

/** Whether rows without a date are of several periods. */
function areTogether(
	table: Table,
	{ range, ...of }: Pick<Followed, 'range' | 'unit' | 'firstWeekday'>,
): boolean {
	return positionsOf(table).date < 0 && range !== undefined && hasSeveralPeriods(range, of);
}

/** A user who starts twice counts in both starts, also if the rows combine all starts. */
function ruleOfStarts(
	table: Table,
	followed: Followed & { unit: DayUnit },
	allStarts: IDataObject | undefined,
): string[] {
	const { unit } = followed;
	if (hasSeveralDates(table)) {
		const rates = allStarts
			? 'For all starts together, use the rates of all_starts, which has periods that are over'
			: 'Report each start by itself';
		return [
			`A user who starts on two dates counts in both: don't add up users of several starts. ${rates}`,
		];
	}
	if (!areTogether(table, followed)) return [];
	const place = columnAt(table.columns, 'period');
	const isOver = cohortsOver(followed);
	const periods = new Set<number>();
	for (const row of table.rows.each()) periods.add(Number(row[place]));
	const open = [...periods].filter((period) => !isOver(undefined, period)).sort((a, b) => a - b);
	return [
		`initial_users doesn't count distinct users: a user counts once for each ${unit} in which they start`,
		...(open.length > 0
			? [
					`From period ${open[0]} on, not all starts had the full time: these numbers are too low to compare with earlier periods. In a range that ends earlier, they are complete`,
				]
			: []),
	];
}

/**
 * Returns the rates of several starts without groups: for each period, the percentage of users of
 * the starts for which it is over.
 */
export function* rateSteps(
	{ columns, rows, isTruncated }: Table,
	followed: Followed,
): Steps<IDataObject | undefined> {
	// Some starts may be missing, or some of their periods.
	if (isTruncated) return undefined;
	const keys = columns.map(({ key }) => key);
	const places = ['date', 'period', 'initial_users', 'users', 'percent'].map((key) =>
		keys.indexOf(key),
	);
	if (places.includes(-1) || columns.length > places.length) return undefined;
	const [date, ofPeriod, ofInitial, ofUsers] = places as [number, number, number, number];
	const found = new Map<number, { initial: Amount[]; users: Amount[] }>();
	const isOver = cohortsOver(followed);
	for (const [index, row] of (yield* rows.arraySteps()).entries()) {
		if (index % ROWS_A_STEP === 0) yield;
		const period = Number(row[ofPeriod]);
		if (!isOver(row[date], period)) continue;
		const [initial, users] = [amountOf(row[ofInitial]), amountOf(row[ofUsers])];
		// An unknown number doesn't count as 0.
		if (initial === undefined || users === undefined) return undefined;
		const own = found.get(period) ?? { initial: [], users: [] };
		own.initial.push(initial);
		own.users.push(users);
		found.set(period, own);
	}
	const rates: Array<[period: number, starts: number, percent: number | null]> = [];
	for (const [period, { initial, users }] of found) {
		yield;
		const [part, overall] = [sumOf(users), sumOf(initial)];
		const percent = part === null || overall === null ? null : percentOf(part, overall);
		rates.push([period, users.length, percent]);
	}
	const { percent = 'percent' } = (followed.query && ownKeys(followed.query)) ?? {};
	return { columns: ['period', 'starts', percent], rows: rates };
}

/** An event's property belongs to the step with this event, and a short name to the first one. */
const OF_STEPS =
	'A filter by a property of an event restricts only its steps (a short name: step 1). To restrict others, filter the step';
const ENTRIES = 'Numbers are entries, not users: a user can enter this funnel several times';
/** Says where a bucket ends, with an example unless buckets are those of a measure. */
function ruleOfBuckets(
	{ of, unit, isWhole }: DistributionQuery,
	table: Table,
	followed: Followed,
): string[] {
	const example =
		of === 'times' ? 'once or twice' : `on 1 or 2 ${unit === 'day' ? 'hours' : 'days'}`;
	return [
		`A bucket ends below bucket_to${typeof of === 'object' ? '' : `: 1–3 is ${example}`}`,
		...(hasSeveralDates(table)
			? [`A user counts once for each ${unit}: don't add up users of several dates`]
			: !isWhole && areTogether(table, { ...followed, unit })
				? [`users aren't distinct: a user counts once for each ${unit}`]
				: []),
	];
}
const SECONDS = "Times are in seconds (assumed: the service doesn't document it)";

/** Without it, the shorter times of later dates look like a fall. */
function endOfIntervals({ to }: DateRange, today: string): string {
	return `An interval counts only if it ends by ${earlier(to, today)}. So times of later dates look shorter than they are, and the true average is longer. Don't report a fall toward the end`;
}

function overlapNote({ query, series, hasOverlap }: ReportPlan): string[] {
	if (!hasOverlap) return [];
	const [one, all] =
		'quantiles' in query
			? ['an interval', 'intervals']
			: 'touchpoints' in query
				? ['a conversion', 'conversions']
				: series
					? ['an event', 'events']
					: ['a user', 'users'];
	const more = `groups add up to more than all ${all}`;
	return [
		hasOverlap === 'maybe'
			? `The node couldn't read the types of the group properties. If one is a list, ${more}`
			: `The group property is a list: ${one} counts in the group of each of its values, so ${more}`,
	];
}

/** Says of which columns users may be in several groups, or in several dates without totals. */
function distinctNote(plan: ReportPlan, table: Table, { keyOf }: NoteNames): string[] {
	const { query, series, hasOverlap } = plan;
	const groups = 'groupBy' in query ? query.groupBy : [];
	const isShared =
		hasOverlap !== true &&
		groups.some((one) => ('property' in one ? one.property : one).of !== 'user');
	const lacksTotals = series !== undefined && !table.totals && hasSeveralDates(table);
	const units = columnUnits(plan, table);
	const keys = table.columns.flatMap(({ key, derived }, at) =>
		units[at] === 'users' && !derived ? [nameInNotes(keyOf(key))] : [],
	);
	const places = [...(isShared ? ['groups'] : []), ...(lacksTotals ? ['dates'] : [])];
	if (places.length === 0 || keys.length === 0) return [];
	return [
		`A user can be in several ${places.join(' and ')}: don't add up ${keys.join(', ')}${isShared ? '. For all, ask without group_by' : ''}`,
	];
}

const TOUCHED = `Conversions without a touchpoint aren't included: percent is a share of the others ("direct": true includes them)`;

function futureOf(plan: ReportPlan, range: DateRange): string[] {
	const note = futureNote(plan, range);
	if (note !== undefined) return [note];
	const { today } = plan;
	return range.to > today ? [`Today is ${today}: later dates haven't happened yet`] : [];
}

/** Ranges that start within this many days are rarely older than the data. */
const RECENT_DAYS = 7;
const MOST_EVENTS = 5;

/**
 * Notes events that started later than the range. This takes one request, whose answer is kept for
 * a while, and none if the first day has numbers.
 */
async function beginningOf(
	run: ItemRun,
	plan: ReportPlan,
	table: Table,
	range: DateRange,
	today: string,
): Promise<string[]> {
	const { query } = plan;
	const isByDay = plan.series !== undefined && plan.series.query.unit === 'day';
	const isRecent = range.from > addDays(today, -RECENT_DAYS);
	if (range.from > today || (isByDay ? !isFirstEmpty(table) : isRecent)) return [];
	const events = partsOf(query).events.filter((event) => event !== ANY_EVENT);
	if (events.length === 0) return [];
	// The report is valid without this note.
	const first = await firstDays(run, events.slice(0, MOST_EVENTS), range).catch(() => undefined);
	const late = [...(first ?? [])].filter(([, day]) => day === undefined || day > range.from);
	return late.map(([event, day]) =>
		day === undefined
			? `${event} didn't happen from ${range.from} to ${range.to}, even without a filter`
			: `${event} has no data before ${day}, but the range begins on ${range.from}: numbers are for a shorter time`,
	);
}

/** Whether all measures are empty at the first point in time. */
function isFirstEmpty(table: Table): boolean {
	const { date } = positionsOf(table);
	return !hasData(table, (row) => row[date] === table.points[0]);
}

/** Returns the first day in the range on which each event happened; undefined for none. */
async function firstDays(
	{ service, itemIndex }: ItemRun,
	events: readonly string[],
	range: DateRange,
): Promise<Map<string, string | undefined>> {
	const { event: report } = wireFor(await service.connectionOf(itemIndex)).reports;
	const query: EventQuery = { measures: countsOf(events), groupBy: [], unit: 'day' };
	const ask: Ask = async (request) => await keptAnswer(service, itemIndex, request);
	const table = await checkedTable(report, query, range, {}, ask);
	// In a partial answer, the first day may be missing.
	if (table.isSampled || table.isTruncated) return new Map();
	const { date, measures: places } = positionsOf(table);
	const found = new Map<string, string | undefined>(events.map((event) => [event, undefined]));
	for (const row of table.rows.each()) {
		for (const [index, event] of events.entries()) {
			const day = String(row[date]).slice(0, 'YYYY-MM-DD'.length);
			const known = found.get(event);
			const count = countOf(row[places[index] as number], `the count of ${event}`);
			const isThere = compareAmounts(count, 0) > 0;
			if (isThere && (known === undefined || day < known)) found.set(event, day);
		}
	}
	return found;
}

async function namedUnits(
	run: ItemRun,
	plan: ReportPlan,
	table: Table,
): Promise<Array<string | undefined>> {
	const { query } = plan;
	const units = columnUnits(plan, table);
	const own = ownMeasures(table.columns);
	const measured = 'measures' in query ? query.measures : [];
	const summed = 'of' in query && typeof query.of === 'object' ? query.of.property : undefined;
	const requested = [
		...measured.map((measure, index) => [own[index]?.key, measuredProperty(measure)] as const),
		...['bucket_from', 'bucket_to'].map((key) => [key, summed] as const),
		['conversions', 'target' in query ? measuredProperty(query.target) : undefined] as const,
		['value_per_user', 'value' in query ? measuredProperty(query.value) : undefined] as const,
	];
	const properties = requested.flatMap(([, property]) => property ?? []);
	const owned = properties.filter((one) => one.of === 'event');
	const events = owned.map(({ event }) => event);
	if (properties.length === 0) return units;
	const catalog = await run.catalog();
	// The numbers are valid without a unit that can't be read.
	const listOf = async (isNeeded: boolean, list: () => Promise<PropertyEntry[]>) =>
		new Map((isNeeded ? await list().catch(() => []) : []).map(({ name, unit }) => [name, unit]));
	const ofEvents = await listOf(events.length > 0, () =>
		catalog.eventProperties([...new Set(events)], owned.map(propertyName)),
	);
	const ofUsers = await listOf(events.length < properties.length, catalog.userProperties);
	const byKey = new Map(
		requested.map(([key, property]) => [
			key,
			property && (property.of === 'event' ? ofEvents : ofUsers).get(propertyName(property)),
		]),
	);
	return table.columns.map(({ key, derived }, index) =>
		derived?.as === 'percent' ? units[index] : (units[index] ?? byKey.get(derived?.of ?? key)),
	);
}
