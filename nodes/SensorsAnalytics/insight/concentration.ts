import { BY_CHANCE, logChance } from './chance';

/**
 * Whether a change lies in a few groups that moved unlike all others, or is spread over them. This
 * judges, and adds nothing up: plain numbers do. Rules: docs/explain-change.md.
 */

/** What a group came to, and how much of that is chance. */
export interface Moved {
	now: number;
	before: number;
	/** Variances of both numbers. */
	noiseNow: number;
	noiseBefore: number;
}

/** Days of an ordinary group differ by so much more than single events do. */
const ORDINARY = 0.04;
/** Below this probability groups did not move alike by chance. */
export const LIMIT = Math.log(0.001);
/** Part of the whole change that a few groups must have for it to lie in them. */
export const MOST_OF_IT = 0.5;
/** Groups below this part of the whole, in both periods, are too small to tell anything. */
const SMALLEST = 0.01;
/** Of one group against all others together, this probability is enough if the others hardly moved. */
const LIMIT_ALONE = Math.log(0.002);
/** What the others may have changed by, as a part of the change of that one. */
const HARDLY = 0.25;
/** A change may lie in so many groups, and in no more than half of them. */
const FEW = 3;

export interface Concentration {
	/** Natural logarithm of the probability that the groups moved alike: smaller tells more. */
	logChance: number;
	/** Positions of the groups that moved unlike the others, the most unlike first. */
	outliers: number[];
	/** Whether the change lies in these: the others moved alike, or hardly at all. */
	isClear: boolean;
}

/**
 * Which groups moved unlike the others. Each time the most unlike group is set aside, until the rest
 * moved alike.
 * @param way of the whole change. Of two groups each is unlike the other: the one that went further
 * that way is set aside.
 */
export function concentrationOf(
	groups: readonly Moved[],
	way: number,
	limit = LIMIT,
): Concentration {
	const sum = (of: (group: Moved) => number) =>
		groups.reduce((all, group) => all + Math.abs(of(group)), 0);
	const [all, allBefore] = [sum(({ now }) => now), sum(({ before }) => before)];
	let left = groups.flatMap((group, index) => {
		const part = Math.max(
			all > 0 ? Math.abs(group.now) / all : 0,
			allBefore > 0 ? Math.abs(group.before) / allBefore : 0,
		);
		return part >= SMALLEST ? [{ ...group, index }] : [];
	});
	const overall = spreadOf(left, way);
	const outliers: number[] = [];
	const most = Math.min(FEW, Math.floor(left.length / 2));
	let spread = overall;
	while (spread.logChance < limit && outliers.length < most && spread.furthest >= 0) {
		outliers.push((left[spread.furthest] as { index: number }).index);
		left = left.filter((_group, place) => place !== spread.furthest);
		spread = spreadOf(left, way);
	}
	const isAlike = outliers.length > 0 && spread.logChance >= limit;
	const alone = isAlike ? -1 : aloneIn(groups);
	return {
		logChance: overall.logChance,
		outliers: alone < 0 ? outliers : [alone],
		isClear: isAlike || alone >= 0,
	};
}

/**
 * Position of the one group that has nearly all of the change, and moved more than all others did up
 * and down; -1 if there is none. How the others moved among themselves says nothing then.
 */
function aloneIn(groups: readonly Moved[]): number {
	const all = together(groups);
	const chance = BY_CHANCE * Math.sqrt(all.noiseNow + all.noiseBefore);
	if (Math.abs(all.now - all.before) < chance) return -1;
	const sizeOf = ({ now, before }: Moved) => Math.abs(now - before);
	const sizes = groups.reduce((sum, group) => sum + sizeOf(group), 0);
	return groups.findIndex((group, index) => {
		const size = sizeOf(group);
		// More than all others together: there is one such group at most.
		if (size <= sizes - size) return false;
		const rest = together(groups.filter((_other, place) => place !== index));
		return (
			// A group that is most of the whole has most of its change anyway.
			group.before <= rest.before &&
			Math.abs(rest.now - rest.before) <= size * HARDLY &&
			spreadOf([group, rest], 0).logChance < LIMIT_ALONE
		);
	});
}

function together(groups: readonly Moved[]): Moved {
	const sum = (of: keyof Moved) => groups.reduce((all, group) => all + group[of], 0);
	return {
		now: sum('now'),
		before: sum('before'),
		noiseNow: sum('noiseNow'),
		noiseBefore: sum('noiseBefore'),
	};
}

interface Spread {
	logChance: number;
	/** Position of the group that moved most unlike the rest. */
	furthest: number;
}

/** How much groups differ from having moved alike, in proportion. */
function spreadOf(groups: readonly Moved[], way: number): Spread {
	const { now: total, before: totalBefore } = together(groups);
	if (groups.length < 2 || totalBefore <= 0 || total < 0) return { logChance: 0, furthest: -1 };
	const scale = total / totalBefore;
	let [statistic, furthest, most] = [0, -1, 0];
	for (const [index, group] of groups.entries()) {
		const { now, before } = group;
		const distance = now - before * scale;
		const size = (Math.abs(now) + Math.abs(before) * scale) / 2;
		const chance = group.noiseNow + group.noiseBefore * scale * scale;
		const noise = chance + 2 * (ORDINARY * size) ** 2;
		if (noise <= 0) continue;
		statistic += distance ** 2 / noise;
		// Against the rest: of two groups both are as far from what they have in common.
		const [rest, restBefore] = [total - now, totalBefore - before];
		const alone = restBefore > 0 ? Math.abs(now - (before * rest) / restBefore) : Math.abs(now);
		const far = alone / Math.sqrt(noise);
		if (far > most && (groups.length > 2 || distance * way >= 0)) [furthest, most] = [index, far];
	}
	return { logChance: logChance(statistic, groups.length - 1), furthest };
}
