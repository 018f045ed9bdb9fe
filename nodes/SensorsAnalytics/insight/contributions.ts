import type { Amount } from '../table/decimal';
import {
	divided,
	fromUnits,
	percentChange,
	percentOf,
	subtract,
	sumOf,
	toUnits,
} from '../table/decimal';

/** What groups add to the change of a sum or a count. Rules: docs/explain-change.md. */

/** A number in both periods; null where an answer that was cut leaves it open. */
export interface BothPeriods {
	now: Amount | null;
	before: Amount | null;
}

/** What is told of a group. Null is "not known", or "can't be told". */
export interface GroupChange extends BothPeriods {
	change: Amount | null;
	changePercent: number | null;
	/** Percent of the whole change. */
	shareOfChange: number | null;
	/** What it would be now if it had changed as all other groups together did. */
	expected: Amount | null;
	unexpected: Amount | null;
}

/** Decimals that are computed with, and digits that JavaScript's numbers hold for certain. */
const PLACES = 6;
const DIGITS = 15;

/** A group by itself: what is known where groups don't add up to the whole. */
export function ownChange({ now, before }: BothPeriods): GroupChange {
	const isKnown = now !== null && before !== null;
	return {
		now,
		before,
		change: isKnown ? subtract(now, before) : null,
		changePercent: isKnown ? percentChange(now, before) : null,
		shareOfChange: null,
		expected: null,
		unexpected: null,
	};
}

/**
 * Changes of groups that add up to the whole: their sum is the whole change, digit by digit.
 * @param groups whose numbers are all known
 */
export function contributions(groups: readonly BothPeriods[]): GroupChange[] {
	const whole = wholeOf(groups);
	const wholeChange = differenceOf(whole);
	return groups.map((group) => {
		const own = ownChange(group);
		const expected = expectedByRest(group, whole);
		return {
			...own,
			shareOfChange:
				own.change === null || wholeChange === null ? null : percentOf(own.change, wholeChange),
			expected,
			unexpected: expected === null || group.now === null ? null : subtract(group.now, expected),
		};
	});
}

export function wholeOf(groups: readonly BothPeriods[]): BothPeriods {
	const sum = (side: keyof BothPeriods) => {
		const amounts = groups.map((group) => group[side]);
		return amounts.includes(null) ? null : sumOf(amounts as Amount[]);
	};
	return { now: sum('now'), before: sum('before') };
}

export function differenceOf({ now, before }: BothPeriods): Amount | null {
	return now === null || before === null ? null : subtract(now, before);
}

/** before × (rest now ÷ rest before); null where the rest before is not most of the whole, or below 0. */
function expectedByRest({ now, before }: BothPeriods, whole: BothPeriods): Amount | null {
	if (now === null || before === null || whole.now === null || whole.before === null) return null;
	const [own, ownBefore] = [toUnits(now, PLACES), toUnits(before, PLACES)];
	const rest = toUnits(whole.now, PLACES) - own;
	const restBefore = toUnits(whole.before, PLACES) - ownBefore;
	if (restBefore <= 0n || rest < 0n || ownBefore > restBefore) return null;
	const expected = divided(ownBefore * rest, restBefore);
	const digits = String(expected).replace('-', '').length;
	const spare = Math.max(0, Math.min(PLACES, digits - DIGITS));
	return fromUnits(divided(expected, 10n ** BigInt(spare)), PLACES - spare);
}

/** Parts of a whole that floating point rounds apart by no more than this are the whole. */
const NOISE = 1e-9;

/** Whether groups come to the whole that the service tells, in both periods. */
export function addUpTo(groups: readonly BothPeriods[], whole: BothPeriods): boolean {
	const isAlike = (side: keyof BothPeriods) => {
		const total = whole[side];
		const amounts = groups.map((group) => group[side]);
		if (total === null || amounts.includes(null)) return false;
		const sum = sumOf(amounts as Amount[]);
		const size = amounts.reduce<number>((all, amount) => all + Math.abs(Number(amount)), 0);
		if (sum === null) return false;
		return (
			Math.abs(Number(subtract(sum, total))) <= NOISE * Math.max(size, Math.abs(Number(total)))
		);
	};
	return isAlike('now') && isAlike('before');
}
