/** What the service has to tell for a request, before it is written in one form or another. */
import type { Case, Event, Habits, Scalar } from './case.mts';
import {
	dayAt,
	hoursOf,
	type Period,
	periodsOf,
	type Range,
	skippedHours,
	eachDay,
	type Unit,
} from './calendar.mts';
import { compute, groupOf } from './compute.mts';
import { add, isNumber, times } from './numbers.mts';
import { compareGroups, compareRanks, rankNumber } from './order.mts';
import type { Request } from './request.mts';

/** Beyond 2^53 a text of digits; another text stays one. */
export type Value = number | string | null;

export interface ToldGroup {
	values: Scalar[];
	/** One list per point in time, one value per measure in it; none where a group has no row. */
	cells: Array<Value[] | undefined>;
	/** Over the whole range. */
	totals: Value[];
}

/** An answer, in no form. */
export interface Told {
	range: Range;
	/** As it was asked for. */
	unit: Unit;
	/** `yyyy-MM-dd HH:mm:ss` */
	points: string[];
	groups: ToldGroup[];
	/** Groups that there are, those that were left out, too. */
	existing: number;
	isTruncated: boolean;
	/** Rows of groups that it tells were left out, too. */
	isCutByRows?: boolean;
	hasTotals: boolean;
	/** The range was asked for as one number. */
	isTotal?: boolean;
}

interface Point {
	wall: string;
	period?: Period;
}

export function tell(given: Case, request: Request): Told {
	const { zone, habits } = given;
	const { range, measures } = request;
	const events = given.events.filter((event) => isIn(event, request, zone));
	const all = groupsIn(events, request.groups, habits);
	const kept = request.limit === undefined ? all : all.slice(0, request.limit);
	const shown = kept.flatMap((group) => group.events);
	const points = pointsOf(given, request, shown);
	const value = (of: readonly Event[]) =>
		measures.map((measure, index) =>
			asTold(withNothing(compute(measure, of) as number | null, of, habits), index, habits),
		);
	const groups = shown.length > 0 || habits.empty === 'zeros' ? kept : [];
	const told: Told = {
		range,
		unit: request.unit,
		points: points.map(({ wall }) => wall),
		groups: groups.map((group) => ({
			values: group.values,
			cells: points.map(({ period }) => value(group.events.filter((e) => isAt(e, period)))),
			totals: value(group.events),
		})),
		existing: all.length,
		isTruncated: kept.length < all.length,
		hasTotals: request.hasTotals,
	};
	if (!given.hasKey) return told;
	const eventsOf = ({ values }: ToldGroup) =>
		kept.find((group) => group.values === values)?.events ?? [];
	const has = (group: ToldGroup, { period }: Point) =>
		!habits.isSparse || eventsOf(group).some((event) => isAt(event, period));
	// Totals of nothing are told where points without anything are.
	const tellsNothing = !habits.isSparse && points.length > 0;
	if (request.isTotal && !tellsNothing)
		told.groups = told.groups.filter((group) => eventsOf(group).length > 0);
	let left = request.hasTotals ? Infinity : (habits.mostRows ?? Infinity);
	return asRows(told, request, (group, index) => {
		if (!has(group, points[index] as Point)) return 'nothing';
		return left-- > 0 ? 'row' : 'cut';
	});
}

/** Rows in no order: a point that no group has a row for is not told, nor a group without any row. */
function asRows(
	told: Told,
	{ range, isTotal }: Request,
	hasRow: (group: ToldGroup, index: number) => 'row' | 'cut' | 'nothing',
): Told {
	if (isTotal) {
		const points = told.groups.length > 0 ? [`${range.from} 00:00:00`] : [];
		const groups = largestFirst(told.groups, ({ totals }) => [totals]);
		return { ...told, points, groups, isTotal };
	}
	let isCutByRows = false;
	const sparse = told.groups.map((group) => ({
		...group,
		cells: group.cells.map((cells, index) => {
			const found = hasRow(group, index);
			isCutByRows ||= found === 'cut';
			return found === 'row' ? cells : undefined;
		}),
	}));
	const kept = [...told.points.keys()].filter((index) => sparse.some(({ cells }) => cells[index]));
	const groups = sparse
		.filter(({ cells }) => cells.some((values) => values))
		.map((group) => ({ ...group, cells: kept.map((index) => group.cells[index]) }));
	const points = kept.map((index) => told.points[index] as string);
	const isTruncated = told.isTruncated || isCutByRows;
	const shown = largestFirst(groups, ({ cells }) => cells);
	return { ...told, points, groups: shown, isTruncated, isCutByRows };
}

/** By the first measure; of one size by their values (docs/service.md, "Two generations"). */
function largestFirst(
	groups: ToldGroup[],
	listsOf: (group: ToldGroup) => Array<Value[] | undefined>,
): ToldGroup[] {
	const size = (group: ToldGroup) =>
		listsOf(group).reduce<Value>((sum, values) => {
			const first = values?.[0] ?? 0;
			return isNumber(first) ? add(sum, first) : sum;
		}, 0);
	return [...groups].sort(
		(a, b) =>
			compareRanks(rankNumber(size(b)), rankNumber(size(a))) || compareGroups(a.values, b.values),
	);
}

const at = ({ at: text }: Event) => Date.parse(text);

function isIn(event: Event, { range, measures, filter }: Request, zone: string): boolean {
	const day = dayAt(at(event), zone);
	const isCounted = measures.some(
		({ event: name, expression }) =>
			expression?.includes(`event.${event.name}`) || name === event.name || name === '$Anything',
	);
	return (
		day >= range.from &&
		day <= range.to &&
		isCounted &&
		(filter === undefined || event.properties.channel === filter)
	);
}

const isAt = (event: Event, period: Period | undefined) =>
	period !== undefined && at(event) >= period.start && at(event) < period.end;

function groupsIn(events: readonly Event[], fields: readonly string[], habits: Habits) {
	const groups = new Map<string, { values: Scalar[]; events: Event[] }>();
	if (fields.length === 0) groups.set('[]', { values: [], events: [] });
	for (const event of events) {
		const values = groupOf(event, fields);
		const key = JSON.stringify(values);
		const known = groups.get(key);
		if (known) known.events.push(event);
		else groups.set(key, { values, events: [event] });
	}
	const list = [...groups.values()];
	return habits.groupOrder === 'size'
		? list.sort((a, b) => b.events.length - a.events.length)
		: list;
}

/** Numbers beyond 2^53, and texts of the first measure. */
function asTold(value: number | null, measure: number, { factor, hasTexts }: Habits): Value {
	if (hasTexts && measure === 0 && value !== null) return `${value}%`;
	return factor === undefined ? value : times(value, factor);
}

/** Averages and extremes of nothing: null, or 0. */
function withNothing(
	value: number | null,
	events: readonly Event[],
	{ nothing }: Habits,
): number | null {
	return value === null && events.length === 0 && nothing === 'zero' ? 0 : value;
}

function pointsOf(given: Case, request: Request, shown: readonly Event[]): Point[] {
	const { zone, habits } = given;
	const { range, unit } = request;
	const hasNothing = shown.length === 0;
	if (hasNothing && !['series', 'zeros'].includes(habits.empty)) return [];
	const now = Date.parse(given.now);
	const periods = periodsOf(range, unit, zone, habits.firstWeekday);
	const isTold = (period: Period) => {
		if (shown.some((event) => isAt(event, period))) return true;
		if (habits.isSparse) return habits.isTwice && isRepeated(period, zone);
		return habits.tellsFuture || period.start <= now;
	};
	const points: Point[] = mergeHours(periods, habits)
		.filter(isTold)
		.map((period) => ({ wall: wallOf(period, request, habits), period }));
	if (unit !== 'hour' || habits.isSparse || !habits.tellsSkipped) return points;
	const skipped = eachDay(range).flatMap((day) => skippedHours(day, zone));
	return [...points, ...skipped.map((wall) => ({ wall }))].sort((a, b) =>
		a.wall < b.wall ? -1 : a.wall > b.wall ? 1 : 0,
	);
}

const isRepeated = ({ hour, from }: Period, zone: string) =>
	hour !== undefined && hoursOf(from, zone).filter((other) => other.hour === hour).length > 1;

/** A service that tells an hour once counts both in it. */
function mergeHours(periods: Period[], { isTwice }: Habits): Period[] {
	if (isTwice) return periods;
	const merged: Period[] = [];
	for (const period of periods) {
		const first = merged.find(({ wall }) => wall === period.wall);
		if (first && period.isSecond) first.end = period.end;
		else merged.push({ ...period });
	}
	return merged;
}

function wallOf(period: Period, { unit, range }: Request, habits: Habits): string {
	const isCut = unit === 'week' && habits.isFirstWeekCut && period.from < range.from;
	return isCut ? `${range.from} 00:00:00` : period.wall;
}
