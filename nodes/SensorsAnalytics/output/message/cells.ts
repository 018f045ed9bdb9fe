import type { Amount, Cell } from '../../table/decimal';
import { amountOf, amountOrNull } from '../../table/decimal';
import type { Shown } from './columns';
import { writeDate } from './dates';
import type { Change } from './numbers';
import { numberWriter } from './numbers';
import type { MessageOptions } from './options';
import type { Paint } from './paint';
import { signed, toneOf } from './paint';
import { clean, cut } from './text';
import type { View } from './view';
import type { Words } from './words';

const MAX_CELL = 200;

/** How cells are written. */
export interface CellWriters {
	options: MessageOptions;
	words: Words;
	writeNumber: (value: Amount | null) => string;
	writeShare: (value: number | null) => string;
	writeChange: (change: Change) => string;
}

/** The texts of the first rows, and how they look. */
export function writeCells(
	all: readonly Cell[][],
	shown: readonly Shown[],
	view: View | undefined,
	writers: CellWriters,
): { rows: string[][]; paints: Paint[][] } {
	const { options, words, writeNumber, writeShare } = writers;
	const writeCount = numberWriter({ ...options.numbers, style: 'auto' });
	const first = all.slice(0, options.maxRows);
	const most = view ? largestShare(first, shown, view.shares) : 0;
	const paints: Paint[][] = [];
	const rows = first.map((row) => {
		const own: Paint[] = [];
		paints.push(own);
		return shown.map((one, place) => {
			const { column, index } = one;
			const value = row[index] ?? null;
			own[place] = {};
			if (column.role === 'date') return cut(clean(writeDate(String(value))), MAX_CELL);
			if (column.role === 'group') {
				return value === null ? words.none : cut(clean(String(value)), MAX_CELL);
			}
			// What came as a text is no number, and is shown as it came.
			if (typeof value === 'string' && amountOf(value) === undefined)
				return view ? value : cut(clean(value), MAX_CELL);
			const number = percentIn(value);
			if (view?.shares.has(column.key)) {
				own[place] = number === null || most === 0 ? {} : { shade: Math.min(1, number / most) };
				return writeShare(number);
			}
			if (view?.counts.has(column.key)) return writeCount(amountOrNull(value));
			own[place] = paintOf(row, one, options);
			return signed(cut(measureText(row, one), MAX_CELL), own[place]);
		});
	});
	return { rows, paints };

	/** A number, its change, and what it is compared with. */
	function measureText(
		row: readonly Cell[],
		{ index, previous, difference, percent }: Shown,
	): string {
		const number = writeNumber(amountOrNull(row[index]));
		if (percent === undefined) return number;
		const change = writers.writeChange({
			difference: difference === undefined ? null : amountOrNull(row[difference]),
			percent: percentIn(row[percent]),
		});
		if (!change) return number;
		const before = previous === undefined ? null : amountOrNull(row[previous]);
		const both = `${number} ${change}`;
		return options.hasBefore && before !== null ? words.beside(both, writeNumber(before)) : both;
	}
}

function paintOf(
	row: readonly Cell[],
	{ index, percent }: Shown,
	{ limits }: MessageOptions,
): Paint {
	if (!limits) return {};
	const at = limits.by === 'change' ? percent : index;
	const tone = at === undefined ? undefined : toneOf(amountOrNull(row[at]), limits);
	return tone ? { tone } : {};
}

/** A percent is no number of more digits than n8n holds. */
function percentIn(value: Cell | undefined): number | null {
	return typeof value === 'number' ? value : null;
}

/** The largest of all that is below all: 100 % says little. */
function largestShare(
	rows: readonly Cell[][],
	shown: readonly Shown[],
	shares: ReadonlySet<string>,
): number {
	let most = 0;
	for (const row of rows) {
		for (const { column, index } of shown) {
			const value = shares.has(column.key) ? row[index] : null;
			if (typeof value === 'number' && value < 100) most = Math.max(most, value);
		}
	}
	return most || 100;
}
