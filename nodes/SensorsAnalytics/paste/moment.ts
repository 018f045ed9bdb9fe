/** What of the web page's payload belongs to the moment at which it was copied or saved: its dates. */
import type { SavedRange } from '../dates/rangeText';
import { dateInZone } from '../dates/zone';
import type { DateRange } from '../query/eventQuery';
import { flagIn, type JsonObject } from '../query/json';

// What belongs to the moment of copying, or is asked for in another way.
const DROPPED = [
	'request_id',
	'rangeText',
	'from_date',
	'to_date',
	'compare_from_date',
	'compare_to_date',
	'compareKey',
];

/** The payload without dates, and without what belongs to the copied request alone. */
export function withoutMoment(payload: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(payload).filter(([key]) => !DROPPED.includes(key)));
}

/** The dates of a payload, and those that it compares them with. */
export function momentOf(
	payload: JsonObject,
	timeZone: string,
): { range?: SavedRange; comparison?: DateRange } {
	return {
		range: readSavedRange(payload, timeZone),
		comparison: readPastedRange(payload.compare_from_date, payload.compare_to_date, timeZone),
	};
}

/** The dates of a payload, and the words beside them. */
export function readSavedRange(payload: JsonObject, timeZone: string): SavedRange | undefined {
	const range = readPastedRange(payload.from_date, payload.to_date, timeZone);
	const words = typeof payload.rangeText === 'string' ? payload.rangeText : '';
	if (range === undefined || words === '') return range;
	return { ...range, words, includesToday: flagIn(payload, 'include_today') === true };
}

/**
 * Dates may come with a time of day; the days count, and both are included. An instant, such as
 * `2026-10-31T16:00:00Z`, is seen in the time zone.
 */
export function readPastedRange(
	from: unknown,
	to: unknown,
	timeZone: string,
): DateRange | undefined {
	const [first, last] = [readDay(from, timeZone), readDay(to, timeZone)];
	return first !== undefined && last !== undefined ? { from: first, to: last } : undefined;
}

const DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$)/;

function readDay(value: unknown, timeZone: string): string | undefined {
	const [text, day, offset] = (typeof value === 'string' && DAY.exec(value)) || [];
	if (text === undefined || day === undefined) return undefined;
	const parsed = new Date(`${day}T00:00:00Z`);
	if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(day)) return undefined;
	return offset === undefined ? day : dateInZone(new Date(text.replace(' ', 'T')), timeZone);
}
