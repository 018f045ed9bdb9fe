import { type IDataObject, OperationalError } from 'n8n-workflow';

import { betweenPieces, inSlices, type Steps } from '../../credentials/http/slices';
import { flagsOf } from '../SensorsAnalytics/output/meta';
import { assertRowsReturnedFit, toRows } from '../SensorsAnalytics/output/rows';
import { nameTaker } from '../SensorsAnalytics/query/columns';
import type { Cell } from '../SensorsAnalytics/table/decimal';
import { addOffsets, fillPoints } from '../SensorsAnalytics/table/grid';
import { listRows, positionsOf } from '../SensorsAnalytics/table/table';
import type { Service } from '../SensorsAnalytics/transport/service';
import {
	begun,
	changeInPercent,
	type ComparedCondition,
	type Observation,
	statesOf,
	type TriggerCondition,
	usualStates,
} from './condition';
import type { TriggerSettings } from './fields';
import {
	askAgainAt,
	copyOf,
	type FirstSightings,
	isTooEarly,
	markOf,
	memoryOf,
	MOST_REMEMBERED,
	newSalt,
	recall,
	type Remembered,
	secondCheckAt,
	type States,
	type Watched,
} from './memory';
import {
	type FetchedPeriods,
	fetchPeriods,
	isSettling,
	judgedNumbers,
	type Numbers,
	numberSteps,
	whyNoRange,
} from './numbers';
import { BY_HAND } from './alarms';
import {
	type Clock,
	hasArrived,
	isComplete,
	lastCompletePeriod,
	lastFinishedPeriod,
	nextPeriod,
	periodLabel,
	periodOfLastWeek,
	periodsOn,
	periodsUpTo,
	previousPeriod,
	type Reach,
} from './periods';
import { textsOf } from './text';

/** A report, and the marks to remember if its periods must be checked again. */
interface ComparedPeriods {
	seen: FetchedPeriods;
	/** Marks of all given periods; undefined if the service reports when data arrived. */
	looks?: FirstSightings;
}

/**
 * Compares periods with an earlier poll, and marks those that changed or were not checked before:
 * if the service does not report when data arrived, numbers that still change are incomplete
 * (docs/trigger.md, T22).
 * @param periods periods that look complete
 * @param before marks of an earlier poll
 */
export async function comparedWith(
	before: FirstSightings | undefined,
	periods: readonly string[],
	seen: FetchedPeriods,
): Promise<ComparedPeriods> {
	if (!seen.reach.isOnlySettled || periods.length === 0) return { seen };
	const salt = before?.salt ?? newSalt();
	const marks = await inSlices(marksOf(seen, periods, salt));
	const known = new Map(Object.entries(before?.marks ?? {}));
	const unseen = new Set(periods.filter((period) => !known.has(period)));
	const moving = new Set(periods.filter((period) => known.get(period) !== marks[period]));
	return { seen: { ...seen, reach: { ...seen.reach, unseen, moving } }, looks: { salt, marks } };
}

/** Returns marks of the rows of some periods. They are sums, because rows come in no order. */
function* marksOf(
	{ table }: FetchedPeriods,
	periods: readonly string[],
	salt: string,
): Steps<FirstSightings['marks']> {
	const { date, measures } = positionsOf(table);
	const sums = new Map(periods.map((period) => [period, 0n]));
	// A group without events may have a row or not, depending on the other requested periods.
	const isNothing = (row: Cell[]) =>
		measures.every((at) => row[at] === null || row[at] === table.columns[at]?.whenEmpty);
	for (const row of yield* table.rows.arraySteps()) {
		yield;
		const period = String(row[date]).slice(0, 19);
		const sum = sums.get(period);
		if (sum === undefined || isNothing(row)) continue;
		sums.set(period, sum + BigInt(`0x${markOf(salt, [JSON.stringify(row)])}`));
	}
	const marks: FirstSightings['marks'] = {};
	for (const [period, sum] of sums) marks[period] = markOf(salt, [String(sum)]);
	return marks;
}

/** Returns the rows of the report at the periods, period by period (docs/trigger.md, T20). */
export async function toRowItems(
	clock: Clock,
	seen: FetchedPeriods,
	periods: readonly string[],
): Promise<IDataObject[]> {
	if (periods.length === 0) return [];
	assertRowsReturnedFit(seen.table, periods.length);
	return await inSlices(rowSteps(clock, seen, periods));
}

function* rowSteps(
	clock: Clock,
	seen: FetchedPeriods,
	periods: readonly string[],
): Steps<IDataObject[]> {
	yield 'long';
	const table = fillPoints(seen.table, periodsOn(clock, seen.range));
	yield 'long';
	const { date } = positionsOf(table);
	const byPeriod = new Map<string, Cell[][]>(periods.map((period) => [period, []]));
	if (date >= 0) {
		for (const row of table.rows.toArray()) byPeriod.get(String(row[date]).slice(0, 19))?.push(row);
	}
	const items: IDataObject[] = [];
	for (const [period, rows] of byPeriod) {
		yield;
		const flags = itemFlags(clock, seen, period);
		const reported = toRows(addOffsets({ ...table, rows: listRows(rows) }, clock.timeZone), flags);
		for (const item of reported) items.push(item);
		if (reported.length > 0) continue;
		const label = periodLabel(clock, period);
		items.push({ date: label, message: 'The report has no rows', ...flags });
	}
	return items;
}

/** Returns the items about numbers, whether or not the condition has just become true. */
export function toNumberItems(
	clock: Clock,
	condition: TriggerCondition,
	seen: FetchedPeriods,
	observations: readonly Observation[],
	texts: readonly string[],
): IDataObject[] {
	return observations.map(({ measure, group, period, value, basePeriod, base, usual }, index) => {
		const flags = itemFlags(clock, seen, period);
		const date = periodLabel(clock, period);
		const text = texts[index] ?? null;
		if (condition.kind === 'unusual') {
			const { range, side } = usual ?? {};
			const own: IDataObject = {
				date,
				measure,
				value,
				usual_low: range?.low ?? null,
				usual_high: range?.high ?? null,
				is_unusual: range && side ? side !== 'within' : null,
				side: side ?? null,
				usual_median: range?.median ?? null,
				usual_values: range?.values ?? null,
				text,
				...flags,
			};
			const { date: at, measure: name, ...numbers } = own;
			const take = nameTaker(new Set(Object.keys(own)));
			const cells = Object.entries(group ?? {}).map(([key, cell]) => [take(key), cell]);
			return { date: at, measure: name, ...Object.fromEntries(cells), ...numbers };
		}
		if (condition.kind === 'threshold') {
			const { side, limit } = condition;
			return { date, measure, value, value_before: base, side, threshold: limit, text, ...flags };
		}
		return {
			date,
			measure,
			value,
			percent_change: changeInPercent(value, base),
			compared_with: periodLabel(clock, basePeriod),
			compared_value: base,
			text,
			...flags,
		};
	});
}

function itemFlags(clock: Clock, { table, reach }: FetchedPeriods, period: string): IDataObject {
	return {
		...flagsOf(table),
		...(hasArrived(clock, period, reach) ? {} : { _incomplete: true }),
	};
}

/** Returns the numbers of the measures at one period. */
export function observe(
	clock: Clock,
	condition: ComparedCondition,
	numbers: Numbers,
	period: string,
): Observation[] {
	const basePeriod = basePeriodOf(clock, condition, period);
	return numbers.measures.map((measure) => {
		const value = numbers.at(measure, period);
		const base = numbers.at(measure, basePeriod);
		const states = statesOf(value, base, condition);
		return { measure, period, value, basePeriod, base, states };
	});
}

/** Returns the comparison period of a number, or the one that is shown with it (T12). */
export function basePeriodOf(clock: Clock, condition: TriggerCondition, period: string): string {
	if (condition.kind === 'unusual') return period;
	return condition.kind === 'change' && condition.comparedWith === 'lastWeek'
		? periodOfLastWeek(period)
		: previousPeriod(clock, period);
}

/**
 * Processes periods in order, and returns the final states and the observations with new states
 * (T9).
 */
export async function follow(
	observeAt: ObserveAt,
	periods: readonly string[],
	before: States,
	/** Ends the poll, because n8n ignores a poll that it has ended. */
	ends?: AbortSignal,
): Promise<{ states: States; beginnings: Observation[] }> {
	const states = copyOf(before);
	const beginnings: Observation[] = [];
	const pause = betweenPieces();
	for (const period of periods) {
		for (const observation of observeAt(period)) {
			const { measure, name, states: now } = observation;
			if (now === undefined) continue;
			if (begun(states[name ?? measure] ?? [], now).length > 0) beginnings.push(observation);
			// Groups come and go, so only those with a state are remembered.
			if (name !== undefined && now.length === 0) delete states[name];
			else states[name ?? measure] = now;
		}
		await pause();
		ends?.throwIfAborted();
	}
	return { states, beginnings };
}

/**
 * Periods to request in addition to the catch-up limit, because the latest ones may be incomplete.
 */
const LATE_PERIODS = { day: 7, hour: 72 };

/** Result of one check of the service. */
interface NewPeriods {
	items: IDataObject[];
	/** The updated memory. */
	now: Remembered;
	/** The first finished period that isn't complete yet. */
	missing?: string;
	reach: Reach;
}

/** The periods to process. */
interface PeriodsBefore {
	/** Periods that are processed without a report, to know the states (docs/trigger.md, T14). */
	silent: string[];
	/** States before them. */
	before: States;
	/** Periods that are reported. */
	reported: string[];
}

/**
 * Finds the periods that have become complete since the last processed one, up to the last finished
 * one. It takes one request, or a second one if the first does not contain all periods to report or
 * to check for the first time. If the service does not report when data arrived, periods that look
 * complete are remembered, and reported by the next poll (comparedWith). It creates no more periods
 * than it reports.
 */
export async function findNewPeriods(
	service: Service,
	settings: TriggerSettings,
	now: Date,
	known: Remembered,
	last: string,
): Promise<NewPeriods> {
	const { clock, condition, catchUp } = settings;
	const most = catchUp + LATE_PERIODS[clock.unit];
	const latest = periodsUpTo(clock, last, most, known.lastPeriod);
	const wide = rangeOf(settings, spanOf(settings, known, latest), last);
	const first = await fetchPeriods(service, settings, now, wide);

	const span = spanOf(settings, known, latestComplete(settings, known, last, first));
	const needed = rangeOf(settings, span, last);
	const hasFirstStates =
		known.seen === undefined && completeIn(settings, span.silent, first).length > 0;
	const isNeeded = span.reported.length > 0 || hasFirstStates;
	const isEnough = !isNeeded || isCovered(needed, wide, condition !== undefined);
	const once = isEnough ? first : await fetchPeriods(service, settings, now, needed);

	const complete = completeIn(settings, span.reported, once);
	const { seen, looks } = await comparedWith(known.looks, complete, once);
	const moved = complete.findIndex((period) => !isComplete(clock, period, seen.reach));
	const reported = moved < 0 ? complete : complete.slice(0, moved);
	const lastPeriod = reported.at(-1) ?? known.lastPeriod;
	const next = nextPeriod(clock, lastPeriod);
	const found = { missing: next <= last ? next : undefined, reach: seen.reach };
	const waiting = looks && moved >= 0 ? { looks: onlyFor(looks, complete.slice(moved)) } : {};
	if (!condition) {
		const items = await toRowItems(clock, seen, reported);
		return { ...found, items, now: { lastPeriod, ...waiting } };
	}

	const silent = completeIn(settings, span.silent, seen);
	if (reported.length === 0 && known.seen) {
		const { lastPeriod, seen: states } = known;
		return { ...found, items: [], now: { lastPeriod, seen: states, ...waiting } };
	}
	const salt =
		settings.input.query.groupBy.length > 0 ? (known.seen?.salt ?? newSalt()) : undefined;
	const observeAt = await observer(
		service,
		settings,
		condition,
		seen,
		[...silent, ...reported],
		salt,
	);
	const { states: start } = await follow(observeAt, silent, span.before, service.ends);
	const { states, beginnings } = await follow(observeAt, reported, start, service.ends);
	const period = reported.at(-1) ?? silent.at(-1);
	const after = period === undefined ? known.seen : { period, states: bounded(states), salt };
	return {
		...found,
		items: toNumberItems(
			clock,
			condition,
			seen,
			beginnings,
			await textsOf(service, settings, beginnings, seen),
		),
		now: { lastPeriod, ...(after ? { seen: after } : {}), ...waiting },
	};
}

type ObserveAt = (period: string) => Observation[];

/** Returns a function for the numbers of a period: compared, or judged by the usual range. */
async function observer(
	service: Service,
	settings: TriggerSettings,
	condition: TriggerCondition,
	seen: FetchedPeriods,
	periods: readonly string[],
	salt?: string,
): Promise<ObserveAt> {
	const numbers = await inSlices(numberSteps(settings.clock, seen));
	if (condition.kind !== 'unusual')
		return (period) => observe(settings.clock, condition, numbers, period);
	const { marks } = condition;
	const judged = await judgedNumbers(service, settings, marks, numbers, { seen, periods, salt });
	return (period) =>
		judged(period).map((one) => ({
			...one,
			basePeriod: period,
			base: null,
			states: usualStates(one.usual, condition),
		}));
}

/** Drops the states of the oldest groups if there are too many. */
function bounded(states: States): States {
	const names = Object.keys(states);
	return names.length <= MOST_REMEMBERED
		? states
		: Object.fromEntries(names.slice(-MOST_REMEMBERED).map((name) => [name, states[name] ?? []]));
}

/** Returns the latest complete periods that have not been reported, up to the limit. */
function latestComplete(
	{ clock, catchUp }: TriggerSettings,
	{ lastPeriod }: Remembered,
	last: string,
	{ reach }: FetchedPeriods,
): string[] {
	const complete = lastCompletePeriod(clock, reach);
	if (complete === undefined) return [];
	return periodsUpTo(clock, complete < last ? complete : last, catchUp, lastPeriod);
}

function onlyFor(looks: FirstSightings, periods: readonly string[]): FirstSightings {
	const marks = periods.map((period) => [period, looks.marks[period] ?? ''] as const);
	return { salt: looks.salt, marks: Object.fromEntries(marks) };
}

function completeIn(
	{ clock }: TriggerSettings,
	periods: string[],
	{ reach }: FetchedPeriods,
): string[] {
	return periods.filter((period) => isComplete(clock, period, reach));
}

function spanOf(
	{ clock, condition, catchUp }: TriggerSettings,
	known: Remembered,
	reported: string[],
): PeriodsBefore {
	if (!condition) return { silent: [], before: {}, reported };
	const { seen, lastPeriod } = known;
	const upTo = reported[0] === undefined ? lastPeriod : previousPeriod(clock, reported[0]);
	const silent = periodsUpTo(clock, upTo, catchUp, seen?.period);
	const next = silent[0] ?? reported[0];
	const isGapless = next === undefined || previousPeriod(clock, next) <= (seen?.period ?? '');
	return { silent, before: (isGapless && seen?.states) || {}, reported };
}

/** Returns the first and the last period to request. */
function rangeOf(
	{ clock, condition }: TriggerSettings,
	{ silent, reported }: PeriodsBefore,
	last: string,
): [string, string] {
	const first = silent[0] ?? reported[0] ?? last;
	return [condition ? basePeriodOf(clock, condition, first) : first, reported.at(-1) ?? last];
}

/**
 * Whether a fetched range contains the needed one. Numbers can be taken from a wider report, but
 * rows can't, because it may have more groups.
 */
function isCovered(
	needed: [string, string],
	requested: [string, string],
	isNumber: boolean,
): boolean {
	const [from, to] = needed.map((period) => period.slice(0, 10)) as [string, string];
	const [requestedFrom, requestedTo] = requested.map((period) => period.slice(0, 10)) as [
		string,
		string,
	];
	return isNumber
		? requestedFrom <= from && to <= requestedTo
		: requestedFrom === from && requestedTo === to;
}

/** How far back to search for an example. */
const MOST_BACK = { day: 366, hour: 31 * 24 };

/**
 * Returns the items of a manual run: the last complete period (docs/trigger.md, T21).
 * @throws OperationalError that says when the data end, if there is none
 */
export async function example(
	service: Service,
	settings: TriggerSettings,
	now: Date,
): Promise<IDataObject[]> {
	const { clock, condition, catchUp } = settings;
	const last = lastFinishedPeriod(clock, now);
	const first = (period: string) =>
		condition
			? basePeriodOf(clock, condition, periodsUpTo(clock, period, catchUp + 1)[0] ?? period)
			: period;
	let seen = await fetchPeriods(service, settings, now, [first(last), last]);
	const shown = lastComplete(clock, last, seen.reach);
	if (shown !== last) seen = await fetchPeriods(service, settings, now, [first(shown), shown]);
	if (!condition) {
		const why = `${BY_HAND}: the last complete ${clock.unit}. The published workflow starts once for each complete ${clock.unit}.`;
		const items = await toRowItems(clock, seen, [shown]);
		return items.map((item) => ({ ...item, _example: why }));
	}

	const before = periodsUpTo(clock, previousPeriod(clock, shown), catchUp);
	const observeAt = await observer(
		service,
		settings,
		condition,
		seen,
		[...before, shown],
		newSalt(),
	);
	const { states } = await follow(observeAt, before, {});
	const { beginnings } = await follow(observeAt, [shown], states);
	const nameOf = ({ name, measure }: Observation) => name ?? measure;
	const starts = new Set(beginnings.map(nameOf));
	const observations = observeAt(shown);
	const texts = await textsOf(service, settings, observations, seen, true);
	const items = toNumberItems(clock, condition, seen, observations, texts);
	return items.map((item, index) => {
		const observation = observations[index] as Observation;
		const would = starts.has(nameOf(observation))
			? 'This number would start the workflow.'
			: `This number would not start the workflow: ${whyNot(observation, condition)}.`;
		return { ...item, _example: `${BY_HAND}. ${would}` };
	});
}

/** Returns why a number doesn't start the workflow (docs/trigger.md, T9, T10). */
function whyNot({ states: now, usual }: Observation, condition: TriggerCondition): string {
	if (condition.kind === 'unusual') {
		const [state] = now ?? [];
		if (state !== undefined) return `it was already ${state} its usual range before`;
		return now === undefined ? whyNoRange(usual) : `it is ${usual?.side} its usual range`;
	}
	if (now === undefined) {
		return condition.kind === 'threshold'
			? 'the number is unknown'
			: 'one of the two numbers to compare is unknown, or both are 0';
	}
	const [state] = now;
	if (state === undefined) {
		return condition.kind === 'threshold'
			? `it is not ${condition.side} ${condition.limit}`
			: `it did not go ${DIRECTIONS[condition.direction]} by more than ${condition.percent}%`;
	}
	return condition.kind === 'threshold'
		? `it was already ${condition.side} ${condition.limit} before`
		: `it was already ${state} by more than ${condition.percent}% before`;
}

const DIRECTIONS = { up: 'up', down: 'down', either: 'up or down' };

function lastComplete(clock: Clock, last: string, reach: Reach): string {
	const back = periodsUpTo(clock, last, MOST_BACK[clock.unit]);
	const found = back.reverse().find((period) => isComplete(clock, period, reach));
	if (found !== undefined) return found;
	throw new OperationalError(`No ${clock.unit} is complete yet`, {
		description: `Sensors Analytics has complete data up to ${(reach.sure ?? '(unknown)').replace('T', ' ')} (${clock.timeZone}). The workflow starts when a ${clock.unit} that ends after publishing is complete.`,
	});
}

/** Watches periods that become complete, and their numbers (docs/trigger.md). */
export function watchPeriods(service: Service, settings: TriggerSettings, now: Date): Watched {
	const { clock, counting } = settings;
	return {
		example: async () => await example(service, settings, now),
		question(memory) {
			const last = lastFinishedPeriod(clock, now);
			const known = recall(memory, counting, clock, now);
			if (known && (known.lastPeriod >= last || isTooEarly(memory, now))) return undefined;
			return async () => {
				// Without known states, the request also finds them.
				const hasStates = known && (known.seen !== undefined || !settings.condition);
				if (hasStates && (await isSettling(service, settings, now, known.lastPeriod)))
					return { items: [], memory: memoryOf(counting, known, undefined) };
				const before = known ?? begin(settings, last);
				const found = await findNewPeriods(service, settings, now, before, last);
				const { missing, reach, items } = found;
				const next = missing === undefined ? undefined : askAgainAt(clock, missing, reach);
				const again = found.now.looks ? secondCheckAt(now) : next;
				return { items, memory: memoryOf(counting, found.now, again) };
			};
		},
	};
}

/** Returns the memory before the first poll: finished periods don't count (T5). */
function begin({ clock, startsWithLast }: TriggerSettings, last: string): Remembered {
	return { lastPeriod: startsWithLast ? previousPeriod(clock, last) : last };
}
