import { UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../credentials/http/json';
import { firstWords } from '../../../credentials/http/redact';
import type { SavedRange } from '../dates/range';
import { dateInZone } from '../dates/zone';
import { asText, flagIn, textIn } from '../query/json';
import type {
	CohortUnit,
	DateRange,
	EventMeasure,
	Filter,
	FilterCondition,
	FilteredEvent,
	Measure,
	Property,
	QueryInput,
	Scalar,
} from '../query/query';
import { fromExpression, toExpression } from '../query/query';

/**
 * A filter in the platform's own form, as it stands in a copied payload (docs/service.md,
 * "Filters").
 * @param place where it stands, for errors
 * @throws UserError that names the key
 */
export function readFilter(value: unknown, place: string): Filter {
	if (!isObject(value)) throw new UserError(`${place} isn't a JSON object with 'conditions'`);
	const { relation = 'and', conditions = [], filters = [] } = value;
	const join = asText(relation).toLowerCase();
	if (join !== 'and' && join !== 'or')
		throw new UserError(`'relation' in ${place} must be 'and' or 'or'`);
	if (!Array.isArray(conditions)) throw new UserError(`'conditions' in ${place} is not a list`);
	if (!Array.isArray(filters)) throw new UserError(`'filters' in ${place} is not a list`);
	return {
		join,
		conditions: conditions.map((condition: unknown, index) =>
			readCondition(condition, `condition ${index + 1} in ${place}`),
		),
		groups: filters.map((inner: unknown, index) =>
			readFilter(inner, `group ${index + 1} in ${place}`),
		),
	};
}

function readCondition(value: unknown, place: string): FilterCondition {
	const { field, function: name, params = [] } = isObject(value) ? value : {};
	if (typeof field !== 'string' || field === '') throw new UserError(`${place} has no 'field'`);
	if (typeof name !== 'string' || name === '') throw new UserError(`${place} has no 'function'`);
	if (!Array.isArray(params)) throw new UserError(`'params' of ${place} is not a list`);
	return { property: fromExpression(field), function: name, values: params as Scalar[] };
}

/** A filter in the platform's own form (docs/service.md, "Filters"). */
export function writeFilter({ join, conditions, groups }: Filter): JsonObject {
	return {
		relation: join,
		conditions: conditions.map((condition) => ({
			field: toExpression(condition.property),
			function: condition.function,
			params: condition.values,
		})),
		...(groups.length > 0 ? { filters: groups.map(writeFilter) } : {}),
	};
}

/** A query as it was built, pasted or saved, before dates and options. */
export interface PayloadQuery<Query> extends QueryInput<Query> {
	/** The dates in it, if it has any. */
	range?: SavedRange;
	/** The range that it is compared with, if it has one. */
	comparison?: DateRange;
	/** The project of its page, where an address names it. */
	project?: string;
}

/** What of the web page's payload belongs to the moment at which it was copied or saved: its dates. */

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
function withoutMoment(payload: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(payload).filter(([key]) => !DROPPED.includes(key)));
}

/** Words of keys: what signs requests is no part of a query, and would be sent with it. */
const SECRET =
	/(?:^|_)(?:(?:access|auth|refresh|id)?tokens?|jwt|bearer|cookies?|secrets?|(?:api|app)(?:key|secret)|(?:api|app|private|secret)_keys?|pass(?:word|wd|code|phrase)|pwd|auth|authorization|credentials?|session_?id|[cx]srf)(?:$|_)/;
/** A property of events or users, which may be called anything. */
const EXPRESSION = /^(?:event|user)\./;

/**
 * @param label of the field
 * @throws UserError for a part of a pasted query that may be a secret
 */
export function assertNoSecret(payload: unknown, label: string): void {
	const visit = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		const isList = Array.isArray(value);
		for (const [key, inner] of Object.entries(value)) {
			if (!isList && !EXPRESSION.test(key) && SECRET.test(inWords(key))) {
				throw new UserError(
					`'${label}' contains '${firstWords(key)}', which may be a secret. Remove it from the query`,
				);
			}
			visit(inner);
		}
	};
	visit(payload);
}

/** `X-AuthToken` → `x_auth_token`. */
function inWords(key: string): string {
	const name = key.slice(0, LONGEST_KEY).normalize('NFKC');
	return name
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.replace(/[^\p{L}\p{N}]+/gu, '_')
		.toLowerCase();
}

/** Keys of the platform have some thirty characters. */
const LONGEST_KEY = 200;

/** The dates of a payload, and those that it compares them with. */
function momentOf(
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

/**
 * Notes what can't be brought into neutral form. It matters only where the payload does not go out
 * as it is: see Asked.
 */
export class Unread {
	private first: UserError | undefined;

	get error(): UserError | undefined {
		return this.first;
	}

	/** What is read, or the other value if that throws a UserError. */
	read<Value>(read: () => Value, otherwise: Value): Value {
		let fault: unknown;
		try {
			return read();
		} catch (error) {
			fault = error;
		}
		if (!(fault instanceof UserError)) throw fault;
		this.first ??= fault;
		return otherwise;
	}

	/** Notes a fault. */
	note(message: string): void {
		this.first ??= new UserError(message);
	}
}

/** Parts that the payloads of several models have. */

/** How errors call a payload. */
export const PASTED = 'the pasted JSON';

/** The filter under a key, if there is one. */
export function filterIn(
	object: JsonObject,
	key: string,
	place: string,
	unread: Unread,
): Filter | undefined {
	const value = object[key];
	if (value === undefined || value === null) return undefined;
	const filter = unread.read(() => readFilter(value, `'${key}' of ${place}`), undefined);
	const isEmpty = filter?.conditions.length === 0 && filter.groups.length === 0;
	return isEmpty ? undefined : filter;
}

/** `by_field` with one field or several, or `by_fields`. @throws UserError */
export function groupsIn({ by_field: one, by_fields: several }: JsonObject): Property[] {
	const fields = Array.isArray(several) && several.length > 0 ? several : one;
	const list: unknown[] = Array.isArray(fields) ? fields : [fields];
	return list.flatMap((field) => {
		if (field === undefined || field === null || field === '') return [];
		if (typeof field === 'string') return [fromExpression(field)];
		throw new UserError(`A group field in ${PASTED} isn't text`);
	});
}

/** An event with its conditions. */
export function eventIn(value: unknown, place: string, unread: Unread): FilteredEvent {
	const object = isObject(value) ? value : {};
	const event = textIn(object, 'event_name');
	if (event === undefined) unread.note(`${place} has no 'event_name'`);
	const filter = filterIn(object, 'filter', place, unread);
	return { event: event ?? '', ...(filter ? { filter } : {}) };
}

/** Day, week or month, in whatever case; others are not neutral. */
export function unitIn(payload: JsonObject, unread: Unread): CohortUnit {
	const unit = (textIn(payload, 'unit') ?? 'day').toLowerCase();
	if (unit === 'day' || unit === 'week' || unit === 'month') return unit;
	unread.note(`'unit' in ${PASTED} must be day, week or month, not '${unit.slice(0, 40)}'`);
	return 'day';
}

/** A flag that may come as text; false where there is none. */
export function isSet(payload: JsonObject, key: string): boolean {
	return flagIn(payload, key) === true;
}

/** Asks for one value of the whole range (docs/service.md, "Dates and units"). */
export const WHOLE_RANGE = 'rollup_date';

/** The neutral form of that, for reports that know what the answer means. */
export function wholeIn(payload: JsonObject): { isWhole?: true } {
	return isSet(payload, WHOLE_RANGE) ? { isWhole: true } : {};
}

/** As measureIn, of one event alone: a formula is noted, as is what can't be read. */
export function eventMeasureIn(value: unknown, place: string, unread: Unread): EventMeasure {
	const none: EventMeasure = { kind: 'event', event: '', aggregator: '' };
	if (!isObject(value)) unread.note(`${place} is missing`);
	const measure = unread.read(() => measureIn(value, place, unread), none);
	if (measure.kind === 'event') return measure;
	unread.note(`${place} is a formula. Choose a measure of one event`);
	return none;
}

/**
 * A formula or a number of an event.
 * @param place for errors, which begin with it
 * @throws UserError that names the key which is missing
 */
export function measureIn(value: unknown, place: string, unread: Unread): Measure {
	const fields = isObject(value) ? value : {};
	const name = textIn(fields, 'name');
	const expression = textIn(fields, 'expression');
	const filter = filterIn(fields, 'filter', place, unread);
	const shared = { name, ...(filter ? { filter } : {}) };
	if (expression !== undefined) {
		const events = Array.isArray(fields.events) ? fields.events.map(String) : [];
		// `|null` is how the web page writes no format (docs/service.md, "Formulas").
		return { kind: 'formula', expression: expression.replace(/\|null$/, ''), events, ...shared };
	}
	const event = textIn(fields, 'event_name');
	const aggregator = textIn(fields, 'aggregator');
	if (event === undefined || aggregator === undefined) {
		throw new UserError(`${place} has no '${event === undefined ? 'event_name' : 'aggregator'}'`);
	}
	const field = textIn(fields, 'field');
	const property = field === undefined ? undefined : fromExpression(field);
	return { kind: 'event', event, aggregator, property, ...shared };
}

/** What the web page says of a model: where its payload is found, how to tell it, and its query. */
export interface WebPayloadFormat<Query> {
	/** Part of the address by which the request is found in the network panel. */
	path: string;
	/** Names of the model in saved reports, old and new (docs/service.md, "OpenAPI"). */
	savedAs: RegExp;
	/** Whether it is known what the answer means where one value of the whole range is asked for. */
	takesWholeRange?: boolean;
	/** Whether a payload has keys that only this model's has. */
	isOwn(payload: JsonObject): boolean;
	/**
	 * The query of a payload, and its dates.
	 * @param timeZone IANA name, for dates that are instants; who has dates of its own needs none
	 * @throws UserError that names the key which is missing or wrong
	 */
	read(payload: JsonObject, timeZone?: string): PayloadQuery<Query>;
}

/** A page by the reader of its query. */
export function payloadFormatOf<Query>(
	readQuery: (payload: JsonObject, unread: Unread) => Query,
	page: Omit<WebPayloadFormat<Query>, 'read'>,
): WebPayloadFormat<Query> {
	return {
		...page,
		read(payload, timeZone = 'UTC') {
			if (!page.takesWholeRange) assertDates(payload);
			const unread = new Unread();
			const query = readQuery(payload, unread);
			return {
				query,
				page: withoutMoment(payload),
				unread: unread.error,
				...momentOf(payload, timeZone),
			};
		},
	};
}

/** @throws UserError */
function assertDates(payload: JsonObject): void {
	if (!isSet(payload, WHOLE_RANGE)) return;
	throw new UserError(
		`'${WHOLE_RANGE}' in the pasted or saved query requests one value for the whole date range. The node can't read this value for this report. Paste the query without this key`,
	);
}
