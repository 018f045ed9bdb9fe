import type { DateRange } from '../../../query/eventQuery';
import type { JsonObject } from '../json';
import { readPastedRange, withoutMoment } from '../pastedEventReport';

/**
 * A pasted or saved body: kept as it is, except for dates and what belongs to the copied request.
 * @param timeZone IANA name, for dates that are instants
 */
export function readPastedModel(
	payload: JsonObject,
	timeZone: string,
): { body: JsonObject; range?: DateRange; comparison?: DateRange } {
	return {
		body: withoutMoment(payload),
		range: readPastedRange(payload.from_date, payload.to_date, timeZone),
		comparison: readPastedRange(payload.compare_from_date, payload.compare_to_date, timeZone),
	};
}
