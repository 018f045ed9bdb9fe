/** Whether what came out is what had to come of an answer: the table that must come, in each output. */
import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../harness/node.mts';
import { readers, type Target } from '../messages/targets.mts';
import { asItem, type Cell, REFUSAL } from './wire.mts';

export const OUTPUTS = [
	...(['rows', 'table', 'wide', 'agent', 'raw', 'slack', 'markdown', 'feishu', 'html'] as const),
] as const;
export type OutputName = (typeof OUTPUTS)[number];

const MISSING = '(none)';
/**
 * A message names a missing value, "(city not set)", and an empty text, which is no value in rows of
 * a model; what is no event; and a node of several events.
 */
const plain = (cell: string) =>
	cell
		.replace(/(^|\/ )(\((?:\w+ not set|empty \w+)\)| ?)(?=$| \/)/g, `$1${MISSING}`)
		.replace(/^(?:\((?:start|end|several events)\)|–|no touchpoint)$/, MISSING)
		.replace('. (several events)', '. (several)');

/** The table that must come, or none for an answer of unknown form. */
export interface Expected {
	columns: string[];
	rows: Cell[][];
	totals: Cell[][] | null;
	hasDate: boolean;
	/** How many of the columns, at the end, are measures. */
	measures: number;
	/** The service left rows out. */
	isTruncated?: boolean;
	/** A sample was asked for. */
	isSampled?: boolean;
	/** No document says how the service writes something here: it may be refused as well. */
	mayBeUnknown?: boolean;
	/** Of each row, whether it is marked as incomplete. */
	growing?: boolean[];
	/** Of each row without a date, whether messages leave out its numbers (docs/messages.md, "Other layouts"). */
	isOpen?: boolean[];
	/** Column that charts draw; none where the largest come first. */
	drawn: string | undefined;
}

/** @returns what is wrong, or nothing */
export function judgeOutput(
	output: OutputName,
	items: IDataObject[],
	expected: Expected,
): string | undefined {
	const flagged = judgeFlags(output, items, expected) ?? judgeGrowth(output, items, expected);
	if (flagged !== undefined) return flagged;
	const { columns, rows, totals } = expected;
	const objects = (list: Cell[][], names: string[]) =>
		list.map((row) => Object.fromEntries(row.map((cell, index) => [names[index], cell])));
	if (output === 'table') {
		const [item = {}] = items;
		const names = columns.filter(
			(name, index) => index > 0 || name !== 'date' || !expected.hasDate,
		);
		return (
			differ(
				'columns',
				(item.columns as IDataObject[]).map(({ name }) => name),
				columns,
			) ??
			differ('rows of table', item.rows, rows) ??
			differ('totals', item.totals, totals && objects(totals, names))
		);
	}
	if (output === 'agent') {
		const [item = {}] = items;
		return (
			differ('columns for an agent', item.columns, columns) ??
			differ('rows for an agent', item.rows, rows) ??
			differ('shown', item.shown, `${rows.length} of ${rows.length} rows`)
		);
	}
	if (rows.length === 0) {
		if (output === 'rows' || output === 'wide') return differ('no rows', items, []);
		// Whoever waits for a message gets one.
		const isSaid = items.length === 1 && /No (?:rows|complete period)/.test(JSON.stringify(items));
		return isSaid ? undefined : `nothing says that there are no rows: ${JSON.stringify(items)}`;
	}
	if (output === 'rows') {
		// As text, in which the order of keys counts.
		return differ('rows', JSON.stringify(items), JSON.stringify(objects(rows, columns)));
	}
	if (output === 'wide') return judgeWide(items, expected);
	if (items.length !== 1) return `${items.length} messages`;
	const [message = {}] = items;
	return (
		differ(
			'cells of the message',
			(readers[output as Target](message).table ?? []).slice(1).map((row) => row.map(plain)),
			shownCells(expected).map((row) => row.map(plain)),
		) ?? (output === 'feishu' ? judgeChart(message, expected) : undefined)
	);
}

/** That rows were left out, or are of a sample; taken off the items then. */
function judgeFlags(
	output: OutputName,
	items: IDataObject[],
	{ isTruncated = false, isSampled = false, rows }: Expected,
): string | undefined {
	const flags = { ...(isTruncated && { _truncated: true }), ...(isSampled && { _sampled: true }) };
	if (output === 'table') {
		const { truncated, sampled } = items[0]?.meta as IDataObject;
		return differ('flags', { truncated, sampled }, { truncated: isTruncated, sampled: isSampled });
	}
	if (rows.length === 0) return undefined;
	if (output !== 'rows' && output !== 'wide') {
		const text = JSON.stringify(items);
		return (
			differ(
				'said to be cut',
				/(?<!complete are )left out|truncated|only part of the data/.test(
					text.replaceAll('"truncated":', ''),
				),
				isTruncated,
			) ?? differ('said to be of a sample', /sample/.test(text), isSampled)
		);
	}
	for (const item of items) {
		const { _truncated, _sampled } = item;
		const own = {
			...('_truncated' in item && { _truncated }),
			...('_sampled' in item && { _sampled }),
		};
		const fault = differ('flags', own, flags);
		if (fault !== undefined) return fault;
		delete item._truncated;
		delete item._sampled;
	}
	return undefined;
}

/** That rows are incomplete (G1 of docs/reports.md); taken off the items then. */
function judgeGrowth(
	output: OutputName,
	items: IDataObject[],
	{ growing = [], rows, hasDate }: Expected,
): string | undefined {
	if (rows.length === 0 || (output !== 'rows' && output !== 'wide')) return undefined;
	const dateOf = (row: Cell[] | undefined) => (hasDate ? row?.[0] : null);
	const dates = [...new Set(rows.map(dateOf))];
	const wanted =
		output === 'rows'
			? rows.map((_row, index) => growing[index] ?? false)
			: dates.map((date) => rows.some((row, index) => dateOf(row) === date && growing[index]));
	const got = items.map((item) => item._partial ?? false);
	for (const item of items) delete item._partial;
	return differ('what can still grow', got, wanted);
}

/** All numbers of a date, whatever the keys; and the keys where no two are alike. */
function judgeWide(items: IDataObject[], { columns, rows, hasDate, measures }: Expected) {
	const start = hasDate ? 1 : 0;
	const end = columns.length - measures;
	const dates = [...new Set(rows.map((row) => (hasDate ? row[0] : null)))];
	const labelOf = (row: Cell[], measure: number) => {
		const group = row
			.slice(start, end)
			.map((cell) => String(cell ?? MISSING))
			.join(' / ');
		if (end === start) return columns[measure] as string;
		return measures === 1 ? group : `${group} / ${columns[measure]}`;
	};
	const labels = new Map<string, string>();
	for (const row of rows) {
		for (let measure = end; measure < columns.length; measure++) {
			const identity = JSON.stringify([row.slice(start, end), measure]);
			labels.set(identity, labelOf(row, measure));
		}
	}
	const isClear =
		new Set(labels.values()).size === labels.size && !new Set(labels.values()).has('date');
	const wanted = dates.map((date) => {
		const object: { [key: string]: Cell } = {};
		for (const label of labels.values()) object[label] = null;
		const all: Cell[] = [];
		for (const row of rows.filter((one) => !hasDate || one[0] === date)) {
			for (let measure = end; measure < columns.length; measure++) {
				object[labelOf(row, measure)] = row[measure] as Cell;
				all.push(row[measure] as Cell);
			}
		}
		const blank = Array.from({ length: labels.size - all.length }, () => null);
		return { object: { ...(hasDate ? { date } : {}), ...object }, all: [...all, ...blank] };
	});
	if (isClear)
		return differ(
			'wide',
			items,
			wanted.map(({ object }) => object),
		);
	const sorted = (cells: unknown[]) => cells.map(String).sort();
	return differ(
		'values of wide',
		items.map((item) =>
			sorted(
				Object.entries(item).flatMap(([key, cell]) => (hasDate && key === 'date' ? [] : [cell])),
			),
		),
		wanted.map(({ all }) => sorted(all)),
	);
}

/** A number with all its digits; a text of a measure is one. */
const write = (cell: Cell) =>
	cell === null || typeof cell === 'string'
		? (cell ?? '–')
		: Number(cell).toLocaleString('en-US', { maximumFractionDigits: 2, useGrouping: false });

/** What a message shows of each row: a date only where there are several, the groups, the numbers. */
function shownCells({ columns, rows, hasDate, measures, isOpen = [] }: Expected): string[][] {
	const isDateShown = new Set(rows.map((row) => row[0])).size > 1;
	const end = columns.length - measures;
	const known = ['period', 'initial_users'];
	return rows.map((row, at) =>
		row.flatMap((cell, index) => {
			if (hasDate && index === 0) return isDateShown ? [String(cell)] : [];
			if (index < end) return [asRead(cell)];
			return [isOpen[at] && !known.includes(columns[index] ?? '') ? write(null) : write(cell)];
		}),
	);
}

/** People read yes and no. */
function asRead(cell: Cell): string {
	return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell ?? MISSING);
}

type Element = { [key: string]: unknown };
function elementsOf(message: IDataObject): Element[] {
	const { card } = message as { card?: { body: { elements: Element[] } } };
	return card?.body.elements ?? [];
}

/** Drawn is the model's own measure, in the order of the rows; 12 bars or 6 lines at most. */
function judgeChart(message: IDataObject, { columns, rows, hasDate, measures, drawn }: Expected) {
	const chart = elementsOf(message).find(({ tag }) => tag === 'chart');
	const start = hasDate ? 1 : 0;
	const end = columns.length - measures;
	const dates = hasDate ? [...new Set(rows.map((row) => row[0]))] : [];
	if (end === start && dates.length < 2) return chart ? 'a chart of nothing' : undefined;
	if (drawn === undefined) return undefined;
	if (!chart) return isTooLong(message) ? undefined : 'no chart';
	const { data } = chart.chart_spec as { data: { values: IDataObject[] } };
	const at = columns.indexOf(drawn);
	const nameOf = (row: Cell[]) =>
		plain(
			row
				.slice(start, end)
				.map((cell) => String(cell ?? MISSING))
				.join(' / '),
		);
	if (dates.length < 2) {
		// Names that look alike are made distinct in some way.
		if (new Set(rows.map(nameOf)).size < rows.length) return undefined;
		return differ(
			'bars',
			data.values.map(({ x, value }) => [plain(String(x)), value]),
			rows.slice(0, 12).map((row) => [nameOf(row), drawnAs(row[at])]),
		);
	}
	const names = [...new Set(rows.map(nameOf))];
	if (new Set(rows.map((row) => JSON.stringify(row.slice(start, end)))).size > names.length)
		return undefined;
	const wanted = names.slice(0, 6).flatMap((name) =>
		dates.map((date) => {
			const row = rows.find((one) => one[0] === date && nameOf(one) === name);
			return [name, date, row ? drawnAs(row[at]) : null];
		}),
	);
	return differ(
		'lines',
		data.values.map(({ x, value, series }) => [plain(String(series)), x, value]),
		wanted,
	);
}

/** A picture has no room for all digits. */
const drawnAs = (cell: Cell | undefined) => (typeof cell === 'string' ? Number(cell) : cell);

function isTooLong(message: IDataObject): boolean {
	return JSON.stringify(message).includes('too many data points');
}

function differ(what: string, got: unknown, wanted: unknown): string | undefined {
	if (isDeepStrictEqual(got, wanted)) return undefined;
	return `${what}:\n got    ${JSON.stringify(got)}\n wanted ${JSON.stringify(wanted)}`;
}

/** Forms in which nothing may go on that is not understood. */
const MESSAGES = ['slack', 'markdown', 'feishu', 'html', 'agent'];
const UNKNOWN = 'has an unexpected structure';

/** What came from the service. */
export interface Came {
	/** As it came. */
	answer: unknown;
	/** None for an unknown form. */
	expected: Expected | undefined;
	/** The service computed nothing. */
	isRefusal?: boolean;
}

/** @returns what is wrong, or nothing */
export function judgeOutcome(output: OutputName, outcome: Outcome, came: Came): string | undefined {
	const { items, hints, error } = outcome;
	const { expected, isRefusal } = came;
	if (isRefusal) {
		const isReported = error?.includes(REFUSAL) && !error.includes(UNKNOWN);
		return isReported ? undefined : `a refusal is not told: ${error ?? JSON.stringify(items)}`;
	}
	if (output === 'raw') return error ?? differ('raw', items, [asItem(came.answer)]);
	const isUnknown = isSaidUnknown(outcome);
	if (!expected || (expected.mayBeUnknown && isUnknown)) {
		if (MESSAGES.includes(output)) {
			return error !== undefined && isUnknown
				? undefined
				: `an unknown form went on: ${error ?? JSON.stringify(items)}`;
		}
		if (error !== undefined) return error;
		if (!isUnknown) return `no hint at an unknown form: ${JSON.stringify(items)}`;
		return differ('unknown form', items, [asItem(came.answer)]);
	}
	if (error !== undefined) return error;
	if (hints.some((hint) => hint.includes('unexpected structure'))) return hints.join();
	return judgeHints(hints, expected) ?? judgeOutput(output, items, expected);
}

export function isSaidUnknown({ hints, error }: Outcome): boolean {
	return [...hints, error ?? ''].some((text) => text.includes(UNKNOWN));
}

function judgeHints(hints: string[], { isTruncated = false, isSampled = false }: Expected) {
	const isReported = (words: RegExp) => hints.some((hint) => words.test(hint));
	return (
		differ(
			'a hint that it is cut',
			isReported(/(?<!complete are )left out|truncat/),
			isTruncated,
		) ?? differ('a hint at a sample', isReported(/sample/), isSampled)
	);
}
