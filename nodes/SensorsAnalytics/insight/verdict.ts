import type { DateRange, EventMeasure } from '../query/query';
import type { Cell } from '../table/decimal';
import type { DataTimes } from '../table/table';
import {
	addUpTo,
	type BothPeriods,
	contributions,
	differenceOf,
	type GroupChange,
	isSimpson,
	overallOf,
	ownChange,
	ownRates,
	rateAndMix,
	type RatioParts,
} from './rates';
import type { Usuals } from './usual';

/** Estimates how likely a change is by chance. */

/** A change of up to this many standard deviations may be chance. */
export const BY_CHANCE = 2;

/**
 * Whether two counts, or two means of `count` counts each, differ no more than counts vary by
 * chance.
 */
export function isByChance(now: number, before: number, count = 1): boolean {
	if (now === before) return true;
	const deviation = Math.sqrt((Math.abs(now) + Math.abs(before)) / count);
	return Math.abs(now - before) < BY_CHANCE * deviation;
}

/** Fewer dates say too little about how much they vary by chance. */
export const MIN_DATES = 7;

/**
 * Returns by how many standard deviations a sum over dates moved, estimated from the differences
 * between each date and its comparison date; undefined for too few dates.
 */
export function deviationsOfDates(differences: readonly number[]): number | undefined {
	const { length } = differences;
	if (length < MIN_DATES) return undefined;
	const degrees = length - 1;
	const sum = differences.reduce((all, one) => all + one, 0);
	const squares = differences.reduce((all, one) => all + (one - sum / length) ** 2, 0);
	if (squares === 0) return sum === 0 ? 0 : Infinity;
	// Wallace's approximation of Student's t by a normal number.
	const t = sum ** 2 / ((squares / degrees) * length);
	return ((8 * degrees + 1) / (8 * degrees + 3)) * Math.sqrt(degrees * Math.log1p(t / degrees));
}

/**
 * Returns by how many standard deviations two counts, or two means of `count` counts each, differ,
 * reduced by one count, because counts change in steps of one.
 */
export function deviationsOf(now: number, before: number, count: number): number {
	const sum = Math.abs(now) + Math.abs(before);
	if (sum === 0) return 0;
	return Math.max(0, Math.abs(now - before) * count - 1) / Math.sqrt(sum * count);
}

/**
 * Whether the largest of several differences is more than chance: all of them together exceed the
 * limit no more often than a single one does.
 */
export function isBeyondChance(deviations: number, looked: number): boolean {
	return logChance(deviations ** 2, 1) + Math.log(looked) <= logChance(BY_CHANCE ** 2, 1);
}

/** Coefficients of Lanczos' approximation, g = 7. */
const LANCZOS = [
	0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
	-176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
	1.5056327351493116e-7,
];
const PRECISION = 1e-14;
const MOST_TERMS = 10_000;
const TINY = 1e-300;

/** Natural logarithm of the gamma function, for numbers from 0.5. */
function logGamma(x: number): number {
	const [first = 0, ...others] = LANCZOS;
	const base = x + 6.5;
	const sum = others.reduce((all, one, index) => all + one / (x + index), first);
	return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

/**
 * Natural logarithm of the probability that a chi-squared number with this many degrees of freedom
 * is at least as large. Logarithms also compare probabilities that are too small for a number.
 */
export function logChance(statistic: number, degrees: number): number {
	if (degrees <= 0 || !(statistic > 0)) return 0;
	const [a, x] = [degrees / 2, statistic / 2];
	const start = a * Math.log(x) - x - logGamma(a);
	return x < a + 1
		? Math.log1p(-Math.exp(start) * gammaSeries(a, x))
		: start + Math.log(fraction(a, x));
}

/** Lower incomplete gamma function, without its leading factor. */
function gammaSeries(a: number, x: number): number {
	let term = 1 / a;
	let sum = term;
	for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n++) {
		term *= x / (a + n);
		sum += term;
	}
	return sum;
}

/** Upper incomplete gamma function, without its leading factor: Lentz's continued fraction. */
function fraction(a: number, x: number): number {
	let b = x + 1 - a;
	let c = 1 / TINY;
	let d = 1 / b;
	let result = d;
	for (let n = 1; n < MOST_TERMS; n++) {
		const an = -n * (n - a);
		b += 2;
		d = 1 / nonZero(an * d + b);
		c = nonZero(b + an / c);
		result *= d * c;
		if (Math.abs(d * c - 1) < PRECISION) break;
	}
	return result;
}

function nonZero(value: number): number {
	return Math.abs(value) < TINY ? TINY : value;
}

/**
 * Decides whether a change is concentrated in a few groups that moved differently from all others,
 * or spread over them. This is a statistical judgment with floating-point numbers, and adds nothing
 * up. Rules: docs/explain-change.md.
 */

/** The numbers of a group, and their variation by chance. */
export interface Moved {
	now: number;
	before: number;
	/** Variances of both numbers, as multiples of the numbers. */
	noiseNow: number;
	noiseBefore: number;
}

/** Days of an ordinary group vary by this much more than single events do. */
const ORDINARY = 0.04;
/** Below this probability, groups did not move alike by chance. */
const LIMIT = Math.log(0.001);
/** Share of the overall change that a few groups must have, so that the change counts as theirs. */
const MOST_OF_IT = 0.5;
/** Groups below this share of the numbers of both periods together are too small to stand out. */
const SMALLEST = 0.01;
/**
 * If the other groups hardly moved, this probability is enough for one group against all others
 * together.
 */
const LIMIT_ALONE = Math.log(0.002);
/** The others hardly moved if their change is at most this fraction of the one group's. */
const HARDLY = 0.25;
/** A change may be concentrated in up to this many groups, and in at most half of them. */
const FEW = 3;

interface Concentration {
	/**
	 * Natural logarithm of the probability that the groups moved alike: smaller is stronger evidence.
	 */
	logChance: number;
	/** Indexes of the groups that moved differently, the most different first. */
	outliers: number[];
	/** Whether the change is concentrated in these: the others moved alike, or hardly at all. */
	isClear: boolean;
}

/**
 * Finds the groups that moved differently. It repeatedly removes the most different group, until
 * the rest moved alike.
 * @param way sign of the overall change. Of two groups, each differs from the other: the one that
 * moved further in this direction is removed.
 */
export function concentrationOf(groups: readonly Moved[], way: number): Concentration {
	// A sum below 0, such as one of losses, is judged like the same sum above 0.
	if (together(groups).before < 0) return concentrationOf(groups.map(negated), -way);
	const all = groups.reduce((sum, group) => sum + sizeOf(group), 0);
	const isSmall = (group: Moved) => sizeOf(group) < all * SMALLEST;
	let left = groups.flatMap((group, index) => (isSmall(group) ? [] : [{ ...group, index }]));
	const overall = spreadOf(left, way);
	const outliers: number[] = [];
	const most = Math.min(FEW, Math.floor(left.length / 2));
	let spread = overall;
	while (spread.logChance < LIMIT && outliers.length < most && spread.furthest >= 0) {
		outliers.push((left[spread.furthest] as { index: number }).index);
		left = left.filter((_group, place) => place !== spread.furthest);
		spread = spreadOf(left, way);
	}
	const isAlike = outliers.length > 0 && spread.logChance >= LIMIT;
	const alone = isAlike ? -1 : aloneIn(groups);
	return {
		logChance: Math.min(overall.logChance, leastOf(groups.filter(isSmall), together(groups))),
		outliers: alone < 0 ? outliers : [alone],
		isClear: isAlike || alone >= 0,
	};
}

/** Returns the smallest probability that one of some groups moved like all groups together. */
function leastOf(some: readonly Moved[], all: Moved): number {
	return some.reduce((least, group) => {
		const rest = { ...all, now: all.now - group.now, before: all.before - group.before };
		const { logChance } = spreadOf([group, rest], 0);
		return Math.min(least, logChance + Math.log(some.length));
	}, 0);
}

/**
 * Returns the index of the only group that has nearly all of the change, and moved more than all
 * others did up and down; -1 if there is none. How the others differ then says nothing.
 */
function aloneIn(groups: readonly Moved[]): number {
	const all = together(groups);
	const chance =
		BY_CHANCE *
		Math.sqrt(all.noiseNow * Math.abs(all.now) + all.noiseBefore * Math.abs(all.before));
	if (Math.abs(all.now - all.before) < chance) return -1;
	const changeOf = ({ now, before }: Moved) => Math.abs(now - before);
	const sizes = groups.reduce((sum, group) => sum + changeOf(group), 0);
	const hasNewSign = all.now < 0;
	return groups.findIndex((group, index) => {
		const size = changeOf(group);
		// It moved more than all others together, so there is at most one such group.
		if (size <= sizes - size) return false;
		const rest = together(groups.filter((_other, place) => place !== index));
		return (
			// A group with most of the overall number also has most of its change.
			group.before <= rest.before &&
			Math.abs(rest.now - rest.before) <= size * HARDLY &&
			// Nothing is in proportion to a sum whose sign changed, so the rest is the measure.
			spreadOf([group, rest], 0, hasNewSign ? rest : all).logChance < LIMIT_ALONE
		);
	});
}

function negated(group: Moved): Moved {
	return { ...group, now: -group.now, before: -group.before };
}

function sizeOf({ now, before }: Moved): number {
	return Math.abs(now) + Math.abs(before);
}

function together(groups: readonly Moved[]): Moved {
	const sum = (of: (group: Moved) => number) => groups.reduce((all, group) => all + of(group), 0);
	const size = sum(sizeOf) || 1;
	return {
		now: sum(({ now }) => now),
		before: sum(({ before }) => before),
		noiseNow: sum((group) => group.noiseNow * sizeOf(group)) / size,
		noiseBefore: sum((group) => group.noiseBefore * sizeOf(group)) / size,
	};
}

interface Spread {
	logChance: number;
	/** Index of the group that moved most differently. */
	furthest: number;
}

/**
 * Measures how much groups differ from having moved alike, in proportion.
 * @param like what they would have moved like
 */
function spreadOf(groups: readonly Moved[], way: number, like = together(groups)): Spread {
	const scale = like.now / like.before;
	if (groups.length < 2 || like.before <= 0 || like.now < 0) return { logChance: 0, furthest: -1 };
	const sum = (of: (group: Moved) => number) => groups.reduce((all, group) => all + of(group), 0);
	const [size, noises] = [sum(sizeOf), sum((group) => noiseOf(group, scale))];
	let [statistic, kurtosis, furthest, most, single] = [0, 0, -1, 0, 0];
	for (const [index, group] of groups.entries()) {
		const { now, before, noiseNow, noiseBefore } = group;
		const distance = now - before * scale;
		const noise = noiseOf(group, scale);
		if (noise <= 0) continue;
		statistic += distance ** 2 / noise;
		// Few events vary in few large steps, so that large differences are likelier (kurtosis).
		const step = noiseNow + noiseBefore * scale;
		const peak = (step ** 2 - 6 * noiseNow * noiseBefore * scale) / noise;
		kurtosis += peak;
		// The common trend contains the group itself: of two groups, both are equally far from it.
		const share = sizeOf(group) / size;
		const variance = (1 - share) ** 2 * noise + share ** 2 * (noises - noise);
		const far = distance ** 2 / variance;
		if (far > most && (groups.length > 2 || distance * way >= 0)) [furthest, most] = [index, far];
		const steps = peak > 0 ? step / 2 : 0;
		const clear = Math.max(0, Math.abs(distance) - steps) ** 2 / variance;
		single = Math.min(single, chanceOf(clear, 1, peak));
	}
	const all = chanceOf(statistic, groups.length - 1, kurtosis / groups.length);
	const least = Math.min(all, single + Math.log(groups.length));
	// Of two tests, one is significant by chance up to twice as often; of two groups, they are the same.
	return { logChance: Math.min(0, least + Math.log(2 - 2 / groups.length)), furthest };
}

/** Returns the chance of a chi-squared number with the same mean and variance as this statistic. */
function chanceOf(statistic: number, degrees: number, kurtosis: number): number {
	const weight = 2 / (2 + Math.max(0, kurtosis));
	return logChance(statistic * weight, degrees * weight);
}

/**
 * Returns the variance of a group's distance from having moved by this scale. Both of its numbers
 * together say what to expect: one that is 0 by chance varies, too.
 */
function noiseOf({ now, before, noiseNow, noiseBefore }: Moved, scale: number): number {
	const chance = scale * (noiseBefore * Math.abs(now) + noiseNow * Math.abs(before));
	const size = (Math.abs(now) + Math.abs(before) * scale) / 2;
	return chance + 2 * (ORDINARY * size) ** 2;
}

/** Judges one dimension: its values, and whether the change is concentrated in a few of them. */

/** One value of a dimension, with the service's numbers. */
export interface ValueNumbers {
	value: Cell;
	top: BothPeriods;
	/** The denominator of ratios and averages; of a sum of amounts, its number of events. */
	bottom?: BothPeriods;
}

/** Kind of the explained number. `own`: groups overlap, as those of distinct users do. */
type QuantityKind = 'sum' | 'ratio' | 'own';

export interface OverallNumbers {
	kind: QuantityKind;
	top: BothPeriods;
	bottom?: BothPeriods;
	/** Variance of a number, as a multiple of the number: 1 for a number of events. */
	noise: number;
	noiseOfBottom: number;
}

/** `amount` for sums, `rate` and `mix` for ratios, `own` if groups don't add up. */
type EffectKind = 'amount' | 'rate' | 'mix' | 'own';

export interface ValueChange extends GroupChange {
	value: Cell;
	partNow: number | null;
	partBefore: number | null;
	rate: GroupChange['change'];
	mix: GroupChange['change'];
	effect: EffectKind;
	/** Whether it moved differently from the others, which moved alike. */
	standsOut: boolean;
	/** Whether it also has most of the overall change. */
	isConcentrated: boolean;
}

/** Why values of a dimension have no share of the change, so that it can't be ranked by them. */
type NoParts = 'cut' | 'overlap';

export interface DimensionChange {
	values: ValueChange[];
	noParts?: NoParts;
	/** Smaller is stronger evidence; 0 if there is none. */
	logChance: number;
	/** Whether a few groups moved differently from the others, which moved alike. */
	standsOut: boolean;
	/** Whether those groups also have most of the overall change. */
	isConcentrated: boolean;
	/** Effect by which it stands out: the rates of a ratio, or the mix of its groups. */
	by?: EffectKind;
	/** Whether all groups moved in one direction, and the overall ratio in the other. */
	isSimpson: boolean;
}

/** @param isCut whether an answer omitted groups: missing numbers are then unknown */
export function dimensionChange(
	values: readonly ValueNumbers[],
	overall: OverallNumbers,
	isCut: boolean,
): DimensionChange {
	return overall.kind === 'ratio'
		? ofRatio(values, overall, isCut)
		: ofAmounts(values, overall, isCut);
}

function ofAmounts(
	values: readonly ValueNumbers[],
	overall: OverallNumbers,
	isCut: boolean,
): DimensionChange {
	const tops = values.map(({ top }) => top);
	const noParts = isCut ? 'cut' : addUpTo(tops, overall.top) ? undefined : 'overlap';
	const isOwn = noParts !== undefined || overall.kind === 'own';
	const groups = isOwn ? tops.map(ownChange) : contributions(tops);
	const parts = isOwn ? undefined : overallOf(tops);
	const changed = numberOf(differenceOf(overall.top));
	const way = Math.sign(changed);
	const found = isCut ? NOTHING : amountsFound(values, overall, way);
	const standsOut = found.isClear;
	// Groups that overlap have no shares of the overall number.
	const isIn =
		standsOut &&
		!isOwn &&
		areMostOf(found, (index) => numberOf(groups[index]?.change ?? null), changed);
	return inOrder(
		{
			...(noParts ? { noParts } : {}),
			logChance: found.logChance,
			standsOut,
			isConcentrated: isIn,
			...(standsOut ? { by: isOwn ? 'own' : 'amount' } : {}),
			isSimpson: false,
			values: values.map(
				({ value, top }, index): ValueChange => ({
					// Keys that are added after a spread take V8 twenty times as long.
					value,
					partNow: parts ? partOf(top.now, parts.now) : null,
					partBefore: parts ? partOf(top.before, parts.before) : null,
					rate: null,
					mix: null,
					effect: isOwn ? 'own' : 'amount',
					standsOut: standsOut && found.outliers.includes(index),
					isConcentrated: isIn && found.outliers.includes(index),
					...(groups[index] as GroupChange),
				}),
			),
		},
		found.outliers,
	);
}

/**
 * Judges amounts. If none stands out, it judges their numbers of events and their amounts per event,
 * which vary less: the amounts of the group must have moved the same way.
 */
function amountsFound(
	values: readonly ValueNumbers[],
	{ noise, noiseOfBottom }: OverallNumbers,
	way: number,
): Concentration {
	const amounts = values.map(({ top }) => movedTotal(top, noise));
	const found = concentrationOf(amounts, way);
	const parts = values.flatMap(({ top, bottom }) => (bottom ? [{ top, bottom }] : []));
	if (found.isClear || parts.length < values.length) return found;
	const events = parts.map(({ bottom }) => movedTotal(bottom, noiseOfBottom));
	const mean = sizeOf(together(amounts)) / sizeOf(together(events));
	const rates = parts.map((part) => movedRate(part, noise - noiseOfBottom * mean));
	const moved = deviationsFromAll(amounts);
	for (const groups of [events, rates]) {
		const factor = concentrationOf(groups, way);
		const own = deviationsFromAll(groups);
		const isSameWay = factor.outliers.every(
			(at) => (own[at] ?? 0) * (moved[at] ?? 0) > 0 && Math.abs(moved[at] ?? 0) >= BY_CHANCE,
		);
		if (factor.isClear && isSameWay) return factor;
	}
	return found;
}

/** Returns by how many standard deviations each group differs from having moved like all. */
function deviationsFromAll(groups: readonly Moved[]): number[] {
	const { now, before } = together(groups);
	const scale = now / before;
	return groups.map(
		(group) => (group.now - group.before * scale) / Math.sqrt(noiseOf(group, scale)),
	);
}

const NOTHING: Concentration = { logChance: 0, outliers: [], isClear: false };
const UNKNOWN: BothPeriods = { now: null, before: null };

function ofRatio(
	values: readonly ValueNumbers[],
	overall: OverallNumbers,
	isCut: boolean,
): DimensionChange {
	const groups = values.map(({ top, bottom = UNKNOWN }): RatioParts => ({ top, bottom }));
	const all: RatioParts = { top: overall.top, bottom: overall.bottom ?? UNKNOWN };
	const addsUp =
		!isCut &&
		addUpTo(
			groups.map(({ top }) => top),
			all.top,
		) &&
		addUpTo(
			groups.map(({ bottom }) => bottom),
			all.bottom,
		);
	const split = addsUp ? rateAndMix(groups) : undefined;
	const change = split ?? ownRates(groups, all);
	const noParts = split ? undefined : isCut ? 'cut' : 'overlap';
	const sumOf = (of: 'rate' | 'mix') =>
		change.groups.reduce((total, group) => total + numberOf(group[of]), 0);
	const [rate, mix] = [sumOf('rate'), sumOf('mix')];
	const changed = numberOf(change.overall.change);

	const byRate = isCut
		? NOTHING
		: concentrationOf(
				groups.map((group) => movedRate(group, overall.noise)),
				Math.sign(changed),
			);
	const byMix = split
		? concentrationOf(
				groups.map(({ bottom }) => movedTotal(bottom, overall.noiseOfBottom)),
				0,
			)
		: NOTHING;
	const isMoreMix = Math.abs(mix) > Math.abs(rate);
	const isMix = isMoreMix && isSignificant(byMix);
	const isMostMix = isMix && mix * changed > 0 && Math.abs(mix) >= Math.abs(changed) * MOST_OF_IT;
	const isMostRate =
		split !== undefined &&
		byRate.isClear &&
		areMostOf(byRate, (index) => numberOf(change.groups[index]?.rate ?? null), changed);
	const by = isMostMix ? 'mix' : byRate.isClear ? (split ? 'rate' : 'own') : undefined;
	const isIn = isMostMix || isMostRate;
	const shifted = by === 'mix' ? mostShifted(change.groups) : undefined;
	const effects = change.groups.map((own) => [numberOf(own.rate), numberOf(own.mix)] as const);
	const sizes = effects.map(([ofRate, ofMix]) => Math.abs(ofRate + ofMix));
	const large = LARGE * sizes.reduce((most, size) => Math.max(most, size), 0);
	// Messages name large effects, which are chance only if the mix in them is.
	const hasMix = effects.some(
		([ofRate, ofMix], index) =>
			(sizes[index] ?? 0) >= large && Math.abs(ofMix) >= LARGE * Math.abs(ofRate),
	);
	return inOrder(
		{
			...(noParts ? { noParts } : {}),
			logChance: Math.min(
				byRate.logChance,
				isMoreMix || (hasMix && byRate.logChance < 0) ? byMix.logChance : 0,
			),
			standsOut: by !== undefined,
			isConcentrated: isIn,
			...(by ? { by } : {}),
			isSimpson: split !== undefined && isSimpson(change),
			values: values.map(({ value }, index): ValueChange => {
				const own = change.groups[index] as (typeof change.groups)[number];
				const added = numberOf(own.rate) + numberOf(own.mix);
				return {
					value,
					partNow: own.partNow,
					partBefore: own.partBefore,
					rate: own.rate,
					mix: own.mix,
					effect: split
						? Math.abs(numberOf(own.mix)) > Math.abs(numberOf(own.rate))
							? 'mix'
							: 'rate'
						: 'own',
					standsOut: standsOutAt(index),
					isConcentrated: isIn && standsOutAt(index),
					...ownChange(own),
					change: own.change,
					shareOfChange: split && changed !== 0 ? roundedShare(added / changed) : null,
				};
			}),
		},
		byRate.outliers,
	);

	function standsOutAt(index: number): boolean {
		if (by === undefined) return false;
		return by === 'mix' ? change.groups[index] === shifted : byRate.outliers.includes(index);
	}
}

/** Two shares that are rounded to 0.01% can differ by this much more. */
const ROUNDED = 0.02;

/** Returns the group whose share changed most: of two, the one that gained what the other lost. */
export function mostShifted<Group extends Pick<ValueChange, 'partNow' | 'partBefore'>>(
	groups: readonly Group[],
): Group | undefined {
	const shiftOf = ({ partNow, partBefore }: Group) => {
		const gain = (partNow ?? 0) - (partBefore ?? 0);
		return gain > 0 ? gain + ROUNDED : -gain;
	};
	const most = groups.reduce((so, group) => Math.max(so, shiftOf(group)), 0);
	return groups.find((group) => shiftOf(group) === most);
}

function roundedShare(part: number): number {
	return Math.round(part * 10_000) / 100 + 0;
}

function isSignificant({ logChance }: Concentration): boolean {
	return logChance < LIMIT;
}

/** Whether the groups that moved differently have most of the overall change. */
function areMostOf(
	{ outliers }: Concentration,
	changeOf: (index: number) => number,
	overall: number,
): boolean {
	if (overall === 0) return false;
	const theirs = outliers.reduce((all, index) => all + changeOf(index), 0);
	return theirs / overall >= MOST_OF_IT;
}

function movedTotal({ now, before }: BothPeriods, noise: number): Moved {
	return { now: numberOf(now), before: numberOf(before), noiseNow: noise, noiseBefore: noise };
}

/**
 * Compares the numerator with its expected value for the current denominator: the difference is due
 * to the rate.
 */
function movedRate({ top, bottom }: RatioParts, noise: number): Moved {
	const [of, ofBefore] = [numberOf(bottom.now), numberOf(bottom.before)];
	if (of === 0 || ofBefore === 0) return { now: 0, before: 0, noiseNow: 0, noiseBefore: 0 };
	const scale = of / ofBefore;
	const own = movedTotal(top, noise);
	return { ...own, before: own.before * scale, noiseBefore: noise * scale };
}

function partOf(part: BothPeriods['now'], overall: BothPeriods['now']): number | null {
	const all = numberOf(overall);
	return part === null || all === 0 ? null : roundedShare(Number(part) / all);
}

function numberOf(amount: GroupChange['change']): number {
	return Number(amount ?? 0);
}

/** Whether a group has an effect on the overall ratio, by which it is ranked and named. */
export function isEffect({ effect }: ValueChange): boolean {
	return effect === 'rate' || effect === 'mix';
}

/** Returns a group's change; for ratios, its effect on the overall ratio. */
export function changeOrEffect(value: ValueChange): number {
	return isEffect(value) ? numberOf(value.rate) + numberOf(value.mix) : numberOf(value.change);
}

/** Returns the size of a group's change or effect; -1 if it is unknown. */
export function sizeOfChange(value: ValueChange): number {
	return !isEffect(value) && value.change === null ? -1 : Math.abs(changeOrEffect(value));
}

/** Sorts by the size of the change, the largest first. */
export function bySize<One>(list: readonly One[], valueOf: (one: One) => ValueChange): One[] {
	const sizes = new Map(list.map((one) => [one, sizeOfChange(valueOf(one))]));
	return [...list].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/** A change counts as large if it is at least this part of the largest one. */
export const LARGE = 1 / 3;

/** Returns the value with most of the change: one that stands out, unless others changed far more. */
export function mainValueOf({ values }: DimensionChange): ValueChange | undefined {
	const sorted = bySize(values, (value) => value);
	const [largest] = sorted;
	const own = sorted.find(({ standsOut }) => standsOut);
	const isLarge = own && largest && sizeOfChange(own) >= sizeOfChange(largest) * LARGE;
	return isLarge && sizeOfChange(own) > 0 ? own : largest;
}

/**
 * Sorts values: those that stand out first, the most different before the others, then by the size
 * of the change. Unknown changes are last.
 */
function inOrder(dimension: DimensionChange, outliers: readonly number[]): DimensionChange {
	const placeOf = (index: number) => {
		const place = outliers.indexOf(index);
		return place < 0 || !dimension.values[index]?.standsOut ? outliers.length : place;
	};
	const order = dimension.values
		.map((value, index) => ({ value, place: placeOf(index), size: sizeOfChange(value) }))
		.sort(
			(a, b) =>
				Number(b.value.standsOut) - Number(a.value.standsOut) ||
				a.place - b.place ||
				b.size - a.size,
		);
	return { ...dimension, values: order.map(({ value }) => value) };
}

/** Returns the exact overall change. */
export function overallChange({ kind, top, bottom }: OverallNumbers): GroupChange {
	if (kind !== 'ratio') return ownChange(top);
	const { overall } = ownRates([], { top, bottom: bottom ?? UNKNOWN });
	return { ...ownChange(overall), change: differenceOf(overall) };
}

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
	/**
	 * The only term of a ratio's denominator, of which groups have shares. With a property, it counts
	 * only the events that have it.
	 */
	base?: Pick<EventMeasure, 'event' | 'aggregator' | 'property'>;
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

/**
 * Sorts dimensions by evidence, then by the largest change; those without shares are last. Effects
 * on a ratio are before groups' own changes, because the two have no common order.
 */
export function rankedDimensions<Dimension extends ExplainedDimension>(
	dimensions: readonly Dimension[],
): Dimension[] {
	const placeOf = (one: Dimension) => [
		Number(one.noParts === 'cut'),
		-Number(one.isSimpson),
		-Number(one.isConcentrated),
		-Number(one.standsOut),
		-Number(hasAll(one)),
		-Number(!one.standsOut && one.values.some(isEffect)),
		one.standsOut ? 0 : -largestOf(one),
		one.logChance,
	];
	return dimensions
		.map((dimension) => ({ dimension, place: placeOf(dimension) }))
		.sort((a, b) => a.place.map((of, at) => of - (b.place[at] as number)).find(Boolean) ?? 0)
		.map(({ dimension }) => dimension);
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
