import type { DateRange, EventMeasure } from '../query/query';
import type { Cell } from '../table/decimal';
import type { DataTimes } from '../table/table';
import type { GroupChange } from './rates';
import { type DimensionChange, type NoParts, type QuantityKind, sizeOfChange } from './verdict';
import type { Usuals } from './usual';

/** The result of explaining a change, before it becomes rows or sentences. */

export interface ExplainedDimension extends DimensionChange {
	/** Display name, or its name in the query. */
	name: string;
}

/** Why a dimension that the node examined is not among the explained ones. */
export type SkipReason = NoParts | 'values' | 'unfilled' | 'alike' | 'budget' | 'refused';

/** Its data times are those of the totals. */
export interface ChangeExplanation extends DataTimes {
	/** Name of the measure. */
	name: string;
	kind: QuantityKind;
	/** Whether a ratio is a share of events or users in others, to be written in percent. */
	isRate: boolean;
	/** Whether it counts events or users. */
	isCount: boolean;
	overall: GroupChange;
	/** The only term of a ratio's denominator, of which groups have shares. */
	base?: Pick<EventMeasure, 'event' | 'aggregator'>;
	/** Whether the change is no larger than chance; null if that can't be estimated. */
	isAboutSame: boolean | null;
	/** Usual range of the overall number, if requested; without numbers if it can't have one. */
	usual?: Usuals;
	/** Requested dates that aren't over, and their comparison dates. */
	leftOut?: { dates: DateRange; partners: DateRange };
	/** Until when there are data of the comparison dates, if some are missing. */
	lateBefore?: string;
	range: DateRange;
	comparison: DateRange;
	/** Dimensions with the strongest evidence first. */
	dimensions: ExplainedDimension[];
	/** A second level, within one value. */
	inside?: { dimension: string; value: Cell; dimensions: ExplainedDimension[] };
	skipped: Array<{ name: string; why: SkipReason }>;
	/** Number of reports that were requested. */
	requests: number;
	isSampled: boolean;
}

/** Returns the dimensions whose answers were complete: values of the others weren't compared. */
export function judgedOf({ dimensions }: ChangeExplanation): ExplainedDimension[] {
	return dimensions.filter(({ noParts }) => noParts !== 'cut');
}

/** Sorts dimensions by evidence, then by the largest change; those without shares are last. */
export function rankedDimensions<Dimension extends ExplainedDimension>(
	dimensions: readonly Dimension[],
): Dimension[] {
	return [...dimensions].sort(
		(a, b) =>
			Number(a.noParts === 'cut') - Number(b.noParts === 'cut') ||
			Number(b.isSimpson) - Number(a.isSimpson) ||
			Number(b.isConcentrated) - Number(a.isConcentrated) ||
			Number(b.standsOut) - Number(a.standsOut) ||
			Number(hasAll(b)) - Number(hasAll(a)) ||
			(a.standsOut ? 0 : largestOf(b) - largestOf(a)) ||
			a.logChance - b.logChance,
	);
}

/**
 * If the shares of values differ by at most this many percent from the overall change, they are
 * nearly all of it.
 */
const NEARLY = 25;

/** Whether the values that stand out have nearly all of the change. */
function hasAll({ values, by }: DimensionChange): boolean {
	const shares = values.map((one) => (one.standsOut ? (one.shareOfChange ?? 0) : 0));
	return by === 'mix' || Math.abs(shares.reduce((sum, one) => sum + one, 0) - 100) <= NEARLY;
}

function largestOf({ values }: DimensionChange): number {
	return values.reduce((largest, value) => Math.max(largest, sizeOfChange(value)), 0);
}
