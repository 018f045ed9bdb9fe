import type { DateRange } from '../../../query/eventQuery';
import type { JsonObject } from '../json';
import { readPastedRange, withoutMoment } from '../pastedEventReport';

/** A pasted or saved body: kept as it is, except for dates and what belongs to the copied request. */
export function readPastedModel(payload: JsonObject): { body: JsonObject; range?: DateRange } {
	return {
		body: withoutMoment(payload),
		range: readPastedRange(payload.from_date, payload.to_date),
	};
}
