import type { JsonObject } from '../../../../credentials/http/json';
import type { DateRange } from '../../query/query';
import type { How } from '../api';
import { datesOf, defined } from '../api';

/** The body for one range, if the report has dates; keys of the web page's payload that are not asked for stay as they are. */
export function withRequestParts(
	body: JsonObject,
	range: DateRange | undefined,
	how: How,
): JsonObject {
	const wanted = defined({
		sampling_factor: how.samplingFactor,
		use_cache: how.useCache,
		approx: how.isApproximate,
		limit: how.limit,
		request_id: how.requestId,
		detail_and_rollup: how.hasTotals === true ? true : undefined,
	});
	return { ...body, ...datesOf(range), ...wanted };
}
