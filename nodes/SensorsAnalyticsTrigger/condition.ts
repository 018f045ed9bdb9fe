import type { IDataObject } from 'n8n-workflow';

import type { Judged, MarkedDays } from '../SensorsAnalytics/insight/usual';
import type { Amount } from '../SensorsAnalytics/table/decimal';
import { compareAmounts, percentChange, subtract } from '../SensorsAnalytics/table/decimal';

/** States of a number, one per direction (docs/trigger.md, T9). */
export type State = 'above' | 'below' | 'up' | 'down';

/** A number at a period, and what it is compared with. */
export interface Observation {
	measure: string;
	/** Mark and cells of its group, if any. */
	name?: string;
	group?: IDataObject;
	period: string;
	value: Amount | null;
	/** The comparison period. */
	basePeriod: string;
	base: Amount | null;
	/** Usual range, if needed. */
	usual?: Judged;
	/** undefined if the number is unknown (docs/trigger.md, T10). */
	states: State[] | undefined;
}

/** The condition for a number. */
export type TriggerCondition = ComparedCondition | UnusualCondition;

/** A comparison with another number. */
export type ComparedCondition =
	| { kind: 'threshold'; side: 'above' | 'below'; limit: Amount }
	| {
			kind: 'change';
			direction: 'up' | 'down' | 'either';
			percent: number;
			comparedWith: 'before' | 'lastWeek';
	  };

/** A number outside of its usual range (docs/usual-range.md). */
interface UnusualCondition {
	kind: 'unusual';
	side: 'above' | 'below' | 'either';
	/** Days that are neither judged nor part of the history. */
	marks: MarkedDays;
}

/** Rounding errors of binary fractions don't count: 107 is not more than 7 % above 100. */
const EQUAL_WITHIN = 8 * Number.EPSILON;

/**
 * Returns the states of a number; undefined if the number is unknown, so that nothing changes
 * (T10).
 * @param base number to compare with; unused for thresholds
 */
export function statesOf(
	value: Amount | null,
	base: Amount | null,
	condition: ComparedCondition,
): State[] | undefined {
	if (value === null) return undefined;
	if (condition.kind === 'threshold') {
		const { side, limit } = condition;
		return compareAmounts(value, limit) * (side === 'above' ? 1 : -1) > 0 ? [side] : [];
	}
	if (base === null || (base === 0 && value === 0)) return undefined;
	const { direction, percent } = condition;
	const moved: State = compareAmounts(value, base) > 0 ? 'up' : 'down';
	const isWatched = direction === 'either' || direction === moved;
	return isWatched && isMoreThan(value, base, percent) ? [moved] : [];
}

/**
 * Returns the states by the usual range; undefined if there is none, so that nothing changes (T32).
 */
export function usualStates(
	{ side }: Judged,
	{ side: watched }: UnusualCondition,
): State[] | undefined {
	if (side === undefined) return undefined;
	return side !== 'within' && (watched === 'either' || watched === side) ? [side] : [];
}

/** Returns the states that are new. */
export function begun(before: readonly State[], now: readonly State[]): State[] {
	return now.filter((state) => !before.includes(state));
}

/** Returns the change in percent of the previous number; null if there is none. */
export function changeInPercent(value: Amount | null, base: Amount | null): number | null {
	return value === null || base === null ? null : percentChange(value, base);
}

function isMoreThan(value: Amount, base: Amount, percent: number): boolean {
	const change = Math.abs(Number(subtract(value, base) ?? Infinity)) * 100;
	const limit = percent * Math.abs(Number(base));
	return change - limit > EQUAL_WITHIN * limit;
}
