import type { Cell, Column } from '../../table/table';
import { isObject } from '../../query/json';
import { UnknownForm } from './unknownForm';

/** What stands for all dates, and for all values of a group (docs/service.md, "OpenAPI"). */
export const ALL_DATES = '$ALL';
export const ALL_VALUES = '$layer_total_reserved_word';
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?=$|[ T])/;
const REST = /^([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/** What the rows of an answer are split by. */
export interface Grouping {
	/** Field expressions, in the order in which rows tell their values. */
	fields: string[];
	/** Columns of those that are no dates. */
	columns: Column[];
}

/** Where a row of an answer belongs. */
export interface Place {
	/** `YYYY-MM-DD`; null for the whole range. */
	date: string | null;
	/** A value for each column of the groups. */
	group: Cell[];
	/** Whether the row says anything about groups, if only null. */
	isGroupTold: boolean;
}

/** Whether a field is the time of an event, so that its groups are dates. */
export function isTime(field: string): boolean {
	return field.endsWith('.$time');
}

/** Whether a text is a date, with a time of day or without. */
export function isDate(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		DATE.test(value) &&
		REST.test(value.slice(10)) &&
		isDay(value.slice(0, 10))
	);
}

/** Not the 31st of February, which JavaScript takes for the 3rd of March. */
function isDay(date: string): boolean {
	return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** @throws UnknownForm for what is neither a date nor stands for all of them */
export function readDate(value: unknown, name: string): string | null {
	if (value === undefined || value === null || value === ALL_DATES) return null;
	if (isDate(value)) return value.slice(0, 10);
	throw new UnknownForm(`the date of ${name} is no date`);
}

export function toCell(value: unknown, name: string): Cell {
	if (value === null || value === undefined) return null;
	if (Array.isArray(value) || isObject(value)) {
		throw new UnknownForm(`a group value of ${name} is no text, number or true/false`);
	}
	return value as Cell;
}
