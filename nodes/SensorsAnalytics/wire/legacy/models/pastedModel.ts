import type { SavedRange } from '../../../dates/rangeText';
import type { JsonObject } from '../json';
import { readSavedRange, withoutMoment } from '../pastedEventReport';

/** A pasted or saved body: kept as it is, except for dates and what belongs to the copied request. */
export function readPastedModel(payload: JsonObject): { body: JsonObject; range?: SavedRange } {
	return {
		body: withoutMoment(payload),
		range: readSavedRange(payload),
	};
}
