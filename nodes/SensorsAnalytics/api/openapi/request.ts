import { UserError } from 'n8n-workflow';

import {
	arrayOrEmpty,
	isObject,
	type JsonObject,
	objectOrEmpty,
} from '../../../../credentials/http/json';
import { firstWords, quoted } from '../../../../credentials/http/redact';
import type { ServiceRequest } from '../../../../credentials/http/request';
import { DISPLAYED, isDefault, readFilter } from '../../paste/payload';
import { spelledAggregator } from '../../query/aggregators';
import { functionOf, FUNCTIONS_OF_DATES_AND_LISTS } from '../../query/filterFunctions';
import { flagIn, toNumber } from '../../query/json';
import {
	type DateRange,
	type EventMeasure,
	type Filter,
	type FilterCondition,
	type FilteredEvent,
	isTimeProperty,
	type Property,
	toExpression,
} from '../../query/query';
import { datesOf, defined, type How, type ReportWire } from '../api';
import { UnexpectedShape } from '../rows';

/** Paths of the OpenAPI's products (docs/service.md, "OpenAPI"). */
export const ANALYTICS = '/api/v3/analytics/v1';
export const HORIZON = '/api/v3/horizon/v1';
export const PORTAL = '/api/v3/portal/v2';

/** Requests all rows; without it, the service returns only one page. */
const ALL_ROWS = -1;

export function requestFor(
	model: string,
	body: JsonObject,
	range: DateRange | undefined,
	{ samplingFactor, useCache, requestId, limit = ALL_ROWS }: How,
): ServiceRequest {
	const computation = {
		sampling_factor: samplingFactor,
		use_cache: useCache,
		request_id: requestId,
	};
	return {
		path: `${ANALYTICS}/model/${model}/report`,
		body: { ...body, ...datesOf(range), limit, ...defined(computation) },
	};
}

/**
 * Returns the interface of a report in this generation.
 * @param model name of the model in the path
 * @param keys how keys of the payload are handled that the query was read from
 * @param write returns the body, without dates, computation and those keys
 */
export function openapiReport<Query>(
	model: string,
	keys: PageKeys,
	write: (query: Query, page: JsonObject, how: How) => JsonObject,
	readSteps: ReportWire<Query>['readSteps'],
): ReportWire<Query> {
	return {
		request({ query, page = {}, unread }, range, how) {
			if (unread) throw unread;
			assertPlainFilter(page.filter, `'filter' of ${PAYLOAD}`);
			const body = { ...sentOf(page, keys), ...write(query, page, how) };
			if (flagIn(page, ROLLUP) === true && body[ROLLUP] !== true) throw unknown(ROLLUP, PAYLOAD);
			return requestFor(model, body, range, how);
		},
		readSteps,
	};
}

export function get(path: string, query?: ServiceRequest['query']): ServiceRequest {
	return { method: 'GET', path, query };
}

/** Any other code is a failure, whatever the status (docs/service.md, "OpenAPI"). */
const SUCCESS = 'SUCCESS';

/** Returns the data of an answer from its envelope `{code, data, …}`. */
export function dataOf(answer: unknown, subject?: string): JsonObject {
	if (!isObject(answer)) throw new UnexpectedShape('it is not an object', subject);
	if (answer.code !== SUCCESS) throw new UnexpectedShape(`'code' isn't ${SUCCESS}`, subject);
	if (!isObject(answer.data)) throw new UnexpectedShape("'data' is missing", subject);
	return answer.data;
}

/**
 * Returns the answer, or undefined if the module for the request isn't installed (docs/service.md,
 * "OpenAPI"): another request may then replace it. All other failures are thrown.
 */
export async function unlessMissing(pending: Promise<unknown>): Promise<unknown> {
	return await pending.catch(async (error: unknown) => {
		const { context } = (error ?? {}) as { context?: { isModuleMissing?: unknown } };
		return context?.isModuleMissing === true ? undefined : await pending;
	});
}

/** IDs of the service's tasks: integers, which people may type. */

const SUBJECT = 'The response';
export const ID = /^\d{1,18}$/;

export function numberOfId(id: string, what: string): number {
	if (ID.test(id) && Number.isSafeInteger(Number(id))) return Number(id);
	throw new UserError(`${quoted(id)} isn't a valid ID of ${what}. Enter a whole number`);
}

export function taskIdIn(data: JsonObject, key: string): string {
	const value = data[key];
	if ((typeof value === 'number' || typeof value === 'string') && ID.test(String(value))) {
		return String(value);
	}
	throw new UnexpectedShape(`'${key}' is missing`, SUBJECT);
}

/** @param place place in the request, if the form has it, too */
export function writeFilter({ join, conditions, groups }: Filter, place?: string): JsonObject {
	const within = (list: string, index: number) => place && `${place}.${list}.${index}`;
	return {
		relation: join.toUpperCase(),
		conditions: conditions.map((condition, index) =>
			writeCondition(condition, within('conditions', index)),
		),
		...(groups.length > 0
			? { filters: groups.map((group, index) => writeFilter(group, within('filters', index))) }
			: {}),
	};
}

export function rewriteFilter(value: unknown, place: string): JsonObject {
	return writeFilter(readFilter(value, place));
}

function writeCondition(
	{ property, function: name, values }: FilterCondition,
	place: string | undefined,
): JsonObject {
	const field = toExpression(property);
	if (FUNCTIONS_OF_DATES_AND_LISTS.includes(name)) {
		const label = functionOf(name)?.label ?? name;
		throw new UserError(
			`${place ? `${place}.function: ` : ''}The condition '${label}' on ${firstWords(field)} isn't available in the OpenAPI. Filter by a user group that uses this condition, or use a credential with an API secret or an account, if the report doesn't require an API key`,
		);
	}
	return { field, function: name, params: values };
}

/** Numbers may depend on a key of the page: each is read, sent, known as its own, or an error. */

interface PageKeys {
	/** Keys that the neutral query contains, or that the request decides. */
	read: readonly string[];
	sent?: readonly string[];
	filters?: readonly string[];
}

export const PAYLOAD = 'the pasted or saved query';

/** Keys that the request of each report decides, whatever the page has. */
const DECIDED = ['limit', 'topN', 'detail_and_rollup'];

/** Numbers of the date range instead of dates: the request decides it, and refuses another one. */
const ROLLUP = 'rollup';

/** Request keys that reports over dates share, as the page may set them. */
export const SHARED = [
	...['sampling_factor', 'use_cache', 'time_zone_mode', 'server_time_zone', 'subject_id'],
];

/** Returns the keys of a payload's object that are sent in addition to the neutral query. */
export function sentOf(
	value: unknown,
	{ read, sent = [], filters = [] }: PageKeys,
	place = PAYLOAD,
): JsonObject {
	const object = objectOrEmpty(value);
	const out: JsonObject = {};
	for (const [key, inner] of Object.entries(object)) {
		if (isBlankValue(inner) || read.includes(key) || DECIDED.includes(key)) continue;
		if (sent.includes(key)) out[key] = asFlag(inner);
		else if (filters.includes(key)) out[key] = filterOf(inner, `'${key}' of ${place}`);
		else if (key === ROLLUP && place === PAYLOAD) continue;
		else if (!DISPLAYED.has(key) && !key.startsWith('$$') && !isOff(key, inner))
			throw unknown(key, place);
	}
	return out;
}

export function assertPlainFilter(value: unknown, place: string): void {
	const filter = objectOrEmpty(value);
	sentOf(filter, { read: ['relation', 'conditions', 'filters'] }, place);
	for (const condition of arrayOrEmpty(filter.conditions)) {
		sentOf(condition, { read: ['field', 'function', 'params'] }, `a condition of ${place}`);
	}
	for (const inner of arrayOrEmpty(filter.filters)) assertPlainFilter(inner, place);
}

/** Converts flags: old saved queries have true and false as texts, which a typed schema refuses. */
function asFlag(value: unknown): unknown {
	return value === 'true' || value === 'false' ? value === 'true' : value;
}

function filterOf(value: unknown, place: string): JsonObject {
	assertPlainFilter(value, place);
	return rewriteFilter(value, place);
}

/** Whether a value is empty, such as a filter without conditions. */
export function isBlankValue(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	if (Array.isArray(value)) return value.every(isBlankValue);
	if (!isObject(value)) return false;
	return Object.entries(value).every(([key, inner]) => key === 'relation' || isBlankValue(inner));
}

const KINDS = [
	...['rollup', 'rollup_date', 'approx', 'funnel_id', 'trade_day_mode'],
	...['layer_other_rollup', 'subjectIdIsUserId'],
];

/** Whether a key turns off a kind of computation, or names the default subject. */
function isOff(key: string, value: unknown): boolean {
	const isNone = !value || flagIn({ value }, 'value') === false;
	return (KINDS.includes(key) && isNone) || (key === 'subject_id' && isDefault(key, value));
}

function unknown(key: string, place: string): UserError {
	return new UserError(
		`The key ${quoted(key)} of ${place} isn't available in the OpenAPI, and without the key, numbers may differ. If the key doesn't matter, remove the key from the JSON. Otherwise, build the query from fields, or use a credential with an API secret or an account, if the report doesn't require an API key`,
	);
}

/** Parts that the requests of several reports share. */

/**
 * @param path path of the event in the request, if the form has it, too
 * @param sent keys of the payload that are sent unchanged
 */
export function writeEvent(
	{ event, filter }: FilteredEvent,
	page: unknown,
	place: string,
	path?: string,
	sent: readonly string[] = ['relevance_field', 'by_field'],
): JsonObject {
	if (isObject(page)) assertPlainFilter(page.filter, `'filter' of ${place}`);
	const keys = { read: ['event_name', 'filter'], sent };
	return {
		...sentOf(page, keys, place),
		event_name: event,
		...(filter ? { filter: writeFilter(filter, path && `${path}.filter`) } : {}),
	};
}

/** Writes how a measure aggregates, and which property. */
export function writeAggregate({
	aggregator,
	property,
}: Pick<EventMeasure, 'aggregator' | 'property'>): JsonObject {
	return {
		aggregator: spelledAggregator(aggregator),
		...(property ? { field: toExpression(property) } : {}),
	};
}

export function writeTarget(measure: EventMeasure, page: unknown, place: string): JsonObject {
	if (isObject(page)) assertPlainFilter(page.filter, `'filter' of ${place}`);
	const keys = { read: ['event_name', 'aggregator', 'field', 'filter', 'name'] };
	return {
		...sentOf(page, keys, place),
		event_name: measure.event,
		...writeAggregate(measure),
		...(measure.filter ? { filter: writeFilter(measure.filter) } : {}),
	};
}

/** The fields need different names in answers. */
export function writeGroups(groups: readonly Property[]): string[] {
	groups.forEach((group, index) => {
		const other = groups.slice(0, index).find((before) => isCalledAlike(before, group));
		if (other === undefined) return;
		throw new UserError(
			`The OpenAPI can't distinguish groups by ${firstWords(toExpression(other))} and ${firstWords(toExpression(group))}, which have the same name. Remove one of them`,
		);
	});
	return groups.map(toExpression);
}

/** Answers name properties of events as those of any event. */
function isCalledAlike(a: Property, b: Property): boolean {
	return a.of === 'event' && b.of === 'event'
		? a.name === b.name
		: toExpression(a) === toExpression(b);
}

/** Keys of the web page's payload that reports on groups of users share. */
export const COHORT_KEYS = {
	read: ['by_field', 'by_fields', 'filter', 'unit', 'approx'],
	sent: [...SHARED, 'bucket_params'],
};

export function writeGroupAndFilter({
	groupBy,
	filter,
}: {
	groupBy: Property[];
	filter?: Filter;
}): JsonObject {
	const fields = writeGroups(ownGroups(groupBy));
	return {
		...(fields.length > 0 ? { by_fields: fields } : {}),
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}

const [LONGEST, PARTS] = [80, 2];
const ENDLESS = ['', '∞', 'inf', 'infinity'];

/**
 * Reads the boundaries in `[1, 3)`; an open end is null. The text of the last region isn't
 * documented, so several spellings are accepted.
 */
export function readRegion(
	text: unknown,
	place: string,
): { from: number | null; to: number | null } {
	if (typeof text === 'string' && text.length <= LONGEST) {
		const plain = text.trim();
		const [opens, closes] = [plain.at(0), plain.at(-1)];
		const parts = plain.slice(1, -1).split(',');
		if (parts.length === PARTS && '[('.includes(opens ?? ' ') && ')]'.includes(closes ?? ' ')) {
			const from = readLimit(parts[0] ?? '', -1);
			const to = readLimit(parts[1] ?? '', 1);
			const isStart = from === null || opens === '[';
			const isEnd = to === null || closes === ')';
			if (from !== undefined && to !== undefined && isStart && isEnd) return { from, to };
		}
	}
	throw new UnexpectedShape(`${place} isn't a range such as [1, 3)`);
}

/** Returns undefined for an invalid boundary, and null for an open end. */
function readLimit(text: string, side: 1 | -1): number | null | undefined {
	const plain = text.trim().replace(/^\+/, '');
	const endless = side < 0 ? plain.replace(/^-/, '') : plain;
	if (ENDLESS.includes(endless.toLowerCase()) && (side > 0 || plain !== endless || plain === '')) {
		return null;
	}
	const number = toNumber(plain);
	// The largest numbers of the service mean an open end.
	return number !== undefined && number * side > Number.MAX_SAFE_INTEGER ? null : number;
}

/** Returns the groups that aren't dates, because dates have a column of their own. */
export function ownGroups(groups: readonly Property[]): Property[] {
	return groups.filter((group) => !isTimeProperty(group));
}

export function onlyGroup(groupBy: readonly Property[], report: string): Property | undefined {
	const groups = ownGroups(groupBy);
	if (groups.length <= 1) return groups[0];
	throw new UserError(
		`The ${report} report has ${groups.length} groups, but the OpenAPI supports one. Keep one of ${groups.map(toExpression).join(', ')}`,
	);
}
