import { UserError } from 'n8n-workflow';

import { parseJsonDigits } from '../../../credentials/http/json';

/** Reads one field of the form for the item at hand; '' where the form does not show it. */
export type ReadField = (name: string) => unknown;

/** Value of a list's entry "type another one". */
export const OTHER = 'other';

/** Rows of a field of the type fixedCollection. */
export function rowsOf<Row>(collection: unknown, name: string): Row[] {
	if (typeof collection !== 'object' || collection === null) return [];
	const rows = (collection as { [name: string]: unknown })[name];
	return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** The text of a field; of one that can be picked from a list, what was picked or typed. */
export function textOf(value: unknown): string {
	const plain = isPicked(value) ? value.value : value;
	return plain === undefined || plain === null ? '' : String(plain).trim();
}

/** What the list showed for a value that was picked from it; '' for one that was typed. */
export function pickedLabel(value: unknown): string {
	if (!isPicked(value) || value.mode !== 'list') return '';
	const { cachedResultName: label } = value;
	// An entry that another value has replaced, by an expression say, says nothing about that one.
	const name = (textOf(value).split('.').at(-1) as string).replace(/^user_group_/, '');
	return typeof label === 'string' && label.includes(name) ? label : '';
}

/** Whether n8n keeps for a picked value no more than the value itself, in place of what was shown. */
export function hasLostLabel(value: unknown): boolean {
	return isPicked(value) && value.mode === 'list' && value.cachedResultName === value.value;
}

/** n8n's form of a field of the type resourceLocator. */
function isPicked(
	value: unknown,
): value is { value: unknown; mode: unknown; cachedResultName?: unknown } {
	return typeof value === 'object' && value !== null && 'value' in value && 'mode' in value;
}

/**
 * What was chosen from a list, or typed because it is not listed.
 * @throws UserError that names the empty field
 */
export function readChoice(
	chosen: unknown,
	typed: unknown,
	label: string,
	otherLabel: string,
): string {
	const choice = textOf(chosen);
	const value = choice === OTHER ? textOf(typed) : choice;
	if (value !== '') return value;
	throw new UserError(
		choice === OTHER ? `${otherLabel} is empty. Enter one` : `${label} is empty. Choose one`,
	);
}

/**
 * Several values in one field: a list from an expression, a JSON list, or texts with commas
 * between them.
 */
export function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	const text = textOf(value);
	if (text === '') return [];
	if (text.startsWith('[')) {
		const parsed = parseList(text);
		if (parsed) return parsed;
	}
	return text.split(',').map((part) => part.trim());
}

/** Commas of Chinese keyboards as plain ones, for numbers and dates, in which they can mean nothing else. */
export function withPlainCommas(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withPlainCommas);
	return typeof value === 'string' ? value.replace(/[，、]/g, ',') : value;
}

function parseList(text: string): unknown[] | undefined {
	try {
		const parsed: unknown = parseJsonDigits(text);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
