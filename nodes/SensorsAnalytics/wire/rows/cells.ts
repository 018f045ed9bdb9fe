import type { Column } from '../../table/table';
import { compareAmounts, type Amount } from '../../table/decimal';
import { amountIn, isObject, type JsonObject } from '../../query/json';
import { UnknownForm } from './unknownForm';

export function column(key: string, role: Column['role'], type: Column['type'] = 'number'): Column {
	return { key, role, type, whenEmpty: null };
}

/** @throws UnknownForm for an answer that is no object */
export function objectOf(answer: unknown): JsonObject {
	if (isObject(answer)) return answer;
	throw new UnknownForm('no object');
}

/** The objects of a list, or undefined if it is no list of objects. */
export function objectsOrNone(value: unknown): JsonObject[] | undefined {
	return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** @throws UnknownForm for what is no list of objects */
export function objectsOf(value: unknown, what: string): JsonObject[] {
	const list = objectsOrNone(value);
	if (list) return list;
	throw new UnknownForm(value === undefined ? `no ${what}` : `${what} is no list of objects`);
}

/** A number of users, never below 0. @throws UnknownForm */
export function countIn(object: JsonObject, key: string, place: string): Amount {
	const count = amountIn(object, key);
	if (count === undefined) throw new UnknownForm(`${place} has no '${key}'`);
	if (compareAmounts(count, 0) < 0) throw new UnknownForm(`'${key}' of ${place} is below 0`);
	return count;
}

/** The objects of a list of cells with their places in it; empty ones are left out. */
export function filledCells(
	value: unknown,
	place: string,
): Array<{ cell: JsonObject; index: number }> {
	if (!Array.isArray(value)) throw new UnknownForm(`${place} has no 'cells'`);
	return value.flatMap((cell: unknown, index) => {
		if (cell === null) return [];
		if (!isObject(cell)) throw new UnknownForm(`a cell of ${place} is no object`);
		const isEmpty = Object.values(cell).every((inner) => inner === null);
		return isEmpty ? [] : [{ cell, index }];
	});
}
