import { type INodeProperties, UserError } from 'n8n-workflow';

import { readSwitch } from '../../../credentials/ways/way';
import { FUNCTIONS_WITH_PICKED, functionOf } from '../query/filterFunctions';
import {
	isShapeless,
	listOf,
	noChoice,
	parseList,
	splitAtCommas,
	textOf,
	type ReadField,
} from './read';

/** Distinguishes values of expressions from typed ones. */

/** Fields that accept several values separated by commas, or one that contains a comma. */
const LISTS = ['values', 'events', 'ofEvents', 'measures', 'mention'];
/** Kinds of an SQL parameter whose 'Value' is a list. */
const LIST_KINDS = ['texts', 'numbers'];
/** Options without which there would be other data, another task, or no check. */
const NOT_TO_DROP = [
	...['filterJson', 'timeZone', 'computedOn', 'expectedUsers', 'taskId'],
	...['orderBy', 'orderByColumn'],
];
/** The same for fields and options that may be empty, but not for lack of a value. */
const NOT_TO_LACK = [
	...['specialDays', 'ofEvents', 'datasetGroup', 'groupByField', 'dashboard'],
	...['mention', 'buckets'],
];
/** The fields for the values of a condition. */
const OTHER_VALUE = new Map([
	['values', 'pickedValue'],
	['pickedValue', 'values'],
]);
const DATE = /^\s*\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]*)?\s*$/;
const MOST_KEYS = 5;

interface ChoiceField {
	label: string;
	kind: 'switch' | 'number' | 'list';
	choices?: string[];
	/** Whether its reader knows more words than its choices, and refuses others itself. */
	takesWords?: boolean;
}

export interface Form {
	/** Parameters as saved: a text that starts with `=` is an expression. */
	saved: { [name: string]: unknown };
	/** Evaluates an expression; without it, texts between expressions count as typed. */
	evaluate?: (expression: string) => unknown;
	/** Returns the label of a field that accepts texts, in a top one; undefined for others. */
	labelOf: (name: string, top: string | undefined) => string | undefined;
	/** Returns the switch, number, or list at a path in the form; undefined for other fields. */
	choiceAt?: (path: readonly string[]) => ChoiceField | undefined;
}

/**
 * A value from an expression stays one value, even with commas, unless it is a list. A text from an
 * AI model (`$fromAI`) counts as typed: models read the same descriptions.
 */
export function readingOf(field: ReadField, form: Form): ReadField {
	return (name) => exact(form.saved[name], field(name), { path: [name] }, form);
}

/** Whether n8n evaluates anything in a saved value; otherwise it is the same for all items. */
export function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return isObject(saved) && Object.values(saved).some(hasExpression);
}

interface Place {
	path: string[];
	/** The row or object that contains it, as the item has it, and what contains that. */
	row?: object;
	outer?: object;
}

function exact(saved: unknown, resolved: unknown, place: Place, form: Form): unknown {
	if (typeof saved === 'string') {
		// A field that a model leaves out keeps its default.
		const isLeftOut = resolved === undefined && isOfModel(saved);
		const field = isLeftOut ? undefined : form.choiceAt?.(place.path);
		if (field !== undefined) {
			const option = place.path[0] === 'options' ? 'The option ' : '';
			const label = `${option}'${field.label}'${rowsIn(place.path)}`;
			if (field.kind === 'switch') return readSwitch(resolved, label);
			assertNoObject(resolved, place, form);
			const { choices = [], takesWords = false } = field;
			const text = textOf(resolved);
			// Its reader takes nothing for the default.
			const isChoice = resolved === '' && choices.includes('');
			const isEmpty = text === '' && !isChoice && saved.startsWith('=') && !isOfModel(saved);
			if (isEmpty && field.kind === 'number')
				throw new UserError(`${label} is empty. Enter a number`);
			if (isEmpty) throw noChoice(text, choices, label);
			if (field.kind === 'list') {
				if (takesWords) return typeof resolved === 'string' ? text : resolved;
				if (text !== '' && !choices.includes(text)) throw noChoice(text, choices, label);
				return typeof resolved === 'number' ? resolved : text;
			}
		}
		return saved.startsWith('=') ? fromExpression(saved.slice(1), resolved, place, form) : resolved;
	}
	if (!isObject(saved) || !isObject(resolved)) return resolved;
	let copy: { [key: string]: unknown } | unknown[] | undefined;
	for (const [key, inner] of Object.entries(saved)) {
		if (!Object.hasOwn(resolved, key)) continue;
		const own = (resolved as { [key: string]: unknown })[key];
		const found = exact(
			inner,
			own,
			{ path: [...place.path, key], row: resolved, outer: place.row },
			form,
		);
		if (found === own) continue;
		copy ??= Array.isArray(resolved) ? [...(resolved as unknown[])] : { ...resolved };
		(copy as { [key: string]: unknown })[key] = found;
	}
	return copy ?? resolved;
}

function fromExpression(expression: string, resolved: unknown, place: Place, form: Form): unknown {
	assertNoObject(resolved, place, form);
	// `value` is also the key of the value in a field with a list.
	const name = place.path.at('mode' in (place.row ?? {}) ? -2 : -1) ?? '';
	const isLacking =
		(NOT_TO_DROP.includes(name) && textOf(resolved) === '') ||
		((NOT_TO_LACK.includes(name) || hasOtherValue(name, place)) &&
			(resolved ?? undefined) === undefined);
	if (isLacking && !isOfModel(expression))
		throw new UserError(
			`The expression of '${form.labelOf(name, place.path[0]) ?? 'Filter JSON'}'${rowsIn(place.path)} returns nothing. Return a value, or remove the expression`,
		);
	if (typeof resolved !== 'string' || isOfModel(expression) || !isList(place)) return resolved;
	const text = resolved.trim();
	// Dates contain no commas.
	const areDates = text.split(/[,，、]/).every((part) => DATE.test(part));
	if (text === '' || areDates || (text.startsWith('[') && parseList(text))) return resolved;
	const typed = typedParts(expression);
	// Spaces around an expression were typed, but those in its value weren't.
	const isWhole = expression.startsWith('{{') && expression.endsWith('}}');
	if (typed.length === 1) return [isWhole ? resolved : text];
	if (!form.evaluate) return resolved;
	return typed.flatMap((part) => (part.includes('{{') ? form.evaluate?.(part) : part));
}

/** Whether a condition has a value in its other field, too, which would hide that this one lacks it. */
function hasOtherValue(name: string, { row = {}, outer }: Place): boolean {
	const condition = ('mode' in row ? outer : row) as { [field: string]: unknown } | undefined;
	const other = OTHER_VALUE.get(name);
	return (
		other !== undefined &&
		FUNCTIONS_WITH_PICKED.includes(String(condition?.function ?? 'equal')) &&
		listOf(condition?.[other]).length > 0
	);
}

/** n8n has three spellings. */
function isOfModel(expression: string): boolean {
	return /\$from(?:AI|Ai|ai)\b/.test(expression);
}

/** Whether a field accepts several values, depending on its row. */
function isList({ path, row = {} }: Place): boolean {
	const [owner = '', name = ''] = path.slice(-2);
	const { kind, function: chosen } = row as { kind?: unknown; function?: unknown };
	if (name !== 'value') {
		// An operator with one value uses the complete text.
		const takes = functionOf(chosen)?.takes;
		return LISTS.includes(name) && takes !== 'one';
	}
	return 'mode' in row ? LISTS.includes(owner) : LIST_KINDS.includes(String(kind));
}

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
	return splitAtCommas(masked + expression.slice(done)).map((part) =>
		part.replace(/\0(\d{1,9})\0/g, (_, index: string) => inner[Number(index)] ?? ''),
	);
}

/** @throws UserError that names the field, because an object has no useful text */
function assertNoObject(resolved: unknown, { path, row = {} }: Place, { labelOf }: Form): void {
	const values: unknown[] = Array.isArray(resolved) ? resolved : [resolved];
	if (!values.some(isShapeless)) return;
	const names = 'mode' in row ? path.slice(0, -1) : path;
	const [label] = names.flatMap((name) => labelOf(name, names[0]) ?? []).reverse();
	if (label === undefined) return;
	const keys = Object.keys(values.find(isShapeless) as object).slice(0, MOST_KEYS);
	throw new UserError(
		`The expression of '${label}'${rowsIn(names)} returns an object instead of text. Select a field of the object in the expression${keys.length > 0 ? `, such as ${keys.join(', ')}` : ''}`,
	);
}

/** Returns the rows that contain a field, such as ` of measure 2`. */
function rowsIn(path: readonly string[]): string {
	const rows = path.flatMap((name, at) =>
		at > 0 && /^\d{1,6}$/.test(name) ? [` of ${path[at - 1]} ${Number(name) + 1}`] : [],
	);
	return rows.reverse().join('');
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

const HAS_WORDS = Symbol('has words');
/** Marks a list whose reader knows more words than its values, and refuses others itself. */
export const WITH_WORDS = { [HAS_WORDS]: true };
/** Names of such lists that several operations have. */
const READ_ELSEWHERE = new Set([
	...['resource', 'operation', 'windowUnit'],
	...['output', 'dateRange', 'compareWith', 'format'],
]);

const TEXT_TYPES = ['string', 'options', 'number', 'boolean', 'dateTime', 'resourceLocator'];

/**
 * Returns functions for labels; a field has none if another one of the same name accepts objects.
 */
export function labelsIn(
	describe: () => readonly INodeProperties[],
): Pick<Form, 'labelOf' | 'choiceAt'> {
	const found = new Map<string, ChoiceField | undefined>();
	const find = ([top, ...inner]: readonly string[]): ChoiceField | undefined => {
		const fields = inner.reduce(
			(within, name) => {
				const named = namedIn(within, name);
				return named.length > 0 ? named : within;
			},
			describe().filter(({ name }) => name === top),
		);
		// A tool has no list of the values that it always has.
		const [first, ...others] = fields.filter(({ type }) => type !== 'hidden');
		if (first === undefined || first.name !== (inner.at(-1) ?? top)) return undefined;
		const { displayName: label, name, type } = first;
		if (type === 'boolean') return { label, kind: 'switch' };
		if (type === 'number') return { label, kind: 'number' };
		const isList = [first, ...others].every((field) => field.type === 'options');
		if (!isList) return undefined;
		const choices = [first, ...others].flatMap(({ options = [] }) =>
			options.map((option) => ('value' in option ? String(option.value) : '')),
		);
		const takesWords = HAS_WORDS in first || READ_ELSEWHERE.has(name);
		return { label, kind: 'list', choices: [...new Set(choices)], takesWords };
	};
	return {
		labelOf(name, top) {
			const tops = describe().filter((field) => field.name === top);
			const named = namedIn(tops, name);
			const isText = named.every(({ type }) => TEXT_TYPES.includes(type));
			return isText ? named[0]?.displayName : undefined;
		},
		choiceAt(path) {
			const key = path.filter((name) => !/^\d/.test(name)).join(' ');
			if (!found.has(key)) found.set(key, find(path));
			return found.get(key);
		},
	};
}

/** Returns the fields of a name at any depth. */
function namedIn(fields: readonly INodeProperties[], name: string): INodeProperties[] {
	return fields.flatMap((field) => [
		...(field.name === name ? [field] : []),
		...(field.options ?? []).flatMap((option) => {
			if ('values' in option) return namedIn(option.values, name);
			return 'type' in option ? namedIn([option], name) : [];
		}),
	]);
}
