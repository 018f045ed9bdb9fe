import type { IDataObject } from 'n8n-workflow';

import type { ExplainedDimension, ChangeExplanation, SkipReason } from '../insight/explanation';
import type { ValueChange } from '../insight/verdict';
import { clean, cut } from './message/text';

/** An explanation as rows, as one table, and as an AI agent reads it. Columns: docs/explain-change.md. */

interface ExplainFacts {
	/** Sentences that say it. */
	headline: string;
	timeZone: string;
}

const COLUMNS = [
	...['inside', 'dimension', 'value', 'now', 'before', 'change', 'change_percent'],
	...['share_of_change', 'expected', 'unexpected', 'part_now', 'part_before'],
	...['rate_effect', 'mix_effect', 'effect', 'stands_out', 'is_concentrated'],
];

/** The whole change first, then the values of each dimension. */
export function toExplainRows(explanation: ChangeExplanation, facts: ExplainFacts): IDataObject[] {
	const { whole, range, comparison, requests, inside, name } = explanation;
	const first: IDataObject = {
		kind: 'total',
		headline: facts.headline,
		measure: name,
		from: range.from,
		to: range.to,
		compared_from: comparison.from,
		compared_to: comparison.to,
		now: whole.now,
		before: whole.before,
		change: whole.change,
		change_percent: whole.changePercent,
		is_about_same: explanation.isAboutSame,
		searched: explanation.dimensions.map((dimension) => dimension.name),
		notes: notesOf(explanation),
		requests,
		time_zone: facts.timeZone,
	};
	const within = inside ? `${inside.dimension}: ${String(inside.value)}` : null;
	return [
		first,
		...explanation.dimensions.flatMap((dimension) => rowsOf(dimension, null)),
		...(inside?.dimensions ?? []).flatMap((dimension) => rowsOf(dimension, within)),
	];
}

function rowsOf(dimension: ExplainedDimension, inside: string | null): IDataObject[] {
	return dimension.values.map((value) => ({
		kind: 'value',
		...Object.fromEntries(
			cellsOf(dimension, value, inside).map((cell, index) => [COLUMNS[index] as string, cell]),
		),
	}));
}

type Written = string | number | boolean | null;

function cellsOf(
	{ name }: ExplainedDimension,
	value: ValueChange,
	inside: string | null,
): Written[] {
	return [
		...[inside, name, value.value, value.now, value.before, value.change, value.changePercent],
		...[value.shareOfChange, value.expected, value.unexpected, value.partNow, value.partBefore],
		...[value.rate, value.mix, value.effect, value.standsOut, value.isConcentrated],
	];
}

/** The same as one item. */
export function toExplainTable(explanation: ChangeExplanation, facts: ExplainFacts): IDataObject {
	const [first, ...rows] = toExplainRows(explanation, facts);
	return {
		...first,
		dimensions: explanation.dimensions.map(toDimension),
		columns: COLUMNS,
		rows: rows.map((row) => COLUMNS.map((key) => row[key] ?? null)),
	};
}

function toDimension(dimension: ExplainedDimension): IDataObject {
	const { name, values, standsOut, isConcentrated, by, noParts, isSimpson } = dimension;
	return {
		dimension: name,
		values: values.length,
		stand_out: values.filter((one) => standsOut && one.standsOut).map(({ value }) => value),
		is_concentrated: isConcentrated,
		by: by ?? null,
		all_moved_other_way: isSimpson,
		no_parts: noParts ?? null,
	};
}

/** What a model can do without: it says how the rest was computed. */
const COMPUTED = ['expected', 'part_now', 'part_before'];

/** Columns that say something in any row, and what was found of dimensions; the rest is left out for a model. */
export function toExplainAgentItem(
	explanation: ChangeExplanation,
	facts: ExplainFacts,
	characters: number,
): IDataObject {
	const { headline, ...whole } = toExplainTable(explanation, facts);
	const found = (whole.dimensions as IDataObject[]).flatMap((one) => {
		const known = Object.entries(one).filter(([, value]) => !isNothing(value));
		return known.length > 2 ? [Object.fromEntries(known)] : [];
	});
	const rest = { ...whole, dimensions: found };
	const rows = whole.rows as Written[][];
	const used = COLUMNS.flatMap((key, index) =>
		!COMPUTED.includes(key) && rows.some((row) => !isNothing(row[index])) ? [index] : [],
	);
	const short = rows.map((row) => used.map((index) => row[index] as Written));
	const itemOf = (count: number): IDataObject => ({
		headline,
		...rest,
		columns: used.map((index) => COLUMNS[index] as string),
		rows: short.slice(0, count),
		shown: `${count} of ${short.length} rows`,
		notes: [
			...notesOf(explanation),
			'This tells where the change lies, not why: no cause is known',
			...(count < short.length ? ['Rows are cut: do not add up what is shown'] : []),
		],
	});
	const bare = itemOf(0);
	if (JSON.stringify(bare).length > characters) {
		const { headline: said, now, before, change, notes, shown } = bare;
		return { headline: said, now, before, change, notes, shown };
	}
	let [low, high] = [0, short.length];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (JSON.stringify(itemOf(middle)).length <= characters) low = middle;
		else high = middle - 1;
	}
	return itemOf(low);
}

function isNothing(value: unknown): boolean {
	return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

const SKIPPED: { [why in SkipReason]: string } = {
	cut: 'the answer was cut',
	overlap: 'its groups do not add up to the total',
	values: 'it has fewer than 2 or more than 50 values',
	unfilled: 'it is not filled for 90 % of the number',
	alike: 'it splits as another one does',
	budget: "'Maximum Requests' is used up",
};

const MOST_SKIPPED = 5;
const LONGEST_NAME = 100;

/** What readers have to know to take the numbers for what they are. */
function notesOf({ dimensions, skipped, kind, isSampled }: ChangeExplanation): string[] {
	const shown = ({ name }: { name: string }) => cut(clean(name), LONGEST_NAME);
	const whose = (why: ExplainedDimension['noParts']) =>
		dimensions.filter(({ noParts }) => noParts === why).map(shown);
	const [short, overlapping] = [whose('cut'), whose('overlap')];
	const shownReasons = skipped
		.slice(0, MOST_SKIPPED)
		.map((one) => `${shown(one)} (${SKIPPED[one.why]})`);
	const more = skipped.length - shownReasons.length;
	return [
		...(kind === 'own'
			? [
					'Users can be in several groups, so each group has its own change and no share of the whole',
				]
			: []),
		...(short.length > 0
			? [`Answers for ${short.join(', ')} were cut: groups that are missing are unknown, not 0`]
			: []),
		...(overlapping.length > 0 && kind !== 'own'
			? [
					`Groups of ${overlapping.join(', ')} do not add up to the total: each has its own change only`,
				]
			: []),
		...(shownReasons.length > 0
			? [`Not looked at: ${shownReasons.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
			: []),
		...(isSampled ? ['The numbers are computed from a sample of the users'] : []),
	];
}
