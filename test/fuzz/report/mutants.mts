/**
 * Breaks the built node in known ways, one at a time, and tells after how many cases the fuzzer
 * sees it: `npm run fuzz:mutants`. One that it does not see within a run of `npm test` is a hole.
 */
import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { resolve } from 'node:path';

import { drawCase } from './draw.mts';
import { judge } from './judge.mts';
import { forgetNode } from './node.mts';
import { regressions } from './regressions.mts';
import { CASES, SEED } from './run.mts';

interface Mutant {
	what: string;
	/** Below dist/nodes/SensorsAnalytics. */
	file: string;
	from: string;
	to: string;
}

const EVENT = 'series';

const MUTANTS: readonly Mutant[] = [
	{
		what: 'periods are paired by position',
		file: 'dates/pairing.js',
		from: 'local === undefined ? undefined : places.get(keyOf({ ...period, local }))',
		to: 'now.indexOf(period) < before.length ? now.indexOf(period) : undefined',
	},
	{
		what: 'a group without a value before has 0 before, where nothing is known',
		file: 'table/compare.js',
		from: 'compareCells(value, then?.[index] ?? null, mayChange && then !== undefined)',
		to: 'compareCells(value, then?.[index] ?? 0, mayChange)',
	},
	{
		what: 'a change in percent is not rounded',
		file: 'table/decimal.js',
		from: 'if (isClear) return Math.round(quick) / 100 + 0;',
		to: 'if (isClear) return quick / 100 + 0;',
	},
	{
		what: 'a change is what floating point makes of it',
		file: 'table/decimal.js',
		from: 'return numberOf(difference(decimalOf(a), decimalOf(b)));',
		to: 'return quick;',
	},
	{
		what: 'weeks start on Monday, whatever the service tells',
		file: 'dates/weekStart.js',
		from: 'function weekdayShown(told) {',
		to: 'function weekdayShown(told) { return 1;',
	},
	{
		what: 'an hour that comes twice is one',
		file: 'dates/expected.js',
		from: 'occurrence === 2 ? [local] : []',
		to: '[]',
	},
	{
		what: 'groups are ordered by the sum of averages',
		file: `${EVENT}/ranks.js`,
		from: 'return (0, side_1.totalsOf)(side);',
		to: 'return (0, side_1.totalsOf)({ ...side, totals: undefined });',
	},
	{
		what: 'what a truncated answer leaves out is 0',
		file: 'table/grid.js',
		from: 'return isUnknown ? unknown : empty;',
		to: 'return empty;',
	},
	{
		what: 'periods that have not begun have rows of 0',
		file: `${EVENT}/side.js`,
		from: 'hasBegun ||',
		to: 'true ||',
	},
	{
		what: 'a period that is cut on one side has a change',
		file: 'dates/pairing.js',
		from: 'if (period.isPartial !== other.isPartial) return false;',
		to: '',
	},
	{
		what: 'a month so far is compared with a month of other days',
		file: 'dates/pairing.js',
		from: 'if (partner === undefined || partner < others.from || partner > others.to) return false;',
		to: '',
	},
	{
		what: 'today counts as a whole day',
		file: 'dates/pairing.js',
		from: '|| (isUnderWay && from === today)',
		to: '',
	},
	{
		what: 'the previous months are as many days before',
		file: 'dates/comparison.js',
		from: 'return isWholeMonths(range)',
		to: 'return false',
	},
	{
		what: 'last year is 365 days ago, by week too',
		file: 'dates/comparison.js',
		from: "name === 'week' ? byDays(range, 364) : byMonths(range, 12, name)",
		to: 'byDays(range, 365)',
	},
	{
		what: 'whole months do not stay whole',
		file: 'dates/comparison.js',
		from: 'endsWhole ? (0, calendar_1.endOfMonth)(last) : last',
		to: 'last',
	},
	{
		what: 'a pasted comparison keeps its distance, whatever it was',
		file: 'dates/comparison.js',
		from: 'if (meant ?? isRightBefore)',
		to: 'if (false)',
	},
	{
		what: 'groups without a number come first',
		file: 'table/order.js',
		from: 'return Number(a.rank === null) - Number(b.rank === null);',
		to: 'return Number(b.rank === null) - Number(a.rank === null);',
	},
	{
		what: 'a group of the comparison alone is left out',
		file: 'table/lines.js',
		from: '.filter(({ key }) => !current.has(key))',
		to: '.filter(() => false)',
	},
	{
		what: 'without filling, only what the report itself tells has rows',
		file: 'table/lines.js',
		from: '|| (isThen && isToldThen)',
		to: '',
	},
	{
		what: 'the second of two slices counts, not both',
		file: 'table/grid.js',
		from: 'known ? sumOf(known, list, shape, place) : list',
		to: 'list',
	},
	{
		what: 'a week that the range cuts counts as whole',
		file: 'dates/expected.js',
		from: 'isPartial: isUnderWay || start < range.from || end > range.to,',
		to: 'isPartial: isUnderWay,',
	},
	{
		what: 'with a key: groups keep the order of the rows',
		file: 'wire/openapi/order.js',
		from: 'sizeAt(b.key) - sizeAt(a.key)',
		to: '0',
	},
	{
		what: 'with a key: what cut rows leave out of a group is 0',
		file: 'table/grid.js',
		from: 'answer.isCutByRows === true ? tells?.(period) : tells !== undefined',
		to: 'tells !== undefined',
	},
	{
		what: 'with a key: totals are asked for by day',
		file: 'wire/openapi/reports/eventBody.js',
		from: 'rollup: unit === eventQuery_1.TOTAL',
		to: 'rollup: false',
	},
	{
		what: 'with a key: points are those of the first group',
		file: 'wire/openapi/reports/eventAnswer.js',
		from: 'for (const point of at.keys()) points.add(point);',
		to: 'if (rows === 0) for (const point of at.keys()) points.add(point);',
	},
];

interface Compiling {
	_compile(this: unknown, content: string, filename: string): unknown;
}

const prototype = Module.prototype as unknown as Compiling;

/** What `npm test` judges: cases by chance, and those that are kept. */
const cases = Array.from({ length: CASES }, (_, index) => drawCase(SEED + index));
cases.push(...regressions.map(({ given }) => given));

/** The first case that fails, counted from 1; undefined if none does. */
async function firstFailure(mutant: Mutant): Promise<number | undefined> {
	const path = resolve('dist/nodes/SensorsAnalytics', mutant.file);
	const compile = prototype._compile;
	prototype._compile = function (content, filename) {
		const isIt = filename === path;
		return compile.call(
			this,
			isIt ? content.replace(mutant.from, () => mutant.to) : content,
			filename,
		);
	};
	forgetNode();
	try {
		for (const [index, given] of cases.entries()) {
			if (failing.has(index)) continue;
			if ((await judge(given)).faults.length > 0) return index + 1;
		}
		return undefined;
	} finally {
		prototype._compile = compile;
		forgetNode();
	}
}

/** Cases that fail without any mutant show nothing. */
const failing = new Set<number>();
for (const [index, given] of cases.entries()) {
	if ((await judge(given)).faults.length > 0) failing.add(index);
}
if (failing.size > 0) console.log(`${failing.size} cases fail without a mutant`);

/** Whether the code still has, once, what the mutant changes. */
const fits = ({ file, from }: Mutant) =>
	readFileSync(resolve('dist/nodes/SensorsAnalytics', file), 'utf8').split(from).length === 2;

let holes = 0;
for (const mutant of MUTANTS) {
	if (!fits(mutant)) {
		holes++;
		console.log(`NO PLACE  ${mutant.what}: mend the mutant`);
		continue;
	}
	const after = await firstFailure(mutant);
	if (after === undefined) holes++;
	console.log(`${after === undefined ? 'NOT SEEN' : `case ${after}`.padEnd(8)}  ${mutant.what}`);
}
console.log(`\n${MUTANTS.length - holes} of ${MUTANTS.length} seen within ${cases.length} cases`);
process.exitCode = holes > 0 ? 1 : 0;
