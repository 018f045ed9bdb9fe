import { UserError } from 'n8n-workflow';

import type { DateRange } from '../../query/eventQuery';
import type { JsonObject } from '../../query/json';
import type { How } from '../wire';

/** The body for one range, if the report has dates; keys of the web page's payload that are not asked for stay as they are. @throws UserError for a limit of rows */
export function withRequestParts(
	body: JsonObject,
	range: DateRange | undefined,
	how: How,
): JsonObject {
	const { samplingFactor, useCache, isApproximate, groupLimit, requestId, hasTotals } = how;
	if (how.rowLimit !== undefined) {
		throw new UserError(
			'Only the OpenAPI, with a key, can limit rows: with this credential use the option for a limit of groups, or the one for the top groups, instead',
		);
	}
	const wanted: JsonObject = {
		sampling_factor: samplingFactor,
		use_cache: useCache,
		approx: isApproximate,
		limit: groupLimit,
		request_id: requestId,
		detail_and_rollup: hasTotals === true ? true : undefined,
	};
	const set = Object.entries(wanted).filter(([, value]) => value !== undefined);
	const dates = range ? { from_date: range.from, to_date: range.to } : {};
	return { ...body, ...dates, ...Object.fromEntries(set) };
}
