/** Faults of the node, by the report in which they show. */
import type { Mutant } from '../harness/mutants.mts';

export const REPORT_FAULTS: { readonly [report: string]: readonly Mutant[] } = {
	event: [
		{
			what: 'periods are paired by position',
			from: 'local === undefined ? undefined : places.get(keyOf({ ...period, local }))',
			to: 'now.indexOf(period) < before.length ? now.indexOf(period) : undefined',
		},
		{
			what: 'a group without a value before has 0 before, where nothing is known',
			from: 'compareCells(value, then?.[index] ?? null, mayChange && then !== undefined)',
			to: 'compareCells(value, then?.[index] ?? 0, mayChange)',
		},
		{
			what: 'a change in percent is not rounded',
			from: 'if (isClear) return Math.round(quick) / 100 + 0;',
			to: 'if (isClear) return quick / 100 + 0;',
		},
		{
			what: 'a change is what floating point makes of it',
			from: 'if (Number.isSafeInteger(quick) && Number.isSafeInteger(a) && Number.isSafeInteger(b))',
			to: '',
		},
		{
			what: 'weeks start on Monday, whatever the service tells',
			from: 'weekdayShown(returned: readonly ReturnedDates[]): Weekday | undefined {',
			to: 'weekdayShown(returned: readonly ReturnedDates[]): Weekday | undefined { return 1;',
		},
		{
			what: 'an hour that comes twice is one',
			from: 'occurrence === 2 ? [local] : []',
			to: '[]',
		},
		{
			what: 'groups are ordered by the sum of averages',
			from: 'return yield* totalsSteps(side);',
			to: 'return yield* totalsSteps({ ...side, totals: undefined });',
		},
		{
			what: 'what a truncated answer leaves out is 0',
			from: 'return isUnknown ? unknown : empty;',
			to: 'return empty;',
		},
		{
			what: 'periods that have not begun have rows of 0',
			from: 'hasBegun || early.has(place)',
			to: 'true',
		},
		{
			what: 'a period that is cut on one side has a change',
			from: 'if (!period.isPartial && !other.isPartial) return true;',
			to: 'if (!period.isPartial || !other.isPartial) return true;',
		},
		{
			what: 'a week has no change on its last day',
			from: 'if (!period.isPartial && !other.isPartial) return true;',
			to: 'if (period.isPartial !== other.isPartial) return false; if (!period.isPartial) return true;',
		},
		{
			what: 'a week that is alone is put into the weeks from Monday',
			from: 'find((one) => STARTS.includes(one))',
			to: 'undefined',
		},
		{
			what: 'a month to date is compared with as many days before',
			from: 'if (range.toDate) {',
			to: 'if (false) {',
		},
		{
			what: 'a month to date is whole on its last day',
			from: 'range.toDate === undefined &&',
			to: '',
		},
		{
			what: 'totals count periods that are not over, which have no rows',
			from: 'return completeUnit === undefined ? span : completeIn(span, completeUnit, weekday);',
			to: 'return span;',
		},
		{
			what: 'whole periods are compared with the whole other range',
			from: 'comparison: comparison && cutComparison({ range, comparison }, cut, options)',
			to: 'comparison',
		},
		{
			what: 'totals of hours count the one that is not over',
			from: 'const sides = isOpen && isDated',
			to: 'const sides = false',
		},
		{
			what: 'whole weeks are those from Monday, whatever the service shows',
			from: 'let shown = shownWith(current) ?? weekday;',
			to: 'let shown = weekday;',
		},
		{
			what: 'as many days, right before, are tried last',
			from: '[first, rightBefore, ...others]',
			to: '[first, ...others, rightBefore]',
		},
		{
			what: 'a month so far is compared with a month of other days',
			from: 'if (partner === undefined || partner < others.from || partner > others.to) return false;',
			to: '',
		},
		{
			what: 'today counts as a whole day',
			from: '|| (isUnderWay && from === today)',
			to: '',
		},
		{
			what: 'the previous months are as many days before',
			from: 'return isFullMonths(range)\n',
			to: 'return false\n',
		},
		{
			what: 'last year is 365 days ago, by week too',
			from: "name === 'week' ? byDays(range, 364) : byMonths(range, 12, name)",
			to: 'byDays(range, 365)',
		},
		{
			what: 'whole months do not stay whole',
			from: 'endsWhole ? endOfMonth(last) : last',
			to: 'last',
		},
		{
			what: 'a pasted comparison keeps its distance, whatever it was',
			from: 'if (meant) return compareWith(',
			to: 'if (meant === null) return compareWith(',
		},
		{
			what: 'groups without a number come first',
			from: 'return Number(a.rank === null) - Number(b.rank === null);',
			to: 'return Number(b.rank === null) - Number(a.rank === null);',
		},
		{
			what: 'a group of the comparison alone is left out',
			from: 'mapSteps([...then.values()], ofThen',
			to: 'mapSteps([] as GridGroup[], ofThen',
		},
		{
			what: 'without filling, only what the report itself tells has rows',
			from: '|| (isThen && isReportedBefore)',
			to: '',
		},
		{
			what: 'the second of two slices counts, not both',
			from: 'known ? joinedCells(known, list, shape, place) : list',
			to: 'list',
		},
		{
			what: 'a week that the range cuts counts as whole',
			from: 'isPartial: isUnderWay || start < range.from || end > range.to,',
			to: 'isPartial: isUnderWay,',
		},
		{
			what: 'with a key: groups keep the order of the rows',
			from: 'compareAmounts(sizeAt(b.key), sizeAt(a.key))',
			to: '0',
		},
		{
			what: 'with a key: what cut rows leave out of a group is 0',
			from: 'answer.isCutByRows === true ? tells?.(period) : tells !== undefined',
			to: 'tells !== undefined',
		},
		{
			what: 'numbers beyond 2^53 lose their last digits',
			from: 'return isBeyond(number) ? written(decimalOf(text)) : number;',
			to: 'return number;',
		},
		{
			what: 'numbers beyond 2^53 are not compared by their last digits',
			from: 'return text < otherText === one > 0 ? -1 : 1;',
			to: 'return 0;',
		},
		{
			what: 'with a key: totals are asked for by day',
			from: 'rollup: unit === TOTAL',
			to: 'rollup: false',
		},
		{
			what: 'with a key: points are those of the first group',
			from: 'for (const point of at.keys()) points.add(point);',
			to: 'if (rows === 0) for (const point of at.keys()) points.add(point);',
		},
	],
	funnel: [
		{
			what: 'all dates and groups together, in front of the others, are a group',
			from: 'const entries = all.filter((entry) => !isOfAll(entry, all));',
			to: 'const entries = [...all];',
		},
		{
			what: 'a step may have more users than the one before',
			from: 'if (before && compareAmounts(users, before.users) > 0) {',
			to: 'if (false) {',
		},
		{
			what: 'dates are read as the whole range',
			from: 'own.length > 0 && !isByDate && own.every(isDated)',
			to: 'false',
		},
	],
	retention: [
		{
			what: 'more users may come back than came first',
			from: 'if (compareAmounts(users, initial) > 0)',
			to: 'if (false)',
		},
	],
	distribution: [
		{
			what: 'a bucket may have more users than there are',
			from: 'if (tooMany) throw',
			to: 'if (false) throw',
		},
	],
	attribution: [
		{
			what: 'shares of what a cut answer tells',
			from: "natureOf(query.target) === 'sum' && !tabular.facts.isTruncated",
			to: "natureOf(query.target) === 'sum'",
		},
		{
			what: 'touchpoints by their names alone',
			from: 'compareAmounts(b.conversions, a.conversions) ||',
			to: '',
		},
	],
	ltv: [
		{
			what: 'one period fewer is requested',
			from: "need_show_ltv_columns: periods.join(',')",
			to: "need_show_ltv_columns: periods.slice(1).join(',')",
		},
	],
	interval: [
		{
			what: 'more users than intervals',
			from: 'if (compareAmounts(users, count) > 0)',
			to: 'if (false)',
		},
		{
			what: 'times in any order',
			from: 'if (!isOrdered(times) || ',
			to: 'if (',
		},
	],
	path: [
		{
			what: 'ends among the other links',
			from: 'near.place * 2 + (far ? 0 : 1)',
			to: 'near.place * 2',
		},
		{
			what: 'links have more than their node',
			from: 'if (compareAmounts(sum, near.times) <= 0) return;',
			to: 'return;',
		},
	],
};
