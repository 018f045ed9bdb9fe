/**
 * Keys that only the web page's payload has. A key that is dropped in silence may change numbers: it
 * is read, sent, known to be the page's own, or an error.
 */
import { UserError } from 'n8n-workflow';

import { flagIn, isObject, type JsonObject } from '../../query/json';
import { rewriteFilter } from './filter';

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
		`The key '${key.slice(0, 60)}' of ${place} can't be asked of the OpenAPI, and without it numbers may differ. Remove it from the JSON if it does not matter, build the query by the form, or use a credential that signs in by API secret or account`,
	);
}
