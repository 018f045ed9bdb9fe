import type { DateRange } from '../query/query';
import type { Cell } from '../table/decimal';
import type { GroupChange } from './rates';
import { type DimensionChange, type NoParts, type QuantityKind, sizeOf } from './verdict';
import type { Usuals } from './usual';

/** Where a change lies, as it was found: neither rows nor words yet. */

export interface ExplainedDimension extends DimensionChange {
	/** What people call it, or its name in the query. */
	name: string;
}

/** Why a dimension that the node looked at is not among those explained. */
export type SkipReason = NoParts | 'values' | 'unfilled' | 'alike' | 'budget';

export interface ChangeExplanation {
	/** What the number is called. */
	name: string;
	kind: QuantityKind;
	/** Whether a ratio is a part of events or users by others, to be written in percent. */
	isRate: boolean;
	/** Whether it counts events or users. */
	isCount: boolean;
	overall: GroupChange;
	/** Whether the change is no larger than what chance makes; null where that is not judged. */
	isAboutSame: boolean | null;
	/** What is usual of the whole, where that is wanted; no numbers where it is never told. */
	usual?: Usuals;
	/** Dates that were asked for and are not over, and those that they would be compared with. */
	leftOut?: { dates: DateRange; partners: DateRange };
	range: DateRange;
	comparison: DateRange;
	/** The one that tells most first. */
	dimensions: ExplainedDimension[];
	/** A second level, inside one value. */
	inside?: { dimension: string; value: Cell; dimensions: ExplainedDimension[] };
	skipped: Array<{ name: string; why: SkipReason }>;
	/** Reports asked for. */
	requests: number;
	isSampled: boolean;
}

/** Dimensions that tell most first, else the largest change; those without parts last. */
export function ranked<Dimension extends ExplainedDimension>(
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

/** Percent that values may miss of the whole change, and be nearly all of it. */
const NEARLY = 25;

/** Whether the values that stand out have nearly all of the change. */
function hasAll({ values, by }: DimensionChange): boolean {
	const shares = values.map((one) => (one.standsOut ? (one.shareOfChange ?? 0) : 0));
	return by === 'mix' || Math.abs(shares.reduce((sum, one) => sum + one, 0) - 100) <= NEARLY;
}

function largestOf({ values }: DimensionChange): number {
	return values.reduce((largest, value) => Math.max(largest, sizeOf(value)), 0);
}
