import { createHash } from 'node:crypto';

import type { Traits } from './traits.mts';

export type Cell = string | number | boolean | null;

export interface Column {
	name: string;
	type: 'DOUBLE' | 'STRING' | 'BOOLEAN' | 'DATE' | 'INT' | 'LONG';
}

export interface Tabular {
	columns: Column[];
	details: Cell[][];
	/** Totals in addition to the details. */
	totals?: Cell[][];
	isTruncated: boolean;
	/** Further keys of the answer. */
	more?: Record<string, Cell>;
}

/**
 * Returns the text of a tabular answer. It is text because cells follow the order of
 * `metadata_columns` in the text, which a JavaScript object does not keep for names such as `25`.
 * Rows come in no order.
 */
export function tabularText(
	{ columns, details, totals, isTruncated, more = {} }: Tabular,
	traits: Traits,
): string {
	const isNew = traits.release === '3.0.5';
	const list = (rows: Cell[][]) =>
		`[${shuffled(rows)
			.map((row) => `[${row.map((cell) => cellText(cell, isNew)).join(',')}]`)
			.join(',')}]`;
	const names = columns.map(({ name, type }) => `${JSON.stringify(name)}:${JSON.stringify(type)}`);
	const infos = columns.map(({ name, type }) => ({ column_name: name, data_type: type }));
	return `{${[
		`"truncated":${isTruncated}`,
		...Object.entries(more).map(
			([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
		),
		`"metadata_columns":{${names.join(',')}}`,
		...(isNew ? [`"column_infos":${JSON.stringify(infos)}`] : []),
		`"detail_rows":${list(details)}`,
		...(isNew && totals ? [`"rollup_rows":${list(totals)}`] : []),
	].join(',')}}`;
}

/** Since 3.0.5, every number is sent as floating point. */
function cellText(cell: Cell, isNew: boolean): string {
	return isNew && typeof cell === 'number' && Number.isInteger(cell)
		? `${cell}.0`
		: JSON.stringify(cell);
}

/** Shuffles rows in a way that is always the same, but meaningless. */
function shuffled(rows: Cell[][]): Cell[][] {
	const keyed = rows.map((row) => ({
		row,
		key: createHash('sha256').update(JSON.stringify(row)).digest('hex'),
	}));
	return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
}
