import { UserError } from 'n8n-workflow';

import {
	arrayOrEmpty,
	isObject,
	type JsonObject,
	objectOrEmpty,
	ownOf,
	parseBoundedJson,
} from '../../../credentials/http/json';
import { firstWords, quoted } from '../../../credentials/http/redact';
import type { Endpoint } from '../../../credentials/ways/way';
import { isWithinDay, type SavedRange } from '../dates/range';
import { addDays, dateInZone, type DayUnit, isDayUnit, withOffset } from '../dates/calendar';
import { asText, flagIn, numberIn, textIn, unwrapJson } from '../query/json';
import {
	type DateRange,
	type EventMeasure,
	type Filter,
	type FilterCondition,
	type FilteredEvent,
	fromExpression,
	isField,
	isTimeProperty,
	type Measure,
	type Property,
	type QueryInput,
	type Scalar,
	toExpression,
} from '../query/query';

/**
 * What changes the numbers of a pasted or saved query besides the neutral query: each key of the
 * payload is known to its report, about the display, or named to the reader.
 */
export interface Besides {
	/** Whether there are conditions that the neutral query doesn't contain. */
	hasFilter: boolean;
	/** Other keys, with the values of those that aren't flags: `profit_rate: 0.3`. */
	settings: string[];
	/** Whether distinct counts are approximate. */
	isApproximate: boolean;
	/** Whether the query names a time zone, which is among the settings. */
	hasZone?: true;
	/** What has further filters and dates on the web page, with their keys: `dashboard (filter)`. */
	notApplied?: string[];
}

/** Keys that a report knows: completely, or with these keys in their object or objects. */
export interface Known {
	readonly [key: string]: true | Known;
}

export function known(...keys: string[]): Known {
	return Object.fromEntries(keys.map((key) => [key, true]));
}

/** Keys of parts that the payloads of several reports have. */

export const FILTER_KEYS: Known = {
	...{ relation: true, conditions: known('field', 'function', 'params') },
	get filters() {
		return FILTER_KEYS;
	},
};
export const EVENT_KEYS: Known = { event_name: true, filter: FILTER_KEYS };
export const MEASURE_KEYS: Known = {
	...EVENT_KEYS,
	...known('aggregator', 'field', 'name', 'expression', 'events', 'format', 'show_cname'),
};
export const GROUPED_KEYS: Known = {
	...known('unit', 'by_field', 'by_fields', 'bucket_params'),
	filter: FILTER_KEYS,
};

/** Keys of the page's own interface (docs/service.md, "Address") about how it displays a report. */
export const DISPLAYED = new Set([
	...['state', 'isSaved', 'config', 'editName', 'type', 'status', 'isExpValid', 'sli'],
	...['default_measure_name', 'transformExpression', 'axis_config', 'rangeText', 'chartsType'],
	...['tType', 't_type', 'fromDash', 'bookmarkid', 'bookmarkId', 'dashboard_id', 'bookmark_id'],
	...['include_today', 'sub_task_type', 'userUnit', 'open_predict', 'ratio', 'request_type'],
	...['enable_detail_follow_rollup_by_values_rank', 'ignore_cache_expire', 'request_id'],
	...['compareKey', 'show_zero_day', 'last_zero', 'custom_name', 'cname', 'comment'],
	...['functionsOpen', 'chartType', 'valueTypes', 'isUnSaved', 'jump_url'],
]);

/** Keys that the node replaces, or that show in the answer or under a name of their own. */
const REQUESTED = new Set([
	...['from_date', 'to_date', 'compare_from_date', 'compare_to_date', 'rollup', 'limit'],
	...['rollup_date', 'detail_and_rollup', 'use_cache', 'sampling_factor'],
	...['approx', 'approx_total', 'hll_precision'],
]);

/**
 * Values that are the same as no value, or that the report's query contains, in lower case
 * (docs/service.md, "OpenAPI").
 */
const DEFAULTS = new Map([
	['subject_id', ['user', '$user_id']],
	['calculation_caliber', ['uniq', 'count']],
	['retention_mode', ['selected_retention']],
]);

const ZONE = ['time_zone_mode', 'server_time_zone'];

/** @param keys keys that the report's neutral query contains, or that don't change its numbers */
function besidesIn(payload: JsonObject, keys: Known): Besides {
	const found = { hasFilter: false, settings: new Set<string>() };
	visit(payload, keys, false, found);
	return {
		...found,
		settings: [...found.settings],
		...(ZONE.every((key) => isOff(payload[key])) ? {} : { hasZone: true }),
		isApproximate: ['approx', 'approx_total'].some((key) => flagIn(payload, key) === true),
	};
}

interface Collected {
	hasFilter: boolean;
	settings: Set<string>;
}

function visit(value: unknown, keys: Known, isFilter: boolean, found: Collected): void {
	for (const [key, inner] of [value]
		.flat()
		.filter(isObject)
		.flatMap(Object.entries<unknown>)) {
		const own = ownOf(keys, key);
		if (own === true || isOff(inner) || isShownElsewhere(key, inner)) continue;
		if (own) visit(inner, own, isFilter || own === FILTER_KEYS, found);
		else if (isFilter || FILTERED.test(key)) found.hasFilter = true;
		else {
			found.settings.add(written(key, inner));
			found.hasFilter ||= hasFilter(inner);
		}
	}
}

const FILTERED = /filter/i;

function hasFilter(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(hasFilter);
	if (!isObject(value)) return false;
	return Object.entries(value).some(
		([key, inner]) => (FILTERED.test(key) && !isOff(inner)) || hasFilter(inner),
	);
}

function isShownElsewhere(key: string, value: unknown): boolean {
	if (REQUESTED.has(key) || DISPLAYED.has(key) || key.startsWith('$$')) return true;
	return isDefault(key, value);
}

export function isDefault(key: string, value: unknown): boolean {
	return DEFAULTS.get(key)?.includes(asText(value).toLowerCase()) === true;
}

/** Whether a value turns nothing on, such as a filter without conditions. */
function isOff(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isOff);
	if (!isObject(value)) return !value || value === 'false' || value === '0';
	return Object.entries(value).every(([key, inner]) => key === 'relation' || isOff(inner));
}

function written(key: string, value: unknown): string {
	const isFlag = typeof value === 'object' || flagIn({ value }, 'value') === true;
	return isFlag ? key : `${key}: ${asText(value)}`;
}

/** @param isOwn whether the filter is the form's: then no request contains further keys */
export function readFilter(value: unknown, place: string, isOwn = false): Filter {
	if (!isObject(value)) throw new UserError(`${place} isn't a JSON object with 'conditions'`);
	const { relation = 'and', conditions = [], filters = [], ...others } = value;
	const negation = Object.keys(others).find((key) => /^\$?no[tr]$/i.test(key));
	if (negation !== undefined) {
		throw new UserError(
			`${quoted(negation)} in ${place} can't negate a condition. Use the opposite 'function', such as notEqual`,
		);
	}
	const isOther = Object.keys(others).length > 0;
	// Such as `{"city": "Beijing"}`, which would filter nothing.
	if (value.conditions === undefined && value.filters === undefined && isOther) {
		throw new UserError(
			`${place} has no 'conditions'. A filter of Sensors Analytics is, for example, {"conditions": [{"field": "event.PayOrder.city", "function": "equal", "params": ["Beijing"]}]}`,
		);
	}
	const join = asText(relation).toLowerCase();
	if (join !== 'and' && join !== 'or')
		throw new UserError(`'relation' in ${place} must be 'and' or 'or'`);
	if (!Array.isArray(conditions)) throw new UserError(`'conditions' in ${place} is not a list`);
	if (!Array.isArray(filters)) throw new UserError(`'filters' in ${place} is not a list`);
	if (isOwn) assertRead(others, place);
	return {
		join,
		conditions: conditions.map((condition: unknown, index) =>
			readCondition(condition, `condition ${index + 1} in ${place}`, isOwn),
		),
		groups: filters.map((inner: unknown, index) =>
			readFilter(inner, `group ${index + 1} in ${place}`, isOwn),
		),
	};
}

/** Refuses keys that the filter would be without. */
function assertRead(others: JsonObject, place: string): void {
	for (const [key, value] of Object.entries(others)) {
		if (isOff(value) || isShownElsewhere(key, value)) continue;
		throw new UserError(`The node can't use ${quoted(key)} in ${place}. Remove or correct the key`);
	}
}

function readCondition(value: unknown, place: string, isOwn: boolean): FilterCondition {
	const { field, function: name, params = [], ...others } = objectOrEmpty(value);
	if (isOwn) assertRead(others, place);
	if (typeof field !== 'string' || field === '') throw new UserError(`${place} has no 'field'`);
	if (typeof name !== 'string' || name === '') throw new UserError(`${place} has no 'function'`);
	if (!Array.isArray(params)) throw new UserError(`'params' of ${place} is not a list`);
	return { property: fromExpression(field), function: name, values: params as Scalar[] };
}

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

export interface PayloadQuery<Query> extends QueryInput<Query> {
	besides?: Besides;
	range?: SavedRange;
	/** Empty dates if those of the payload can't be read. */
	comparison?: SavedRange;
	address?: PageAddress;
}

/** Separates the dates of a payload, which belong to the moment when it was copied or saved. */

// Keys that belong to the moment of copying, or that the form sets.
const DROPPED = [
	'request_id',
	'rangeText',
	'from_date',
	'to_date',
	'compare_from_date',
	'compare_to_date',
	'compareKey',
];

/** Returns the payload without dates, and without keys that belong only to the copied request. */
function withoutMoment(payload: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(payload).filter(([key]) => !DROPPED.includes(key)));
}

/** Words of keys that sign requests: they aren't part of a query, and would be sent with it. */
const SECRET =
	/(?:^|_)(?:(?:access|auth|refresh|id)?tokens?|jwt|bearer|cookies?|secrets?|(?:api|app)(?:key|secret)|(?:api|app|private|secret)_keys?|pass(?:word|wd|code|phrase)|pwd|auth|authorization|credentials?|session_?id|[cx]srf|signature|otp)(?:$|_)|^(?:sign|pass)$|密码|口令|密钥/;

/** Refuses a part of a pasted query that may be a secret. */
export function assertNoSecret(payload: unknown, label: string): void {
	const visit = (given: unknown): void => {
		// A setting of the page can be JSON as text.
		const value = unwrapJson(given);
		if (typeof value !== 'object' || value === null) return;
		const isList = Array.isArray(value);
		for (const [key, inner] of Object.entries(value)) {
			if (!isList && !isField(key) && SECRET.test(inWords(key))) {
				throw new UserError(
					`'${label}' contains '${firstWords(key)}', which may be a secret. Remove it from the query`,
				);
			}
			visit(inner);
		}
	};
	visit(payload);
}

/** Splits a key into words: `X-AuthToken` → `x_auth_token`. */
function inWords(key: string): string {
	const name = key.slice(0, LONGEST_KEY).normalize('NFKC');
	return name
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.replace(/[^\p{L}\p{N}]+/gu, '_')
		.toLowerCase();
}

/** Keys of the platform have about 30 characters. */
const LONGEST_KEY = 200;

function momentOf(
	payload: JsonObject,
	timeZone: string,
): { range?: SavedRange; comparison?: SavedRange } {
	const { compare_from_date: from, compare_to_date: to } = payload;
	const comparison = readPastedRange(from, to, timeZone);
	return {
		range: readSavedRange(payload, timeZone),
		comparison: comparison ?? (isOff([from, to]) ? undefined : { from: '', to: '' }),
	};
}

export function readSavedRange(payload: JsonObject, timeZone: string): SavedRange | undefined {
	const range = readPastedRange(payload.from_date, payload.to_date, timeZone);
	const words = typeof payload.rangeText === 'string' ? payload.rangeText : '';
	if (range === undefined || words === '') return range;
	return { ...range, words, includesToday: flagIn(payload, 'include_today') === true };
}

/** Only the days of dates count, both inclusive; an instant is converted to the time zone. */
export function readPastedRange(
	from: unknown,
	to: unknown,
	timeZone: string,
): SavedRange | undefined {
	const [first, last] = [readDay(from, timeZone), readDay(to, timeZone)];
	if (first === undefined || last === undefined) return undefined;
	// A moment means its day.
	const isLocal = (text: string) => DAY.exec(text)?.[2] === undefined;
	const isCut = [from, to].map(String).some((text) => isLocal(text) && isWithinDay(text));
	return { from: first, to: last, ...(isCut ? { isWithinDay: true } : {}) };
}

const DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$)/;

function readDay(value: unknown, timeZone: string): string | undefined {
	const [text, day, offset] = (typeof value === 'string' && DAY.exec(value)) || [];
	if (text === undefined || day === undefined) return undefined;
	const parsed = new Date(`${day}T00:00:00Z`);
	if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(day)) return undefined;
	return offset === undefined ? day : dateInZone(new Date(text.replace(' ', 'T')), timeZone);
}

/** Records the first part that a query can't express: it matters if the payload must change. */
export class Unread {
	/** Whether a part with conditions could not be read. */
	hasFilter = false;
	private first: UserError | undefined;

	get error(): UserError | undefined {
		return this.first;
	}

	/** Returns what is read, or the other value if that throws a UserError. */
	read<Value>(read: () => Value, otherwise: Value): Value {
		let fault: unknown;
		try {
			return read();
		} catch (error) {
			fault = error;
		}
		if (!(fault instanceof UserError)) throw fault;
		this.first ??= fault;
		this.hasFilter = true;
		return otherwise;
	}

	note(message: string): void {
		this.first ??= new UserError(message);
	}
}

/** Parts that the payloads of several models have. */

export const PASTED = 'the pasted JSON';

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

export function groupsIn(payload: JsonObject): Property[] {
	const fault = new UserError(`A group field in ${PASTED} isn't text`);
	return groupFieldsIn(payload, fault).map(fromExpression);
}

/** The mirror of the requests' writeGroupAndFilter. */
export function groupsAndFilterIn(
	payload: JsonObject,
	unread: Unread,
): { groupBy: Property[]; filter?: Filter } {
	return {
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

/** @param fault error for a field that isn't text */
export function groupFieldsIn(
	{ by_field: one, by_fields: several }: JsonObject,
	fault: Error,
): string[] {
	const fields = Array.isArray(several) && several.length > 0 ? several : one;
	const list: unknown[] = Array.isArray(fields) ? fields : [fields];
	return list.flatMap((field) => {
		if (field === undefined || field === null || field === '') return [];
		if (typeof field === 'string') return [field];
		throw fault;
	});
}

const GROUP_KEYS = ['by_field', 'by_fields', 'by_field_step', 'by_field_steps', 'bucket_params'];

/** Removes the groups, except for dates; undefined if the query has no other groups. */
export function withoutGroups({ query, page }: QueryInput): QueryInput | undefined {
	if (!('groupBy' in query)) return undefined;
	const groupBy = query.groupBy.flatMap((one) =>
		'property' in one || !isTimeProperty(one) ? [] : [one],
	);
	if (groupBy.length === query.groupBy.length) return undefined;
	const rest = Object.entries(page ?? {}).filter(([key]) => !GROUP_KEYS.includes(key));
	const times = groupBy.length > 0 ? { by_fields: groupBy.map(toExpression) } : {};
	return {
		query: { ...query, groupBy } as typeof query,
		page: page && { ...Object.fromEntries(rest), ...times },
	};
}

export function eventIn(value: unknown, place: string, unread: Unread): FilteredEvent {
	const object = objectOrEmpty(value);
	const event = textIn(object, 'event_name');
	if (event === undefined) unread.note(`${place} has no 'event_name'`);
	const filter = filterIn(object, 'filter', place, unread);
	return { event: event ?? '', ...(filter ? { filter } : {}) };
}

/** Reads day, week or month, ignoring case; quarters and years can only be sent unchanged. */
export function unitIn(payload: JsonObject, unread: Unread): DayUnit {
	const unit = (textIn(payload, 'unit') ?? 'day').toLowerCase();
	const fault = `'unit' in ${PASTED} must be day, week or month, not ${quoted(unit)}`;
	if (!isDayUnit(unit)) throw new UserError(fault);
	if (unit === 'quarter' || unit === 'year') unread.note(fault);
	return unit;
}

/** Reads a number that the query needs; 0 if it is missing. */
export function neededNumberIn(payload: JsonObject, key: string, unread: Unread): number {
	const number = numberIn(payload, key);
	if (number === undefined) unread.note(`'${key}' in ${PASTED} isn't a number`);
	return number ?? 0;
}

/** Reads a flag, which may be text; false if it is missing. */
export function isSet(payload: JsonObject, key: string): boolean {
	return flagIn(payload, key) === true;
}

/** Key that requests one value of the date range (docs/service.md, "Dates and units"). */
export const WHOLE_RANGE = 'rollup_date';

/** Keys of a page's query that fit only its own dates and groups. */
const OF_ROWS = [WHOLE_RANGE, 'rollup', 'detail_and_rollup', 'limit'];

/** Returns the page of a query whose node requests other rows than the page's own. */
export function forOtherRows(page: JsonObject | undefined): JsonObject | undefined {
	if (page === undefined) return undefined;
	return Object.fromEntries(Object.entries(page).filter(([key]) => !OF_ROWS.includes(key)));
}

/** Reads that key, for reports whose answer is then known. */
export function wholeIn(payload: JsonObject): { isWhole?: true } {
	return isSet(payload, WHOLE_RANGE) ? { isWhole: true } : {};
}

/** Does what measureIn does for a single event: a formula or an unreadable measure is recorded. */
export function eventMeasureIn(value: unknown, place: string, unread: Unread): EventMeasure {
	const none: EventMeasure = { kind: 'event', event: '', aggregator: '' };
	if (!isObject(value)) unread.note(`${place} is missing`);
	const measure = unread.read(() => measureIn(value, place, unread), none);
	if (measure.kind === 'event') return measure;
	unread.note(`${place} is a formula. Choose a measure of one event`);
	return none;
}

/** Reads a formula or a measure of an event. */
export function measureIn(value: unknown, place: string, unread: Unread): Measure {
	const fields = objectOrEmpty(value);
	const name = textIn(fields, 'name');
	const expression = textIn(fields, 'expression');
	const filter = filterIn(fields, 'filter', place, unread);
	const shared = { name, ...(filter ? { filter } : {}) };
	if (expression !== undefined) {
		const events = arrayOrEmpty(fields.events).map(String);
		// The web page writes `|null` for no format (docs/service.md, "Formulas").
		const own = expression.replace(/\|null$/, '');
		const format = textIn(fields, 'format');
		const isWritten = [undefined, 'null'].includes(format) || own.includes('|');
		return { kind: 'formula', expression: isWritten ? own : `${own}|${format}`, events, ...shared };
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

/** The web page's payload of a model: how to recognize it, and how to read its query. */
export interface WebPayloadFormat<Query> {
	/** Names of the model in saved reports, old and new (docs/service.md, "OpenAPI"). */
	savedAs: RegExp;
	/** Whether it is known what the answer means if one value of the date range is requested. */
	takesWholeRange?: boolean;
	/** Keys of the payload that the query contains, or that don't change its numbers. */
	keys: Known;
	/** Whether a payload has keys that only this model has. */
	isOwn(payload: JsonObject): boolean;
	/** @param timeZone IANA name, for dates that are instants, if dates are used */
	read(payload: JsonObject, timeZone?: string): PayloadQuery<Query>;
}

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
			const besides = besidesIn(withoutOwnZone(payload, page.keys), page.keys);
			return {
				query,
				besides: { ...besides, hasFilter: besides.hasFilter || unread.hasFilter },
				page: withoutMoment(payload),
				unread: unread.error,
				...momentOf(payload, timeZone),
			};
		},
	};
}

/** Returns a query without the keys of the time zone, if they name one that is the node's own. */
function withoutOwnZone(payload: JsonObject, keys: Known): JsonObject {
	if (keys.server_time_zone === true || zoneIn(payload) === undefined) return payload;
	return Object.fromEntries(Object.entries(payload).filter(([key]) => !ZONE.includes(key)));
}

/**
 * Returns the zone of the query's days. What a mode other than `SERVER` means is unknown: it stays
 * a setting (docs/service.md, "Dates and units").
 */
function zoneIn({ time_zone_mode: mode, server_time_zone: zone }: JsonObject): string | undefined {
	const isOwn = typeof zone === 'string' && String(mode).toUpperCase() === 'SERVER';
	return isOwn ? zone : undefined;
}

const WEEK = 7;

/**
 * Refuses requested days of another time zone than the node's, which would not know which of them
 * are over. A fixed offset is another one after a change of the clocks, which lasts some weeks.
 */
export function assertOwnZone(page: JsonObject, { from, to }: DateRange, timeZone: string): void {
	const zone = zoneIn(page);
	if (zone === undefined) return;
	const end = addDays(to, 1);
	const days = [end];
	for (let day = from; day < end; day = addDays(day, WEEK)) days.push(day);
	const own = zone.toUpperCase().replace(/^(?:UTC|GMT)/, '');
	const offsetOn = (day: string) => withOffset(`${day}T00:00:00`, timeZone).slice(-6);
	const day = days.find((one) => offsetOn(one) !== own);
	if (day === undefined) return;
	throw new UserError(
		`The query counts days in ${quoted(zone)} ('server_time_zone'), but 'Time Zone' is ${timeZone} (UTC${offsetOn(day)} on ${day}). Select a time zone with the query's offset in 'Time Zone', or remove 'time_zone_mode' and 'server_time_zone' from the query`,
	);
}

function assertDates(payload: JsonObject): void {
	if (!isSet(payload, WHOLE_RANGE)) return;
	throw new UserError(
		`'${WHOLE_RANGE}' in the pasted or saved query requests one value for the whole date range. The node can't read this value for this report. Paste the query without this key`,
	);
}

/** The URL of a report's page, which contains the query (docs/service.md, "Address"). */

export interface AddressedQuery {
	payload: JsonObject;
	address?: PageAddress;
}

/** Where the page of a pasted URL was open, as far as the URL names it. */
export interface PageAddress {
	host?: string;
	/** English name. */
	project?: string;
}

/** Whether a text is a URL, or its part after #, instead of JSON. */
export function isAddress(text: string): boolean {
	return /^(https?:\/\/|\/(?![/*])|#)/i.test(text);
}

const AGAIN =
	'In Sensors Analytics, open the report and wait for its result. Then copy the full URL of the page, or the request payload';
const LONGEST = 1_000_000;

export function readAddress(text: string, label: string): AddressedQuery {
	if (text.length > LONGEST) throw new UserError(`'${label}' is too long for a URL. ${AGAIN}`);
	const at = text.indexOf('#');
	const fragment = at < 0 ? '' : text.slice(at + 1).replace(/^[/?]+/, '');
	const search = (at < 0 ? text : text.slice(0, at)).split('?')[1] ?? '';
	const project = new URLSearchParams(search).get('project') ?? undefined;
	const [lead] = /^q=|^(?=\{|%7b)/i.exec(fragment) ?? [];
	const payload =
		lead === undefined ? fromPairs(fragment, label) : fromJson(fragment.slice(lead.length), label);
	// A key that only names a view of the page has no value.
	if (Object.keys(payload).length === 0 || (lead === undefined && !fragment.includes('='))) {
		throw new UserError(`'${label}' is a URL without a query that the node can read. ${AGAIN}`);
	}
	const host = URL.canParse(text) ? new URL(text).hostname : undefined;
	return { payload, address: { ...(project ? { project } : {}), ...(host ? { host } : {}) } };
}

/**
 * Checks that the page's numbers are those that the credential opens: the same query has other
 * numbers in another project.
 */
export function assertOwnPage(
	{ host, project }: PageAddress,
	own: Pick<Endpoint, 'baseUrl' | 'project'>,
	label: string,
): void {
	const { hostname } = new URL(own.baseUrl);
	const fault = (what: string, page: string, used: string, advice: string) =>
		new UserError(
			`The URL in '${label}' belongs to the ${what} ${quoted(page)}, but the credential uses the ${what} ${quoted(used)}. ${advice}, or paste the URL of a report of this ${what}`,
		);
	if (project !== undefined && project !== own.project)
		throw fault('project', project, own.project, 'Select a credential of the other project');
	if (host !== undefined && host !== hostname) {
		const advice =
			'If both addresses are of the same installation, paste only the part of the URL from # on. Otherwise, select a credential of the other host';
		throw fault('host', host, hostname, advice);
	}
}

/** Reads `#q={…}`, in which browsers percent-encode some characters, or all. */
function fromJson(written: string, label: string): JsonObject {
	// If the braces aren't percent-encoded, a format such as %2f stays unchanged.
	const text = written.startsWith('{')
		? decoded(written.replace(/%(?!22|20|3[CEce]|60|[89A-Fa-f][0-9A-Fa-f])/g, '%25'))
		: decoded(written.split('&')[0] ?? '');
	let payload: unknown;
	try {
		payload = text === undefined ? undefined : parseBoundedJson(text);
	} catch {
		payload = undefined;
	}
	if (isObject(payload)) return payload;
	throw new UserError(
		`The query in '${label}' can't be read, because the URL is incomplete. ${AGAIN}`,
	);
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

const NUMBERS = [
	...['max_convert_time', 'duration', 'limit', 'sampling_factor', 'result_bucket_param'],
	...[
		'by_field_step',
		'by_field_steps',
		'filter_field_steps',
		'session_interval',
		'col_limit',
		'row_limit',
	],
];
/** Conditions whose values are numbers, or dates. */
const NUMERIC = [
	...['less', 'greater', 'between', 'lessEqual', 'greaterEqual'],
	...['relativeWithin', 'relativeBefore'],
];
/** Conditions that need a value: an empty text is then a value, and not an empty list. */
const COMPARING = ['equal', 'notEqual'];
const MOST_PARTS = 20;
const MOST_PLACES = 1000;
type Inner = { [key: string]: unknown };

/** Reads `measures[0][event_name]=…&by_fields[]=…`, where every value is a text. */
function fromPairs(fragment: string, label: string): JsonObject {
	const root: Inner = Object.create(null) as Inner;
	const counts: Counts = new Map();
	for (const [written, value] of new URLSearchParams(fragment)) {
		const path = written.replace(/\]/g, '').split('[');
		if (path.length > MOST_PARTS) {
			throw new UserError(`The query in '${label}' has too many levels. ${AGAIN}`);
		}
		// An empty list is written as one empty text.
		const isEmptyList = value === '' && path.at(-1) === '';
		if (!isEmptyList || path.at(-2) === 'params') put(root, path, value, label, counts);
	}
	return asLists(root, []) as JsonObject;
}

/** Number of keys by place: counting them again for each `[]` would take quadratic time. */
type Counts = Map<Inner, number>;

function put(
	root: Inner,
	path: readonly string[],
	value: string,
	label: string,
	counts: Counts,
): void {
	let place = root;
	path.forEach((part, index) => {
		const count = counts.get(place) ?? 0;
		const key = part === '' ? String(count) : part;
		if (!(key in place)) counts.set(place, count + 1);
		if (index === path.length - 1) {
			if (isObject(place[key])) throw repeated(label, path, BOTH);
			if (key in place && place[key] !== value) throw repeated(label, path);
			place[key] = value;
			return;
		}
		const inner = (place[key] ??= Object.create(null) as Inner);
		if (typeof inner !== 'object') throw repeated(label, path, BOTH);
		place = inner as Inner;
	});
}

const BOTH = 'both as text and as an object';

/** @throws UserError for two values of one key, because either may be intended */
function repeated(label: string, path: readonly string[], how = 'more than once'): UserError {
	return new UserError(`The query in '${label}' contains ${quoted(path[0])} ${how}. ${AGAIN}`);
}

/** Converts objects whose keys count from 0 to lists, and texts to flags and numbers. */
function asLists(value: unknown, path: readonly string[], condition?: string): unknown {
	if (!isObject(value)) return asMeant(String(value), path, condition);
	const keys = Object.keys(value);
	const own = typeof value.function === 'string' ? value.function : condition;
	const read = (key: string) => asLists(value[key], [...path, key], own);
	const isList = keys.length <= MOST_PLACES && keys.every((key, index) => key === String(index));
	if (isList && keys.length > 0) {
		const isEmpty = path.at(-1) === 'params' && keys.length === 1 && value['0'] === '';
		return isEmpty && !COMPARING.includes(own ?? '') ? [] : keys.map(read);
	}
	return Object.fromEntries(keys.map((key) => [key, read(key)]));
}

function asMeant(text: string, path: readonly string[], condition: string | undefined): unknown {
	const [last = '', owner = ''] = [...path].reverse();
	const isNumber = /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
	const isValue = path.includes('params');
	if (isValue) return isNumber && NUMERIC.includes(condition ?? '') ? Number(text) : text;
	const isCounted =
		[last, owner].some((key) => NUMBERS.includes(key)) || path[0] === 'bucket_params';
	if (isNumber && isCounted) return Number(text);
	return text === 'true' || text === 'false' ? text === 'true' : text;
}
