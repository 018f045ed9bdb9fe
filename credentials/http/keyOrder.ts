/**
 * The order in which the text of an answer names the columns of a table: JavaScript moves keys such
 * as `25` to the front of an object, and cells stand in the order of the text.
 */
import { isObject } from './refusal';

/** With signs before and behind it that no text in JSON can have. */
const COLUMNS = /"metadata_columns"\s*:\s*\{/g;
/** A name and its value, up to the next one or the end. */
const COLUMN = /\s*("(?:[^"\\]|\\.)*")\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*([,}])/y;
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
	const places = [...text.matchAll(COLUMNS)];
	const [place] = places;
	// Of two, nobody knows which one it is.
	const names = place && places.length === 1 ? namesFrom(text, place.index + place[0].length) : [];
	const isSame = names.length > 0 && new Set(names).size === Object.keys(columns).length;
	if (isSame && names.every((name) => Object.hasOwn(columns, name))) orders.set(columns, names);
}

function columnsIn(parsed: unknown): object | undefined {
	if (!isObject(parsed)) return undefined;
	const data = isObject(parsed.data) ? parsed.data : parsed;
	return isObject(data.metadata_columns) ? data.metadata_columns : undefined;
}

/** The names from a place on; none where there is anything else than texts and numbers behind them. */
function namesFrom(text: string, start: number): string[] {
	const names: string[] = [];
	COLUMN.lastIndex = start;
	for (let match = COLUMN.exec(text); match; match = COLUMN.exec(text)) {
		names.push(JSON.parse(match[1] as string) as string);
		if (match[2] === '}') return names;
	}
	return [];
}
