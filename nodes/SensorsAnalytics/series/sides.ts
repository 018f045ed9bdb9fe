import type { Steps } from '../../../credentials/http/slices';
import type { Comparison } from '../dates/comparison';
import type { Period, PeriodsAsked } from '../dates/expected';
import { type Pair, pairPeriods, pairTotals, pointAfter } from '../dates/pairing';
import { isDayUnit, unitName } from '../dates/units';
import { weekdayShown } from '../dates/weekStart';
import { dateInZone } from '../dates/zone';
import { TOTAL } from '../query/eventQuery';
import type { Series } from './series';
import { type Answers, isWhole, type Side, sideSteps, toldOf, totalsAt } from './side';

/** What was fetched: the range, and what it is compared with, if anything. */
export interface FetchedReport {
	current: Answers;
	comparison?: Comparison;
	/** None where there was nothing to ask for. */
	before?: Answers;
}

/** Both ranges of a report, and what belongs together in them. */
export interface Sides {
	now: Side;
	compared?: { comparison: Comparison; before: Side; pairs: Pair[]; totalPair: Pair };
	/** Whether totals are sums of hours that are over, as the service tells none of these alone. */
	hasOwnTotals: boolean;
}

/** @param isDated whether rows have a date */
export function* sidesSteps(
	series: Series,
	fetched: FetchedReport,
	isDated: boolean,
): Steps<Sides> {
	const sides = yield* allSidesSteps(series, fetched, isDated);
	const { now, compared } = sides;
	const isOpen = series.wholeUnit !== undefined && now.periods.some((one) => !isWhole(one));
	return isOpen && isDated
		? withOwnTotals(series, now, compared)
		: { ...sides, hasOwnTotals: false };
}

/** Totals of the hours that are over, and of those that they are compared with. */
function withOwnTotals(
	{ columns: { measures } }: Series,
	now: Side,
	compared: Sides['compared'],
): Sides {
	const places = [...now.periods.keys()].filter((place) => isWhole(now.periods[place] as Period));
	const own = { ...now, totals: totalsAt(now, places, measures) };
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
			before: { ...before, totals: totalsAt(before, partners, measures) },
			totalPair,
		},
		hasOwnTotals: true,
	};
}

function* allSidesSteps(
	series: Series,
	{ current, comparison, before }: FetchedReport,
	isDated: boolean,
): Steps<Omit<Sides, 'hasOwnTotals'>> {
	const { columns, timeZone, now: moment } = series;
	const unit = isDated ? series.query.unit : TOTAL;
	const told = [current, before].flatMap((fetched) => (fetched ? toldOf(fetched) : []));
	// Where only whole weeks count, the ranges are those of the weekday already.
	const mayShow = unitName(unit) === 'week' && series.wholeUnit === undefined;
	const firstWeekday = (mayShow ? weekdayShown(told) : undefined) ?? series.firstWeekday;
	const asked: PeriodsAsked = { unit, range: series.range, timeZone, now: moment, firstWeekday };
	const hasOneGroup = series.isFilled && columns.groups.length === 0;
	const side = (fetched: Answers, of: PeriodsAsked) =>
		sideSteps(fetched, of, columns.measures, hasOneGroup);
	if (!comparison) return { now: yield* side(current, asked) };

	const now = yield* side(current, {
		...asked,
		more: pointsBeside(unit, comparison, series, before),
	});
	const then = yield* side(before ?? { tables: [], ranges: [] }, {
		...asked,
		range: comparison.range ?? series.range,
	});
	const today = dateInZone(moment, timeZone);
	const by = { unit, range: series.range, comparison, firstWeekday, today };
	const totalPair = pairTotals(now.whole, then.whole, by);
	const pairs =
		unit === TOTAL
			? [totalPair]
			: pairPeriods(now.periods, then.periods, by).map(
					(pair): Pair =>
						// A period that has not begun is none to compare with.
						pair.partner === undefined || then.isLive[pair.partner] ? pair : { mayChange: false },
				);
	return { now, compared: { comparison, before: then, pairs, totalPair } };
}

/** Where the calendar of a unit is not known: points in time beside those of the other range. */
function pointsBeside(
	unit: string,
	{ shift }: Comparison,
	{ range }: Series,
	before: Answers | undefined,
): string[] {
	const name = unitName(unit);
	if (unit === TOTAL || name === 'hour' || isDayUnit(name) || !before) return [];
	return toldOf(before)
		.flatMap(({ points }) => points.map((point) => pointAfter(point, shift)))
		.filter((point) => point !== undefined)
		.filter((point) => range.from <= point.slice(0, 10) && point.slice(0, 10) <= range.to);
}
