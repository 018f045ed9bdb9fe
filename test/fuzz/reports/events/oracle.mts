/** What a report must say, by docs/calendar.md: dates (C1 to C5), periods, pairs (R1, R5), groups in their order, numbers. */
import {
	type Day,
	type Period,
	type Range,
	type Unit,
	addDays,
	addMonths,
	dayAt,
	daysFrom,
	eachDay,
	monthEnd,
	monthStart,
	monthsFrom,
	oddPeriod,
	periodsOf,
	weekStart,
	weekdayOf,
} from './calendar.mts';
import {
	type Case,
	type CompareChoice,
	type Keys,
	type Measure,
	type RangeChoice,
	type Scalar,
	type Returned,
	type Value,
	keysOf,
} from './case.mts';
import {
	type Rank,
	add,
	compareRanks,
	isNumber,
	percents,
	rankNumber,
	rankValue,
	subtract,
} from './values.mts';

/** What a cell may hold; more than one where two roundings are right. */
export type Cell = Joined[];

export interface Line {
	period: Period;
	previous?: string | null;
	isPartial: boolean;
	cells: Cell[];
}

export interface Expected {
	keys: Keys;
	isCompared: boolean;
	isDated: boolean;
	groups: Array<{ values: Scalar[]; lines: Line[] }>;
	/** Of all groups, by their values as JSON. */
	totals: Map<string, Cell[]>;
	isTruncated: boolean;
	/** Of Complete Periods Only by hour: how many are over. */
	hours?: number;
	/** Names of periods without a partner, on both sides. */
	alone: string[];
	isUnjoinable: boolean;
}

const OTHER = '(other)';

export function expectReport(
	request: Case,
	plan: Plan,
	answers: readonly Returned[],
	answersBefore: readonly Returned[],
	firstWeekday: number,
): Expected {
	const isSummary = request.output === 'summary';
	const given: Case = isSummary ? { ...request, groups: [], unit: 'total' } : request;
	const { unit, zone, measures } = given;
	const now = Date.parse(given.now);
	const about = { unit, zone, now, measures, firstWeekday };
	if (plan.isNothing) return nothing(given, plan);
	const side = readSide(plan.range, answers, about);
	const { compared } = plan;
	const before = compared?.range && readSide(compared.range, answersBefore, about);
	const pairing = before && compared && pairingOf(plan, compared, side, before, unit, now);
	const total =
		before &&
		compared &&
		pairingOf(plan, compared, side, before, 'total', now).hasChange(
			whole(side, zone),
			whole(before, zone),
		);
	const groups = groupsOf(given, side, before);
	const totals = new Map(
		groups.map(({ key }) => [
			key,
			hasOpenHour(given, plan)
				? totalOfHours(given, plan, key, side, before, pairing)
				: compare(
						side.totals(key),
						before && before.totals(key),
						total ?? false,
						compared !== undefined,
					),
		]),
	);
	const keys = keysOf(given, compared !== undefined);
	const ordered = isSummary ? groups : orderGroups(given, keys, groups, totals);
	const shown = given.top === undefined || isSummary ? ordered : ordered.slice(0, given.top);
	const rest = isSummary || !given.hasRest ? [] : ordered.slice(shown.length);
	const listed = shown.map((group) => ({ values: group.values, members: [group] }));
	// F4: a truncated answer may leave out more groups, of which nothing is known.
	const more: Group = { key: 'left out', values: [] };
	if (rest.length > 0)
		listed.push({ values: given.groups.map(() => OTHER), members: [...rest, more] });
	const result = listed
		.map(({ values, members }) => ({
			values,
			lines: linesOf(given, plan, members, side, before, pairing),
		}))
		.filter(({ lines }) => lines.length > 0);
	const shownPeriods = result.flatMap(({ lines }) => lines.map(({ period }) => period));
	const cells = result.flatMap(({ lines }) => lines.flatMap((line) => line.cells));
	const sums = given.hasTotals ? [...totals.values()].flat() : [];
	return {
		keys,
		isCompared: compared !== undefined,
		isDated: unit !== 'total',
		groups: result,
		totals,
		hours: [...side.periods, ...side.odd].filter((period) => isOver(period, now)).length,
		isTruncated: side.isTruncated || before?.isTruncated === true,
		alone:
			before && pairing && !hasOpenHour(given, plan)
				? aloneOf(given, shownPeriods, before, pairing)
				: [],
		isUnjoinable: [...cells, ...sums].some((cell) => cell.includes(UNJOINABLE)),
	};
}

/** P7: no period is over, and none is reported. */
const nothing = (given: Case, { compared }: Plan): Expected => ({
	keys: keysOf(given, compared !== undefined),
	isCompared: compared !== undefined,
	isDated: given.unit !== 'total',
	groups: [],
	totals: new Map(),
	isTruncated: false,
	alone: [],
	isUnjoinable: false,
});

/** P7: hours that are not over can't be left out of a range of days. */
export const hasOpenHour = ({ isWhole, unit }: Case, { range, today }: Plan): boolean =>
	isWhole === true && unit === 'hour' && range.from <= today && range.to >= today;

const isOver = ({ end }: Period, now: number) => end <= now;

/** P7: of the hours that are over alone, and of their partners. */
function totalOfHours(
	given: Case,
	{ compared }: Plan,
	key: string,
	side: Side,
	before: Side | undefined,
	pairing: Pairing | undefined,
): Cell[] {
	const now = Date.parse(given.now);
	const hours = [...side.periods, ...side.odd].filter((period) => isOver(period, now));
	const partners = hours.flatMap((hour) => pairing?.partnerOf(hour) ?? []);
	const sumOf = (of: Side, periods: readonly Period[]) =>
		given.measures.map((measure, index) => {
			// Of sessions nothing is added up.
			if (given.session || !isAdditive(measure) || periods.length === 0) return null;
			return periods.reduce<Joined>((total, period) => {
				const value = of.values(key, period)[index] as Joined;
				if (typeof total === 'symbol' || typeof value === 'symbol') return UNJOINABLE;
				return total === null || value === null ? null : add(total, value);
			}, 0);
		});
	const areAll = partners.length === hours.length;
	const previous = before && sumOf(before, partners);
	return compare(sumOf(side, hours), previous, areAll, compared !== undefined);
}

const whole = (side: Side, zone: string) => periodsOf(side.range, 'total', zone)[0] as Period;

/** Those of the comparison alone come last; a report without groups has one that is nameless. */
function groupsOf(given: Case, side: Side, before: Side | undefined): Group[] {
	if (given.groups.length === 0) return [{ key: '[]', values: [] }];
	const own = new Set(side.groups.map(({ key }) => key));
	return [...side.groups, ...(before?.groups ?? []).filter(({ key }) => !own.has(key))];
}

function linesOf(
	given: Case,
	plan: Plan,
	members: readonly Group[],
	side: Side,
	before: Side | undefined,
	pairing: Pairing | undefined,
): Line[] {
	const now = Date.parse(given.now);
	const periods = [...side.periods, ...side.odd]
		.filter((period) => given.isWhole !== true || isOver(period, now))
		.sort((a, b) => a.start - b.start);
	const isCompared = plan.compared !== undefined;
	const isShown = (period: Period, partner: Period | undefined) => {
		if (given.isFilled) return true;
		return members.some(
			({ key }) => side.isTold(key, period) || (partner && before?.isTold(key, partner)),
		);
	};
	return periods.flatMap((period) => {
		const partner = pairing?.partnerOf(period);
		if (!isShown(period, partner)) return [];
		const values = sum(members, given.measures, (key) => side.values(key, period));
		const old = partner && before;
		const previous = old && sum(members, given.measures, (key) => old.values(key, partner));
		const hasChange = partner !== undefined && pairing?.hasChange(period, partner) === true;
		return [
			{
				period,
				...(isCompared ? { previous: partner?.name ?? null } : {}),
				isPartial: isPartial(period, plan, now),
				cells: compare(values, previous, hasChange, isCompared),
			},
		];
	});
}

/** P4 */
function isPartial({ start, end, from, to, isOdd }: Period, { range }: Plan, now: number): boolean {
	// The service may return numbers of a period that hasn't begun.
	if (isOdd) return now < start;
	return now < end || from < range.from || to > range.to;
}

function sum(
	members: readonly Group[],
	measures: readonly Measure[],
	valuesOf: (key: string) => Joined[],
): Joined[] {
	const [first, ...more] = members.map(({ key }) => valuesOf(key));
	if (more.length === 0) return first as Joined[];
	return measures.map((measure, index) =>
		more.reduce<Joined>(
			(total, values) => {
				const value = values[index] as Joined;
				if (!isAdditive(measure) || typeof total === 'symbol' || typeof value === 'symbol')
					return UNJOINABLE;
				return total === null || value === null ? null : add(total, value);
			},
			(first as Joined[])[index] as Joined,
		),
	);
}

/** A cell for each key of each measure. */
function compare(
	values: readonly Joined[],
	previous: readonly Joined[] | undefined,
	hasChange: boolean,
	isCompared: boolean,
): Cell[] {
	return values.flatMap((value, index): Cell[] => {
		if (!isCompared) return [[value]];
		const old = previous?.[index] ?? null;
		if (typeof value === 'symbol' || typeof old === 'symbol') {
			return [[UNJOINABLE], [UNJOINABLE], [UNJOINABLE], [UNJOINABLE]];
		}
		const isKnown = hasChange && value !== null && old !== null;
		const change: Value = isKnown ? subtract(value, old) : null;
		return [[value], [old], [change], isKnown ? percents(value, old) : [null]];
	});
}

/** Periods without a partner: of those shown, and of those that the comparison has. */
function aloneOf(
	{ isFilled }: Case,
	shown: readonly Period[],
	before: Side,
	{ partnerOf }: Pairing,
): string[] {
	const alone = shown.filter((period) => !period.isOdd && !partnerOf(period));
	const used = new Set(shown.map((period) => partnerOf(period)?.name));
	const isReported = (period: Period) =>
		isFilled || before.groups.some(({ key }) => before.isTold(key, period));
	const left = before.periods.filter((period) => !used.has(period.name) && isReported(period));
	return [...alone, ...left].map(({ name }) => name);
}

/** O1 to O3 of docs/calendar.md. */
function orderGroups(
	{ orderBy, isAscending }: Case,
	keys: Keys,
	groups: readonly Group[],
	totals: ReadonlyMap<string, Cell[]>,
): Group[] {
	if (orderBy === undefined) return [...groups];
	const column = keys.measures.flat().indexOf(orderBy);
	const place = keys.groups.indexOf(orderBy);
	const rankOf = ({ key, values }: Group): Rank => {
		if (column < 0) return rankValue(values[place] ?? null);
		const total = totals.get(key)?.[column]?.[0];
		return rankNumber(typeof total === 'symbol' ? null : (total ?? null));
	};
	const direction = isAscending ? 1 : -1;
	return groups
		.map((group) => ({ group, rank: rankOf(group) }))
		.sort((a, b) => {
			if (!a.rank || !b.rank) return Number(!a.rank) - Number(!b.rank);
			return direction * compareRanks(a.rank, b.rank);
		})
		.map(({ group }) => group);
}

/** How the compared range lies to the report's. */
type Move =
	| { by: 'days' | 'months'; count: number }
	/** Two ranges as they were chosen, before anything was left out of them. */
	| { by: 'custom'; range: Range; other: Range };

interface Compared {
	move: Move;
	isCustom?: boolean;
	/** None where no day is left. */
	range?: Range;
}

export interface Plan {
	range: Range;
	today: Day;
	compared?: Compared;
	/** No period is whole and over (P7): nothing is left. */
	isNothing?: boolean;
}

/** Days or months back to the same days of the period before, of a range to date (C1). */
type ToDate = { by: 'days' | 'months'; count: number };

const MONTHS_A_QUARTER = 3;
const MONTHS_A_YEAR = 12;
const DAYS_A_WEEK = 7;

/** @param firstWeekday of the weeks that the answer for the range shows (C1) */
export function planOf(given: Case, firstWeekday = 1): Plan {
	const plan = wholePlanOf(given, firstWeekday);
	return given.isWhole === true ? cutToWhole(given, plan, firstWeekday) : plan;
}

/** The dates, before Complete Periods Only leaves anything out. */
export function wholePlanOf(given: Case, firstWeekday = 1): Plan {
	const today = dayAt(Date.parse(given.now), given.zone);
	const { pasted } = given;
	const unit = given.output === 'summary' ? 'total' : given.unit;
	const range =
		given.range.preset === 'asPasted' ? pastedRange(given) : rangeOf(given.range, today);
	const toDate = toDateOf(given.range, range);
	if (given.compare.preset !== 'asPasted') {
		const compared = comparedOf(given.compare, range, unit, firstWeekday, toDate);
		return { range, today, compared };
	}
	const compared = { from: pasted?.compareFrom as Day, to: pasted?.compareTo as Day };
	if (!pasted?.compareFrom) return { range, today };
	const units = { pasted: given.unit, now: unit };
	const old = pastedRange(given);
	const asPasted = comparedAsPasted(old, compared, range, units, firstWeekday, toDate);
	return { range, today, compared: asPasted };
}

/** C1: which choices are weeks, months, quarters or years to date. */
function toDateOf(
	{ preset, withCurrent, of, count = 1 }: RangeChoice,
	{ from, to }: Range,
): ToDate | undefined {
	switch (preset) {
		case 'thisWeek':
			return { by: 'days', count: DAYS_A_WEEK };
		case 'thisMonth':
			return { by: 'months', count: 1 };
		case 'thisQuarter':
			return { by: 'months', count: MONTHS_A_QUARTER };
		case 'thisYear':
			return { by: 'months', count: MONTHS_A_YEAR };
		case 'since':
			return from.endsWith('-01') ? { by: 'months', count: monthsFrom(from, to) + 1 } : undefined;
		case 'last':
			if (withCurrent !== true || of === 'days' || of === undefined) return undefined;
			return of === 'weeks' ? { by: 'days', count: count * DAYS_A_WEEK } : { by: 'months', count };
		default:
			return undefined;
	}
}

/** P7 */
function cutToWhole(given: Case, plan: Plan, firstWeekday: number): Plan {
	const { range, today, compared } = plan;
	const unit = given.unit === 'total' ? 'day' : given.unit;
	let cut: Range | undefined;
	if (unit === 'hour') {
		if (range.from <= today) cut = { from: range.from, to: range.to < today ? range.to : today };
	} else {
		const whole = periodsOf(range, unit, 'UTC', firstWeekday).filter(
			({ from, to }) => from >= range.from && to <= range.to && to < today,
		);
		const [first, last] = [whole[0], whole.at(-1)];
		if (first && last) cut = { from: first.from, to: last.to };
	}
	if (!cut) return { ...plan, isNothing: true };
	const isSame = cut.from === range.from && cut.to === range.to;
	if (isSame || !compared?.range) return { ...plan, range: cut };
	const isTotal = given.output === 'summary' || given.unit === 'total';
	const isByDay = isTotal || unit === 'hour' || unit === 'day';
	const other = isByDay
		? cutByDays(compared, cut)
		: cutByPeriods(compared, range, cut, unit, firstWeekday);
	return { ...plan, range: cut, compared: other };
}

const common = (a: Range, b: Range): Range | undefined => {
	const both = { from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to };
	return both.from <= both.to ? both : undefined;
};

function cutByDays(compared: Compared, cut: Range): Compared {
	const { move, range: other } = compared as Required<Compared>;
	const own = move.by === 'custom' ? customMove(move.range, move.other) : move;
	if (own.by === 'days') {
		const moved = { from: addDays(cut.from, -own.count), to: addDays(cut.to, -own.count) };
		return { ...compared, range: common(moved, other) };
	}
	const near = (day: Day) =>
		addMonths(day, -own.count) ?? monthEnd(addMonths(monthStart(day), -own.count) as Day);
	const to = isWholeMonths(cut) ? monthEnd(near(cut.to)) : near(cut.to);
	return { ...compared, range: common({ from: near(cut.from), to }, other) };
}

/** How far two chosen ranges lie apart. */
function customMove(range: Range, other: Range): ToDate {
	const months = monthsFrom(range.from, range.to);
	const areMonths =
		isWholeMonths(range) && isWholeMonths(other) && months === monthsFrom(other.from, other.to);
	return areMonths
		? { by: 'months', count: monthsFrom(other.from, range.from) }
		: { by: 'days', count: daysFrom(other.from, range.from) };
}

/** From the partner of the first period to that of the last one. */
function cutByPeriods(
	compared: Compared,
	range: Range,
	cut: Range,
	unit: Unit,
	firstWeekday: number,
): Compared {
	const other = compared.range as Range;
	const periods = periodsOf(range, unit, 'UTC', firstWeekday);
	const move = compared.move.by === 'custom' ? customMove(range, other) : compared.move;
	const length = { week: DAYS_A_WEEK, month: 1, quarter: 3, year: 12 }[unit as string] as number;
	const isOwn = (move.by === 'days') === (unit === 'week') && move.count % length === 0;
	const partners = isOwn
		? periodsOf(
				{
					from:
						move.by === 'days'
							? addDays(cut.from, -move.count)
							: (addMonths(cut.from, -move.count) as Day),
					to:
						move.by === 'days'
							? addDays(cut.to, -move.count)
							: (addMonths(monthStart(cut.to), -move.count) as Day),
				},
				unit,
				'UTC',
				firstWeekday,
			)
		: byPosition(periods, cut, other, unit, firstWeekday);
	const [first, last] = [partners[0], partners.at(-1)];
	if (!first || !last) return { ...compared, range: undefined };
	const isWeek = unit === 'week';
	return {
		...compared,
		range: common({ from: first.from, to: last.to }, other),
		// Whole weeks lie a number of weeks apart.
		...(isWeek ? { move: { by: 'days' as const, count: daysFrom(first.from, cut.from) } } : {}),
	};
}

/** The first with the first, also behind the end of the other range. */
function byPosition(
	periods: ReturnType<typeof periodsOf>,
	cut: Range,
	other: Range,
	unit: Unit,
	firstWeekday: number,
) {
	const long = { from: other.from, to: addDays(other.to, 4000) };
	const others = periodsOf(long, unit, 'UTC', firstWeekday);
	return others.filter((_other, index) => {
		const own = periods[index];
		return own !== undefined && own.from >= cut.from && own.to <= cut.to;
	});
}

const pastedRange = ({ pasted }: Case): Range => ({
	from: pasted?.from as Day,
	to: pasted?.to as Day,
});

function rangeOf(choice: RangeChoice, today: Day): Range {
	const { count = 1, withCurrent = false, firstWeekday = 1 } = choice;
	const week = weekStart(today, firstWeekday);
	const month = monthStart(today);
	const quarter = quarterStart(today);
	const year = `${today.slice(0, 4)}-01-01`;
	const before = (start: Day, months: number): Range => ({
		from: addMonths(start, -months) as Day,
		to: addDays(start, -1),
	});
	switch (choice.preset) {
		case 'yesterday':
			return { from: addDays(today, -1), to: addDays(today, -1) };
		case 'today':
			return { from: today, to: today };
		case 'thisWeek':
			return { from: week, to: today };
		case 'lastWeek':
			return { from: addDays(week, -DAYS_A_WEEK), to: addDays(week, -1) };
		case 'thisMonth':
			return { from: month, to: today };
		case 'lastMonth':
			return before(month, 1);
		case 'thisQuarter':
			return { from: quarter, to: today };
		case 'lastQuarter':
			return before(quarter, MONTHS_A_QUARTER);
		case 'thisYear':
			return { from: year, to: today };
		case 'lastYear':
			return before(year, MONTHS_A_YEAR);
		case 'since':
			return { from: choice.from as Day, to: today };
		case 'last':
			return lastOf(count, choice.of ?? 'days', withCurrent, today, week, month);
		default:
			return { from: choice.from as Day, to: choice.to as Day };
	}
}

function lastOf(
	count: number,
	of: string,
	withCurrent: boolean,
	today: Day,
	week: Day,
	month: Day,
): Range {
	const whole = withCurrent ? count - 1 : count;
	if (of === 'months') {
		const from = addMonths(month, -whole) as Day;
		return { from, to: withCurrent ? today : addDays(month, -1) };
	}
	const start = of === 'weeks' ? week : today;
	const from = addDays(start, -whole * (of === 'weeks' ? DAYS_A_WEEK : 1));
	return { from, to: withCurrent ? today : addDays(start, -1) };
}

function quarterStart(day: Day): Day {
	const month = monthStart(day);
	return addMonths(month, -((Number(day.slice(5, 7)) - 1) % MONTHS_A_QUARTER)) as Day;
}

function isWholeMonths({ from, to }: Range): boolean {
	return from === monthStart(from) && to === monthEnd(to);
}

const lengthOf = ({ from, to }: Range) => daysFrom(from, to) + 1;

function comparedOf(
	choice: CompareChoice,
	range: Range,
	unit: Unit,
	firstWeekday: number,
	toDate?: ToDate,
): Compared | undefined {
	const isWeekly = unit === 'week';
	switch (choice.preset) {
		case 'none':
			return undefined;
		case 'custom':
			return custom(range, { from: choice.from as Day, to: choice.to as Day });
		case 'lastWeek':
			return byDays(range, DAYS_A_WEEK);
		case 'lastMonth':
			return isWeekly ? byDays(range, 4 * DAYS_A_WEEK) : byMonths(range, 1, unit, toDate);
		case 'lastYear':
			return isWeekly
				? byDays(range, 52 * DAYS_A_WEEK)
				: byMonths(range, MONTHS_A_YEAR, unit, toDate);
		default:
			return previousPeriod(range, unit, firstWeekday, toDate);
	}
}

const custom = (range: Range, other: Range): Compared => ({
	move: { by: 'custom', range, other },
	isCustom: true,
	range: other,
});

/** C1 */
function previousPeriod(range: Range, unit: Unit, firstWeekday: number, toDate?: ToDate): Compared {
	if (toDate?.by === 'days') return byDays(range, toDate.count);
	if (toDate) return byMonths(range, toDate.count, unit, toDate);
	const touched = (of: Unit) => periodsOf(range, of, 'UTC', firstWeekday).length;
	if (unit === 'week') return byDays(range, touched('week') * DAYS_A_WEEK);
	if (unit === 'month') return byMonths(range, touched('month'), unit);
	if (unit === 'quarter') return byMonths(range, touched('quarter') * MONTHS_A_QUARTER, unit);
	if (unit === 'year') return byMonths(range, touched('year') * MONTHS_A_YEAR, unit);
	if (isWholeMonths(range)) return byMonths(range, monthsFrom(range.from, range.to) + 1, unit);
	return byDays(range, lengthOf(range));
}

function byDays(range: Range, count: number): Compared {
	const moved = { from: addDays(range.from, -count), to: addDays(range.to, -count) };
	return { move: { by: 'days', count }, range: moved };
}

/** Whole months stay whole (C3); days that the other month lacks are left out. */
function byMonths(range: Range, count: number, unit: Unit, toDate?: ToDate): Compared {
	const start = addMonths(monthStart(range.from), -count) as Day;
	const end = addMonths(monthStart(range.to), -count) as Day;
	const endsWhole = range.to === monthEnd(range.to) && range.from <= monthStart(range.to);
	const isByMonth = ['month', 'quarter', 'year'].includes(unit);
	// The last day of a range to date is not over.
	const isEndWhole = !toDate && (isByMonth ? endsWhole : isWholeMonths(range));
	const from = addMonths(range.from, -count) ?? addDays(monthEnd(start), 1);
	const to = isEndWhole ? monthEnd(end) : (addMonths(range.to, -count) ?? monthEnd(end));
	const move: Move = { by: 'months', count };
	return from <= to ? { move, range: { from, to } } : { move };
}

/** C5 */
function comparedAsPasted(
	pasted: Range,
	compared: Range,
	range: Range,
	units: { pasted: Unit; now: Unit },
	firstWeekday: number,
	toDate: ToDate | undefined,
): Compared {
	const isSame = (other: Compared | undefined) =>
		other?.range?.from === compared.from && other.range.to === compared.to;
	const preset = ['previousPeriod', 'right before', 'lastWeek', 'lastMonth', 'lastYear'].find(
		(name) =>
			isSame(
				name === 'right before'
					? byDays(pasted, lengthOf(pasted))
					: comparedOf({ preset: name }, pasted, units.pasted, firstWeekday),
			),
	);
	const hasMoved = pasted.from !== range.from || pasted.to !== range.to;
	if (!hasMoved) {
		if (preset === 'right before') return byDays(pasted, lengthOf(pasted));
		const known = comparedOf({ preset: preset ?? 'none' }, pasted, units.pasted, firstWeekday);
		return isSame(known) && known ? known : custom(range, compared);
	}
	if (preset === 'right before') return previousPeriod(range, units.now, firstWeekday, toDate);
	if (preset) return comparedOf({ preset }, range, units.now, firstWeekday, toDate) as Compared;
	const from = addDays(range.from, -daysFrom(compared.from, pasted.from));
	return custom(range, { from, to: addDays(from, lengthOf(range) - 1) });
}

interface Pairing {
	partnerOf(period: Period): Period | undefined;
	/** R5 */
	hasChange(period: Period, partner: Period): boolean;
}

function pairingOf(
	plan: Plan,
	compared: Compared,
	side: Side,
	before: Side,
	unit: Unit,
	now: number,
): Pairing {
	const { range, today } = plan;
	const other = compared.range as Range;
	const dayBefore = (day: Day) => partnerOfDay(day, compared, other);
	const partnerOf = (period: Period): Period | undefined => {
		if (period.isOdd) return before.odd.find(({ name }) => name === period.name);
		if (unit === 'total') return before.periods[0];
		if (unit === 'hour' || unit === 'day') {
			const day = dayBefore(period.from);
			return before.periods.find(
				({ from, hour, isSecond }) =>
					from === day && hour === period.hour && isSecond === period.isSecond,
			);
		}
		const start = movedStart(period, compared, unit);
		if (start !== undefined) return before.periods.find(({ from }) => from === start);
		const position = side.expected.findIndex(({ name }) => name === period.name);
		return withBegun(before.expected[position], before);
	};
	// A period that has not begun can have numbers, too.
	const isOpen = ({ end }: Period) => now < end;
	const daysIn = (period: Period, within: Range): Day[] => {
		const from = period.from > within.from ? period.from : within.from;
		const to = [period.to, within.to, today].sort()[0] as Day;
		return from <= to ? eachDay({ from, to }) : [];
	};
	const areAlike = (days: Day[], daysBefore: Day[]) => {
		if (days.join() === today) return false;
		const partners = days.map(dayBefore);
		return partners.length === daysBefore.length && partners.every((d, i) => d === daysBefore[i]);
	};
	const isWhole = (period: Period, within: Range) =>
		!isOpen(period) && period.from >= within.from && period.to <= within.to;
	const hasChange = (period: Period, partner: Period) => {
		if (period.isOdd) return true;
		if (unit === 'hour' || unit === 'day') return !isOpen(period) && !isOpen(partner);
		const days = daysIn(period, range);
		const daysBefore = daysIn(partner, other);
		if (unit === 'total') {
			if (compared.isCustom) return true;
			const areOver = range.to < today && other.to < today;
			const months = [range, other].map(({ from, to }) => monthsFrom(from, to));
			const areMonths = isWholeMonths(range) && isWholeMonths(other) && months[0] === months[1];
			if (areOver && areMonths) return true;
			return areAlike(days, daysBefore);
		}
		const areWhole = isWhole(period, range) && isWhole(partner, other);
		return areWhole || areAlike(days, daysBefore);
	};
	return { partnerOf, hasChange };
}

function partnerOfDay(day: Day, { move }: Compared, other: Range): Day | undefined {
	const own = move.by === 'custom' ? customMove(move.range, move.other) : move;
	const partner = own.by === 'days' ? addDays(day, -own.count) : addMonths(day, -own.count);
	return inside(partner, other);
}

const withBegun = (period: Period | undefined, { periods }: Side) =>
	periods.find(({ name }) => name === period?.name);

const inside = (day: Day | undefined, { from, to }: Range) =>
	day !== undefined && day >= from && day <= to ? day : undefined;

const MONTHS: { [unit: string]: number } = { month: 1, quarter: 3, year: 12 };

/** First day of the week, month … that is as many earlier; none where that says nothing. */
function movedStart({ from }: Period, { move }: Compared, unit: Unit): Day | undefined {
	if (move.by === 'custom') return undefined;
	const length = unit === 'week' ? 7 : MONTHS[unit];
	const isOwn = (move.by === 'days') === (unit === 'week');
	if (!isOwn || !length || move.count % length !== 0) return undefined;
	return move.by === 'days' ? addDays(from, -move.count) : addMonths(from, -move.count);
}

/** More than one part of a value that can not be added up. */
const UNJOINABLE = Symbol('can not be joined');
type Joined = Value | typeof UNJOINABLE;

interface Group {
	key: string;
	values: Scalar[];
}

interface Side {
	range: Range;
	/** All expected ones. */
	expected: Period[];
	/** Groups that have begun, or have anything in the answer; without odd ones. */
	periods: Period[];
	odd: Period[];
	groups: Group[];
	isTruncated: boolean;
	/** Whether the service returned something for a group in a period, even nothing. */
	isTold(group: string, period: Period): boolean;
	values(group: string, period: Period): Joined[];
	totals(group: string): Joined[];
}

const ADDITIVE = new Set(['general', 'sum']);
const COUNTS = new Set(['general', 'sum', 'unique', 'uniqCount']);
export const isAdditive = ({ aggregator }: Measure) => ADDITIVE.has(aggregator);
const nothingOf = ({ aggregator }: Measure): Value => (COUNTS.has(aggregator) ? 0 : null);

interface Requested {
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
export function weekdayShown(sides: ReadonlyArray<readonly Returned[]>, otherwise: number): number {
	const days = (
		answers: readonly Returned[],
		isOwn: (day: string, index: number, reported: Returned) => boolean,
	) =>
		answers.flatMap((reported) =>
			reported.points.map((wall) => wall.slice(0, 10)).filter((day, i) => isOwn(day, i, reported)),
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

/** Periods of one answer, in the places of its points. */
function returnedPeriods(
	reported: Returned,
	{ unit, zone }: Requested,
	expected: Period[],
): Period[] {
	if (unit === 'total') return reported.points.length > 0 ? expected : [];
	const seen = new Set<string>();
	return reported.points.map((wall, index) => {
		const same = expected.filter((period) => period.wall === wall);
		const period = seen.has(wall) ? same[1] : same[0];
		seen.add(wall);
		if (period) return period;
		const day = wall.slice(0, 10);
		const isCut = unit !== 'hour' && index === 0 && day === reported.range.from;
		const whole = expected.find(({ from, to }) => from <= day && day <= to);
		return isCut && whole ? whole : oddPeriod(wall, zone);
	});
}

function readSide(range: Range, answers: readonly Returned[], request: Requested): Side {
	const { unit, zone, now, measures, firstWeekday } = request;
	const twice = new Set(answers.flatMap(({ points }) => points.filter(isAgain)));
	const all = joinHours(periodsOf(range, unit, zone, firstWeekday), twice);
	const parts = answers.map((reported) => ({
		reported,
		periods: returnedPeriods(reported, request, all),
		groups: new Map(reported.groups.map((group) => [JSON.stringify(group.values), group])),
	}));
	const groups = new Map<string, Group>();
	for (const { reported } of parts) {
		for (const { values } of reported.points.length > 0 ? reported.groups : []) {
			const key = JSON.stringify(values);
			if (!groups.has(key)) groups.set(key, { key, values });
		}
	}
	const isOwn = (name: string, index: number, list: Period[]) =>
		list.findIndex((other) => other.name === name) === index;
	const odd = parts
		.flatMap(({ periods }) => periods.filter(({ isOdd }) => isOdd))
		.filter(({ name }, index, list) => isOwn(name, index, list));

	/** The lists that answers have for a group in a period; undefined if it is unknown. */
	const lists = (group: string, period: Period): Array<Value[] | undefined> =>
		parts
			.filter(
				({ reported }) => reported.range.from <= period.to && reported.range.to >= period.from,
			)
			.flatMap(({ reported, periods, groups: known }) => {
				const its = known.get(group);
				if (!its) return reported.isTruncated ? [undefined] : [];
				if (unit === 'total') return periods.length > 0 ? [its.totals] : [];
				const own = its.cells.filter((list, index) => list && periods[index]?.name === period.name);
				return own.length === 0 && reported.isCutByRows ? [undefined] : own;
			});
	const reported = new Set(parts.flatMap(({ periods }) => periods.map(({ name }) => name)));
	const isReported = (group: string, period: Period) =>
		groups.has(group) && reported.has(period.name) && (!period.isOdd || hasList(group, period));
	const hasList = (group: string, period: Period) =>
		lists(group, period).some((list) => list !== undefined);
	const isCut = (group: string, period: Period) => lists(group, period).includes(undefined);
	const values = (group: string, period: Period) => join(lists(group, period), measures);
	const hasValues = (period: Period) =>
		[...groups.keys()].some((group) =>
			lists(group, period).some((list) => list?.some((value) => value !== 0 && value !== null)),
		);
	const isShown = (period: Period) => period.start <= now || hasValues(period);
	return {
		range,
		expected: all,
		periods: all.filter(isShown),
		odd: odd.filter(isShown),
		groups: [...groups.values()],
		isTruncated: answers.some(({ isTruncated }) => isTruncated),
		isTold: isReported,
		values,
		totals: (group) =>
			join(
				parts.flatMap(({ reported, groups: known }) => {
					const its = reported.points.length > 0 ? known.get(group) : undefined;
					// The answer doesn't have it, and a part of its sum is unknown.
					const isUnknown = reported.isCutByRows && all.some((period) => isCut(group, period));
					if (isUnknown) return [undefined];
					return its ? [its.totals] : reported.isTruncated ? [undefined] : [];
				}),
				measures,
			),
	};
}

const isAgain = (wall: string, index: number, points: string[]) => points.indexOf(wall) < index;

/** P6: an hour that comes twice counts twice only if the answer has it twice. */
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
		const reported = lists.map((list) => list?.[index] as Value);
		if (reported.length <= 1)
			return reported.length === 1 ? (reported[0] as Value) : nothingOf(measure);
		if (!isAdditive(measure)) return UNJOINABLE;
		// With a text there is no sum (F5): two parts of it are as little joined as those of an average.
		if (!reported.every((value) => value === null || isNumber(value))) return UNJOINABLE;
		return reported.reduce<Value>((sum, value) => add(sum, value ?? 0), 0);
	});
}
