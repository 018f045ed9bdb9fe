/** What a report must say: groups in their order, each with its periods and numbers. */
import type { Case, Measure, Scalar } from './case.mts';
import { type Keys, keysOf } from './columns.mts';
import { type Period, periodsOf } from './calendar.mts';
import { percents, subtract, add } from './numbers.mts';
import { orderGroups } from './order.mts';
import { pairingOf, type Pairing } from './pairs.mts';
import type { Plan } from './ranges.mts';
import { type Group, isAdditive, type Joined, readSide, type Side, UNJOINABLE } from './side.mts';
import type { Told, Value } from './tell.mts';

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

export const OTHER = '(other)';

export function expectReport(
	asked: Case,
	plan: Plan,
	answers: readonly Told[],
	answersBefore: readonly Told[],
	firstWeekday: number,
): Expected {
	const isSummary = asked.output === 'summary';
	const given: Case = isSummary ? { ...asked, groups: [], unit: 'total' } : asked;
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
	if (rest.length > 0) listed.push({ values: given.groups.map(() => OTHER), members: rest });
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

/** P7: nothing is over, and nothing is told. */
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
	if (isOdd) return false;
	return (start <= now && now < end) || from < range.from || to > range.to;
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
	const isTold = (period: Period) =>
		isFilled || before.groups.some(({ key }) => before.isTold(key, period));
	const left = before.periods.filter((period) => !used.has(period.name) && isTold(period));
	return [...alone, ...left].map(({ name }) => name);
}
