import type { JsonObject } from '../../../../credentials/http/json';
import type { DateRange } from '../../query/query';
import type { How } from '../api';

/** The body for one range, if the report has dates; keys of the web page's payload that are not asked for stay as they are. */
export function withRequestParts(
	body: JsonObject,
	range: DateRange | undefined,
	how: How,
): JsonObject {
	const { samplingFactor, useCache, isApproximate, limit, requestId, hasTotals } = how;
	const wanted: JsonObject = {
		sampling_factor: samplingFactor,
		use_cache: useCache,
		approx: isApproximate,
		limit,
		request_id: requestId,
		detail_and_rollup: hasTotals === true ? true : undefined,
	};
	const set = Object.entries(wanted).filter(([, value]) => value !== undefined);
	const dates = range ? { from_date: range.from, to_date: range.to } : {};
	return { ...body, ...dates, ...Object.fromEntries(set) };
}
