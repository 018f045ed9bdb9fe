import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject, parseBoundedJson } from '../../../credentials/http/json';

/** The address of a report's page, which holds the whole query (docs/service.md, "Address"). */

/** What an address holds. */
export interface AddressedQuery {
	payload: JsonObject;
	/** English name of the project in which the page was open. */
	project?: string;
}

/** Whether a text is an address, or the part of one behind #, rather than JSON. */
export function isAddress(text: string): boolean {
	return /^(https?:\/\/|[/#])/i.test(text);
}

const AGAIN =
	'In Sensors Analytics, open the report and wait for its result. Then copy the full URL of the page, or the request payload';
const LONGEST = 1_000_000;

/** @throws UserError that names the field */
export function readAddress(text: string, label: string): AddressedQuery {
	if (text.length > LONGEST) throw new UserError(`'${label}' is too long for a URL. ${AGAIN}`);
	const at = text.indexOf('#');
	const fragment = at < 0 ? '' : text.slice(at + 1).replace(/^[/?]+/, '');
	const search = (at < 0 ? text : text.slice(0, at)).split('?')[1] ?? '';
	const project = new URLSearchParams(search).get('project') ?? undefined;
	const [lead] = /^q=|^(?=\{|%7b)/i.exec(fragment) ?? [];
	const payload =
		lead === undefined ? fromPairs(fragment, label) : fromJson(fragment.slice(lead.length), label);
	// What names a view of the page alone has no value.
	if (Object.keys(payload).length === 0 || (lead === undefined && !fragment.includes('='))) {
		throw new UserError(`'${label}' is a URL without a query that the node can read. ${AGAIN}`);
	}
	return { payload, ...(project ? { project } : {}) };
}

/** `#q={…}`, in which browsers write some characters in percent, or all. */
function fromJson(written: string, label: string): JsonObject {
	// A format such as %2f stays one where the braces were not written in percent either.
	const text = written.startsWith('{')
		? decoded(written.replace(/%(?!22|20|3[CEce]|60|[89A-Fa-f][0-9A-Fa-f])/g, '%25'))
		: decoded(written.split('&')[0] ?? '');
	let payload: unknown;
	try {
		payload = text === undefined ? undefined : parseBoundedJson(text);
	} catch {
		payload = undefined;
	}
	if (isObject(payload)) return payload;
	throw new UserError(
		`The query in '${label}' can't be read, because the URL is incomplete. ${AGAIN}`,
	);
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** Keys that lead nowhere but to a number of their own. */
const NUMBERS = [
	...['max_convert_time', 'duration', 'limit', 'sampling_factor', 'result_bucket_param'],
	...['by_field_steps', 'filter_field_steps', 'session_interval', 'col_limit', 'row_limit'],
];
/** Conditions whose values are numbers, or dates. */
const NUMERIC = ['less', 'greater', 'between', 'lessEqual', 'greaterEqual'];
/** Conditions that need a value: of them one empty text is one, and no empty list. */
const COMPARING = ['equal', 'notEqual'];
const MOST_PARTS = 20;
const MOST_PLACES = 1000;
type Inner = { [key: string]: unknown };

/** `measures[0][event_name]=…&by_fields[]=…`: every value is a text. */
function fromPairs(fragment: string, label: string): JsonObject {
	const root: Inner = Object.create(null) as Inner;
	const counts: Counts = new Map();
	for (const [written, value] of new URLSearchParams(fragment)) {
		const path = written.replace(/\]/g, '').split('[');
		if (path.length > MOST_PARTS) {
			throw new UserError(`The query in '${label}' has too many levels. ${AGAIN}`);
		}
		// An empty list is written as one empty text.
		const isEmptyList = value === '' && path.at(-1) === '';
		if (!isEmptyList || path.at(-2) === 'params') put(root, path, value, label, counts);
	}
	return asLists(root, []) as JsonObject;
}

/** How many keys a place has: to count them for each `[]` anew takes time that grows as their square. */
type Counts = Map<Inner, number>;

function put(
	root: Inner,
	path: readonly string[],
	value: string,
	label: string,
	counts: Counts,
): void {
	let place = root;
	path.forEach((part, index) => {
		const count = counts.get(place) ?? 0;
		const key = part === '' ? String(count) : part;
		if (!(key in place)) counts.set(place, count + 1);
		if (index === path.length - 1) {
			if (isObject(place[key])) throw twice(label, path);
			if (key in place && place[key] !== value) throw repeated(label, path);
			place[key] = value;
			return;
		}
		const inner = (place[key] ??= Object.create(null) as Inner);
		if (typeof inner !== 'object') throw twice(label, path);
		place = inner as Inner;
	});
}

/** @throws UserError for one of two values that both may be meant */
function repeated(label: string, path: readonly string[]): UserError {
	return new UserError(
		`The query in '${label}' contains '${(path[0] ?? '').slice(0, 40)}' more than once. ${AGAIN}`,
	);
}

function twice(label: string, path: readonly string[]): UserError {
	const key = (path[0] ?? '').slice(0, 40);
	return new UserError(
		`The query in '${label}' contains '${key}' both as text and as an object. ${AGAIN}`,
	);
}

/** Objects whose keys count from 0 are lists; flags and numbers become what they mean. */
function asLists(value: unknown, path: readonly string[], condition?: string): unknown {
	if (!isObject(value)) return asMeant(String(value), path, condition);
	const keys = Object.keys(value);
	const own = typeof value.function === 'string' ? value.function : condition;
	const read = (key: string) => asLists(value[key], [...path, key], own);
	const isList = keys.length <= MOST_PLACES && keys.every((key, index) => key === String(index));
	if (isList && keys.length > 0) {
		const isEmpty = path.at(-1) === 'params' && keys.length === 1 && value['0'] === '';
		return isEmpty && !COMPARING.includes(own ?? '') ? [] : keys.map(read);
	}
	return Object.fromEntries(keys.map((key) => [key, read(key)]));
}

function asMeant(text: string, path: readonly string[], condition: string | undefined): unknown {
	const [last = '', owner = ''] = [...path].reverse();
	const isNumber = /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
	const isValue = path.includes('params');
	if (isValue) return isNumber && NUMERIC.includes(condition ?? '') ? Number(text) : text;
	const isCounted =
		[last, owner].some((key) => NUMBERS.includes(key)) || path[0] === 'bucket_params';
	if (isNumber && isCounted) return Number(text);
	return text === 'true' || text === 'false' ? text === 'true' : text;
}
