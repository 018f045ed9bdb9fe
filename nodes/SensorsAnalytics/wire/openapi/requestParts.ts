import { UserError } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../credentials/http/request';
import { type DateRange, FULL_SAMPLE } from '../../query/eventQuery';
import type { JsonObject } from '../../query/json';
import type { How } from '../wire';
import { ANALYTICS } from './paths';

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
			'The pasted or saved query asks for a sample of the users, which no answer of the OpenAPI tells. Set the option for the sampling factor',
		);
	}
	const wanted: JsonObject = {
		sampling_factor: samplingFactor,
		use_cache: useCache,
		request_id: requestId,
	};
	const set = Object.entries(wanted).filter(([, value]) => value !== undefined);
	const dates = range ? { from_date: range.from, to_date: range.to } : {};
	return {
		path: `${ANALYTICS}/model/${model}/report`,
		body: { ...body, ...dates, limit, ...Object.fromEntries(set) },
	};
}
