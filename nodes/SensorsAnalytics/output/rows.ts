import type { IDataObject } from 'n8n-workflow';

import { atOnce, type Steps } from '../../../credentials/http/slices';
import { listRows, type Blocks, ROWS_A_STEP, type RowSet } from '../table/rowSet';
import type { Cell, Column, Table } from '../table/table';
import { freeKeys } from './keys';
import { shapeOf } from './shapes';
import { storeCells } from './storeCells';

/** The key of rows whose period is cut by the range or not over yet. */
const PARTIAL_KEY = '_partial';

/**
 * One flat object per row, in the order of the columns, with `more` behind them.
 * @param partial names of periods whose rows say that they are partial; without a date all do
 */
export function toRows(
	table: Pick<Table, 'columns' | 'rows'>,
	more: IDataObject = {},
	partial: readonly string[] = [],
): IDataObject[] {
	return atOnce(rowSteps(table, more, partial));
}

/** As toRows, so many rows a step. */
export function* rowSteps(
	table: Pick<Table, 'columns' | 'rows'>,
	more: IDataObject,
	partial: readonly string[] = [],
): Steps<IDataObject[]> {
	const objects = yield* objectSteps(table.columns, table.rows, more);
	return partial.length > 0 ? markPartial(objects, table.columns, partial) : objects;
}

/** Objects of other periods stay as they are: most have none of this. */
export function markPartial(
	objects: IDataObject[],
	columns: readonly Column[],
	partial: readonly string[],
): IDataObject[] {
	const names = new Set<unknown>(partial);
	const date = columns.find(({ role }) => role === 'date')?.key;
	for (const object of objects) {
		if (date === undefined || names.has(object[date])) object[PARTIAL_KEY] = true;
	}
	return objects;
}

/** Totals as objects: groups and measures, no date. */
export function toTotals({ columns, totals = [] }: Table): IDataObject[] {
	const own = columns.filter(({ role }) => role !== 'date');
	return atOnce(objectSteps(own, listRows(totals), {}));
}

function objectSteps(
	columns: readonly Column[],
	rows: RowSet,
	more: IDataObject,
): Steps<IDataObject[]> {
	const keys = freeKeys(columns.map(({ key }) => key));
	const shape = { ...shapeOf([...keys, ...Object.keys(more)]), ...more };
	return rows.blocks && !rows.blocks.isSparse
		? fromBlocks(rows.blocks, rows.length, keys, shape)
		: fromEach(rows.each(), keys, shape);
}

function* fromEach(
	rows: Iterable<Cell[]>,
	keys: readonly string[],
	shape: IDataObject,
): Steps<IDataObject[]> {
	const objects: IDataObject[] = [];
	for (const cells of rows) {
		const object = { ...shape };
		storeCells(object, keys, cells);
		objects.push(object);
		if (objects.length % ROWS_A_STEP === 0) yield;
	}
	return objects;
}

function* fromBlocks(
	{ points, groups }: Blocks,
	length: number,
	keys: readonly string[],
	shape: IDataObject,
): Steps<IDataObject[]> {
	const [pointKey] = keys as [string];
	const groupStart = points === undefined ? 0 : 1;
	const objects = new Array<IDataObject>(length);
	let row = 0;
	let inStep = 0;
	for (const { group, values } of groups) {
		const start = { ...shape };
		for (let g = 0; g < group.length; g++) start[keys[groupStart + g] as string] = group[g] as Cell;
		const measureKeys = keys.slice(groupStart + group.length);
		for (let from = 0; from < values.length; from += ROWS_A_STEP) {
			const to = Math.min(from + ROWS_A_STEP, values.length);
			const part: Part = { start, keys: measureKeys, values, points, pointKey, from, to };
			storePart(objects, row, part);
			row += to - from;
			inStep += to - from;
			if (inStep < ROWS_A_STEP) continue;
			inStep = 0;
			yield;
		}
	}
	return objects;
}

/** Rows of one group, from one point in time to another. */
interface Part {
	/** What its rows have alike. */
	start: IDataObject;
	/** Of the measures. */
	keys: readonly string[];
	values: Blocks['groups'][number]['values'];
	points?: readonly string[];
	pointKey: string;
	from: number;
	to: number;
}

/** A plain loop in a function that does nothing else: large results spend their time in it. */
function storePart(objects: IDataObject[], row: number, part: Part): void {
	const { start, keys, values, points, pointKey, from, to } = part;
	for (let p = from; p < to; p++) {
		const object = { ...start };
		if (points !== undefined) object[pointKey] = points[p];
		storeCells(object, keys, values[p] as readonly Cell[]);
		objects[row++] = object;
	}
}

/** The keys of all rows, in the order in which they came up. */
export function keysOf(rows: readonly IDataObject[]): string[] {
	const keys = new Set<string>();
	for (const row of rows) for (const key of Object.keys(row)) keys.add(key);
	return [...keys];
}

/**
 * Rows that leave out what is empty, with null in its place: all have the same keys.
 * @param order all keys in another order than that in which they came up
 */
export function withAllKeys(
	rows: readonly IDataObject[],
	order?: readonly string[],
): IDataObject[] {
	const keys = order ?? keysOf(rows);
	const isWhole = (row: IDataObject) => {
		const own = Object.keys(row);
		if (own.length !== keys.length) return false;
		return order === undefined || own.every((key, index) => key === keys[index]);
	};
	if (rows.every(isWhole)) return [...rows];
	const shape = Object.fromEntries(keys.map((key) => [key, null]));
	return rows.map((row) => ({ ...shape, ...row }));
}
