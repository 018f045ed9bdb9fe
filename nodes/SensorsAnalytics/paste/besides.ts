import { isObject, type JsonObject, ownOf } from '../../../credentials/http/json';
import { asText, flagIn } from '../query/json';

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
export function besidesIn(payload: JsonObject, keys: Known): Besides {
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
