import type { DateRange } from '../../../query/eventQuery';
import type { JsonObject } from '../json';
import { DROPPED_KEYS, readPastedRange } from '../pastedEventReport';

/** A pasted or saved body: kept as it is, except for dates and what belongs to the copied request. */
export function readPastedModel(payload: JsonObject): { body: JsonObject; range?: DateRange } {
	const body = { ...payload };
	for (const key of DROPPED_KEYS) delete body[key];
	return { body, range: readPastedRange(payload.from_date, payload.to_date) };
}
