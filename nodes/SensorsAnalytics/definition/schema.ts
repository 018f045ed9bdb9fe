/**
 * What the JSON schemas of queries are made of. Each is short enough for the description of a tool
 * (docs/query.md): words that a report shares with others stand in examples, not in lists.
 */
import type { JsonObject } from '../query/json';
import type { Word } from './words';

export const TEXT = { type: 'string' };
export const FLAG = { type: 'boolean' };
export const COUNT = { type: 'integer' };
export const NUMBERS = { type: 'array', items: { type: 'number' } };
export const RANGE_SCHEMA = {
	examples: ['yesterday', 'last 7 days', '2026-11-01..2026-11-07'],
};
export const FILTER_SCHEMA = {
	examples: [
		{ city: ['Riga', 'Oslo'], age: { '>=': 18 }, or: [{ a: { contains: 'x' } }, { b: 5 }] },
	],
};
export const GROUPS_SCHEMA = { examples: [['city', 'user.level']] };
export const GROUP_SCHEMA = { type: 'string', examples: ['city', 'user.level'] };
export const TIME_SCHEMA = { examples: ['7 days', '2 hours'] };

/** One of the words of a list. */
export function oneOf(words: ReadonlyArray<Word<unknown>>): JsonObject {
	return { enum: words.map(({ word }) => word) };
}

/** An object of these keys alone. */
export function keysOf(properties: JsonObject, required: readonly string[] = []): JsonObject {
	return {
		type: 'object',
		properties,
		...(required.length > 0 ? { required: [...required] } : {}),
		additionalProperties: false,
	};
}

/** An object of these keys, or a text that stands for the first of them. */
export function textOr(properties: JsonObject): JsonObject {
	return { type: ['string', 'object'], properties };
}

/** An event, alone or with conditions of its own. */
export const STEP_SCHEMA = textOr({ event: TEXT, filter: { type: 'object' } });

export function listOf(items: JsonObject): JsonObject {
	return { type: 'array', items };
}
