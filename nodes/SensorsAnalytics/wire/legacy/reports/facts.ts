import { FULL_SAMPLE } from '../../../query/eventQuery';
import { flagIn, type JsonObject, numberIn, textIn } from '../../../query/json';
import type { Facts } from '../../rows/entries';

/** What an answer says of itself. */
export function factsIn(answer: JsonObject): Facts {
	const factor = numberIn(answer, 'sampling_factor');
	return {
		isTruncated: flagIn(answer, 'truncated') === true,
		isSampled: factor !== undefined && factor < FULL_SAMPLE,
		dataUpdatedAt: textIn(answer, 'data_update_time'),
	};
}
