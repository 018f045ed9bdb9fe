import type { Cell, Column, Table } from '../../../table/table';
import { listRows } from '../../../table/rowSet';
import { isObject, type JsonObject, textIn } from '../json';
import { fromExpression } from '../fieldExpression';

/** A report model as the wire knows it. */
export interface WireModel {
	path: string;
	/** Whether the body has dates. */
	hasDates: boolean;
	/**
	 * The table in an answer.
	 * @param body what was sent; names of groups and steps are taken from it
	 * @returns undefined for an answer of no known shape
	 */
	read(answer: JsonObject, body: JsonObject): Table | undefined;
}

/** Sampling factor that means "no sampling" (field notes 6.6). */
const FULL_SAMPLE = 64;

export function column(
	key: string,
	role: Column['role'],
	type: Column['type'] = 'number',
	whenEmpty: Column['whenEmpty'] = null,
): Column {
	return { key, role, type, whenEmpty };
}

/** A table with what all answers tell about themselves. */
export function tableOf(answer: JsonObject, columns: Column[], rows: Cell[][]): Table {
	const { sampling_factor: factor } = answer;
	return {
		columns,
		rows: listRows(rows),
		points: [],
		isTruncated: answer.truncated === true,
		isSampled: typeof factor === 'number' && factor < FULL_SAMPLE,
		dataUpdatedAt: textIn(answer, 'data_update_time'),
	};
}

/** The group column for `by_field`, or the date column where there is none. */
export function groupOrDate(body: JsonObject): Column {
	const field = textIn(body, 'by_field');
	if (field === undefined) return column('date', 'date', 'date');
	const property = fromExpression(field);
	const name = property.of === 'other' ? property.expression : property.name;
	return column(name, 'group', 'string');
}

/** A date without its time of day; other values as they are. */
export function dateOrValue(value: unknown, { role }: Column): Cell {
	if (role === 'date' && typeof value === 'string') return value.slice(0, 10);
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: null;
}

/** The objects of a list, or undefined if it is no list of objects. */
export function objectList(value: unknown): JsonObject[] | undefined {
	return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** Part of a whole in percent, two decimals; null where there is no whole. */
export function percentOf(part: number, whole: number): number | null {
	return whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
}
