import { UserError } from 'n8n-workflow';

import { dateInZone, dateTimeInZone } from '../dates/zone';

const DATE_LENGTH = 10;
/** The end of a time that says where. */
const INSTANT = /(Z|[+-]\d{2}:?\d{2})$/;
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
	return INSTANT.test(text.slice(date.length)) ? dateInZone(new Date(text), timeZone) : date;
}

/**
 * The same, with the time of day: `YYYY-MM-DD HH:mm:ss`, on the clocks of the time zone.
 * @throws UserError also for a date alone
 */
export function readDateTime(value: unknown, label: string, timeZone: string): string {
	const date = readDate(value, label, timeZone);
	const text = toText(value).trim();
	const time = /^.{10}[T ](\d{2}:\d{2})(:\d{2})?/.exec(text);
	if (!time) {
		throw new UserError(
			`'${label}' has no time of day: '${text}'. Enter one such as 2026-11-19T09:00:00`,
		);
	}
	if (INSTANT.test(text.slice(DATE_LENGTH)))
		return dateTimeInZone(new Date(text), timeZone).replace('T', ' ');
	return `${date} ${time[1]}${time[2] ?? ':00'}`;
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
