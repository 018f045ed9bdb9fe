import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../../credentials/http/json';
import { isObject, parseBoundedJson } from '../../../../credentials/http/json';
import type { Weekday } from '../../dates/calendar';
import type { ValueKind } from '../../query/filterFunctions';
import { FILTER_FUNCTIONS } from '../../query/filterFunctions';
import { asText } from '../../query/json';
import { distanceOf, MOST_COMPARED, typosIn, wordsOf } from '../../query/names';
import type { Property } from '../../query/query';
import { ANY_EVENT } from '../../query/query';
import { readProperty } from '../property';
import { DEFINITION_LABEL, findRounded } from '../queryMode';
import { noChoice } from '../read';

/** Words of a query in JSON: found in whatever spelling, never guessed. */

/** A word of the schema, and what else people write for it. */
export interface Word<Value = string> {
	/** As the schema has it. */
	word: string;
	value: Value;
	also: readonly string[];
}

/** Letters and digits alone, in lower case: `Group By`, `groupBy` and `group_by` are the same. */
export function plain(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** All that a text may mean; the word itself goes before what else is written for it. */
export function meaningsOf<Value>(
	text: string,
	words: ReadonlyArray<Word<Value>>,
): Array<Word<Value>> {
	const wanted = plain(text);
	if (wanted === '') return [];
	const own = words.filter(({ word }) => plain(word) === wanted);
	return own.length > 0
		? own
		: words.filter(({ also }) => also.some((other) => plain(other) === wanted));
}

/**
 * The one word that is meant.
 * @param place for errors, such as `'unit'`
 * @throws UserError that lists what is allowed, or what may be meant
 */
export function readWord<Value>(
	given: unknown,
	words: ReadonlyArray<Word<Value>>,
	place: string,
): Value {
	const text = typeof given === 'string' ? given : JSON.stringify(given);
	const found = typeof given === 'string' ? meaningsOf(given, words) : [];
	if (found.length === 1) return (found[0] as Word<Value>).value;
	throw noChoice(
		text,
		words.map(({ word }) => word),
		place,
	);
}

/** The nearest of several spellings, if any is near. */
export function nearest(text: string, known: readonly string[]): string | undefined {
	const wanted = plain(text);
	const allowed = typosIn(wanted);
	const near = known
		.slice(0, MOST_COMPARED)
		.map((name) => ({ name, distance: distanceOf(wanted, plain(name), allowed) }))
		.filter(({ distance }) => distance <= allowed)
		.sort((a, b) => a.distance - b.distance);
	return near[0]?.name;
}

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
	const entries = Object.entries(value).filter(
		([, inner]) => inner !== null && inner !== undefined,
	);
	const unknown = entries.map(([given]) => given).filter((given) => !keyOf(given, known));
	if (unknown.length > 0) throw unknownKeys(unknown, known, place);
	for (const [given, inner] of entries) {
		const key = keyOf(given, known) as string;
		if (key in found) {
			throw new UserError(
				`${place} says '${key}' twice, the second time as '${cutAt(given, LONGEST_SHOWN)}'. Keep one`,
			);
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

/** What is asked for and is no part of a query, and where it stands. */
const ELSEWHERE: { [key: string]: string | undefined } = {
	timezone: "the time zone is set for the whole tool, by its option 'Time Zone'; leave the key out",
	tz: "the time zone is set for the whole tool, by its option 'Time Zone'; leave the key out",
	project: 'the project is that of the credential; leave the key out',
};

function unknownKeys(given: readonly string[], known: Keys, place: string): UserError {
	const elsewhere = given.map((key) => ELSEWHERE[plain(key)]).find(Boolean);
	if (elsewhere !== undefined && given.length === 1) {
		return new UserError(
			`${place} has the key '${given[0]}', which it can't have: ${elsewhere}. Its keys are ${Object.keys(known).join(', ')}`,
		);
	}
	const first = given.slice(0, MOST_KEYS);
	const more = given.length - first.length;
	const list = `${first.map((key) => `'${cutAt(key, LONGEST_SHOWN)}'`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
	const found =
		given.length > 1 ? `keys that are not known: ${list}` : `a key that is not known: ${list}`;
	const meant = first.flatMap((key) => {
		const near = nearestKey(key, known);
		if (near === undefined) return [];
		return [given.length > 1 ? `'${near}' for '${cutAt(key, LONGEST_SHOWN)}'` : `'${near}'`];
	});
	const question = meant.length > 0 ? ` Did you mean ${meant.join(', ')}?` : '';
	return new UserError(
		`${place} has ${found}.${question} Its keys are ${Object.keys(known).join(', ')}`,
	);
}

/** By its beginning or spelling, also of what else is written for a key; else by a word of it. */
function nearestKey(given: string, known: Keys): string | undefined {
	const words = new Set(wordsOf(given));
	const spellings = Object.entries(known).flatMap(([key, others]) =>
		[key, ...others].map((spelling) => ({ key, spelling })),
	);
	const near = nearest(
		given,
		spellings.map(({ spelling }) => spelling),
	);
	const found =
		spellings.find(({ spelling }) => isBeginning(given, spelling)) ??
		spellings.find(({ spelling }) => spelling === near) ??
		spellings.find(({ spelling }) => wordsOf(spelling).some((word) => words.has(word)));
	return found?.key;
}

function isBeginning(given: string, spelling: string): boolean {
	return plain(given).length >= 3 && plain(spelling).startsWith(plain(given));
}

/** Several errors as one: a question needs no full stop. */
export function joinFaults(faults: Iterable<string>): string {
	const all = [...faults];
	const told = all.slice(0, MOST_FAULTS).map((fault) => cutAt(fault, LONGEST_FAULT));
	const more = all.length - told.length;
	return [...told, ...(more > 0 ? [`There are ${more} more such faults`] : [])]
		.join('. ')
		.replaceAll('?. ', '? ');
}

/** Who reads an error, a model above all, mends a few faults at a time. */
const MOST_FAULTS = 8;
const LONGEST_FAULT = 1000;
const MOST_KEYS = 5;
const LONGEST_SHOWN = 60;

function cutAt(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** All that is read of a list; what is wrong in several of its entries is one error. */
export function readEach<Value>(
	list: readonly unknown[],
	read: (one: unknown, index: number) => Value,
): Value[] {
	const faults: string[] = [];
	const values = list.flatMap((one, index) => {
		try {
			return [read(one, index)];
		} catch (error) {
			faults.push(faultOf(error));
			return [];
		}
	});
	if (faults.length > 0) throw new UserError(joinFaults(new Set(faults)));
	return values;
}

/** @throws what is no fault of the query */
function faultOf(error: unknown): string {
	if (error instanceof UserError) return error.message;
	throw error;
}

/** A value as an error repeats it: its beginning. */
export function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return cutAt(text, LONGEST_SHOWN);
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
	const text = asText(value).toLowerCase();
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw new UserError(`${place} must be true or false, not ${shown(value)}`);
}

/** A whole number, also as a text. @throws UserError */
export function readCount(value: unknown, place: string, to: number): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= to) {
		return number;
	}
	throw new UserError(`${place} must be a whole number from 1 to ${to}, not ${shown(value)}`);
}

/**
 * What the JSON schemas of queries are made of. Each is short enough for the description of a tool
 * (docs/query.md): words that a report shares with others stand in examples, not in lists.
 */

export const TEXT = { type: 'string' };
export const FLAG = { type: 'boolean' };
export const COUNT = { type: 'integer' };
export const NUMBERS = { type: 'array', items: { type: 'number' } };
export const RANGE_SCHEMA = {
	examples: ['last 7 days', '2026-11', 'since 2026-11-01', '2026-11-01..2026-11-07'],
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

/** Characters: thousands of values in a filter, and more than a model writes. */
const LONGEST_QUERY = 500_000;

/** What models put around JSON. */
const FENCE = /^```(?:json)?\s{0,9}|\s{0,9}```$/g;

/**
 * The JSON object in the field: as an object, or as text.
 * @throws UserError that names the field and shows an example
 */
export function readDefinitionText(value: unknown, example: string): JsonObject {
	const such = `Write a JSON object such as ${example}`;
	const parsed = typeof value === 'string' ? parse(value.trim().replace(FENCE, ''), such) : value;
	if (!isObject(parsed)) throw new UserError(`'${DEFINITION_LABEL}' is no JSON object. ${such}`);
	const rounded = typeof value === 'string' ? undefined : findRounded(parsed);
	if (rounded !== undefined) {
		throw new UserError(
			`'${DEFINITION_LABEL}' holds a number that is too long for n8n: ${rounded} is rounded already. Write it in quotation marks`,
		);
	}
	const keys = Object.keys(parsed);
	// Some models put it into an object of the parameter's name.
	return keys.length === 1 && isObject(parsed.query) ? parsed.query : parsed;
}

function parse(text: string, such: string): unknown {
	if (text === '') throw new UserError(`'${DEFINITION_LABEL}' is empty. ${such}`);
	if (text.length > LONGEST_QUERY) {
		throw new UserError(
			`'${DEFINITION_LABEL}' has ${text.length} characters, more than ${LONGEST_QUERY}. Ask for less at once`,
		);
	}
	const { parsed, fault } = tryParse(text);
	if (fault === undefined) return parsed;
	throw new UserError(`'${DEFINITION_LABEL}' is no valid JSON: ${fault}. ${such}`);
}

function tryParse(text: string): { parsed?: unknown; fault?: string } {
	try {
		return { parsed: parseBoundedJson(text) };
	} catch (error) {
		return { fault: error instanceof Error ? error.message : 'not readable' };
	}
}

/** An operator of conditions, by the function that it asks for. */
export interface Operator {
	word: string;
	/** Name in the platform's vocabulary: see filterFunctions.ts. */
	asks: string;
	/** In signs, or otherwise called. */
	also: readonly string[];
}

/** In the order of the documentation. */
export const OPERATORS: readonly Operator[] = [
	{ word: '=', asks: 'equal', also: ['==', '===', 'eq', 'equals', 'in', 'one of', '等于', '属于'] },
	{
		word: '!=',
		asks: 'notEqual',
		also: ['!==', '<>', '≠', 'ne', 'neq', 'not equals', 'not', 'not in', 'nin', '不等于', '不属于'],
	},
	{ word: '>', asks: 'greater', also: ['gt', 'greater than', 'more than', 'over', '大于'] },
	{ word: '>=', asks: 'greaterEqual', also: ['≥', 'gte', 'at least', '大于等于', '不小于'] },
	{ word: '<', asks: 'less', also: ['lt', 'less than', 'under', '小于'] },
	{ word: '<=', asks: 'lessEqual', also: ['≤', 'lte', 'at most', '小于等于', '不大于'] },
	{ word: 'between', asks: 'between', also: ['range', '区间', '介于'] },
	{ word: 'contains', asks: 'contain', also: ['like', 'icontains', '包含'] },
	{ word: 'not_contains', asks: 'notContain', also: ['does not contain', 'not like', '不包含'] },
	{ word: 'matches', asks: 'rlike', also: ['regex', 'regexp', '正则匹配'] },
	{ word: 'is_set', asks: 'isSet', also: ['exists', 'is not null', '有值'] },
	{ word: 'not_set', asks: 'notSet', also: ['is not set', 'is null', 'not exists', '没值'] },
	{ word: 'is_true', asks: 'isTrue', also: ['为真'] },
	{ word: 'is_false', asks: 'isFalse', also: ['为假'] },
	{ word: 'within_days', asks: 'relativeWithin', also: ['in last days', 'last days'] },
	{ word: 'before_days', asks: 'relativeBefore', also: ['days ago', 'more than days ago'] },
	{ word: 'includes', asks: 'include', also: ['has', '集合包含'] },
];

/** The operator that is meant. @throws UserError that lists all */
export function readOperator(typed: string, place: string): Operator {
	const sign = typed.trim().replace(/^\$/, '');
	const signed = OPERATORS.find(({ word, also }) => word === sign || also.includes(sign));
	if (signed) return signed;
	const wanted = plain(sign);
	const found = OPERATORS.find(({ word, asks, also }) => {
		const label = FILTER_FUNCTIONS.find(({ value }) => value === asks)?.label ?? '';
		return wanted !== '' && [word, asks, label, ...also].some((one) => plain(one) === wanted);
	});
	if (found) return found;
	throw noChoice(
		typed,
		OPERATORS.map(({ word }) => word),
		`The operator of ${place}`,
	);
}

/** Whether it compares numbers, and nothing else. */
export function isOfNumbers({ asks }: Operator): boolean {
	return ['greater', 'greaterEqual', 'less', 'lessEqual'].includes(asks);
}

/** Names of events and properties in a query, which may be those that the project displays. */

export interface NamedProperty {
	property: Property;
	/** Of its values, as far as the project's lists tell. */
	kind?: ValueKind;
}

/** Numbers are computed from the property, or it is compared with numbers. */
export type PropertyUse = 'number' | 'compared';

/** What names mean, in one reading of a query. */
export interface NameResolver {
	/** Whether names are those of the project, so that all can be judged that depends on them. */
	readonly areFinal: boolean;
	/** What is no name of the project comes back as it is. */
	event(typed: string, place: string): string;
	/**
	 * @param event whose property a short name means; a user's where it is ''
	 * @param use where it has to hold numbers
	 * @throws UserError for what is no name at all
	 */
	property(typed: string, event: string, place: string, use?: PropertyUse): NamedProperty;
	/** That a condition can't be read for certain without the kind of its property's values. */
	needKind(): void;
}

const ANY = [ANY_EVENT, 'any event', '任意事件'];
/** As the platform allows them. */
const WIRE_NAME = /^[$A-Za-z_][\w$]{0,99}$/;

export function isAnyEvent(typed: string): boolean {
	return typed === '*' || ANY.map(plain).includes(plain(typed));
}

/**
 * Names as they were typed, and whether the project's lists are needed to read them: for what can't
 * be a name of the service.
 */
export class TypedNames implements NameResolver {
	needsLists = false;
	usesEvents = false;

	get areFinal(): boolean {
		return !this.needsLists;
	}

	event(typed: string): string {
		this.usesEvents = true;
		if (isAnyEvent(typed)) return ANY_EVENT;
		if (!WIRE_NAME.test(typed)) this.needsLists = true;
		return typed;
	}

	property(typed: string, event: string, place: string): NamedProperty {
		const property = readProperty(typed, event, place);
		const name = property.of === 'other' ? property.expression : property.name;
		if (!name.split('.').every((part) => WIRE_NAME.test(part))) this.needsLists = true;
		if (property.of !== 'event') return { property };
		return { property: { ...property, event: this.event(property.event) } };
	}

	needKind(): void {
		this.needsLists = true;
	}
}

/** What dates in words count from. */
export interface Today {
	/** `YYYY-MM-DD`. */
	today: string;
	firstWeekday: Weekday;
	/** IANA name. */
	timeZone: string;
}
