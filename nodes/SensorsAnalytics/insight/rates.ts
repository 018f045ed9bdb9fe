import {
	type Amount,
	divided,
	fromUnits,
	percentChange,
	percentOf,
	subtract,
	sumOf,
	toUnits,
} from '../table/decimal';

/** Contributions of groups to the change of a sum or a count. Rules: docs/explain-change.md. */

/** A number in both periods; null if a truncated answer leaves it unknown. */
export interface BothPeriods {
	now: Amount | null;
	before: Amount | null;
}

/** The change of a group. Null means that a number is unknown or undefined. */
export interface GroupChange extends BothPeriods {
	change: Amount | null;
	changePercent: number | null;
	/** Percent of the overall change. */
	shareOfChange: number | null;
	/** The number if the group had changed as all other groups together did. */
	expected: Amount | null;
	unexpected: Amount | null;
}

/** Decimals used in computations, and digits that JavaScript numbers always hold. */
const PLACES = 6;
const DIGITS = 15;

/** Returns the change of a single group, if groups don't add up to the overall number. */
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
 * Returns the changes of groups that add up to the overall number: their sum equals its change in
 * every digit.
 * @param groups groups whose numbers are all known
 */
export function contributions(groups: readonly BothPeriods[]): GroupChange[] {
	const overall = overallOf(groups);
	const changeOverall = differenceOf(overall);
	return groups.map((group) => {
		const own = ownChange(group);
		const expected = expectedByRest(group, overall);
		return {
			...own,
			shareOfChange:
				own.change === null || changeOverall === null ? null : percentOf(own.change, changeOverall),
			expected,
			unexpected: expected === null || group.now === null ? null : subtract(group.now, expected),
		};
	});
}

/** Returns the sums of both periods, null if a number is unknown. */
export function overallOf(groups: readonly BothPeriods[]): BothPeriods {
	const sum = (side: keyof BothPeriods) => {
		const amounts = groups.map((group) => group[side]);
		return amounts.includes(null) ? null : sumOf(amounts as Amount[]);
	};
	return { now: sum('now'), before: sum('before') };
}

export function differenceOf({ now, before }: BothPeriods): Amount | null {
	return now === null || before === null ? null : subtract(now, before);
}

/**
 * Returns before × (rest now ÷ rest before); null if the rest before isn't most of the overall
 * number, or changed its sign.
 */
function expectedByRest({ now, before }: BothPeriods, overall: BothPeriods): Amount | null {
	if (now === null || before === null || overall.now === null || overall.before === null)
		return null;
	const [own, ownBefore] = [toUnits(now, PLACES), toUnits(before, PLACES)];
	const rest = toUnits(overall.now, PLACES) - own;
	const restBefore = toUnits(overall.before, PLACES) - ownBefore;
	const sign = restBefore < 0n ? -1n : 1n;
	if (restBefore === 0n || rest * sign < 0n || ownBefore * sign > restBefore * sign) return null;
	const expected = divided(ownBefore * rest, restBefore);
	const digits = String(expected).replace('-', '').length;
	const spare = Math.max(0, Math.min(PLACES, digits - DIGITS));
	return fromUnits(divided(expected, 10n ** BigInt(spare)), PLACES - spare);
}

/** Sums that differ by no more than this, relative to the total, are equal apart from rounding. */
const NOISE = 1e-9;

/** Whether groups add up to the overall number from the service, in both periods. */
export function addUpTo(groups: readonly BothPeriods[], overall: BothPeriods): boolean {
	const isAlike = (side: keyof BothPeriods) => {
		const total = overall[side];
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

/**
 * Explains a ratio or an average by groups: by the changes of their own rates (rate), or of their
 * shares (mix). Rules: docs/explain-change.md.
 */

/** Numerator and denominator of a ratio, for one group. */
export interface RatioParts {
	top: BothPeriods;
	bottom: BothPeriods;
}

interface RateChange {
	/** Rates; null if the denominator is 0, or a number is unknown. */
	now: Amount | null;
	before: Amount | null;
	change: Amount | null;
	/** Shares of the denominator in percent. */
	partNow: number | null;
	partBefore: number | null;
	/** Effects on the overall ratio; null if groups don't add up. */
	rate: Amount | null;
	mix: Amount | null;
}

interface RatioChange {
	overall: RateChange;
	groups: RateChange[];
}

/** Decimals of computations, and significant digits of results. */
const EXACT = 40;
const SIGNIFICANT = 12;
const MOST_PLACES = 30;
const ONE = 10n ** BigInt(EXACT);

interface RatioSide {
	/** Share of the overall denominator. */
	weight: bigint;
	/** The group's own rate; undefined if its denominator is 0. */
	rate: bigint | undefined;
	/** The group's part of the overall rate. */
	added: bigint;
}

/**
 * Returns the effects of groups that add up to an overall ratio whose denominator isn't 0 in either
 * period. The sum of all rate and mix effects equals the overall change in every digit.
 * @param groups groups whose numbers are all known
 * @returns undefined if the overall denominator is 0
 */
export function rateAndMix(groups: readonly RatioParts[]): RatioChange | undefined {
	const top = overallOf(groups.map((group) => group.top));
	const bottom = overallOf(groups.map((group) => group.bottom));
	const sidesAt = (side: keyof BothPeriods) => {
		const all = unitsOf(bottom[side]);
		if (all === undefined || all === 0n) return undefined;
		return groups.map((group): RatioSide => {
			const [own = 0n, of = 0n] = [unitsOf(group.top[side]), unitsOf(group.bottom[side])];
			return {
				weight: divided(of * ONE, all),
				rate: of === 0n ? undefined : divided(own * ONE, of),
				added: divided(own * ONE, all),
			};
		});
	};
	const [now, before] = [sidesAt('now'), sidesAt('before')];
	const overall = ownRate({ top, bottom });
	if (!now || !before) return undefined;
	const mean = divided(
		overallRate({ top, bottom }, 'now') + overallRate({ top, bottom }, 'before'),
		2n,
	);

	const exact = groups.map((_group, index) => {
		const [one, other] = [now[index] as RatioSide, before[index] as RatioSide];
		// A group in only one period keeps its rate, so its effect is only mix.
		const rates = [one.rate ?? other.rate ?? 0n, other.rate ?? one.rate ?? 0n] as const;
		const [gained, own] = [one.weight - other.weight, divided(rates[0] + rates[1], 2n)];
		const mix = divided(gained * (own - mean), ONE);
		const rate = one.added - other.added - divided(gained * own, ONE);
		return { rate, mix };
	});
	const places = placesFor([
		...[overall.now, overall.before],
		...exact.flatMap(({ rate, mix }) => [fromUnits(rate, EXACT), fromUnits(mix, EXACT)]),
	]);
	const effects = rounded(exact, unitsAt(overall, places), places);
	return {
		overall: { ...roundedRate(overall, places), rate: null, mix: null },
		groups: groups.map((group, index) => {
			const { rate, mix } = effects[index] as { rate: bigint; mix: bigint };
			return {
				...roundedRate(ownRate(group), places),
				partNow: percentOfOne(now[index]?.weight),
				partBefore: percentOfOne(before[index]?.weight),
				rate: fromUnits(rate, places),
				mix: fromUnits(mix, places),
			};
		}),
	};
}

/** Returns the rates of groups that don't add up, each separately. */
export function ownRates(groups: readonly RatioParts[], overall: RatioParts): RatioChange {
	const all = ownRate(overall);
	const places = placesFor([all.now, all.before]);
	return {
		overall: roundedRate(all, places),
		groups: groups.map((group) => roundedRate(ownRate(group), places)),
	};
}

function ownRate({ top, bottom }: RatioParts): Pick<RateChange, 'now' | 'before'> {
	return { now: rateAt({ top, bottom }, 'now'), before: rateAt({ top, bottom }, 'before') };
}

function rateAt({ top, bottom }: RatioParts, side: keyof BothPeriods): Amount | null {
	const [own, of] = [unitsOf(top[side]), unitsOf(bottom[side])];
	return own === undefined || of === undefined || of === 0n
		? null
		: fromUnits(divided(own * ONE, of), EXACT);
}

/** Returns the overall rate; its denominator isn't 0. */
function overallRate({ top, bottom }: RatioParts, side: keyof BothPeriods): bigint {
	return divided((unitsOf(top[side]) ?? 0n) * ONE, unitsOf(bottom[side]) ?? 1n);
}

function unitsOf(amount: Amount | null): bigint | undefined {
	return amount === null ? undefined : toUnits(amount, EXACT);
}

/**
 * Returns the decimals with which rates and effects have twelve digits, which JavaScript numbers
 * hold.
 */
function placesFor(rates: ReadonlyArray<Amount | null>): number {
	const largest = rates.reduce(
		(most: number, rate) => Math.max(most, Math.abs(Number(rate ?? 0))),
		0,
	);
	if (largest === 0) return SIGNIFICANT;
	const before = Math.floor(Math.log10(largest)) + 1;
	return Math.max(0, Math.min(MOST_PLACES, SIGNIFICANT - before));
}

function roundedRate({ now, before }: Pick<RateChange, 'now' | 'before'>, places: number) {
	const round = (amount: Amount | null) =>
		amount === null ? null : fromUnits(toUnits(amount, places), places);
	const [own, other] = [round(now), round(before)];
	return {
		now: own,
		before: other,
		change: own === null || other === null ? null : subtract(own, other),
		partNow: null,
		partBefore: null,
		rate: null,
		mix: null,
	};
}

function unitsAt({ now, before }: Pick<RateChange, 'now' | 'before'>, places: number): bigint {
	return toUnits(now ?? 0, places) - toUnits(before ?? 0, places);
}

/** Rounds effects to this many decimals; the largest one gets the rounding difference. */
function rounded(
	exact: ReadonlyArray<{ rate: bigint; mix: bigint }>,
	overall: bigint,
	places: number,
): Array<{ rate: bigint; mix: bigint }> {
	const unit = 10n ** BigInt(EXACT - places);
	const effects = exact.map(({ rate, mix }) => ({
		rate: divided(rate, unit),
		mix: divided(mix, unit),
	}));
	const left = effects.reduce((rest, { rate, mix }) => rest - rate - mix, overall);
	const sizeOf = ({ rate, mix }: { rate: bigint; mix: bigint }) => {
		const [a, b] = [rate < 0n ? -rate : rate, mix < 0n ? -mix : mix];
		return a > b ? a : b;
	};
	const largest = effects.reduce(
		(found, effect) => (sizeOf(effect) > sizeOf(found) ? effect : found),
		effects[0] ?? { rate: 0n, mix: 0n },
	);
	const isRate = largest.rate * largest.rate >= largest.mix * largest.mix;
	if (isRate) largest.rate += left;
	else largest.mix += left;
	return effects;
}

/** Returns percent with two decimals. */
function percentOfOne(weight: bigint | undefined): number | null {
	return weight === undefined ? null : Number(divided(weight * 10_000n, ONE)) / 100;
}

/**
 * Whether all groups in both periods moved in one direction (or not at all), and the overall ratio
 * in the other: Simpson's paradox.
 */
export function isSimpson({ overall, groups }: RatioChange): boolean {
	const way = Math.sign(Number(overall.change ?? 0));
	const changes = groups.flatMap(({ change }) => (change === null ? [] : [Number(change)]));
	if (way === 0 || changes.length < 2) return false;
	return changes.every((change) => change * way <= 0) && changes.some((change) => change !== 0);
}
