import { OperationalError } from 'n8n-workflow';

import { quoted } from '../../../credentials/http/redact';
import type { Steps } from '../../../credentials/http/slices';
import { isDayUnit, unitName, type Weekday } from '../dates/calendar';
import { type ComparisonPlan, daysIn } from '../dates/range';
import {
	type Pair,
	pairPeriods,
	pairTotals,
	type Period,
	type PeriodOptions,
	periodsOf,
	pointAfter,
	type ReturnedDates,
	type Span,
	weekdayShown,
} from '../dates/periods';
import { listColumns, type ReportColumns } from '../query/columns';
import { type DateRange, type EventQuery, FULL_SAMPLE, TOTAL } from '../query/query';
import { amountOrNull, type Cell } from '../table/decimal';
import {
	addUpSteps,
	comparedCells,
	compareSteps,
	type Grid,
	type GridInput,
	gridSteps,
	type GroupSeries,
	isText,
	nameOfRest,
	type OmitsGroups,
	type Ordering,
	orderSteps,
} from '../table/grid';
import {
	blockRows,
	type Blocks,
	type Column,
	groupKeys,
	keyOfGroup,
	lazyRows,
	mapSteps,
	type Note,
	positionsOf,
	type RowSet,
	type Table,
} from '../table/table';

/** Plan of a report whose rows are points in time by groups (docs/calendar.md). */
export interface TimeSeriesPlan<Query extends EventQuery = EventQuery> {
	query: Query;
	columns: ReportColumns;
	range: DateRange;
	timeZone: string;
	now: Date;
	/** The date of `now` in the time zone. */
	today: string;
	/** The comparison, as known before the answer shows the first weekday of the service. */
	comparison?: ComparisonPlan;
	/** Returns the parts of both ranges that count, if only complete periods count and exist. */
	spanFor: (firstWeekday: Weekday) => Span | undefined;
	/** First weekday if the service's answers don't show it. */
	firstWeekday: Weekday;
	ordering: Ordering;
	isFilled: boolean;
	/** Unit of the periods that must be complete, if only those count. */
	completeUnit?: string;
	hasTotals: boolean;
	/** Whether the output has sums over the date range, without requesting them. */
	addsUp: boolean;
	/** Whether a note says what 'Top Groups' leaves out; messages and agents' answers say it. */
	notesTop: boolean;
	/** Whether to request totals from the service, even if only for the order of groups. */
	asksTotals: boolean;
	/** Days per request if the range is fetched in chunks. */
	sliceDays?: number;
}

export interface Answers {
	tables: readonly Table[];
	ranges: readonly DateRange[];
	/** Whether the service rejected the request for totals. */
	lacksTotals?: boolean;
}

interface Side {
	periods: Period[];
	grid: Grid;
	/** Whether each period belongs to the report: it has started, or has numbers (P3). */
	isLive: boolean[];
	/** The date range as one period. */
	overall: Period;
	totals?: Grid;
}

/** Whether a period is over, and completely within the range. */
export function isComplete({ hasBegun, isPartial }: Period): boolean {
	return hasBegun && !isPartial;
}

export function returnedDatesOf({ tables, ranges }: Answers): ReturnedDates[] {
	return tables.map(({ points }, index) => ({
		points,
		range: ranges[index] as DateRange,
		isLaterSlice: index > 0,
	}));
}

/** Whether rows have a date; totals and answers without points in time have none. */
function hasDates({ tables }: Answers): boolean {
	const dated = tables.filter((table) => positionsOf(table).date >= 0).length;
	const withRows = tables.filter(({ rows }) => rows.length > 0);
	const undated = withRows.filter((table) => positionsOf(table).date < 0).length;
	if (dated > 0 && undated > 0)
		throw new OperationalError('Some parts of the report have dates, other parts have none');
	return dated > 0;
}

/** @param hasOneGroup whether there is a group even if no answer contains one */
export function* sideSteps(
	fetched: Answers,
	options: PeriodOptions,
	measures: readonly Column[],
	hasOneGroup: boolean,
): Steps<Side> {
	const { tables, ranges } = fetched;
	const { periods, places } = periodsOf(returnedDatesOf(fetched), options);
	const overall = periodsOf([], { ...options, unit: TOTAL }).periods[0] as Period;
	const answersOf = (
		blocksOf: (table: Table) => Blocks,
		at: number[][],
		all: Period[],
	): GridInput[] =>
		tables.map((table, index) => {
			const { from, to } = ranges[index] as DateRange;
			return {
				blocks: blocksOf(table),
				places: at[index] as number[],
				isTruncated: table.isTruncated,
				isCutByRows: table.isCutByRows,
				covers: (place) => (all[place] as Period).from <= to && (all[place] as Period).to >= from,
			};
		});
	yield 'long';
	const answers = answersOf(blocksIn, places, periods);
	const names = periods.map(({ name }) => name);
	const grid = yield* gridSteps(answers, { measures, periods: names, hasOneGroup });
	const totals = tables.every((table) => table.totals)
		? yield* gridSteps(
				answersOf(
					({ totals: rows = [] }) => ungrouped(rows, measures.length),
					tables.map(() => [0]),
					[overall],
				),
				{ measures, periods: [overall.name], hasOneGroup: false },
			)
		: undefined;
	const early = returnedEarly(answers, periods);
	const isLive = periods.map(({ hasBegun }, place) => hasBegun || early.has(place));
	// Events of clocks that are ahead are no number of a whole period.
	const shown = periods.map((one, place) => (early.has(place) ? { ...one, isPartial: true } : one));
	return { periods: shown, grid, isLive, overall, totals };
}

/** Returns totals of some periods only: sums, if the measure is additive. */
function* totalsAtSteps(
	{ grid }: Side,
	places: readonly number[],
	measures: readonly Column[],
): Steps<Grid> {
	const nothing = measures.map(() => null);
	const none = { ...grid, groups: grid.groups.map((group) => ({ ...group, cells: [nothing] })) };
	if (places.length === 0) return { ...none, isReported: [true], missing: () => nothing };
	const sums = yield* addUpSteps(grid, places);
	const known = (cells: readonly Cell[]) =>
		cells === sums.unknown
			? cells
			: cells.map((cell, index) =>
					measures[index]?.canAddUp === true && !isText(cell) ? cell : null,
				);
	return {
		...sums,
		groups: sums.groups.map((group) => ({ ...group, cells: group.cells.map(known) })),
		missing: (period) => known(sums.missing(period)),
	};
}

/** Returns the totals of a side: from the service, or added up. */
function* totalsSteps({ totals, grid, periods }: Side): Steps<Grid> {
	return totals ?? (yield* addUpSteps(grid, [...periods.keys()]));
}

/**
 * Returns the indexes of periods that have not started but have numbers in an answer (P3 of
 * docs/calendar.md), even if another answer leaves the rest of the group unknown.
 */
function returnedEarly(answers: readonly GridInput[], periods: readonly Period[]): Set<number> {
	const found = new Set<number>();
	for (const { places, blocks } of answers) {
		const early = [...places.entries()].filter(([, place]) => periods[place]?.hasBegun === false);
		for (const { values } of early.length > 0 ? blocks.groups : []) {
			for (const [index, place] of early) {
				if (values[index]?.some((cell) => cell !== null && cell !== 0) === true) found.add(place);
			}
		}
	}
	return found;
}

function blocksIn(table: Table): Blocks {
	const { blocks } = table.rows;
	if (blocks) return blocks;
	const { groups } = positionsOf(table);
	return ungrouped(table.rows.toArray(), table.columns.length - groups.length);
}

/** Converts rows without a date, whose groups come first, to blocks of one list each. */
function ungrouped(rows: readonly Cell[][], measures: number): Blocks {
	return {
		groups: rows.map((row) => ({
			group: row.slice(0, row.length - measures),
			values: [row.slice(row.length - measures)],
		})),
	};
}

export interface FetchedReport {
	current: Answers;
	comparison?: ComparisonPlan;
	/** undefined if there was nothing to request. */
	before?: Answers;
}

interface Sides {
	now: Side;
	compared?: { comparison: ComparisonPlan; before: Side; pairs: Pair[]; totalPair: Pair };
	/** Whether totals are sums of complete hours, because the service has no totals of only those. */
	hasOwnTotals: boolean;
}

/** Computes totals of the complete hours, and of their comparison periods. */
function* ownTotalsSteps(
	{ columns: { measures } }: TimeSeriesPlan,
	{ now, compared }: Sides,
): Steps<Sides> {
	const places = [...now.periods.keys()].filter((place) =>
		isComplete(now.periods[place] as Period),
	);
	const own = { ...now, totals: yield* totalsAtSteps(now, places, measures) };
	if (!compared) return { now: own, hasOwnTotals: true };
	const { before, pairs } = compared;
	const partners = places.flatMap((place) => pairs[place]?.partner ?? []);
	const areAll = partners.length === places.length;
	const hasOther = compared.totalPair.partner !== undefined;
	const totalPair = hasOther ? { partner: 0, mayChange: areAll } : compared.totalPair;
	return {
		now: own,
		compared: {
			...compared,
			before: { ...before, totals: yield* totalsAtSteps(before, partners, measures) },
			totalPair,
		},
		hasOwnTotals: true,
	};
}

/** @param isDated whether rows have a date */
function* sidesSteps(
	series: TimeSeriesPlan,
	{ current, comparison, before }: FetchedReport,
	isDated: boolean,
): Steps<Sides> {
	const { columns, timeZone, now: moment } = series;
	const unit = isDated ? series.query.unit : TOTAL;
	const returned = [current, before].flatMap((fetched) =>
		fetched ? returnedDatesOf(fetched) : [],
	);
	// If only complete weeks count, the ranges already start on that weekday.
	const mayShow = unitName(unit) === 'week' && series.completeUnit === undefined;
	const firstWeekday = (mayShow ? weekdayShown(returned) : undefined) ?? series.firstWeekday;
	const options: PeriodOptions = { unit, range: series.range, timeZone, now: moment, firstWeekday };
	const hasOneGroup = series.isFilled && columns.groups.length === 0;
	const side = (fetched: Answers, of: PeriodOptions) =>
		sideSteps(fetched, of, columns.measures, hasOneGroup);
	if (!comparison) return { now: yield* side(current, options), hasOwnTotals: false };

	const now = yield* side(current, {
		...options,
		more: pointsOfComparison(unit, comparison, series, before),
	});
	const then = yield* side(before ?? { tables: [], ranges: [] }, {
		...options,
		range: comparison.range ?? series.range,
	});
	const by = { unit, range: series.range, comparison, firstWeekday, today: series.today };
	const totalPair = pairTotals(now.overall, then.overall, by);
	const pairs =
		unit === TOTAL
			? [totalPair]
			: pairPeriods(now.periods, then.periods, by).map(
					(pair): Pair =>
						// A period that has not started can't be compared with.
						pair.partner === undefined || then.isLive[pair.partner] ? pair : { mayChange: false },
				);
	return { now, compared: { comparison, before: then, pairs, totalPair }, hasOwnTotals: false };
}

/** If the unit's calendar isn't known, returns the points compared with these. */
function pointsOfComparison(
	unit: string,
	{ shift }: ComparisonPlan,
	{ range }: TimeSeriesPlan,
	before: Answers | undefined,
): string[] {
	const name = unitName(unit);
	if (unit === TOTAL || name === 'hour' || isDayUnit(name) || !before) return [];
	return returnedDatesOf(before)
		.flatMap(({ points }) => points.map((point) => pointAfter(point, shift)))
		.filter((point) => point !== undefined)
		.filter((point) => range.from <= point.slice(0, 10) && point.slice(0, 10) <= range.to);
}

/** Returns the sort value of groups: one of their values, or the total of a measure (O1 to O3). */
function* rankSteps(series: TimeSeriesPlan, sides: Sides): Steps<(line: GroupSeries) => Cell> {
	const { by } = series.ordering;
	const { groups, measures, compared } = series.columns;
	const group = groups.findIndex(({ key }) => key === by);
	if (group >= 0) {
		return ({ group: values }) => {
			const value = values[group] ?? null;
			// An empty text sorts as null.
			return value === '' ? null : value;
		};
	}
	const measure = measures.findIndex(
		({ key }, index) => key === by || compared?.measures[index]?.some((own) => own.key === by),
	);
	// When sorted by date, groups keep the service's order.
	if (measure < 0 || groups.length === 0) return () => null;
	const own = [measures[measure], ...(compared?.measures[measure] ?? [])];
	const place = measure * own.length + own.findIndex((column) => column?.key === by);
	const totalsIn = (side: Side) => totalsForSteps(series, side, measure);
	const totals = new Map<string, Cell>();
	for (const { key, cells } of yield* totalLineSteps(sides, totalsIn))
		totals.set(key, cells[place] ?? null);
	return ({ key }) => amountOrNull(totals.get(key));
}

/**
 * Returns the totals by which groups are sorted. If the measure can't be added up, the service must
 * have returned them.
 */
function* totalsForSteps(
	{ columns, query }: TimeSeriesPlan,
	side: Side,
	measure: number,
): Steps<Grid> {
	const column = columns.measures[measure];
	const isOne = side.periods.length === 1 && columns.date === undefined;
	if (side.totals ?? (isOne || column?.canAddUp)) return yield* totalsSteps(side);
	throw new OperationalError(
		`'Order By' uses the total of ${quoted(column?.key ?? '')} over the date range, which Sensors Analytics didn't return`,
		{
			description: `Order by a group, or by a measure that can be added up, such as a number of events. The unit is '${query.unit}'.`,
		},
	);
}

function areTotalsReported({ now, compared }: Sides): boolean {
	return now.totals !== undefined && (!compared || compared.before.totals !== undefined);
}

/** Returns each group's totals over the date range, with their comparison. */
function* totalLineSteps(
	{ now, compared }: Sides,
	totalsIn: (side: Side) => Steps<Grid>,
): Steps<Array<Pick<GroupSeries, 'key' | 'group'> & { cells: readonly Cell[] }>> {
	const totals = yield* totalsIn(now);
	if (!compared)
		return totals.groups.map(({ key, group, cells }) => ({ key, group, cells: cells[0] ?? [] }));
	const totalsBefore = yield* totalsIn(compared.before);
	const pair = compared.totalPair;
	const lines = yield* compareSteps(totals, totalsBefore, [pair], [0], true);
	return yield* mapSteps(lines, (line) => ({ ...line, cells: comparedCells(line, 0, pair) }));
}

export function noCompletePeriod(unit: string): Note {
	const name = unitName(unit);
	return { kind: 'noCompletePeriod', unit: name === TOTAL ? 'day' : name || 'period' };
}

/** @param shown indexes of the periods that have rows */
function notesOf(
	{ range, columns, completeUnit, hasTotals }: TimeSeriesPlan,
	{ now, compared, hasOwnTotals }: Sides,
	shown: readonly number[],
	partial: readonly string[],
): Note[] {
	const nameOf = (place: number) => now.periods[place]?.name ?? '';
	const notes: Note[] = [];
	if (partial.length > 0) {
		const { from, to } = range;
		const ofTotal = columns.date === undefined ? { range: { from, to } } : {};
		notes.push({ kind: 'partial', periods: partial, ...ofTotal });
	}
	if (completeUnit !== undefined && !now.periods.some(isComplete))
		notes.push(noCompletePeriod(completeUnit));
	if (hasOwnTotals && hasTotals && columns.measures.some(({ canAddUp }) => canAddUp !== true))
		notes.push({ kind: 'hoursNotTotalled' });
	if (compared) {
		const { comparison, before, pairs, totalPair } = compared;
		const isTotal = columns.date === undefined;
		const alone = shown.filter((place) => pairs[place]?.partner === undefined);
		if (alone.length > 0) notes.push({ kind: 'noPartner', periods: alone.map(nameOf) });
		const used = new Set(shown.map((place) => pairs[place]?.partner));
		// The comparison periods of incomplete hours are left out, too.
		const left = new Set(
			pairs.flatMap(({ partner }, place) =>
				completeUnit !== undefined && !isComplete(now.periods[place] as Period) ? [partner] : [],
			),
		);
		const others = before.periods.flatMap(({ name }, place) =>
			before.isLive[place] && !used.has(place) && !left.has(place) ? [name] : [],
		);
		// If nothing was returned at all, another note says so.
		if (comparison.range && shown.length > 0 && others.length > 0)
			notes.push({ kind: 'notShown', periods: others });
		const unchanged = shown.filter(
			(place) => pairs[place]?.partner !== undefined && !pairs[place]?.mayChange,
		);
		if (unchanged.length > 0 && !isTotal)
			notes.push({ kind: 'noChange', periods: unchanged.map(nameOf) });
		if (isTotal || hasTotals) {
			if (totalPair.partner !== undefined && !totalPair.mayChange)
				notes.push({ kind: 'totalNotAlike' });
			const [days, daysBefore] = [daysIn(range), comparison.range ? daysIn(comparison.range) : 0];
			if (comparison.isCustom && days !== daysBefore)
				notes.push({ kind: 'daysDiffer', days, daysBefore });
		}
	}
	const grids = [now, compared?.before].flatMap((side) =>
		side ? [side.grid, ...(side.totals ? [side.totals] : [])] : [],
	);
	if (grids.some((grid) => grid.hasUnknown())) notes.push({ kind: 'unknown' });
	return notes;
}

type SeriesFacts = Pick<
	Table,
	| 'isTruncated'
	| 'isSampled'
	| 'samplingFactor'
	| 'groupCount'
	| 'dataUpdatedAt'
	| 'dataSufficientAt'
>;

export function factsOf({ current, before }: { current: Answers; before?: Answers }): SeriesFacts {
	const { tables } = current;
	const all = [...tables, ...(before?.tables ?? [])];
	const latest = (times: Array<string | undefined>) => times.filter(Boolean).sort().at(-1);
	return {
		isTruncated: all.some(({ isTruncated }) => isTruncated),
		isSampled: all.some(({ isSampled }) => isSampled),
		samplingFactor: all.reduce(
			(least, { samplingFactor = FULL_SAMPLE }) => Math.min(least, samplingFactor),
			FULL_SAMPLE,
		),
		groupCount: tables.length === 1 ? tables[0]?.groupCount : countGroups(tables),
		dataUpdatedAt: latest(tables.map(({ dataUpdatedAt }) => dataUpdatedAt)),
		dataSufficientAt: latest(tables.map(({ dataSufficientAt }) => dataSufficientAt)),
	};
}

/** Counts the groups of all chunks together; undefined if one of them omits some. */
function countGroups(tables: readonly Table[]): Table['groupCount'] {
	const isComplete = ({ groupCount }: Table) => groupCount?.returned === groupCount?.total;
	if (!tables.every((table) => table.groupCount && isComplete(table))) return undefined;
	const keys = new Set<string>();
	for (const { rows, columns } of tables) {
		if (rows.blocks) for (const { group } of rows.blocks.groups) keys.add(keyOfGroup(group));
		else
			for (const key of rows.toArray().map(groupKeys(positionsOf({ columns }).groups)))
				keys.add(key);
	}
	return { returned: keys.size, total: keys.size };
}

/** Joins, fills, compares and orders as the options request (docs/calendar.md). */
export function* arrangeSteps(series: TimeSeriesPlan, fetched: FetchedReport): Steps<Table> {
	const { columns, completeUnit, isFilled } = series;
	const isDated = hasDates(fetched.current);
	const reported = yield* sidesSteps(series, fetched, isDated);
	const isOpen = completeUnit !== undefined && !reported.now.periods.every(isComplete);
	const sides = isOpen && isDated ? yield* ownTotalsSteps(series, reported) : reported;
	yield 'long';
	const { now, compared } = sides;
	const shown = shownPlaces(sides, series);
	const all = compared
		? yield* compareSteps(now.grid, compared.before.grid, compared.pairs, shown, isFilled)
		: now.grid.groups.map(({ key, group, cells }) => ({ key, group, now: cells, shown }));
	const omits: OmitsGroups = (of, place) => {
		const grid = of === 'now' ? now.grid : compared?.before.grid;
		const at = of === 'now' ? place : compared?.pairs[place]?.partner;
		return grid !== undefined && at !== undefined && grid.missing(at) === grid.unknown;
	};
	const rankOf = yield* rankSteps(series, sides);
	const lines = yield* orderSteps(all, series.ordering, rankOf, omits);
	const left = series.notesTop && !series.ordering.hasRest ? all.length - lines.length : 0;
	const own = isDated ? columns : { ...columns, date: undefined };
	// Most groups share one list of the periods with a row.
	const lists = new Set(lines.map((line) => line.shown));
	const used = [...new Set([...lists].flat())].sort((a, b) => a - b);
	const partial = used.flatMap((place) => {
		const { name, isPartial } = now.periods[place] ?? { name: '', isPartial: false };
		return isPartial ? [name] : [];
	});
	return {
		columns: listColumns(own),
		rows: rowsOf(lines, shown, sides, isDated),
		points: isDated ? used.map((place) => now.periods[place]?.name ?? '') : [],
		totals: series.hasTotals && areTotalsReported(sides) ? yield* totalRowSteps(sides) : undefined,
		sums: series.addsUp ? yield* totalRowSteps(sides) : undefined,
		rest: nameOfRest(lines),
		partial,
		notes: [
			...notesOf(series, sides, used, partial),
			...(left > 0 ? [{ kind: 'topGroups' as const, left }] : []),
		],
		...factsOf(fetched),
	};
}

function shownPlaces(
	{ now, compared }: Sides,
	{ isFilled, completeUnit }: TimeSeriesPlan,
): number[] {
	return now.periods.flatMap((period, place) => {
		const isThere = now.isLive[place] && (isFilled || compared || now.grid.isReported[place]);
		return isThere && (completeUnit === undefined || isComplete(period)) ? [place] : [];
	});
}

/** Without a comparison, the rows use the received lists. */
function rowsOf(
	lines: readonly GroupSeries[],
	shown: readonly number[],
	{ now, compared }: Sides,
	isDated: boolean,
): RowSet {
	if (!compared) {
		const isAll = shown.length === now.periods.length;
		return blockRows({
			...(isDated ? { points: shown.map((place) => now.periods[place]?.name ?? '') } : {}),
			groups: lines.map(({ group, now: cells }) => ({
				group,
				values: isAll ? cells : shown.map((place) => cells[place] ?? []),
			})),
		});
	}
	const { before, pairs } = compared;
	const datesAt = (place: number): Cell[] => {
		const { partner } = pairs[place] as Pair;
		const previous = partner === undefined ? null : (before.periods[partner]?.name ?? null);
		return [now.periods[place]?.name ?? null, previous];
	};
	const length = lines.reduce((sum, line) => sum + line.shown.length, 0);
	return lazyRows(length, function* () {
		for (const line of lines) {
			for (const place of line.shown) {
				const cells = comparedCells(line, place, pairs[place] as Pair);
				yield [...(isDated ? datesAt(place) : []), ...line.group, ...cells];
			}
		}
	});
}

function* totalRowSteps(sides: Sides): Steps<Cell[][]> {
	const lines = yield* totalLineSteps(sides, totalsSteps);
	return yield* mapSteps(lines, ({ group, cells }) => [...group, ...cells]);
}
