import { UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../query/json';
import { nearest, plain } from './words';

/** The keys that an object may have, each with what else is written for it. */
export type Keys = { readonly [key: string]: readonly string[] };

/**
 * An object with its keys as the schema has them.
 * @param place what it is, for errors, such as `measure 2`
 * @param example what it should look like
 * @throws UserError for what is no object, and for keys that are not known or stand there twice
 */
export function readKeys<Known extends Keys>(
	value: unknown,
	known: Known,
	place: string,
	example: string,
): { [Key in keyof Known]?: unknown } {
	if (!isObject(value)) {
		throw new UserError(`${place} must be an object such as ${example}, not ${shown(value)}`);
	}
	const found: JsonObject = {};
	for (const [given, inner] of Object.entries(value)) {
		if (inner === null || inner === undefined) continue;
		const key = keyOf(given, known);
		if (key === undefined) throw unknownKey(given, known, place);
		if (key in found) {
			throw new UserError(`${place} says '${key}' twice, the second time as '${given}'. Keep one`);
		}
		found[key] = inner;
	}
	return found as { [Key in keyof Known]?: unknown };
}

function keyOf(given: string, known: Keys): string | undefined {
	const wanted = plain(given);
	const keys = Object.keys(known);
	return (
		keys.find((key) => plain(key) === wanted) ??
		keys.find((key) => known[key]?.some((other) => plain(other) === wanted))
	);
}

function unknownKey(given: string, known: Keys, place: string): UserError {
	const keys = Object.keys(known);
	const meant = nearest(given, keys);
	const question = meant === undefined ? '' : ` Did you mean '${meant}'?`;
	return new UserError(
		`${place} has a key that is not known: '${given}'.${question} Its keys are ${keys.join(', ')}`,
	);
}

/** A value as an error repeats it: its beginning. */
export function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A list, or the one that stands for a list of one; none for nothing. */
export function listed(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return value === undefined || value === null || value === '' ? [] : [value];
}

/**
 * A text that says something.
 * @throws UserError
 */
export function readText(value: unknown, place: string, example: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text !== '') return text;
	const fault = value === undefined ? 'is missing' : `can't be ${shown(value)}`;
	throw new UserError(`${place} ${fault}. Write it as ${example}`);
}

/** true or false, also as a text. @throws UserError */
export function readFlag(value: unknown, place: string): boolean {
	const text = String(value).toLowerCase();
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw new UserError(`${place} must be true or false, not ${shown(value)}`);
}

/** A whole number, also as a text. @throws UserError */
export function readCount(value: unknown, place: string, to = Infinity): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= to) {
		return number;
	}
	const range = to === Infinity ? 'from 1' : `from 1 to ${to}`;
	throw new UserError(`${place} must be a whole number ${range}, not ${shown(value)}`);
}
