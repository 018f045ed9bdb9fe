import { UserError } from 'n8n-workflow';

import { isObject, type JsonObject, ownOf } from '../../../credentials/http/json';
import { cutAt, quoted } from '../../../credentials/http/redact';
import { distanceOf, MOST_COMPARED, typosIn, splitWords } from '../query/spelling';
import { assertFew } from './bounds';
import { noChoice } from './read';

/** Words and keys of a query, which are accepted in any spelling but never guessed. */

export interface Word<Value = string> {
	word: string;
	value: Value;
	also: readonly string[];
}

/**
 * Whether a text may compare or exclude what it names: `amount >=`, `!city`, `-city`. Without its
 * sign, it would have another meaning.
 */
export function isSigned(text: string): boolean {
	return /^\s{0,9}[-−–]|[!<>=≠≤≥~¬！＜＞＝～]/.test(text);
}

/** `Group By`, `groupBy` and `group_by` are the same; `!city` and `-city` are not `city`. */
export function plain(text: string): string {
	const small = text.toLowerCase();
	return isSigned(text) ? small : small.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns all meanings of a text; the word itself has priority over synonyms. */
export function meaningsOf<Value>(
	text: string,
	words: ReadonlyArray<Word<Value>>,
): Array<Word<Value>> {
	const requested = plain(text);
	if (requested === '') return [];
	const own = words.filter(({ word }) => plain(word) === requested);
	return own.length > 0
		? own
		: words.filter(({ also }) => also.some((other) => plain(other) === requested));
}

/** Returns the choice that a text names by its value in the form's list, or by a word for it. */
export function readWord<Value>(
	typed: unknown,
	words: ReadonlyArray<Word<Value>>,
	place: string,
): Value {
	const text = typeof typed === 'string' ? typed.trim() : (JSON.stringify(typed) ?? '');
	const chosen = words.find(({ value }) => value === typed);
	const found = chosen ? [chosen] : meaningsOf(typeof typed === 'string' ? typed : '', words);
	if (found.length === 1) return (found[0] as Word<Value>).value;
	throw noChoice(
		text,
		words.map(({ word }) => word),
		place,
	);
}

/** Returns the most similar spelling, if any is similar. */
export function nearest(text: string, known: readonly string[]): string | undefined {
	const requested = plain(text);
	const allowed = typosIn(requested);
	const near = known
		.slice(0, MOST_COMPARED)
		.map((name) => ({ name, distance: distanceOf(requested, plain(name), allowed) }))
		// p95 is not a misspelled p25.
		.filter(({ name, distance }) => distance <= allowed && !differsInDigits(requested, plain(name)))
		.sort((a, b) => a.distance - b.distance);
	return near[0]?.name;
}

function differsInDigits(one: string, other: string): boolean {
	const [first, second] = [one, other].map((text) => text.replace(/\d+/g, '0'));
	return one !== other && first === second;
}

type Keys = { readonly [key: string]: readonly string[] };

/**
 * Returns an object that has only keys of the schema, each once.
 * @param place name of the object in errors, such as `measure 2`
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
	const unknown = entries.map(([typed]) => typed).filter((typed) => !keyOf(typed, known));
	if (unknown.length > 0) throw unknownKeys(unknown, known, place);
	for (const [typed, inner] of entries) {
		const key = keyOf(typed, known) as string;
		if (key in found) {
			throw new UserError(
				`${place} says '${key}' twice, the second time as ${quoted(typed)}. Keep one`,
			);
		}
		found[key] = inner;
	}
	return found as { [Key in keyof Known]?: unknown };
}

function keyOf(typed: string, known: Keys): string | undefined {
	const requested = plain(typed);
	const keys = Object.keys(known);
	return (
		keys.find((key) => plain(key) === requested) ??
		keys.find((key) => known[key]?.some((other) => plain(other) === requested))
	);
}

/** Keys that aren't part of a query, and where to set them. */
const ELSEWHERE: { [key: string]: string | undefined } = {
	timezone: "the option 'Time Zone' of the tool sets the time zone. Remove the key",
	tz: "the option 'Time Zone' of the tool sets the time zone. Remove the key",
	project: 'the credential sets the project. Remove the key',
};

function unknownKeys(typed: readonly string[], known: Keys, place: string): UserError {
	const elsewhere = typed.map((key) => ownOf(ELSEWHERE, plain(key))).find(Boolean);
	if (elsewhere !== undefined && typed.length === 1) {
		return new UserError(
			`${place} can't contain the key ${quoted(typed[0])}: ${elsewhere}. Valid keys: ${Object.keys(known).join(', ')}`,
		);
	}
	const first = typed.slice(0, MOST_KEYS);
	const more = typed.length - first.length;
	const list = `${first.map(quoted).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
	const found = typed.length > 1 ? `unknown keys: ${list}` : `an unknown key: ${list}`;
	const meant = first.flatMap((key) => {
		const near = nearestKey(key, known);
		if (near === undefined) return [];
		return [typed.length > 1 ? `'${near}' for ${quoted(key)}` : `'${near}'`];
	});
	const question = meant.length > 0 ? ` Did you mean ${meant.join(', ')}?` : '';
	return new UserError(
		`${place} has ${found}.${question} Its keys are ${Object.keys(known).join(', ')}`,
	);
}

/** What other query languages call keys, by words that are no synonyms. */
const MEANT: { [word: string]: string | undefined } = { limit: 'top' };

/** Finds a key by its start or spelling, including synonyms; otherwise by one of its words. */
function nearestKey(typed: string, known: Keys): string | undefined {
	const meant = ownOf(MEANT, plain(typed));
	if (meant !== undefined && Object.hasOwn(known, meant)) return meant;
	const words = new Set(splitWords(typed));
	const spellings = Object.entries(known).flatMap(([key, others]) =>
		[key, ...others].map((spelling) => ({ key, spelling })),
	);
	const near = nearest(
		typed,
		spellings.map(({ spelling }) => spelling),
	);
	const found =
		spellings.find(({ spelling }) => isBeginning(typed, spelling)) ??
		spellings.find(({ spelling }) => spelling === near) ??
		spellings.find(({ spelling }) => splitWords(spelling).some((word) => words.has(word)));
	return found?.key;
}

function isBeginning(typed: string, spelling: string): boolean {
	return plain(typed).length >= 3 && plain(spelling).startsWith(plain(typed));
}

/** Joins several errors into one; a question needs no period. */
export function joinFaults(faults: Iterable<string>): string {
	const all = [...faults];
	const listedFaults = all.slice(0, MOST_FAULTS).map((fault) => cutAt(fault, LONGEST_FAULT));
	const more = all.length - listedFaults.length;
	return [
		...listedFaults,
		...(more > 0 ? [`${more} more entries have the same or a similar fault`] : []),
	]
		.join('. ')
		.replaceAll('?. ', '? ');
}

/** Readers of an error, especially models, fix only a few faults at a time. */
const MOST_FAULTS = 8;
const LONGEST_FAULT = 1000;
const MOST_KEYS = 5;
const LONGEST_SHOWN = 60;

/** Reads all entries of a list; faults in several entries become one error. */
export function readEach<Value>(
	list: readonly unknown[],
	label: string,
	read: (one: unknown, index: number) => Value,
	most?: number,
): Value[] {
	assertFew(list, label, most);
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

/** @throws an error that isn't a fault of the query */
function faultOf(error: unknown): string {
	if (error instanceof UserError) return error.message;
	throw error;
}

export function shown(value: unknown): string {
	return cutAt(JSON.stringify(value) ?? 'nothing', LONGEST_SHOWN);
}

export function asList(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return value === undefined || value === null || value === '' ? [] : [value];
}

export function readText(value: unknown, place: string, example: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text !== '') return text;
	const fault = value === undefined ? 'is missing' : `can't be ${shown(value)}`;
	throw new UserError(`${place} ${fault}. Write it as ${example}`);
}
