import { UserError } from 'n8n-workflow';

import type { SavedRange } from '../../dates/rangeText';
import { dateInZone } from '../../dates/zone';
import type { NamedParts } from '../../query/columns';
import type { DateRange, Group, Measure } from '../../query/eventQuery';
import { fromExpression } from './fieldExpression';
import type { JsonObject } from './json';

/** A payload copied from the browser's network panel (spec section 1), without its dates. */
export interface PastedEventReport {
	body: JsonObject;
	parts: NamedParts;
	/** The dates in it, if it has any. */
	range?: SavedRange;
	/** The range that it is compared with, if it has one. */
	comparison?: DateRange;
}

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

/**
 * Keeps a pasted payload as it is, with all keys of the web interface, except for dates, the
 * label beside them, and the ID of the copied request.
 * @param timeZone IANA name, for dates that are instants; who has dates of its own needs none
 * @throws UserError that names the key which is missing or wrong
 */
export function readPastedEventReport(payload: JsonObject, timeZone = 'UTC'): PastedEventReport {
	const { measures, by_fields: fields = [] } = payload;
	if (!Array.isArray(measures) || measures.length === 0) {
		throw new UserError(
			"The pasted JSON has no 'measures'. Copy the request payload of the call to /api/events/report from the browser's network panel",
		);
	}
	if (!Array.isArray(fields)) throw new UserError("'by_fields' in the pasted JSON is not a list");
	return {
		body: withoutMoment(payload),
		parts: {
			measures: measures.map(readMeasure),
			groupBy: fields.map((field): Group => ({ property: fromExpression(String(field)) })),
			unit: typeof payload.unit === 'string' ? payload.unit : '',
		},
		range: readSavedRange(payload, timeZone),
		comparison: readPastedRange(payload.compare_from_date, payload.compare_to_date, timeZone),
	};
}

function readMeasure(measure: unknown, index: number): Measure {
	const fields = (typeof measure === 'object' && measure !== null ? measure : {}) as JsonObject;
	const text = (key: string) => {
		const value = fields[key];
		return typeof value === 'string' && value !== '' ? value : undefined;
	};
	const name = text('name');
	const expression = text('expression');
	if (expression !== undefined) return { kind: 'formula', expression, events: [], name };
	const event = text('event_name');
	const aggregator = text('aggregator');
	if (event === undefined || aggregator === undefined) {
		throw new UserError(
			`Measure ${index + 1} in the pasted JSON has no '${event === undefined ? 'event_name' : 'aggregator'}'`,
		);
	}
	const field = text('field');
	const property = field === undefined ? undefined : fromExpression(field);
	return { kind: 'event', event, aggregator, property, name };
}

/** The payload without dates, and without what belongs to the copied request alone. */
export function withoutMoment(payload: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(payload).filter(([key]) => !DROPPED.includes(key)));
}

/** The dates of a payload, and the words beside them. */
export function readSavedRange(payload: JsonObject, timeZone: string): SavedRange | undefined {
	const range = readPastedRange(payload.from_date, payload.to_date, timeZone);
	const words = typeof payload.rangeText === 'string' ? payload.rangeText : '';
	if (range === undefined || words === '') return range;
	return { ...range, words, includesToday: payload.include_today === true };
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
