import type { Cell } from '../table/decimal';
import { subtract } from '../table/decimal';
import type { Concentration, Moved } from './concentration';
import { concentrationOf, LIMIT, MOST_OF_IT } from './concentration';
import type { BothPeriods, GroupChange } from './contributions';
import { addUpTo, contributions, ownChange, wholeOf } from './contributions';
import type { RatioParts } from './rates';
import { isSimpson, ownRates, rateAndMix } from './rates';

/** What is told of one dimension: its values, and whether the change lies in a few of them. */

/** One value of a dimension, with the numbers that the service told. */
export interface ValueNumbers {
	value: Cell;
	top: BothPeriods;
	/** Only of ratios and averages. */
	bottom?: BothPeriods;
}

/** What kind of number is explained. `own`: groups overlap, as those of distinct users do. */
export type QuantityKind = 'sum' | 'ratio' | 'own';

export interface WholeNumbers {
	kind: QuantityKind;
	top: BothPeriods;
	bottom?: BothPeriods;
	/** Variance of a number, as a multiple of itself: 1 for a number of events. */
	noise: number;
	noiseOfBottom: number;
}

/** `amount` of sums, `rate` and `mix` of ratios, `own` where groups don't add up. */
export type EffectKind = 'amount' | 'rate' | 'mix' | 'own';

export interface ValueChange extends GroupChange {
	value: Cell;
	partNow: number | null;
	partBefore: number | null;
	rate: GroupChange['change'];
	mix: GroupChange['change'];
	effect: EffectKind;
	isConcentrated: boolean;
}

/** Why values of a dimension have no part in the change: it can't be ranked by them. */
export type NoParts = 'cut' | 'overlap';

export interface DimensionChange {
	values: ValueChange[];
	noParts?: NoParts;
	/** Smaller tells more; 0 where nothing can be told. */
	logChance: number;
	isConcentrated: boolean;
	/** By what: the rates of a ratio, or the mix of its groups. */
	by?: EffectKind;
	/** All groups moved one way, and the whole the other way. */
	isSimpson: boolean;
}

/** @param isCut whether an answer left out groups: then what is missing is unknown */
export function dimensionChange(
	values: readonly ValueNumbers[],
	whole: WholeNumbers,
	isCut: boolean,
): DimensionChange {
	return whole.kind === 'ratio' ? ofRatio(values, whole, isCut) : ofAmounts(values, whole, isCut);
}

function ofAmounts(
	values: readonly ValueNumbers[],
	whole: WholeNumbers,
	isCut: boolean,
): DimensionChange {
	const tops = values.map(({ top }) => top);
	const noParts = isCut ? 'cut' : addUpTo(tops, whole.top) ? undefined : 'overlap';
	const isOwn = noParts !== undefined || whole.kind === 'own';
	const groups = isOwn ? tops.map(ownChange) : contributions(tops);
	const parts = isOwn ? undefined : wholeOf(tops);
	const way = Math.sign(numberOf(whole.top.now) - numberOf(whole.top.before));
	const found = isCut
		? NOTHING
		: concentrationOf(
				tops.map((top) => moved(top, whole.noise)),
				way,
			);
	// Of groups that overlap no part can be told: theirs is of what all of them moved.
	const sum = groups.reduce((all, { change }) => all + numberOf(change), 0);
	const isIn = areMostOf(found, (index) => numberOf(groups[index]?.change ?? null), sum);
	return inOrder({
		...(noParts ? { noParts } : {}),
		logChance: found.logChance,
		isConcentrated: isIn,
		...(isIn ? { by: isOwn ? 'own' : 'amount' } : {}),
		isSimpson: false,
		values: values.map(
			({ value, top }, index): ValueChange => ({
				...(groups[index] as GroupChange),
				value,
				partNow: parts ? partOf(top.now, parts.now) : null,
				partBefore: parts ? partOf(top.before, parts.before) : null,
				rate: null,
				mix: null,
				effect: isOwn ? 'own' : 'amount',
				isConcentrated: isIn && found.outliers.includes(index),
			}),
		),
	});
}

const NOTHING: Concentration = { logChance: 0, outliers: [], isWhole: false };
const UNKNOWN: BothPeriods = { now: null, before: null };

function ofRatio(
	values: readonly ValueNumbers[],
	whole: WholeNumbers,
	isCut: boolean,
): DimensionChange {
	const groups = values.map(({ top, bottom = UNKNOWN }): RatioParts => ({ top, bottom }));
	const all: RatioParts = { top: whole.top, bottom: whole.bottom ?? UNKNOWN };
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
	const changed = numberOf(change.whole.change);

	const byRate = isCut
		? NOTHING
		: concentrationOf(
				groups.map((group) => movedRate(group, whole.noise)),
				Math.sign(changed),
			);
	const byMix = split
		? concentrationOf(
				groups.map(({ bottom }) => moved(bottom, whole.noiseOfBottom)),
				0,
			)
		: NOTHING;
	const isByRate = split
		? areMostOf(byRate, (index) => numberOf(change.groups[index]?.rate ?? null), changed)
		: byRate.logChance < LIMIT && byRate.isWhole && byRate.outliers.length > 0;
	const isByMix =
		byMix.logChance < LIMIT && mix * changed > 0 && Math.abs(mix) >= Math.abs(changed) * MOST_OF_IT;
	const by =
		isByMix && Math.abs(mix) > Math.abs(rate)
			? 'mix'
			: isByRate
				? split
					? 'rate'
					: 'own'
				: undefined;
	return inOrder({
		...(noParts ? { noParts } : {}),
		logChance: Math.min(byRate.logChance, Math.abs(mix) > Math.abs(rate) ? byMix.logChance : 0),
		isConcentrated: by !== undefined,
		...(by ? { by } : {}),
		isSimpson: split !== undefined && isSimpson(change),
		values: values.map(({ value }, index): ValueChange => {
			const own = change.groups[index] as (typeof change.groups)[number];
			const added = numberOf(own.rate) + numberOf(own.mix);
			return {
				...ownChange(own),
				change: own.change,
				value,
				shareOfChange: split && changed !== 0 ? roundedShare(added / changed) : null,
				partNow: own.partNow,
				partBefore: own.partBefore,
				rate: own.rate,
				mix: own.mix,
				effect: split
					? Math.abs(numberOf(own.mix)) > Math.abs(numberOf(own.rate))
						? 'mix'
						: 'rate'
					: 'own',
				isConcentrated: isConcentratedIn(by, index),
			};
		}),
	});

	function isConcentratedIn(found: EffectKind | undefined, index: number): boolean {
		if (found === undefined) return false;
		if (found !== 'mix') return byRate.outliers.includes(index);
		return index === mostGained();
	}

	/** The group whose part of the whole grew most. */
	function mostGained(): number {
		const gains = change.groups.map(
			({ partNow, partBefore }) => (partNow ?? 0) - (partBefore ?? 0),
		);
		return gains.indexOf(Math.max(...gains));
	}
}

function roundedShare(part: number): number {
	return Math.round(part * 10_000) / 100 + 0;
}

/** Whether the groups that moved unlike the others are all of those, and moved most of it. */
function areMostOf(
	{ logChance, outliers, isWhole }: Concentration,
	changeOf: (index: number) => number,
	whole: number,
): boolean {
	if (logChance >= LIMIT || !isWhole || outliers.length === 0 || whole === 0) return false;
	const theirs = outliers.reduce((all, index) => all + changeOf(index), 0);
	return theirs / whole >= MOST_OF_IT;
}

function moved({ now, before }: BothPeriods, noise: number): Moved {
	const [own, other] = [numberOf(now), numberOf(before)];
	return {
		now: own,
		before: other,
		noiseNow: noise * Math.abs(own),
		noiseBefore: noise * Math.abs(other),
	};
}

/** What the top would have been before with the bottom of now: what differs is the rate. */
function movedRate({ top, bottom }: RatioParts, noise: number): Moved {
	const [of, ofBefore] = [numberOf(bottom.now), numberOf(bottom.before)];
	if (of === 0 || ofBefore === 0) return { now: 0, before: 0, noiseNow: 0, noiseBefore: 0 };
	const scale = of / ofBefore;
	const own = moved(top, noise);
	return { ...own, before: own.before * scale, noiseBefore: own.noiseBefore * scale ** 2 };
}

function partOf(part: BothPeriods['now'], whole: BothPeriods['now']): number | null {
	const all = numberOf(whole);
	return part === null || all === 0 ? null : roundedShare(Number(part) / all);
}

function numberOf(amount: GroupChange['change']): number {
	return Number(amount ?? 0);
}

/** What changed most comes first; what is not known comes last. */
function inOrder(dimension: DimensionChange): DimensionChange {
	const sizeOf = ({ effect, change, rate, mix }: ValueChange) =>
		effect === 'rate' || effect === 'mix'
			? Math.abs(numberOf(rate) + numberOf(mix))
			: change === null
				? -1
				: Math.abs(numberOf(change));
	const values = [...dimension.values].sort(
		(a, b) => Number(b.isConcentrated) - Number(a.isConcentrated) || sizeOf(b) - sizeOf(a),
	);
	return { ...dimension, values };
}

/** Whether a number of events (or sum of them) changed by no more than chance changes it. */
export function isAboutSame({ kind, top, noise }: WholeNumbers): boolean {
	if (kind === 'ratio') return false;
	const [now, before] = [numberOf(top.now), numberOf(top.before)];
	return Math.abs(now - before) < 2 * Math.sqrt(noise * (Math.abs(now) + Math.abs(before)));
}

/** The change of the whole, exact. */
export function wholeChange({ kind, top, bottom }: WholeNumbers): GroupChange {
	if (kind !== 'ratio') return ownChange(top);
	const { whole } = ownRates([], { top, bottom: bottom ?? UNKNOWN });
	return { ...ownChange(whole), change: subtractOrNull(whole) };
}

function subtractOrNull({ now, before }: BothPeriods): GroupChange['change'] {
	return now === null || before === null ? null : subtract(now, before);
}
