import { BY_CHANCE, logChance } from './chance';

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
export const LIMIT = Math.log(0.001);
/** Share of the overall change that a few groups must have, so that the change counts as theirs. */
export const MOST_OF_IT = 0.5;
/** Groups below this share of the numbers of both periods together are too small for a conclusion. */
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

export interface Concentration {
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
	let left = groups.flatMap((group, index) =>
		sizeOf(group) >= all * SMALLEST ? [{ ...group, index }] : [],
	);
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
		logChance: overall.logChance,
		outliers: alone < 0 ? outliers : [alone],
		isClear: isAlike || alone >= 0,
	};
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
	const { now: total, before: totalBefore } = together(groups);
	const scale = like.now / like.before;
	if (groups.length < 2 || like.before <= 0 || like.now < 0) return { logChance: 0, furthest: -1 };
	let [statistic, kurtosis, furthest, most] = [0, 0, -1, 0];
	for (const [index, group] of groups.entries()) {
		const { now, before, noiseNow, noiseBefore } = group;
		const distance = now - before * scale;
		const noise = noiseOf(group, scale);
		if (noise <= 0) continue;
		statistic += distance ** 2 / noise;
		// Few events vary in few large steps, so that large differences are likelier (kurtosis).
		const step = noiseNow + noiseBefore * scale;
		kurtosis += (step ** 2 - 6 * noiseNow * noiseBefore * scale) / noise;
		// Each group is compared with the rest: of two groups, both are equally far from their common
		// trend.
		const [rest, restBefore] = [total - now, totalBefore - before];
		const own = restBefore > 0 && rest >= 0 ? rest / restBefore : scale;
		const far = Math.abs(now - before * own) / Math.sqrt(noiseOf(group, own));
		if (far > most && (groups.length > 2 || distance * way >= 0)) [furthest, most] = [index, far];
	}
	// A chi-squared number with the same mean and variance as this statistic.
	const weight = 2 / (2 + Math.max(0, kurtosis) / groups.length);
	return { logChance: logChance(statistic * weight, (groups.length - 1) * weight), furthest };
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
