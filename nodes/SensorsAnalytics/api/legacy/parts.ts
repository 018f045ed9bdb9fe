import { isObject, type JsonObject } from '../../../../credentials/http/json';
import type { Steps } from '../../../../credentials/http/slices';
import { groupFieldsIn, writeFilter } from '../../paste/payload';
import { nameGroups } from '../../query/columns';
import type { DateRange, Filter, FilteredEvent, Property } from '../../query/query';
import { fromExpression, toExpression } from '../../query/query';
import type { Cell } from '../../table/decimal';
import { CELLS_A_ROW, mapSteps } from '../../table/table';
import { approxOf, datesOf, defined, type How } from '../api';
import type { Entry, Grouping, RowKey } from '../rows';
import {
	isDate,
	isTime,
	lineCounter,
	mostCells,
	objectsOf,
	readDate,
	toCell,
	UnexpectedShape,
} from '../rows';

export function writeEvent({ event, filter }: FilteredEvent): JsonObject {
	return { event_name: event, ...(filter ? { filter: writeFilter(filter) } : {}) };
}

export function writeGroupAndFilter(query: { groupBy: Property[]; filter?: Filter }): JsonObject {
	const fields = query.groupBy.map(toExpression);
	return {
		...(fields.length === 1 ? { by_field: fields[0] } : {}),
		...(fields.length > 1 ? { by_fields: fields } : {}),
		...(query.filter ? { filter: writeFilter(query.filter) } : {}),
	};
}

/** The fault of an answer without the requested groups. */
export const NO_GROUPS = "it doesn't have the requested groups";

/** Returns the fields of the groups that an answer names. */
export function fieldsIn(answer: JsonObject): string[] {
	return groupFieldsIn(answer, new UnexpectedShape("a group field isn't text"));
}

/** Returns the groups of the query or, if it has none, those of the answer. */
export function groupingOf(
	answer: JsonObject,
	groupBy: readonly Property[],
	taken: readonly string[],
): Grouping {
	const [requested, returned] = [groupBy.map(toExpression), fieldsIn(answer)];
	if (requested.length > 0 && returned.length > 0 && requested.length !== returned.length) {
		throw new UnexpectedShape(
			`it has ${returned.length} group fields instead of the requested ${requested.length}`,
		);
	}
	assertOrder(returned, requested);
	if (requested.length > 0 && returned.length === 0 && isSilent(answer)) {
		throw new UnexpectedShape(NO_GROUPS);
	}
	const fields = requested.length > 0 ? requested : returned;
	const properties = fields.filter((field) => !isTime(field)).map(fromExpression);
	return { fields, columns: nameGroups(properties, taken) };
}

/**
 * Checks the order of the groups: values come in the order of the returned fields, so the requested
 * ones must be in their positions, with no other property of events or users. Fields of a kind that
 * has other names in answers are skipped.
 */
function assertOrder(returned: readonly string[], requested: readonly string[]): void {
	const names = requested.map(nameInAnswers);
	returned.map(nameInAnswers).forEach((name, index) => {
		const own = names[index];
		if (own === undefined || name === own || name === withoutDay(own)) return;
		if (names.includes(name))
			throw new UnexpectedShape('the groups have a different order than requested');
		const isKnown = [name, own].every((one) => KNOWN.test(one));
		if (isKnown) throw new UnexpectedShape(`group field ${index + 1} isn't the requested one`);
	});
}

/** Fields that start differently may have other names in answers. */
const KNOWN = /^(?:event |user\.)/;

/** Answers name properties of events as those of any event (docs/service.md, "Fields"). */
function nameInAnswers(field: string): string {
	const property = fromExpression(field);
	return property.of === 'event' ? `event ${property.name}` : field;
}

/** Removes the day of a tag: answers omit it unless several days of the tag are requested. */
function withoutDay(field: string): string {
	return field.replace(/@[^@]*$/, '');
}

export function assertGroupOrder(answer: unknown, groupBy: readonly Property[]): void {
	const requested = groupBy.map(toExpression);
	for (const result of [answer].flat().filter(isObject)) {
		for (const part of [result, result.detail_result, result.rollup_result]) {
			const returned = isObject(part) ? part.by_fields : undefined;
			if (!Array.isArray(returned)) continue;
			if (returned.every((field) => typeof field === 'string')) assertOrder(returned, requested);
		}
	}
}

/** Whether the answer says that it has no group, and its rows have dates or no value. */
function isSilent({ by_field: one, by_fields: several, rows }: JsonObject): boolean {
	const isNone = one === '' || (Array.isArray(several) && several.length === 0);
	if (!isNone || !Array.isArray(rows) || rows.length === 0) return false;
	const isNoGroup = (value: unknown) => value === undefined || value === null || value === '';
	return rows.every(
		(row: unknown) =>
			isObject(row) &&
			(isDate(row.by_value) || [row.by_value ?? row.by_values].flat().every(isNoGroup)),
	);
}

export function placeOf(row: JsonObject, { fields }: Grouping, name: string): RowKey {
	const values = valuesOf(row, name);
	const own = 'date' in row ? readDate(row.date, name) : undefined;
	if (fields.length === 0)
		return { date: dateAlone(values, own, name), group: [], hasGroup: false };
	if (values !== undefined && values.length !== fields.length) {
		throw new UnexpectedShape(
			`the number of group values in ${name} (${values.length}) doesn't match the number of group fields (${fields.length})`,
		);
	}
	const cells = fields.map((_field, index) => values?.[index] ?? null);
	const times = cells.filter((_cell, index) => isTime(fields[index] as string));
	const date = times.length > 0 ? readDate(times[0], name) : (own ?? null);
	const group = cells
		.filter((_cell, index) => !isTime(fields[index] as string))
		.map((cell) => toCell(cell, name));
	const hasGroup = [row.by_value, row.by_values].some(
		(value) => value !== undefined && !(Array.isArray(value) && value.length === 0),
	);
	return { date, group, hasGroup };
}

export function entriesSteps(
	answer: JsonObject,
	grouping: Grouping,
	linesOf: (row: JsonObject, name: string) => Cell[][],
): Steps<Entry[]> {
	const counted = lineCounter();
	const read = (row: JsonObject, index: number): Entry => {
		const name = `row ${index + 1}`;
		return { ...placeOf(row, grouping, name), lines: counted(linesOf(row, name)) };
	};
	const rows = objectsOf(answer.rows, "'rows'");
	return mapSteps(rows, read, CELLS_A_ROW * mostCells(rows, 'cells'));
}

/** Reads the date of a row without requested groups: its values must be only that. */
function dateAlone(
	values: unknown[] | undefined,
	own: string | null | undefined,
	name: string,
): string | null {
	if (values !== undefined && values.length > 1) {
		throw new UnexpectedShape(`${name} has ${values.length} group values, but no group field`);
	}
	const value = values === undefined ? undefined : readDate(values[0], name);
	if (own !== undefined && value !== undefined && value !== null && own !== value) {
		throw new UnexpectedShape(`${name} has two dates`);
	}
	return own ?? value ?? null;
}

/** Reads the values in `by_values` or `by_value`; undefined if there are none. */
function valuesOf({ by_value: one, by_values: several }: JsonObject, name: string) {
	const [first, second] = [toList(several), toList(one)];
	if (first && second && JSON.stringify(first) !== JSON.stringify(second)) {
		throw new UnexpectedShape(`'by_value' and 'by_values' of ${name} differ`);
	}
	return first ?? second;
}

function toList(value: unknown): unknown[] | undefined {
	if (value === undefined || value === null) return undefined;
	if (!Array.isArray(value)) return [value];
	return value.length === 0 ? undefined : value;
}

/** Keys of the web page's payload that the form doesn't set stay unchanged. */
export function withRequestParts(
	body: JsonObject,
	range: DateRange | undefined,
	how: How,
): JsonObject {
	const requested = defined({
		sampling_factor: how.samplingFactor,
		use_cache: how.useCache,
		limit: how.limit,
		request_id: how.requestId,
		detail_and_rollup: how.hasTotals === true ? true : undefined,
	});
	return { ...body, ...datesOf(range), ...approxOf(body, how), ...requested };
}
