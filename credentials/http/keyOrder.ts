/**
 * The order in which the text of an answer names the columns of a table: JavaScript moves keys such
 * as `25` to the front of an object, and cells stand in the order of the text.
 */
import { isObject } from './refusal';

const COLUMNS = '"metadata_columns"';
/** Names that JavaScript moves. */
const MOVED = /^(?:0|[1-9]\d*)$/;

const orders = new WeakMap<object, readonly string[]>();

/** The keys of an object in the order of the text that it was parsed from, as far as that is known. */
export function keysInOrder(object: object): readonly string[] | undefined {
	const keys = Object.keys(object);
	const isKept = keys.length < 2 || !keys.some((key) => MOVED.test(key));
	return isKept ? keys : orders.get(object);
}

/** Keeps the order of the columns in mind, where JavaScript moved them. */
export function noteKeyOrder(text: string, parsed: unknown): void {
	const columns = columnsIn(parsed);
	if (columns === undefined || keysInOrder(columns)) return;
	const place = text.indexOf(COLUMNS);
	// Of two, nobody knows which one it is.
	const isOne = place >= 0 && text.lastIndexOf(COLUMNS) === place;
	const names = isOne ? namesFrom(text, text.indexOf('{', place)) : [];
	const isSame = names.length > 0 && new Set(names).size === Object.keys(columns).length;
	if (isSame && names.every((name) => Object.hasOwn(columns, name))) orders.set(columns, names);
}

function columnsIn(parsed: unknown): object | undefined {
	if (!isObject(parsed)) return undefined;
	const data = isObject(parsed.data) ? parsed.data : parsed;
	return isObject(data.metadata_columns) ? data.metadata_columns : undefined;
}

/** The names in an object of texts that opens there; none for another one. */
function namesFrom(text: string, start: number): string[] {
	const names: string[] = [];
	for (let at = start; at >= 0; ) {
		const name = textFrom(text, at + 1);
		const value = name && textFrom(text, name.end + 1);
		if (!value) return [];
		names.push(JSON.parse(name.text) as string);
		at = value.end + 1;
		while (text.charAt(at).trim() === '' && at < text.length) at++;
		if (text.charAt(at) === '}') return names;
		if (text.charAt(at) !== ',') return [];
	}
	return [];
}

/** The next text in quotation marks, and where it ends. */
function textFrom(text: string, start: number): { text: string; end: number } | undefined {
	const open = text.indexOf('"', start);
	if (open < 0) return undefined;
	for (let end = open + 1; end < text.length; end++) {
		if (text.charAt(end) === '\\') end++;
		else if (text.charAt(end) === '"') return { text: text.slice(open, end + 1), end };
	}
	return undefined;
}
