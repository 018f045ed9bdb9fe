import { UserError } from 'n8n-workflow';

import { dateInZone } from '../dates/zone';

const DATE = /^(\d{4})-(\d{2})-(\d{2})/;

/**
 * The calendar date that a date field holds: a date (`2026-11-19`, also with a time of day), an
 * instant with an offset (seen in the time zone), or a Luxon or JavaScript date from an
 * expression.
 * @param label name of the field in the form
 * @param timeZone IANA name
 * @param place where the field stands, behind its name
 * @returns `YYYY-MM-DD`
 * @throws UserError that names the field
 */
export function readDate(value: unknown, label: string, timeZone: string, place = ''): string {
	const text = toText(value).trim();
	if (text === '')
		throw new UserError(`'${label}'${place} is empty. Enter a date such as 2026-11-19`);
	const date = DATE.exec(text)?.[0];
	if (date === undefined || !isCalendarDate(date) || !isRestOfDate(text.slice(date.length))) {
		throw new UserError(`'${label}'${place} is no date: '${text}'. Enter one such as 2026-11-19`);
	}
	const isInstant = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(date.length));
	return isInstant ? dateInZone(new Date(text), timeZone) : date;
}

/** @throws UserError when the range ends before it begins */
export function assertOrder(from: string, to: string, fromLabel: string, toLabel: string): void {
	if (from > to) {
		throw new UserError(
			`'${fromLabel}' (${from}) is after '${toLabel}' (${to}). Exchange the two dates`,
		);
	}
}

function toText(value: unknown): string {
	if (value instanceof Date)
		return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		const { toISO } = value as { toISO: unknown };
		// Luxon's DateTime, of whichever copy of the library.
		if (typeof toISO === 'function') return String(toISO.call(value) ?? 'Invalid DateTime');
	}
	return typeof value === 'string'
		? value
		: value === undefined || value === null
			? ''
			: String(value);
}

function isCalendarDate(date: string): boolean {
	const parsed = new Date(`${date}T00:00:00Z`);
	return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

function isRestOfDate(rest: string): boolean {
	return (
		rest === '' ||
		/^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.test(rest)
	);
}
