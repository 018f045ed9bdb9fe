/** One side of a report, the report's own or the one compared with, read from what was told. */
import type { Measure, Scalar } from './case.mts';
import {
	oddPeriod,
	type Period,
	periodsOf,
	type Range,
	type Unit,
	weekdayOf,
} from './calendar.mts';
import { add, isNumber } from './numbers.mts';
import type { Told, Value } from './tell.mts';

/** More than one part of a value that can not be added up. */
export const UNJOINABLE = Symbol('can not be joined');
export type Joined = Value | typeof UNJOINABLE;

export interface Group {
	key: string;
	values: Scalar[];
}

export interface Side {
	range: Range;
	/** All expected ones. */
	expected: Period[];
	/** Those that have begun, or have something told; without odd ones. */
	periods: Period[];
	odd: Period[];
	groups: Group[];
	isTruncated: boolean;
	/** Whether the service told something for a group in a period, be it nothing. */
	isTold(group: string, period: Period): boolean;
	values(group: string, period: Period): Joined[];
	totals(group: string): Joined[];
}

const ADDITIVE = new Set(['general', 'sum']);
const COUNTS = new Set(['general', 'sum', 'unique', 'uniqCount']);
export const isAdditive = ({ aggregator }: Measure) => ADDITIVE.has(aggregator);
const nothingOf = ({ aggregator }: Measure): Value => (COUNTS.has(aggregator) ? 0 : null);

export interface Asked {
	unit: Unit;
	zone: string;
	now: number;
	measures: readonly Measure[];
	firstWeekday: number;
}

/** Days on which weeks start somewhere. */
const WEEK_STARTS = [1, 6, 7];

/**
 * P2: the weekday that the points show. The first point may be the first day of the range: that of
 * a later slice shows it if no other point does, then a Monday, Saturday or Sunday.
 */
export function weekdayShown(sides: ReadonlyArray<readonly Told[]>, otherwise: number): number {
	const days = (
		answers: readonly Told[],
		isOwn: (day: string, index: number, told: Told) => boolean,
	) =>
		answers.flatMap((told) =>
			told.points.map((wall) => wall.slice(0, 10)).filter((day, i) => isOwn(day, i, told)),
		);
	const [clear] = sides.flatMap((answers) =>
		days(answers, (day, index, { range }) => index > 0 || day !== range.from),
	);
	const [later] = sides.flatMap((answers) =>
		days(answers.slice(1), (day, index, { range }) => index === 0 && day === range.from),
	);
	const starts = sides
		.flatMap((answers) =>
			days(answers.slice(0, 1), (day, index, { range }) => index === 0 && day === range.from),
		)
		.filter((day) => WEEK_STARTS.includes(weekdayOf(day)));
	const shown = clear ?? later ?? starts[0];
	return shown === undefined ? otherwise : weekdayOf(shown);
}

/** Periods that one answer tells, in the places of its points. */
function periodsTold(told: Told, { unit, zone }: Asked, expected: Period[]): Period[] {
	if (unit === 'total') return told.points.length > 0 ? expected : [];
	const seen = new Set<string>();
	return told.points.map((wall, index) => {
		const same = expected.filter((period) => period.wall === wall);
		const period = seen.has(wall) ? same[1] : same[0];
		seen.add(wall);
		if (period) return period;
		const day = wall.slice(0, 10);
		const isCut = unit !== 'hour' && index === 0 && day === told.range.from;
		const whole = expected.find(({ from, to }) => from <= day && day <= to);
		return isCut && whole ? whole : oddPeriod(wall, zone);
	});
}

export function readSide(range: Range, answers: readonly Told[], asked: Asked): Side {
	const { unit, zone, now, measures, firstWeekday } = asked;
	const twice = new Set(answers.flatMap(({ points }) => points.filter(isAgain)));
	const all = joinHours(periodsOf(range, unit, zone, firstWeekday), twice);
	const parts = answers.map((told) => ({
		told,
		periods: periodsTold(told, asked, all),
		groups: new Map(told.groups.map((group) => [JSON.stringify(group.values), group])),
	}));
	const groups = new Map<string, Group>();
	for (const { told } of parts) {
		for (const { values } of told.points.length > 0 ? told.groups : []) {
			const key = JSON.stringify(values);
			if (!groups.has(key)) groups.set(key, { key, values });
		}
	}
	const isOwn = (name: string, index: number, list: Period[]) =>
		list.findIndex((other) => other.name === name) === index;
	const odd = parts
		.flatMap(({ periods }) => periods.filter(({ isOdd }) => isOdd))
		.filter(({ name }, index, list) => isOwn(name, index, list));

	/** The lists that answers tell for a group in a period; undefined where it is unknown. */
	const lists = (group: string, period: Period): Array<Value[] | undefined> =>
		parts
			.filter(({ told }) => told.range.from <= period.to && told.range.to >= period.from)
			.flatMap(({ told, periods, groups: known }) => {
				const its = known.get(group);
				if (!its) return told.isTruncated ? [undefined] : [];
				if (unit === 'total') return periods.length > 0 ? [its.totals] : [];
				const own = its.cells.filter((list, index) => list && periods[index]?.name === period.name);
				return own.length === 0 && told.isCutByRows ? [undefined] : own;
			});
	const told = new Set(parts.flatMap(({ periods }) => periods.map(({ name }) => name)));
	const isTold = (group: string, period: Period) =>
		groups.has(group) && told.has(period.name) && (!period.isOdd || hasList(group, period));
	const hasList = (group: string, period: Period) =>
		lists(group, period).some((list) => list !== undefined);
	const isCut = (group: string, period: Period) => lists(group, period).includes(undefined);
	const values = (group: string, period: Period) => join(lists(group, period), measures);
	const tellsSomething = (period: Period) =>
		[...groups.keys()].some((group) =>
			lists(group, period).some((list) => list?.some((value) => value !== 0 && value !== null)),
		);
	const isShown = (period: Period) => period.start <= now || tellsSomething(period);
	return {
		range,
		expected: all,
		periods: all.filter(isShown),
		odd: odd.filter(isShown),
		groups: [...groups.values()],
		isTruncated: answers.some(({ isTruncated }) => isTruncated),
		isTold,
		values,
		totals: (group) =>
			join(
				parts.flatMap(({ told, groups: known }) => {
					const its = told.points.length > 0 ? known.get(group) : undefined;
					// Not told, and a part of what it is the sum of is unknown.
					const isUnknown = told.isCutByRows && all.some((period) => isCut(group, period));
					if (isUnknown) return [undefined];
					return its ? [its.totals] : told.isTruncated ? [undefined] : [];
				}),
				measures,
			),
	};
}

const isAgain = (wall: string, index: number, points: string[]) => points.indexOf(wall) < index;

/** P6: an hour that comes twice counts twice only where it is told twice. */
function joinHours(periods: Period[], twice: ReadonlySet<string>): Period[] {
	const joined: Period[] = [];
	for (const period of periods) {
		if (!period.isSecond || twice.has(period.wall)) joined.push(period);
		else {
			const first = joined.findIndex(({ wall }) => wall === period.wall);
			joined[first] = { ...(joined[first] as Period), end: period.end };
		}
	}
	return joined;
}

function join(lists: ReadonlyArray<Value[] | undefined>, measures: readonly Measure[]): Joined[] {
	return measures.map((measure, index) => {
		if (lists.includes(undefined)) return null;
		const told = lists.map((list) => list?.[index] as Value);
		if (told.length <= 1) return told.length === 1 ? (told[0] as Value) : nothingOf(measure);
		if (!isAdditive(measure)) return UNJOINABLE;
		// With a text there is no sum (F5): two parts of it are as little joined as those of an average.
		if (!told.every((value) => value === null || isNumber(value))) return UNJOINABLE;
		return told.reduce<Value>((sum, value) => add(sum, value ?? 0), 0);
	});
}
