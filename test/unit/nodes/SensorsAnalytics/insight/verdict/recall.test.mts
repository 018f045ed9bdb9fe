/** How often the place of a fault is found in shops where one was planted, and in shops where none was. */
import {
	type ExplainedDimension,
	type OverallNumbers,
	dimensionChange,
	rankedDimensions,
} from '../../../../../../nodes/SensorsAnalytics/insight/verdict';
import { isLong, seed } from '../../../../../support/extent.mts';
import type { Axis, Cell, Fault, Shop } from '../../../../../support/plantedShops.mts';
import { AXES, Chance, dayOf, grouped } from '../../../../../support/plantedShops.mts';

const TRIALS = isLong ? 300 : 12;
const DAYS = 90;
const SHOPS: { [size: string]: Shop } = {
	'500 orders a day': { visits: 10_000, rate: 0.05, groupNoise: 0.03 },
	'5,000 orders a day': { visits: 100_000, rate: 0.05, groupNoise: 0.03 },
	'50,000 orders a day': { visits: 1_000_000, rate: 0.05, groupNoise: 0.03 },
};

type Kind = 'sum' | 'ratio';

function explain(now: Cell[], before: Cell[], kind: Kind, only?: Partial<Cell['place']>) {
	const axes = AXES.filter((axis) => only?.[axis] === undefined);
	const total = grouped(now, before, axes[0] as Axis, only);
	const sum = (of: 'visits' | 'orders') => ({
		now: total.reduce((all, group) => all + group[of].now, 0),
		before: total.reduce((all, group) => all + group[of].before, 0),
	});
	const whole: OverallNumbers = {
		kind,
		top: sum('orders'),
		...(kind === 'ratio' ? { bottom: sum('visits') } : {}),
		noise: 1,
		noiseOfBottom: 1,
	};
	const dimensions = axes.map(
		(axis): ExplainedDimension => ({
			name: axis,
			...dimensionChange(
				grouped(now, before, axis, only).map(({ value, orders, visits }) => ({
					value,
					top: orders,
					...(kind === 'ratio' ? { bottom: visits } : {}),
				})),
				whole,
				false,
			),
		}),
	);
	return { dimensions: rankedDimensions(dimensions) };
}

interface Judged {
	/** The right dimension and value come first. */
	first: number;
	/** And it is said that it stands out. */
	said: number;
	/** It is said of any place that the change lies mainly there. */
	mainly: number;
	/** It is said of another place. */
	wrong: number;
}

function judge(
	shop: Shop,
	fault: Fault,
	kind: Kind,
	isRight: (found: ExplainedDimension[], now: Cell[], before: Cell[]) => boolean,
): Judged {
	const chance = new Chance(seed * 7919);
	const judged = { first: 0, said: 0, mainly: 0, wrong: 0 };
	for (let trial = 0; trial < TRIALS; trial++) {
		const day = 7 + Math.floor(chance.next() * (DAYS - 7));
		const before = dayOf(shop, day - 7, chance);
		const now = dayOf(shop, day, chance, fault);
		const { dimensions } = explain(now, before, kind);
		const isFound = isRight(dimensions, now, before);
		const isSaid = dimensions[0]?.standsOut === true;
		if (isFound) judged.first++;
		if (isFound && isSaid) judged.said++;
		if (dimensions[0]?.isConcentrated === true) judged.mainly++;
		if (!isFound && isSaid) judged.wrong++;
	}
	return {
		first: judged.first / TRIALS,
		said: judged.said / TRIALS,
		mainly: judged.mainly / TRIALS,
		wrong: judged.wrong / TRIALS,
	};
}

const isAt = (axis: Axis, value: string) => (found: ExplainedDimension[]) =>
	found[0]?.name === axis && found[0].values[0]?.value === value;

const city =
	(rate: number): Fault =>
	(place) =>
		place.city === 'Shanghai' ? { rate } : {};
const small =
	(rate: number): Fault =>
	(place) =>
		place.city === 'Wuhan' ? { rate } : {};
const cross =
	(rate: number): Fault =>
	(place) =>
		place.platform === 'Android' && place.version === '8.2' ? { rate } : {};
/** Ads bring twice the visits, which buy less. */
const mix =
	(visits: number): Fault =>
	(place) =>
		place.channel === 'ads' ? { visits } : {};
const everywhere =
	(rate: number): Fault =>
	() => ({ rate });

const isCross = (found: ExplainedDimension[], now: Cell[], before: Cell[]) => {
	const [first] = found;
	const isOne = isAt('platform', 'Android')(found) || isAt('version', '8.2')(found);
	if (!isOne || !first) return false;
	const value = String(first.values[0]?.value);
	const inside = explain(now, before, 'sum', { [first.name]: value }).dimensions;
	return isAt(
		first.name === 'platform' ? 'version' : 'platform',
		first.name === 'platform' ? '8.2' : 'Android',
	)(inside);
};

/** Least part of the shops in which the right place comes first; figures of more of them: docs/explain-change.md. */
const FOUND: { [size in keyof typeof SHOPS]: { [story: string]: number } } = {
	'500 orders a day': { city: 0.3, small: 0, cross: 0.2, rate: 0.2, mix: 0.8 },
	'5,000 orders a day': { city: 0.9, small: 0.6, cross: 0.6, rate: 0.9, mix: 0.9 },
	'50,000 orders a day': { city: 0.9, small: 0.8, cross: 0.8, rate: 0.9, mix: 0.9 },
};
const STORIES: Array<[string, Fault, Kind, Parameters<typeof judge>[3]]> = [
	['city', city(0.5), 'sum', isAt('city', 'Shanghai')],
	['small', small(0.5), 'sum', isAt('city', 'Wuhan')],
	['cross', cross(0.4), 'sum', isCross],
	['rate', city(0.7), 'ratio', isAt('city', 'Shanghai')],
	['mix', mix(2), 'ratio', isAt('channel', 'ads')],
];

/** Groups of one dimension, the second half as large as the first, the third a third of it. */
function unevenGroups(orders: number, chance: Chance, kind: Kind) {
	const weights = Array.from({ length: 40 }, (_, index) => 1 / (index + 1));
	const all = weights.reduce((sum, weight) => sum + weight);
	const groupsOf = () => {
		const common = chance.factor(0.05);
		return weights.map((weight) => {
			const visits = chance.clustered((20 * orders * common * chance.factor(0.03) * weight) / all);
			return { visits, orders: chance.poisson(visits * 0.05) };
		});
	};
	const [now, before] = [groupsOf(), groupsOf()];
	const pair = (of: 'visits' | 'orders', index: number) => ({
		now: now[index]?.[of] ?? 0,
		before: before[index]?.[of] ?? 0,
	});
	const sum = (of: 'visits' | 'orders') => ({
		now: now.reduce((total, group) => total + group[of], 0),
		before: before.reduce((total, group) => total + group[of], 0),
	});
	return dimensionChange(
		weights.map((_, index) => ({
			value: `group ${index}`,
			top: pair('orders', index),
			...(kind === 'ratio' ? { bottom: pair('visits', index) } : {}),
		})),
		{
			kind,
			top: sum('orders'),
			...(kind === 'ratio' ? { bottom: sum('visits') } : {}),
			noise: 1,
			noiseOfBottom: 1,
		},
		false,
	);
}

describe.each(['sum', 'ratio'] as const)('In 40 groups of uneven size (%s)', (kind) => {
	it.each([200, 5_000])('no group is named if nothing happened: %d orders a day', (orders) => {
		const chance = new Chance(seed * 7919);
		const trials = Array.from({ length: 4 * TRIALS }, () => unevenGroups(orders, chance, kind));
		const named = trials.filter(
			(change) => rankedDimensions([{ name: 'city', ...change }])[0]?.standsOut,
		);
		expect(named.length / trials.length).toBeLessThanOrEqual(0.05);
	});
});

describe.each(Object.entries(SHOPS))('In a shop of %s', (size, shop) => {
	it.each(STORIES)(
		'the place of a fault is found, and no other is named: %s',
		(story, ...reported) => {
			const { first, wrong } = judge(shop, ...reported);
			expect(first).toBeGreaterThanOrEqual(FOUND[size]?.[story] ?? 1);
			expect(wrong).toBeLessThanOrEqual(0.1);
		},
	);

	it.each([
		['nothing happened', everywhere(1), 'sum'],
		['all fell alike', everywhere(0.8), 'sum'],
		['no rate changed', everywhere(1), 'ratio'],
	] as const)('no place is named where %s', (_name, fault, kind) => {
		expect(judge(shop, fault, kind, () => false).wrong).toBeLessThanOrEqual(0.1);
	});
});
