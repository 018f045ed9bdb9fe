import { UserError } from 'n8n-workflow';

import {
	type JsonObject,
	Integer,
	MAX_DEPTH,
	parseBoundedJson,
} from '../../../credentials/http/json';
import { withoutSent } from '../../../credentials/http/redact';
import { type Amount, amountFrom, MOST_DIGITS, withCommas } from '../table/decimal';

export function textIn(object: JsonObject, key: string): string | undefined {
	const value = object[key];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export function firstTwice<One>(list: readonly One[]): One | undefined {
	const seen = new Set<One>();
	return list.find((one) => seen.size === seen.add(one).size);
}

/** Objects become JSON, because their own keys may break String(). */
export function asText(value: unknown): string {
	const isPlain = typeof value === 'object' && value !== null && !(value instanceof Integer);
	return isPlain ? JSON.stringify(value) : String(value);
}

/** Reads a number, which may be text. */
export function numberIn(object: JsonObject, key: string): number | undefined {
	const value = object[key];
	if (typeof value === 'number') return value;
	return typeof value === 'string' ? toNumber(value) : undefined;
}

/** Does what numberIn does, but keeps all digits of a number beyond 2^53. */
export function amountIn(object: JsonObject, key: string): Amount | undefined {
	const value = object[key];
	if (typeof value === 'number') return value;
	return typeof value === 'string' ? toAmount(value) : undefined;
}

/**
 * Parses numbers that come as text: rates, and `%n` formats with thousands separators
 * (docs/service.md, "Formulas").
 */
export function toNumber(text: string): number | undefined {
	const plain = plainNumber(text);
	return plain === undefined ? undefined : Number(plain);
}

/** Does what toNumber does, but keeps all digits of a number beyond 2^53. */
export function toAmount(text: string): Amount | undefined {
	const plain = plainNumber(text);
	if (plain === undefined) return undefined;
	return /[eE]/.test(plain) ? Number(plain) : amountFrom(plain);
}

function plainNumber(text: string): string | undefined {
	if (text.length > MOST_DIGITS) return undefined;
	const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replace(/,/g, '') : text;
	const isNumber = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(plain);
	return isNumber && Number.isFinite(Number(plain)) ? plain : undefined;
}

/** Reads a flag, which may also be 1, "1" or "true"; undefined for any other value. */
export function flagIn(object: JsonObject, key: string): boolean | undefined {
	const text = asText(object[key]).toLowerCase();
	if (text === 'true' || text === '1') return true;
	return text === 'false' || text === '0' ? false : undefined;
}

/** The most levels that occur (docs/service.md, "Lists"), and one more. */
const MOST_TEXTS = 3;

/** To read more would block n8n: the queries of the platform have some thousand characters. */
export const LONGEST_TEXT = 4_000_000;

/** Returns what JSON text contains, maybe within JSON text; any other value is unchanged. */
export function unwrapJson(value: unknown): unknown {
	let inner = value;
	for (let level = 0; level < MOST_TEXTS && typeof inner === 'string'; level++) {
		const [first = ' '] = inner.trimStart();
		if (!'[{"'.includes(first) || inner.length > LONGEST_TEXT) break;
		try {
			// The outer text was searched for secrets before the escapes in this one could be read.
			inner = parseBoundedJson(withoutSent(inner));
		} catch {
			break;
		}
	}
	return inner;
}

/** Objects of the platform have about 50 keys. */
export const MOST_KEYS = 1000;
/** Lists and objects: a condition has two, and a message finds words for all conditions. */
export const MOST_PARTS = 10_000;

/** Values of all conditions together, and the characters of their texts. */
export const MOST_VALUES = 200_000;
export const MOST_CHARACTERS = 20_000_000;

type ValueCounter = (values: readonly unknown[]) => void;

/**
 * Counts the values of conditions, because reading and sending very many would block n8n.
 * @throws UserError if they are too many or too long together
 */
export function valueCounter(place: string): ValueCounter {
	let [count, characters] = [0, 0];
	const assertFits = (amount: number, most: number, of: string) => {
		if (amount <= most) return;
		throw new UserError(
			`${place} has more than ${withCommas(most)} ${of} in its values. Remove some of them, or run the report several times`,
		);
	};
	return (values) => {
		count += values.length;
		assertFits(count, MOST_VALUES, 'entries');
		for (const value of values) if (typeof value === 'string') characters += value.length;
		assertFits(characters, MOST_CHARACTERS, 'characters');
	};
}

/**
 * Refuses a query with a very large object or with very many, because reading it would block n8n,
 * and one that is nested as deep as no text of JSON may be, because an expression can give it as an
 * object.
 * @param count counts the values, if their text has no bound
 */
export function assertFewKeys(
	value: unknown,
	place: string,
	count?: ValueCounter,
	depth = 1,
	all = { parts: 0 },
): void {
	if (typeof value !== 'object' || value === null || value instanceof Integer) return;
	if (++all.parts > MOST_PARTS) {
		throw new UserError(
			`${place} contains more than ${withCommas(MOST_PARTS)} lists and objects. Remove conditions`,
		);
	}
	if (depth > MAX_DEPTH) {
		throw new UserError(
			`${place} has more than ${MAX_DEPTH} levels of lists and objects. Remove the inner ones`,
		);
	}
	const inner: unknown[] = Object.values(value);
	if (!Array.isArray(value) && inner.length > MOST_KEYS) {
		throw new UserError(
			`${place} contains an object with ${inner.length} keys, and the node reads at most ${MOST_KEYS}. Remove what is not part of the query`,
		);
	}
	count?.(inner);
	for (const one of inner) assertFewKeys(one, place, count, depth + 1, all);
}
