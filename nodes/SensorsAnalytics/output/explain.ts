import type { IDataObject } from 'n8n-workflow';

import { daysIn } from '../dates/range';
import type {
	ChangeExplanation,
	ExplainedDimension,
	SkipReason,
	ValueChange,
} from '../insight/verdict';
import { isUnusual, type Judged } from '../insight/usual';
import type { DateRange } from '../query/query';
import { dataEndOf } from '../table/table';
import { lateUntil } from './message/periods';
import { clean, countThatFits, cut, plural } from './message/text';
import { asData } from './agent';
import { arrivalNotes, whyNoUsual } from './meta';

/**
 * Writes an explanation as rows, as one table, and for an AI agent. Columns:
 * docs/explain-change.md.
 */

interface ExplainFacts {
	/** Sentences about the change. */
	headline: string;
	timeZone: string;
	/** ISO 8601, UTC. */
	requestedAt: string;
	/** On settings, and on values that don't exist. */
	onValues: string[];
}

type Written = string | number | boolean | null;

/** Columns of values, with the function that reads them. */
const OF_VALUE: { [key: string]: (value: ValueChange, dimension: string) => Written } = {
	dimension: (_value, dimension) => dimension,
	value: ({ value }) => value,
	now: ({ now }) => now,
	before: ({ before }) => before,
	change: ({ change }) => change,
	change_percent: ({ changePercent }) => changePercent,
	share_of_change: ({ shareOfChange }) => shareOfChange,
	expected: ({ expected }) => expected,
	unexpected: ({ unexpected }) => unexpected,
	part_now: ({ partNow }) => partNow,
	part_before: ({ partBefore }) => partBefore,
	rate_effect: ({ rate }) => rate,
	mix_effect: ({ mix }) => mix,
	effect: ({ effect }) => effect,
	stands_out: ({ standsOut }) => standsOut,
	is_concentrated: ({ isConcentrated }) => isConcentrated,
};
const RATIO = ['part_now', 'part_before', 'rate_effect', 'mix_effect'];
const SUM = ['expected', 'unexpected'];
const LEFT_OUT: { [kind in ChangeExplanation['kind']]: string[] } = {
	sum: RATIO,
	ratio: SUM,
	own: ['share_of_change', ...SUM, ...RATIO],
};

/**
 * Returns the columns for this kind of number; the column for a second level only if there is one.
 */
function columnsOf(explanation: ChangeExplanation): string[] {
	return [...ownColumnsOf(explanation), ...(explanation.inside ? ['inside'] : [])];
}

function ownColumnsOf({ kind }: ChangeExplanation): string[] {
	return Object.keys(OF_VALUE).filter((key) => !LEFT_OUT[kind].includes(key));
}

/** Columns that compare nothing; the others are null if data of a range are missing. */
const UNCOMPARED = ['dimension', 'value', 'now', 'before', 'part_now', 'part_before'];

/** Whether data of either range are missing, so that the two aren't compared. */
function isLate(explanation: ChangeExplanation, facts: ExplainFacts): boolean {
	const { range, lateBefore } = explanation;
	const until = lateUntil(range, { ...facts, dataUntil: dataEndOf(explanation) });
	return (until ?? lateBefore) !== undefined;
}

/** @param more what each row has after its columns */
function valueRows(
	explanation: ChangeExplanation,
	facts: ExplainFacts,
	more: IDataObject = {},
): IDataObject[] {
	const { dimensions, inside } = explanation;
	const isKnown = isLate(explanation, facts)
		? (key: string) => UNCOMPARED.includes(key)
		: () => true;
	const within = inside ? `${inside.dimension}: ${String(inside.value)}` : null;
	const columns = ownColumnsOf(explanation);
	const rowsOf = ({ name, values }: ExplainedDimension, place: string | null) =>
		values.map((value) => {
			const row: IDataObject = {};
			for (const key of columns)
				row[key] = (isKnown(key) ? OF_VALUE[key]?.(value, name) : null) ?? null;
			if (inside) row.inside = place;
			return Object.assign(row, more);
		});
	return [
		...dimensions.flatMap((dimension) => rowsOf(dimension, null)),
		...(inside?.dimensions ?? []).flatMap((dimension) => rowsOf(dimension, within)),
	];
}

/**
 * Returns the overall change first, then the values of each dimension. All rows have the same keys,
 * those of values first; keys of the overall change are null for values.
 */
export function toExplainRows(explanation: ChangeExplanation, facts: ExplainFacts): IDataObject[] {
	const { range, comparison, name } = explanation;
	const dates = {
		measure: name,
		from: range.from,
		to: range.to,
		compared_from: comparison.from,
		compared_to: comparison.to,
	};
	const ofOverall: IDataObject = {
		headline: facts.headline,
		is_about_same: isLate(explanation, facts) ? null : explanation.isAboutSame,
		...usualOf(explanation),
		notes: [...notesOf(explanation, facts), ...withoutExpected(explanation)],
		requests: explanation.requests,
	};
	const none = Object.fromEntries(Object.keys(ofOverall).map((key) => [key, null]));
	const empty = Object.fromEntries(columnsOf(explanation).map((key) => [key, null]));
	return [
		{
			...{
				...empty,
				dimension: TOTAL_NAME,
				value: TOTAL_NAME,
				...overallCells(explanation, facts),
			},
			...{ kind: 'total', ...dates, ...ofOverall },
		},
		...valueRows(explanation, facts, { kind: 'value', ...dates, ...none }),
	];
}

/** Name of the overall change, instead of a dimension and its value. */
const TOTAL_NAME = '(total)';

/** Returns the usual range, as in rows of reports; null if there is none. */
function usualOf({ usual }: ChangeExplanation): IDataObject {
	if (!usual) return {};
	const [one = {}]: Judged[] = [...usual.numbers];
	const { low = null, high = null } = one.range ?? {};
	const isKnown = one.range !== undefined && one.side !== undefined;
	return { usual_low: low, usual_high: high, is_unusual: isKnown ? isUnusual(one) : null };
}

function overallCells(explanation: ChangeExplanation, facts: ExplainFacts) {
	const { now, before, change, changePercent } = explanation.overall;
	return isLate(explanation, facts)
		? { now, before, change: null, change_percent: null }
		: { now, before, change, change_percent: changePercent };
}

/** Returns the same as one item. */
export function toExplainTable(explanation: ChangeExplanation, facts: ExplainFacts): IDataObject {
	const { range, comparison } = explanation;
	const columns = columnsOf(explanation);
	return {
		headline: facts.headline,
		measure: explanation.name,
		from: range.from,
		to: range.to,
		compared_from: comparison.from,
		compared_to: comparison.to,
		...overallCells(explanation, facts),
		is_about_same: isLate(explanation, facts) ? null : explanation.isAboutSame,
		...usualOf(explanation),
		searched: explanation.dimensions.map((dimension) => dimension.name),
		notes: [...notesOf(explanation, facts), ...withoutExpected(explanation)],
		requests: explanation.requests,
		time_zone: facts.timeZone,
		dimensions: isLate(explanation, facts) ? [] : explanation.dimensions.map(toDimension),
		columns,
		rows: valueRows(explanation, facts).map((row) => columns.map((key) => row[key] ?? null)),
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

/** Columns that a model doesn't need, because they show how the others were computed. */
const COMPUTED = ['expected', 'unexpected', 'part_now', 'part_before'];

/**
 * Returns the columns with a value in any row, and the findings about dimensions; other columns are
 * left out for a model.
 */
export function toExplainAgentItem(
	explanation: ChangeExplanation,
	facts: ExplainFacts,
	characters: number,
): IDataObject {
	const { headline, ...item } = toExplainTable(explanation, facts);
	const found = (item.dimensions as IDataObject[]).flatMap((one) => {
		const known = Object.entries(one).filter(([, value]) => !isNothing(value));
		return known.length > 2 ? [Object.fromEntries(known)] : [];
	});
	const rest = { ...item, dimensions: found };
	const rows = item.rows as Written[][];
	const columns = item.columns as string[];
	const used = columns.flatMap((key, index) =>
		!COMPUTED.includes(key) && rows.some((row) => !isNothing(row[index])) ? [index] : [],
	);
	const short = rows.map((row) => used.map((index) => row[index] as Written));
	const placesIn = (some: Written[][]) => {
		const within = (row: Written[]) =>
			explanation.inside && row.at(-1) ? ` in ${row.at(-1)}` : '';
		return new Set(some.map((row) => shownName({ name: `${row[0]}${within(row)}` })));
	};
	const places = placesIn(rows);
	const cutNote = (count: number) => {
		const shown = placesIn(rows.slice(0, count));
		const none = [...places].filter((place) => !shown.has(place));
		const noRow = none.length > 0 ? `, with no row of ${listed(none)}` : '';
		return `Rows are cut${noRow}. Don't add up the rows shown`;
	};
	const itemOf = (count: number): IDataObject =>
		asData({
			headline,
			...rest,
			columns: used.map((index) => columns[index] as string),
			rows: short.slice(0, count),
			shown: `${count} of ${short.length} rows`,
			notes: [
				...notesOf(explanation, facts),
				'This shows where the number changed, not why',
				...(count < short.length ? [cutNote(count)] : []),
			],
		});
	const bare = itemOf(0);
	if (JSON.stringify(bare).length > characters) {
		const { texts, headline: said, now, before, change, notes, shown } = bare;
		return { texts, headline: said, now, before, change, notes, shown };
	}
	const fits = (some: unknown[]) => JSON.stringify(itemOf(some.length)).length <= characters;
	return itemOf(countThatFits(short, fits));
}

function isNothing(value: unknown): boolean {
	return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

const SKIPPED: { [why in SkipReason]: string } = {
	cut: 'the answer was cut',
	overlap: "its groups don't add up to the total",
	values: 'it has fewer than 2 or more than 50 values',
	unfilled: 'fewer than 90 % of the events have a value',
	alike: 'it has the same groups as another',
	refused: 'Sensors Analytics rejected the request',
	budget: "'Maximum Requests' is used up",
};

const MOST_LISTED = 5;
const LONGEST_NAME = 100;

const shownName = ({ name }: { name: string }) => cut(clean(name), LONGEST_NAME);

/** Returns the first of them in a sentence, and how many more there are. */
function listed(texts: readonly string[]): string {
	const more = texts.length - MOST_LISTED;
	return texts.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns values without an expected number, for readers of that column. */
function withoutExpected({ dimensions, kind }: ChangeExplanation): string[] {
	const values = dimensions.flatMap((dimension) =>
		kind === 'sum' && dimension.noParts === undefined
			? dimension.values.flatMap(({ value, expected }) =>
					expected === null
						? [`${shownName(dimension)} ${cut(clean(String(value ?? '(none)')), LONGEST_NAME)}`]
						: [],
				)
			: [],
	);
	if (values.length === 0) return [];
	return [
		`No 'expected' for ${listed(values)}: the other values made up less than half of the total before, or their sign changed`,
	];
}

/** Notes that readers need to interpret the numbers. */
function notesOf(explanation: ChangeExplanation, facts: ExplainFacts): string[] {
	const { dimensions, skipped, kind, isSampled, leftOut, usual, range, comparison } = explanation;
	const whose = (why: ExplainedDimension['noParts']) =>
		dimensions.filter(({ noParts }) => noParts === why).map(shownName);
	const [short, overlapping] = [whose('cut'), whose('overlap')];
	const reasons = skipped.map((one) => `${shownName(one)} (${SKIPPED[one.why]})`);
	const days = ({ from, to }: DateRange) => (from === to ? from : `${from} to ${to}`);
	const [judged] = usual?.numbers ?? [];
	const whySilent = usual && (judged ? judged.why : 'length');
	return [
		...facts.onValues,
		...(leftOut
			? [
					`Leaves out ${days(leftOut.dates)} (not over yet), and its comparison period, ${days(leftOut.partners)}`,
				]
			: []),
		...(daysIn(range) === daysIn(comparison)
			? []
			: [`Compares ${plural(daysIn(range), 'day')} with ${plural(daysIn(comparison), 'day')}`]),
		...(kind === 'own'
			? [
					'Users can be in several groups, so each group has its own change, but no share of the total',
				]
			: []),
		...(short.length > 0
			? [
					`Answers for ${short.join(', ')} were cut: their values aren't judged, and missing ones are unknown, not 0`,
				]
			: []),
		...(overlapping.length > 0 && kind !== 'own'
			? [
					`Groups of ${overlapping.join(', ')} don't add up to the total: each has only its own change`,
				]
			: []),
		...(reasons.length > 0 ? [`Not checked: ${listed(reasons)}`] : []),
		...(whySilent && whySilent !== 'level' ? [`No usual range: ${whyNoUsual(whySilent)}`] : []),
		...(isLate(explanation, facts)
			? ['Not compared, because data of these dates are missing']
			: []),
		...arrivalNotes(explanation.range, { ...facts, dataUntil: dataEndOf(explanation) }),
		...(isSampled ? ['The numbers are computed from a sample of the users'] : []),
	];
}
