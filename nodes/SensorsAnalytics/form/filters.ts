import { UserError } from 'n8n-workflow';

import { toWholeNumber } from '../../../credentials/http/wholeNumber';
import type { Condition, Filter, Scalar } from '../query/eventQuery';
import { FILTER_FUNCTIONS, type FilterFunction, type ValueKind } from '../query/filterFunctions';
import { readDate } from './dates';
import { readProperty } from './property';
import { listOf, rowsOf, textOf } from './reading';

interface ConditionRow {
	field?: unknown;
	valueKind?: unknown;
	function?: unknown;
	values?: unknown;
}
interface GroupRow {
	join?: unknown;
	conditions?: unknown;
}

/**
 * Conditions in the form, and groups of conditions.
 * @param event whose properties short field names mean
 * @returns undefined where there are none
 * @throws UserError that names field and condition
 */
export function readFilters(
	conditions: unknown,
	groups: unknown,
	join: unknown,
	event: string,
): Filter | undefined {
	const own = readConditions(conditions, join, event, "of 'Filter By'");
	const inner = rowsOf<GroupRow>(groups, 'group').flatMap((row, index) => {
		const group = readConditions(row.conditions, row.join, event, `of filter group ${index + 1}`);
		return group ? [group] : [];
	});
	if (!own && inner.length === 0) return undefined;
	return { join: join === 'or' ? 'or' : 'and', conditions: own?.conditions ?? [], groups: inner };
}

/** Conditions alone; undefined where there are none. */
export function readConditions(
	collection: unknown,
	join: unknown,
	event: string,
	place: string,
): Filter | undefined {
	const rows = rowsOf<ConditionRow>(collection, 'condition');
	if (rows.length === 0) return undefined;
	const conditions = rows.map((row, index) =>
		readCondition(row, event, `of condition ${index + 1} ${place}`),
	);
	return { join: join === 'or' ? 'or' : 'and', conditions, groups: [] };
}

function readCondition(row: ConditionRow, event: string, place: string): Condition {
	const property = readProperty(textOf(row.field), event, `'Field' ${place}`);
	const name = textOf(row.function);
	const known = FILTER_FUNCTIONS.find(({ value }) => value === name);
	if (!known) throw new UserError(`'Function' ${place} is unknown: '${name}'`);
	const kind = textOf(row.valueKind) as ValueKind;
	return { property, function: name, values: readValues(row.values, kind, known, place) };
}

function readValues(
	typed: unknown,
	kind: ValueKind,
	known: FilterFunction,
	place: string,
): Scalar[] {
	if (known.takes === 'none') return [];
	// A single text is taken whole, commas and all.
	const values = known.takes === 'one' && !Array.isArray(typed) ? [typed] : listOf(typed);
	const counts = { one: 1, two: 2, some: values.length };
	if (
		values.length === 0 ||
		values.length !== counts[known.takes] ||
		values.some((value) => textOf(value) === '')
	) {
		const wanted = {
			one: 'one value',
			two: 'two values with a comma between them',
			some: 'at least one value',
		};
		throw new UserError(`'Value' ${place} must be ${wanted[known.takes]} for '${known.label}'`);
	}
	return values.map((value) => readValue(value, kind, known, place));
}

function readValue(value: unknown, kind: ValueKind, known: FilterFunction, place: string): Scalar {
	const isDays = known.value.startsWith('relative');
	if (kind === 'date' && !isDays) return readDate(value, 'Value', 'UTC', ` ${place}`);
	if (kind !== 'number' && !isDays) return textOf(value);
	const number = Number(textOf(value));
	// The digits of an ID that a number can't hold go out as they are.
	if (/^-?[1-9]\d*$/.test(textOf(value))) return toWholeNumber(textOf(value));
	if (Number.isFinite(number)) return number;
	throw new UserError(`'Value' ${place} is no number: '${textOf(value)}'`);
}
