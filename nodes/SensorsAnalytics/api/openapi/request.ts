import { UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../../credentials/http/json';
import type { ServiceRequest } from '../../../../credentials/http/request';
import { readFilter } from '../../paste/payload';
import { FILTER_FUNCTIONS } from '../../query/filterFunctions';
import { flagIn } from '../../query/json';
import type { DateRange, Filter, FilterCondition } from '../../query/query';
import { FULL_SAMPLE, toExpression } from '../../query/query';
import { datesOf, defined, type How, type ReportWire, reportWire } from '../api';
import { UnexpectedShape } from '../rows';

/** Where the products of the OpenAPI stand (docs/service.md, "OpenAPI"). */
export const ANALYTICS = '/api/v3/analytics/v1';
export const HORIZON = '/api/v3/horizon/v1';
export const PORTAL = '/api/v3/portal/v2';

/** As many rows as possible; left out, the service gives as many as suit a page. */
const ALL_ROWS = -1;

/**
 * The request of a report for one range, if it has dates.
 * @param model its name in the path
 * @throws UserError for a sample of which nothing would tell
 */
export function requestFor(
	model: string,
	body: JsonObject,
	range: DateRange | undefined,
	{ samplingFactor, useCache, requestId, limit = ALL_ROWS }: How,
): ServiceRequest {
	if (samplingFactor === undefined && Number(body.sampling_factor ?? FULL_SAMPLE) < FULL_SAMPLE) {
		throw new UserError(
			"The pasted or saved query requests a sample of the users, but the OpenAPI doesn't report sampling. Set the option for the sampling factor",
		);
	}
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
 * A report of this generation.
 * @param model its name in the path
 * @param write the body, without dates and computation; `page` is what the query was read from
 */
export function openapiReport<Query>(
	model: string,
	write: (query: Query, page: JsonObject, how: How) => JsonObject,
	readSteps: ReportWire<Query>['readSteps'],
): ReportWire<Query> {
	return reportWire<Query>({
		request({ query, page = {}, unread }, range, how) {
			if (unread) throw unread;
			return requestFor(model, write(query, page, how), range, how);
		},
		readSteps,
	});
}

/** A request that only reads. */
export function get(path: string, query?: ServiceRequest['query']): ServiceRequest {
	return { method: 'GET', path, query };
}

/** Anything else is a failure, whatever the status (docs/service.md, "OpenAPI"). */
const SUCCESS = 'SUCCESS';

/**
 * What an answer is about, out of its envelope `{code, data, …}`.
 * @param subject of the answer, for errors; a report if left out
 * @throws UnexpectedShape for an answer without one
 */
export function dataOf(answer: unknown, subject?: string): JsonObject {
	if (!isObject(answer)) throw new UnexpectedShape('it is not an object', subject);
	if (answer.code !== SUCCESS) throw new UnexpectedShape(`'code' isn't ${SUCCESS}`, subject);
	if (!isObject(answer.data)) throw new UnexpectedShape("'data' is missing", subject);
	return answer.data;
}

/**
 * What was asked, or undefined where the module that answers it is not installed (docs/service.md,
 * "OpenAPI"): then another one may know as well. No other failure is a reason to ask elsewhere.
 */
export async function unlessMissing(pending: Promise<unknown>): Promise<unknown> {
	return await pending.catch(async (error: unknown) => {
		const { context } = (error ?? {}) as { context?: { isModuleMissing?: unknown } };
		return context?.isModuleMissing === true ? undefined : await pending;
	});
}

/** IDs of what the service was told to do: whole numbers, which people may type again. */

const SUBJECT = 'The response';
const ID = /^\d{1,18}$/;

/** @param what the number belongs to, for errors. @throws UserError for what is no such ID */
export function numberOfId(id: string, what: string): number {
	if (ID.test(id) && Number.isSafeInteger(Number(id))) return Number(id);
	throw new UserError(`'${id.slice(0, 100)}' isn't a valid ID of ${what}. Enter a whole number`);
}

/** The ID that an answer tells, as text. @throws UnexpectedShape */
export function taskIdIn(data: JsonObject, key: string): string {
	const value = data[key];
	if ((typeof value === 'number' || typeof value === 'string') && ID.test(String(value))) {
		return String(value);
	}
	throw new UnexpectedShape(`'${key}' is missing`, SUBJECT);
}

/**
 * Of dates and lists, and in no list of this generation (docs/service.md, "Filters"). What stands
 * for them is not documented: another function could give other numbers.
 */
const MISSING = ['absoluteBetween', 'relativeWithin', 'relativeBefore', 'include'];

/**
 * @param place in the request, if it is one that the form has, too
 * @throws UserError for a function that this generation does not have
 */
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

/** A filter of the web page's payload in this generation's form. @throws UserError */
export function rewriteFilter(value: unknown, place: string): JsonObject {
	return writeFilter(readFilter(value, place));
}

function writeCondition(
	{ property, function: name, values }: FilterCondition,
	place: string | undefined,
): JsonObject {
	const field = toExpression(property);
	if (MISSING.includes(name)) {
		const label = FILTER_FUNCTIONS.find(({ value }) => value === name)?.label ?? name;
		throw new UserError(
			`${place ? `${place}.function: ` : ''}The condition '${label}' on ${field} isn't available in the OpenAPI. Filter by a user group that uses this condition, or use a credential with an API secret or an account`,
		);
	}
	return { field, function: name, params: values };
}

/**
 * Keys that only the web page's payload has. A key that is dropped in silence may change numbers: it
 * is read, sent, known to be the page's own, or an error.
 */

/** What is done with the keys of an object of a payload. */
export interface PageKeys {
	/** Read into the neutral query, or decided by the request. */
	read: readonly string[];
	/** Sent as they are. */
	sent?: readonly string[];
	/** Filters, sent in this generation's form. */
	filters?: readonly string[];
}

/** How errors call the payload: it was pasted, or saved by the web page. */
const PAYLOAD = 'the pasted or saved query';

/** Keys of the page's own interface (docs/service.md, "Address"): how it shows a report. */
const OWN = new Set([
	...['state', 'isSaved', 'config', 'editName', 'type', 'status', 'isExpValid', 'sli'],
	...['default_measure_name', 'transformExpression', 'axis_config', 'rangeText', 'chartsType'],
	...['tType', 't_type', 'fromDash', 'bookmarkid', 'bookmarkId', 'dashboard_id', 'bookmark_id'],
	...['include_today', 'sub_task_type', 'userUnit', 'open_predict', 'ratio', 'request_type'],
	...['enable_detail_follow_rollup_by_values_rank', 'ignore_cache_expire', 'request_id'],
	...['compareKey', 'show_zero_day', 'last_zero', 'custom_name', 'cname', 'comment'],
]);

/** Decided by the request of each report, whatever the page asked for. */
const DECIDED = ['limit', 'detail_and_rollup'];

/** Parts of requests that reports over dates share, as the page may set them. */
export const SHARED = [
	...['sampling_factor', 'use_cache', 'time_zone_mode', 'server_time_zone', 'subject_id'],
];

/**
 * What of an object of the payload goes out beside the neutral query.
 * @param place where it stands, for errors
 * @throws UserError that names a key which this generation does not know
 */
export function sentOf(
	value: unknown,
	{ read, sent = [], filters = [] }: PageKeys,
	place = PAYLOAD,
): JsonObject {
	const object = isObject(value) ? value : {};
	const out: JsonObject = {};
	for (const [key, inner] of Object.entries(object)) {
		if (isEmpty(inner) || read.includes(key) || DECIDED.includes(key)) continue;
		if (sent.includes(key)) out[key] = asFlag(inner);
		else if (filters.includes(key)) out[key] = filterOf(inner, `'${key}' of ${place}`);
		else if (!OWN.has(key) && !key.startsWith('$$') && !isOff(key, inner))
			throw unknown(key, place);
	}
	return out;
}

/** @throws UserError for keys in a filter that are none of its own */
export function assertPlainFilter(value: unknown, place: string): void {
	const filter = isObject(value) ? value : {};
	sentOf(filter, { read: ['relation', 'conditions', 'filters'] }, place);
	for (const condition of listOf(filter.conditions)) {
		sentOf(condition, { read: ['field', 'function', 'params'] }, `a condition of ${place}`);
	}
	for (const inner of listOf(filter.filters)) assertPlainFilter(inner, place);
}

export function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** Old saved queries have true and false as texts, which a description of types does not take. */
function asFlag(value: unknown): unknown {
	return value === 'true' || value === 'false' ? value === 'true' : value;
}

function filterOf(value: unknown, place: string): JsonObject {
	assertPlainFilter(value, place);
	return rewriteFilter(value, place);
}

/** Nothing, also as a filter without conditions. */
function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	if (Array.isArray(value)) return value.every(isEmpty);
	if (!isObject(value)) return false;
	return Object.entries(value).every(([key, inner]) => key === 'relation' || isEmpty(inner));
}

/** Ways to compute that are not asked for, in words of either generation. */
function isOff(key: string, value: unknown): boolean {
	const isNone = !value || flagIn({ value }, 'value') === false;
	return ['rollup', 'rollup_date', 'approx', 'funnel_id', 'trade_day_mode'].includes(key) && isNone;
}

function unknown(key: string, place: string): UserError {
	return new UserError(
		`The key '${key.slice(0, 60)}' of ${place} isn't available in the OpenAPI, and without the key, numbers may differ. If the key doesn't matter, remove the key from the JSON. Otherwise, build the query from fields, or use a credential with an API secret or an account`,
	);
}
