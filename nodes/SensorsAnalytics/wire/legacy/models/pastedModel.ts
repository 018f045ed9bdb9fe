import type { DateRange } from '../../../query/eventQuery';
import type { SavedRange } from '../../../dates/rangeText';
import type { JsonObject } from '../json';
import { readPastedRange, readSavedRange, withoutMoment } from '../pastedEventReport';

/**
 * A pasted or saved body: kept as it is, except for dates and what belongs to the copied request.
 * @param timeZone IANA name, for dates that are instants
 */
export function readPastedModel(
	payload: JsonObject,
	timeZone: string,
): { body: JsonObject; range?: SavedRange; comparison?: DateRange } {
	return {
		body: withoutMoment(payload),
		range: readSavedRange(payload, timeZone),
		comparison: readPastedRange(payload.compare_from_date, payload.compare_to_date, timeZone),
	};
}
