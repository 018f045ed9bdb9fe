import { type INodeProperties, UserError } from 'n8n-workflow';

import { FILTER_FUNCTIONS } from '../query/filterFunctions';
import { partsOf, type ReadField } from './read';

/** What expressions give, apart from what was typed. */

/** Fields that take several values with commas between them, or one that has a comma in it. */
const LISTS = ['values', 'events', 'ofEvents', 'measures', 'mention'];
/** Kinds of a parameter of SQL whose 'Value' is a list. */
const LIST_KINDS = ['texts', 'numbers'];
const DATE = /^\s*\d{4}-\d{2}-\d{2}/;
const MOST_KEYS = 5;

/** What is known of a run's form. */
export interface Form {
	/** Parameters as they were saved: what begins with `=` is an expression. */
	saved: { [name: string]: unknown };
	/** Evaluates an expression; where there is none, texts between expressions stay typed ones. */
	evaluate?: (expression: string) => unknown;
	/** What the form calls a field that takes texts; undefined for others. */
	labelOf: (name: string) => string | undefined;
}

/**
 * The fields of a form in which a value from an expression stays one value, commas and all, unless
 * it is a list. What an AI model fills in (`$fromAI`) counts as typed: it reads the same texts.
 */
export function readingOf(field: ReadField, form: Form): ReadField {
	return (name) => exact(form.saved[name], field(name), { path: [name] }, form);
}

/** Whether n8n evaluates something in what was saved; what it does not is the same for all items. */
export function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return isObject(saved) && Object.values(saved).some(hasExpression);
}

/** Where a value stands. */
interface Place {
	path: string[];
	/** What it is a part of, as the item has it. */
	row?: object;
}

function exact(saved: unknown, resolved: unknown, place: Place, form: Form): unknown {
	if (typeof saved === 'string') {
		return saved.startsWith('=') ? fromExpression(saved.slice(1), resolved, place, form) : resolved;
	}
	if (!isObject(saved) || !isObject(resolved)) return resolved;
	let copy: { [key: string]: unknown } | unknown[] | undefined;
	for (const [key, inner] of Object.entries(saved)) {
		if (!Object.hasOwn(resolved, key)) continue;
		const own = (resolved as { [key: string]: unknown })[key];
		const found = exact(inner, own, { path: [...place.path, key], row: resolved }, form);
		if (found === own) continue;
		copy ??= Array.isArray(resolved) ? [...(resolved as unknown[])] : { ...resolved };
		(copy as { [key: string]: unknown })[key] = found;
	}
	return copy ?? resolved;
}

function fromExpression(expression: string, resolved: unknown, place: Place, form: Form): unknown {
	assertNoObject(resolved, place, form);
	if (typeof resolved !== 'string' || expression.includes('$fromAI') || !isList(place))
		return resolved;
	const text = resolved.trim();
	// Dates have no commas in them.
	const areDates = text.split(',').every((part) => DATE.test(part));
	if (text === '' || text.startsWith('[') || areDates) return resolved;
	const typed = typedParts(expression);
	if (typed.length === 1) return [text];
	if (!form.evaluate) return resolved;
	return typed.flatMap((part) => (part.includes('{{') ? form.evaluate?.(part) : part));
}

/** Whether a field takes several values, as its row is filled in. */
function isList({ path, row = {} }: Place): boolean {
	const [owner = '', name = ''] = path.slice(-2);
	const { kind, function: chosen } = row as { kind?: unknown; function?: unknown };
	if (name !== 'value') {
		// A text that is one value is taken whole, whatever it is made of.
		const takes = FILTER_FUNCTIONS.find(({ value }) => value === chosen)?.takes;
		return LISTS.includes(name) && takes !== 'one';
	}
	return 'mode' in row ? LISTS.includes(owner) : LIST_KINDS.includes(String(kind));
}

/** The texts between commas that stand outside of `{{ }}`. */
function typedParts(expression: string): string[] {
	const inner: string[] = [];
	let masked = '';
	let done = 0;
	for (let open = expression.indexOf('{{'); open >= 0; open = expression.indexOf('{{', done)) {
		const close = expression.indexOf('}}', open);
		if (close < 0) break;
		masked += `${expression.slice(done, open)}\0${inner.length}\0`;
		done = close + 2;
		inner.push(expression.slice(open, done));
	}
	return partsOf(masked + expression.slice(done)).map((part) =>
		part.replace(/\0(\d{1,9})\0/g, (_, index: string) => inner[Number(index)] ?? ''),
	);
}

/** @throws UserError that names the field: as a text an object says nothing */
function assertNoObject(resolved: unknown, { path, row = {} }: Place, { labelOf }: Form): void {
	const values: unknown[] = Array.isArray(resolved) ? resolved : [resolved];
	if (!values.some(isShapeless)) return;
	// `value` is also the key of what was picked or typed in a field with a list.
	const names = 'mode' in row ? path.slice(0, -1) : path;
	const [label] = names.flatMap((name) => labelOf(name) ?? []).reverse();
	if (label === undefined) return;
	const keys = Object.keys(values.find(isShapeless) as object).slice(0, MOST_KEYS);
	const rows = names.flatMap((name, at) =>
		at > 0 && /^\d{1,6}$/.test(name) ? [` of ${names[at - 1]} ${Number(name) + 1}`] : [],
	);
	throw new UserError(
		`The expression of '${label}'${rows.reverse().join('')} returns an object instead of text. Select a field of the object in the expression${keys.length > 0 ? `, such as ${keys.join(', ')}` : ''}`,
	);
}

/** Whether a value is an object that has no text of its own, as a date has. */
function isShapeless(value: unknown): boolean {
	if (!isObject(value) || Array.isArray(value)) return false;
	try {
		return String(value) === '[object Object]';
	} catch {
		return true;
	}
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

const TEXT_TYPES = ['string', 'options', 'number', 'boolean', 'dateTime', 'resourceLocator'];

/**
 * What forms call a field that takes texts; undefined where another field of the same name takes
 * objects.
 * @param describe gives all fields; it is asked when a label is wanted
 */
export function labelsIn(describe: () => readonly INodeProperties[]): Form['labelOf'] {
	return (name) => {
		const named = namedIn(describe(), name);
		const isText = named.every(({ type }) => TEXT_TYPES.includes(type));
		return isText ? named[0]?.displayName : undefined;
	};
}

function namedIn(fields: readonly INodeProperties[], name: string): INodeProperties[] {
	return fields.flatMap((field) => [
		...(field.name === name ? [field] : []),
		...(field.options ?? []).flatMap((option) => {
			if ('values' in option) return namedIn(option.values, name);
			return 'type' in option ? namedIn([option], name) : [];
		}),
	]);
}
