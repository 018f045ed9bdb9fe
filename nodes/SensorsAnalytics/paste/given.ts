import type { SavedRange } from '../dates/rangeText';
import type { DateRange } from '../query/eventQuery';
import type { Asked } from '../query/queries';

/** A query as it was built, pasted or saved, before dates and options. */
export interface Given<Query> extends Asked<Query> {
	/** The dates in it, if it has any. */
	range?: SavedRange;
	/** The range that it is compared with, if it has one. */
	comparison?: DateRange;
}
