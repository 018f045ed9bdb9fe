import { nameGroups } from '../../../query/columns';
import { type Cell, type Column } from '../../../table/table';
import { fromExpression } from '../fieldExpression';
import { isObject, type JsonObject } from '../json';
import { UnknownForm } from '../unknownForm';

/** What stands for all dates, and for all values of a group (field notes 7.1). */
const ALL_DATES = '$ALL';
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

/**
 * The groups that the query names; where it names none, those of the answer.
 * @param taken keys of the report's own columns
 */
export function groupingOf(
	answer: JsonObject,
	body: JsonObject,
	taken: readonly string[],
): Grouping {
	const [asked, told] = [fieldsIn(body), fieldsIn(answer)];
	if (asked.length > 0 && told.length > 0 && asked.length !== told.length) {
		throw new UnknownForm(`${told.length} group fields, where ${asked.length} were asked for`);
	}
	if (asked.length > 0 && told.length === 0 && isSilent(answer)) {
		throw new UnknownForm('dates in place of the groups that were asked for');
	}
	const fields = asked.length > 0 ? asked : told;
	const properties = fields.filter((field) => !isTime(field)).map(fromExpression);
	return { fields, columns: nameGroups(properties, taken) };
}

/** Whether the answer says that there is no group, and has rows of dates. */
function isSilent({ by_field: one, by_fields: several, rows }: JsonObject): boolean {
	const isNone = one === '' || (Array.isArray(several) && several.length === 0);
	if (!isNone || !Array.isArray(rows) || rows.length === 0) return false;
	return rows.every((row: unknown) => {
		const value = isObject(row) ? row.by_value : undefined;
		return typeof value === 'string' && DATE.test(value) && REST.test(value.slice(10));
	});
}

/** `by_field` with one field or several, or `by_fields`. */
function fieldsIn({ by_field: one, by_fields: several }: JsonObject): string[] {
	const told = Array.isArray(several) && several.length > 0 ? several : one;
	const list: unknown[] = Array.isArray(told) ? told : [told];
	return list.flatMap((field) => {
		if (field === undefined || field === null || field === '') return [];
		if (typeof field === 'string') return [field];
		throw new UnknownForm('a group field that is no text');
	});
}

export function isTime(field: string): boolean {
	return field.endsWith('.$time');
}

/**
 * Date and group of a row.
 * @param name of the row, for errors
 */
export function placeOf(row: JsonObject, { fields }: Grouping, name: string): Place {
	const values = valuesOf(row, name);
	const own = 'date' in row ? readDate(row.date, name) : undefined;
	if (fields.length === 0)
		return { date: dateAlone(values, own, name), group: [], isGroupTold: false };
	if (values !== undefined && values.length !== fields.length) {
		throw new UnknownForm(
			`${name} has ${values.length} group values for ${fields.length} group fields`,
		);
	}
	const cells = fields.map((_field, index) => values?.[index] ?? null);
	const times = cells.filter((_cell, index) => isTime(fields[index] as string));
	const date = times.length > 0 ? readDate(times[0], name) : (own ?? null);
	const group = cells
		.filter((_cell, index) => !isTime(fields[index] as string))
		.map((cell) => toCell(cell, name));
	return { date, group, isGroupTold: 'by_value' in row || 'by_values' in row };
}

/** The date of a row where nobody names a group: all that it tells must be that. */
function dateAlone(
	values: unknown[] | undefined,
	own: string | null | undefined,
	name: string,
): string | null {
	if (values !== undefined && values.length > 1) {
		throw new UnknownForm(`${name} has ${values.length} group values, and there is no group field`);
	}
	const value = values === undefined ? undefined : readDate(values[0], name);
	if (own !== undefined && value !== undefined && value !== null && own !== value) {
		throw new UnknownForm(`${name} has two dates`);
	}
	return own ?? value ?? null;
}

/** What a row tells as `by_values` or `by_value`; undefined for nothing. */
function valuesOf({ by_value: one, by_values: several }: JsonObject, name: string) {
	const [first, second] = [toList(several), toList(one)];
	if (first && second && JSON.stringify(first) !== JSON.stringify(second)) {
		throw new UnknownForm(`'by_value' and 'by_values' of ${name} differ`);
	}
	return first ?? second;
}

function toList(told: unknown): unknown[] | undefined {
	if (told === undefined || told === null) return undefined;
	if (!Array.isArray(told)) return [told];
	return told.length === 0 ? undefined : told;
}

/** @throws UnknownForm for what is neither a date nor stands for all of them */
export function readDate(value: unknown, name: string): string | null {
	if (value === undefined || value === null || value === ALL_DATES) return null;
	const date = typeof value === 'string' ? DATE.exec(value)?.[0] : undefined;
	if (date !== undefined && REST.test((value as string).slice(date.length))) return date;
	throw new UnknownForm(`the date of ${name} is no date`);
}

export function toCell(value: unknown, name: string): Cell {
	if (value === null || value === undefined) return null;
	if (Array.isArray(value) || isObject(value)) {
		throw new UnknownForm(`a group value of ${name} is no text, number or true/false`);
	}
	return value as Cell;
}
