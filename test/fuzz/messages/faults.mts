/** Faults of the node that its messages show. */
import type { Mutant } from '../harness/mutants.mts';

export const MESSAGE_FAULTS: readonly Mutant[] = [
	{
		what: 'the small table of intervals has a day that is not over',
		from: 'known\n\t\t\t\t.slice(-tools.mostRows)',
		to: 'rows.slice(-tools.mostRows)',
	},
	{
		what: 'what is not over counts',
		from: 'return lastDayOf(name, unit) >= openDay;',
		to: 'return false;',
	},
	{
		what: 'totals are those of the rows alone',
		from: 'if (table.sums) return totalOfRows(table.sums, own);',
		to: '',
	},
	{
		what: 'a lifetime value leaves out the starts of another period',
		from: "leftText('startsLeft', names, last.period, tools)",
		to: "leftText('startsLeft', names, 1, tools)",
	},
	{
		what: 'who has no period within the dates is left out without a word',
		from: '!isCohortOver(start, period, context);',
		to: '!isCohortOver(start, period, { ...context, query: undefined });',
	},
	{
		what: 'a fall is told as a rise',
		from: '(exact?.difference ?? subtract(now, before))',
		to: 'subtract(before, now)',
	},
	{
		what: 'changes of means are those of rounded numbers',
		from: 'difference: meanOf(moved, count, decimals),',
		to: 'difference: subtract(meanOf(now, count, decimals), meanOf(before, count, decimals)) ?? 0,',
	},
	{
		what: 'every amount is normal that its dates add up to',
		from: 'deviations >= BY_CHANCE',
		to: 'deviations >= 1000 * BY_CHANCE',
	},
	{
		what: 'a group beyond normal variation stands in no headline',
		from: '= standsOut(story)',
		to: "= ''",
	},
	{
		what: 'users by groups are told without the whole',
		from: 'return query.groupBy.length > 0 && columns.measures.some(({ canAddUp }) => canAddUp !== true);',
		to: 'return false;',
	},
	{
		what: 'a funnel by groups is told without the whole',
		from: 'isDigest && ungrouped ? {',
		to: '(false as boolean) && ungrouped ? {',
	},
	{
		what: 'groups that chance has apart are told to differ',
		from: 'return !isFar(1) ? said.close',
		to: 'return !isFar(0.01) ? said.close',
	},
	{
		what: 'several measures have no row of totals',
		from: 'return isShown ? [[label, ...cells]] : [];',
		to: 'return [];',
	},
	{
		what: 'what the table lists is called not listed',
		from: 'const isMore = rest > 0 && (ofOthers !== undefined || isCounted);',
		to: 'const isMore = rest > 0;',
	},
	{
		what: 'amounts have one decimal or two',
		from: 'isExact && sizesOf(key).hasCents ? writeCents : writeNumber',
		to: 'false ? writeCents : writeNumber',
	},
	{
		what: 'the filter stands in no scope',
		from: 'add(bothOf(query.filter, shared));',
		to: 'add(shared);',
	},
	{
		what: 'the filter of the report is not in the headline',
		from: 'add(bothOf(query.filter, shared));',
		to: "add(bothOf(query.filter, shared), '', ofParts);",
	},
	{
		what: 'a measure with a filter of its own is called like one without',
		from: 'if (!filter || hasFilter(label, filter)) return label;',
		to: 'return label;',
	},
	{
		what: 'numbers without a total vanish next to others',
		from: "return [text + against + (isTotalJudged(one) ? usualBehind(one) : '')];",
		to: 'return [];',
	},
	{
		what: 'dates that are in both ranges are judged',
		from: 'pair?.hasLengths !== undefined || pair?.isOverlapping === true',
		to: 'pair?.hasLengths !== undefined',
	},
	{
		what: 'rows are cut without a word',
		from: "hidden > 0 ? words.moreRows(hidden) : '',",
		to: "'',",
	},
	{
		what: 'groups that are not wanted are named',
		from: 'const chosen = alone.slice(0, top?.count);',
		to: 'const chosen = alone;',
	},
	{
		what: 'a funnel does not say which days it leaves out',
		from: "from > to ? 'over' : why",
		to: "'over'",
	},
	{
		what: 'a few users are told in percent',
		from: 'return compareAmounts(users, leastBase(tools)) >= 0;',
		to: 'return true;',
	},
	{
		what: 'where nothing is over no message comes',
		from: "table.rows.length === 0 && options.whenEmpty === 'nothing'",
		to: "table.rows.length === 0 && options.whenEmpty !== 'item'",
	},
	{
		what: 'what is below is told as usual',
		from: '${side} the usual range for ${slot}',
		to: "${side.replace('below', 'within')} the usual range for ${slot}",
	},
	{
		what: 'a number that nobody has is a dash at the end of the headline',
		from: "noNumber: 'no value'",
		to: "noNumber: '–'",
	},
	{
		what: 'paths of today are told as if it was over',
		from: 'const span = isOpenRange ? untilNow(tools, range) : range',
		to: 'const span = range',
	},
	{
		what: 'the days of a funnel end where nobody started any more',
		from: 'dates.range({ ...range, to: lastOver ?? range.to })',
		to: 'dates.range({ ...range, to: days.at(-1) ?? range.to })',
	},
	{
		what: 'an empty text as a group has no name',
		from: '? missing : blank;',
		to: '? missing : cell;',
	},
	{
		what: 'negative numbers have shares',
		from: 'all.every(({ now = 0 }) => compareAmounts(now, 0) >= 0)',
		to: 'true',
	},
	{
		what: 'special days count as history',
		from: 'if (as) return { day, as };',
		to: 'if (!as) continue;',
	},
];
