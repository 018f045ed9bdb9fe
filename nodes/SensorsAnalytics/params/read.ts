import { UserError } from 'n8n-workflow';

import { parseJsonDigits } from '../../../credentials/http/json';
import { quoted, stringOf } from '../../../credentials/http/redact';
import { asText } from '../query/json';
import { USER_GROUP } from '../query/query';
import { assertFew } from './bounds';

/** n8n's value of a collection of options: only the added ones. */
export type RawOptions = { [name: string]: unknown };

/** Reads one field of the form for the current item; '' if the form hides it. */
export type ReadField = (name: string) => unknown;

/** Value of a list's choice to type another one. */
export const OTHER_CHOICE = 'other';

export function rowsOf<Row>(collection: unknown, name: string): Row[] {
	if (typeof collection !== 'object' || collection === null) return [];
	const rows = (collection as { [name: string]: unknown })[name];
	return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** Does what rowsOf does, and limits the number of rows. */
export function fewRowsOf<Row>(
	collection: unknown,
	name: string,
	label: string,
	most?: number,
): Row[] {
	const rows = rowsOf<Row>(collection, name);
	assertFew(rows, label, most);
	return rows;
}

export function textOf(value: unknown): string {
	const plain = isPicked(value) ? value.value : value;
	return plain === undefined || plain === null ? '' : stringOf(plain).trim();
}

/** Whether a value is an object without a text of its own, which dates have. */
export function isShapeless(value: unknown): boolean {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	return ['[object Object]', typeof value].includes(stringOf(value));
}

/** Whether an expression returned a date of JavaScript or Luxon. */
export function isMoment(value: unknown): boolean {
	return value instanceof Date || (typeof value === 'object' && value !== null && 'toISO' in value);
}

/** Does what textOf does, but a text keeps its spaces: 'Beijing ' is another value than 'Beijing'. */
export function exactText(value: unknown): string {
	return typeof value === 'string' && value.trim() !== '' ? value : textOf(value);
}

/** Does what textOf does, but a value that was selected from a list keeps its spaces. */
function pickedText(value: unknown): string {
	return isPicked(value) && value.mode === 'list' && typeof value.value === 'string'
		? value.value
		: textOf(value);
}

/** Returns a selected value, or those of a list that an expression returned for it. */
export function pickedValues(value: unknown): unknown[] {
	if (isPicked(value) && Array.isArray(value.value)) return value.value;
	const text = pickedText(value);
	return text === '' ? [] : [text];
}

/** Returns the list's label of a selected value; '' for a typed one. */
export function pickedLabel(value: unknown): string {
	if (!isPicked(value) || value.mode !== 'list') return '';
	const { cachedResultName: label } = value;
	// The label doesn't belong to the value if, for example, an expression has replaced the value.
	const name = (textOf(value).split('.').at(-1) as string).replace(USER_GROUP, '');
	return typeof label === 'string' && label.includes(name) ? label : '';
}

/** Whether n8n has kept only the value of a selection, and not its label. */
export function hasLostLabel(value: unknown): boolean {
	return isPicked(value) && value.mode === 'list' && value.cachedResultName === value.value;
}

/**
 * Whether nothing was ever selected or typed. A selection that n8n has cleared, as it does when the
 * credential or an event changes, has an empty label.
 */
export function isUntouched(value: unknown): boolean {
	return textOf(value) === '' && !(isPicked(value) && value.cachedResultName === '');
}

/** n8n's value of a field of the type resourceLocator. */
function isPicked(
	value: unknown,
): value is { value: unknown; mode: unknown; cachedResultName?: unknown } {
	return typeof value === 'object' && value !== null && 'value' in value && 'mode' in value;
}

/** Reads a value that was selected from a list, or typed because the list doesn't have it. */
export function readChoice(
	chosen: unknown,
	typed: unknown,
	label: string,
	otherLabel: string,
): string {
	const choice = textOf(chosen);
	const value = choice === OTHER_CHOICE ? textOf(typed) : choice;
	if (value !== '') return value;
	throw new UserError(
		choice === OTHER_CHOICE
			? `${otherLabel} is empty. Enter a name`
			: `${label} is empty. Choose an entry`,
	);
}

/** Reads a list from an expression, a JSON list, or texts separated by commas. */
export function listOf(value: unknown): unknown[] {
	const plain = isPicked(value) ? value.value : value;
	if (Array.isArray(plain)) return plain;
	if (typeof plain === 'number' || plain instanceof Date) return [plain];
	const text = textOf(plain);
	if (text === '') return [];
	if (text.startsWith('[')) {
		const parsed = parseList(text);
		if (parsed) return parsed;
	}
	return splitAtCommas(text);
}

/** Splits texts at commas; a text in quotation marks may contain commas. */
export function splitAtCommas(text: string): string[] {
	const parts: string[] = [];
	for (let start = 0; start <= text.length; ) {
		const quoted = quotedAt(text, start);
		const comma = text.indexOf(',', start);
		const end = quoted?.end ?? (comma < 0 ? text.length : comma);
		parts.push(quoted?.part ?? text.slice(start, end).trim());
		start = end + 1;
	}
	return parts;
}

/** A comma or the end follows the closing quotation mark; two within mean one. */
function quotedAt(text: string, start: number): { part: string; end: number } | undefined {
	const open = skipSpaces(text, start);
	if (text[open] !== '"') return undefined;
	let close = text.indexOf('"', open + 1);
	while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
	const end = skipSpaces(text, close + 1);
	if (close < 0 || (end < text.length && text[end] !== ',')) return undefined;
	return { part: text.slice(open + 1, close).replaceAll('""', '"'), end };
}

function skipSpaces(text: string, start: number): number {
	let at = start;
	while (at < text.length && text.charAt(at).trim() === '') at++;
	return at;
}

/**
 * Replaces commas, digits, and signs of Chinese keyboards in numbers and dates, where they can't be
 * part of a value.
 */
export function withPlainCommas(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withPlainCommas);
	if (typeof value !== 'string') return value;
	return value.replace(/[，、]/g, ',').replace(/[＋－．０-９]/g, (sign) => sign.normalize('NFKC'));
}

/**
 * A comma of a Chinese keyboard between texts would be part of the value: nothing matches it, and a
 * message would have a 0 that looks true.
 */
export function assertPlainCommas(values: unknown, label: string): void {
	// In quotation marks and lists, such a comma doesn't separate values.
	if (listOf(withPlainCommas(values)).length === listOf(values).length) return;
	throw new UserError(
		`${label} contains a full-width comma (， or 、). Separate values with a plain comma (,). If the comma is part of a value, enter the value in quotation marks: "a，b"`,
	);
}

/** A typed value that starts with a quotation mark must end with one. */
export function assertQuotesClosed(values: readonly unknown[], label: string): void {
	const odd = values
		.map(textOf)
		.find((text) => text.startsWith('"') && text.split('"').length % 2 === 0);
	if (odd === undefined) return;
	throw new UserError(
		`${label} contains a quotation mark that isn't closed: ${quoted(odd)}. Add the second quotation mark, or remove the first`,
	);
}

/** Returns undefined for a text that isn't a JSON list. */
export function parseList(text: string): unknown[] | undefined {
	try {
		const parsed: unknown = parseJsonDigits(text);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

export function readOneOf<Choice extends string>(
	typed: unknown,
	choices: readonly Choice[],
	label: string,
): Choice {
	const text = textOf(typed);
	const found = choices.find((choice) => choice === text);
	if (found !== undefined) return found;
	throw noChoice(text, choices, label);
}

/** The error for an unknown choice, in the same words for all fields and for JSON queries. */
export function noChoice(text: string, choices: readonly string[], label: string): UserError {
	const fault = text === '' ? 'is empty' : `can't be ${quoted(text)}`;
	return new UserError(`${label} ${fault}. Use one of: ${choices.join(', ')}`);
}

/** The error for a field without a number, in the same words for all fields. */
export function noNumber(typed: unknown, label: string, example: string): UserError {
	const text = quoted(textOf(typed));
	return new UserError(`${label} isn't a number: ${text}. Enter a number such as ${example}`);
}

export function readInteger(value: unknown, label: string, from: number, to: number): number {
	const text = value === undefined || value === null ? '' : asText(value).trim();
	const number = text === '' || !['number', 'string'].includes(typeof value) ? NaN : Number(text);
	if (Number.isInteger(number) && number >= from && number <= to) return number;
	const fault = text === '' ? '' : `, not ${quoted(text)}`;
	throw new UserError(`${label} must be a whole number from ${from} to ${to}${fault}`);
}

/** @throws UserError for a number whose last digits JavaScript has lost */
export function exact(value: unknown, label: string): unknown {
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
	throw new UserError(
		`${label} has more digits than n8n can store in a number, so the last digits are lost: ${String(value)}. Enter the value as text`,
	);
}

/** Reads ascending numbers separated by commas. */
export function readAscending(value: unknown, label: string, example = '0, 100, 500'): number[] {
	const isList = typeof value !== 'object' || Array.isArray(value);
	const input = isList ? listOf(withPlainCommas(value)) : [value];
	assertFew(input, label);
	const numbers = input.map((one) =>
		['number', 'string'].includes(typeof one) && textOf(one) !== '' ? Number(one) : NaN,
	);
	const isAscending = numbers.every(
		(number, i) => Number.isFinite(number) && (i === 0 || number > (numbers[i - 1] as number)),
	);
	if (isAscending) return numbers;
	throw new UserError(
		`${label} must be numbers in ascending order, such as ${example}, not ${quoted(asText(value))}`,
	);
}
