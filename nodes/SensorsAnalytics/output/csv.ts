import type { IDataObject } from 'n8n-workflow';

import { inSlices, type Steps } from '../../../credentials/http/slices';
import { ROWS_A_STEP } from '../table/rowSet';
import { keysOf } from './rows';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Rows as a CSV file (RFC 4180, UTF-8): a header with the columns of all rows, in the order in
 * which they came up, and a line per row. What a row leaves out is empty.
 * @param columns all of them, in another order
 * @returns no bytes for no rows: nothing tells the columns
 */
export async function toCsv(
	rows: readonly IDataObject[],
	columns?: readonly string[],
): Promise<Uint8Array> {
	return await inSlices(csvSteps(rows, columns ?? keysOf(rows)));
}

function* csvSteps(rows: readonly IDataObject[], names: readonly string[]): Steps<Uint8Array> {
	if (names.length === 0) return Buffer.alloc(0);
	const pieces = [Buffer.from(names.map(quote).join(',') + LINE_END)];
	for (let start = 0; start < rows.length; start += ROWS_A_STEP) {
		const lines = rows
			.slice(start, start + ROWS_A_STEP)
			.map((row) => csvLine(names.map((name) => (Object.hasOwn(row, name) ? row[name] : null))));
		pieces.push(Buffer.from(lines.join('')));
		yield;
	}
	return Buffer.concat(pieces);
}

/** Values as one line, its end included. */
export function csvLine(values: readonly unknown[]): string {
	return values.map(toCell).join(',') + LINE_END;
}

/** Lists and objects as JSON; an empty text in quotes, as nothing at all is NULL. */
function toCell(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (value === '') return '""';
	if (typeof value === 'string') return quote(value);
	return quote(typeof value === 'object' ? JSON.stringify(value) : String(value as number));
}

function quote(text: string): string {
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
