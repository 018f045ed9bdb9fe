import {
	type ChangeExplanation,
	dimensionChange,
	overallChange,
	type ValueChange,
} from '../../../../../../nodes/SensorsAnalytics/insight/verdict';
import { explainDigest } from '../../../../../../nodes/SensorsAnalytics/output/message/explain';
import type { MarkedDays } from '../../../../../../nodes/SensorsAnalytics/insight/usual';
import { OPTIONS } from '../../../../../support/digests.mts';

const value = (name: string | null, now: number, before: number, standsOut = false): ValueChange =>
	({ value: name, now, before, change: now - before, standsOut }) as ValueChange;

/** A change of no dimension in particular. */
function explanationOf(
	values: ValueChange[],
	more: Partial<ChangeExplanation> = {},
	noParts?: 'cut',
): ChangeExplanation {
	const sum = (side: 'now' | 'before') =>
		values.reduce((all, one) => all + Number(one[side] ?? 0), 0);
	const [now, before] = [sum('now'), sum('before')];
	return {
		name: 'orders',
		kind: 'total',
		isRate: false,
		isCount: true,
		overall: { now, before, change: now - before, changePercent: null },
		isAboutSame: false,
		range: { from: '2026-11-22', to: '2026-11-22' },
		comparison: { from: '2026-11-15', to: '2026-11-15' },
		dimensions: [
			{
				name: 'city',
				by: 'amount',
				values,
				standsOut: values.some(({ standsOut }) => standsOut),
				isConcentrated: true,
				isSimpson: false,
				noParts,
			},
		],
		skipped: [],
		requests: 1,
		isSampled: false,
		...more,
	} as unknown as ChangeExplanation;
}

function resultOf(
	values: ValueChange[],
	locale = 'en-US',
	more: Partial<ChangeExplanation> = {},
	noParts?: 'cut',
	marks?: MarkedDays,
) {
	return explainDigest(
		explanationOf(values, more, noParts),
		{ ...OPTIONS, numbers: { ...OPTIONS.numbers, locale } },
		{
			query: { measures: [], groupBy: [], unit: 'total' },
			timeZone: 'Etc/GMT-8',
			requestedAt: '2026-11-23T02:41:00Z',
			...(marks ? { marks } : {}),
		},
	);
}

it('values whose changes cancel out are named, and nothing only if none has changed', () => {
	const moved = [value('A', 300, 100), value('B', 100, 300)];
	expect(resultOf(moved).lines[1]).toBe('Largest changes: city = A +200; city = B −200');
	expect(resultOf(moved, 'zh-CN').lines[1]).toContain('变化较大的分组：city A +200；city B −200');
	expect(resultOf([value('A', 7, 7)]).lines[1]).toBe('There is no change to explain.');
});

it.each([
	[1, 1, ''],
	[0.5, 1, '. None of them stands out for certain: groups can differ this much by chance'],
	[0.03, 1, ''],
	[0.03, 3, '. None of them stands out for certain: groups can differ this much by chance'],
	[0.01, 3, ''],
])('the groups differ by chance only if that is likely (%d, %d dimensions)', (...of) => {
	const [chance, count, verdict] = of;
	const channel = { name: 'channel', values: [value('A', 3, 1)], logChance: Math.log(chance) };
	const others = Array<object>(count - 1).fill({ name: 'os', values: [], logChance: 0 });
	const { lines } = resultOf([], 'en-US', { dimensions: [channel, ...others] as never });
	expect(lines[1]).toBe(`Largest rise: channel = A +2${verdict}`);
});

/** Buyers of visitors: the visitors of Ads were a fraction of those of the others. */
it.each([
	['the share of a named group changed more than by chance', 500, 3000, false],
	['its rate and its share changed as by chance', 500, 520, true],
])('effects on a ratio are called chance only if both were tested: %s', (...of) => {
	const [, before, now, isSaid] = of;
	const group = (name: string, buyers: [number, number], visitors: [number, number]) => ({
		value: name,
		top: { before: buyers[0], now: buyers[1] },
		bottom: { before: visitors[0], now: visitors[1] },
	});
	const groups = [
		group('Search', [500, 640], [5000, 5000]),
		group('Mail', [500, 565], [5000, 5000]),
		group('Ads', [10, Math.round(now * 0.024)], [before, now]),
	];
	const sum = (part: 'top' | 'bottom', side: 'now' | 'before') =>
		groups.reduce((all, one) => all + one[part][side], 0);
	const both = (part: 'top' | 'bottom') => ({ now: sum(part, 'now'), before: sum(part, 'before') });
	const overall = {
		...{ kind: 'ratio' as const, top: both('top'), bottom: both('bottom') },
		...{ noise: 1, noiseOfBottom: 1 },
	};
	const channel = { ...dimensionChange(groups, overall, false), name: 'channel' };
	const { lines } = resultOf([], 'en-US', {
		...{ kind: 'ratio', dimensions: [channel], overall: overallChange(overall) },
	});
	expect(lines[1]).toContain('effects on the overall number: channel = ');
	expect(String(lines[1]).includes('by chance')).toBe(isSaid);
});

describe('An unusual number', () => {
	const range = { low: 60, high: 140, median: 100, values: 8 };
	const judged = { key: 'orders', start: '2026-11-22', value: 30, range, side: 'below' as const };
	const usual: Partial<ChangeExplanation> = { usual: { unit: 'day', numbers: [judged] } };

	it('that fell alike everywhere has the sentence, too', () => {
		const values = [value('A', 20, 70), value('B', 10, 35)];
		const city = { name: 'city', values, logChance: Math.log(0.5) };
		const { lines } = resultOf(values, 'en-US', { ...usual, dimensions: [city] as never });
		expect(lines[1]).toBe(
			'Largest falls: city = A −50; city = B −25. None of them stands out for certain: groups can differ this much by chance, although the overall number is unusual',
		);
	});

	it('of a day without a usual range has the verdict on chance', () => {
		const marked = { key: 'orders', start: '2026-11-22', value: 105, why: 'marked' as const };
		const values = [value('A', 70, 68), value('B', 35, 34)];
		const city = { name: 'city', values, logChance: Math.log(0.5) };
		const of = (numbers: Array<typeof marked>) =>
			resultOf(values, 'en-US', {
				...{ isAboutSame: true, usual: { unit: 'day', numbers }, dimensions: [city] as never },
			}).lines.join('. ');
		for (const numbers of [[marked], []])
			expect(of(numbers)).toMatch(
				/, within normal variation\. .+ With 2 groups compared, group changes of this size could be due to chance$/,
			);
	});

	it('that equals one of the same kind is not called unchanged', () => {
		expect(resultOf([value('A', 30, 30)], 'en-US', usual).lines).toEqual([
			'orders Sun 22 Nov: 30, the same as on Sun 15 Nov; below the usual range for a Sunday (60–140)',
		]);
	});
});

it('the largest changes of all dimensions are named, without much smaller ones', () => {
	const alike = (names: string, now: number) => [...names].map((name) => value(name, now, 800));
	const city = { name: 'city', values: [...alike('AB', 1200), ...alike('CD', 440)] };
	const channel = { name: 'channel', values: alike('wxyz', 820) };
	const { lines } = resultOf([value('A', 880, 800)], 'en-US', {
		dimensions: [city, channel] as never,
	});
	expect(lines[1]).toBe(
		'Largest changes: city = A +400, city = B +400; city = C −360, city = D −360',
	);
	const risen = [value('A', 200, 100), value('B', 190, 100), value('C', 180, 100)];
	expect(resultOf([...risen, value('D', 60, 100)]).lines[1]).toBe(
		'Largest rises: city = A +100; city = B +90; largest fall: city = D −40',
	);
	const still = { name: 'city', values: [value('A', 7, 7)] };
	expect(
		resultOf([value('A', 8, 5)], 'en-US', { dimensions: [still] as never }).lines,
	).toHaveLength(1);
});

it.each([
	[0.5, 'no value stands out'],
	[1e-20, 'the largest change is city = A: −240'],
])('inside a value, groups of which many differ are not passed over (%d)', (chance, largest) => {
	const values = [value('A', 60, 300), value('B', 500, 300)];
	const city = { name: 'city', values, logChance: Math.log(chance) };
	const inside = { dimension: 'channel', value: 'x', dimensions: [city] } as never;
	expect(resultOf([value('x', 900, 930)], 'en-US', { inside }).lines[2]).toBe(
		`Inside channel = x, ${largest}`,
	);
});

it.each([
	['2026-11-22 12:00', 'orders Sun 22 Nov (data until 22 Nov, 12:00): 20', 1],
	['2026-11-22 22:30', 'orders Sun 22 Nov: 20, down 80 (−80.0%) from 100 on Sun 15 Nov', 2],
])('a day of which data are late is compared with no other (%s)', (dataUpdatedAt, line, count) => {
	const late = { dataUpdatedAt, dataSufficientAt: dataUpdatedAt };
	const { lines, rows } = resultOf([value('A', 20, 100)], 'en-US', late);
	expect(lines[0]).toBe(line);
	expect(lines).toHaveLength(count);
	expect(rows.flat().includes('–')).toBe(count === 1);
});

it('part of a day is in no usual range, and no day is compared with part of another', () => {
	const range = { low: 10, high: 90, median: 50, values: 8 };
	const one = { key: 'orders', start: '2026-11-22', value: 20, range, side: 'within' } as const;
	const usual = { unit: 'day', numbers: [one] } as const;
	const linesOf = (more: Partial<ChangeExplanation>) =>
		resultOf([value('A', 20, 100)], 'en-US', { usual, ...more });
	const dataUpdatedAt = '2026-11-22 12:00';
	expect(linesOf({}).lines[0]).toContain('within the usual range for a Sunday (10–90)');
	const late = linesOf({ dataUpdatedAt, dataSufficientAt: dataUpdatedAt });
	expect(late.lines.join()).not.toContain('usual');
	const { lines, scope } = linesOf({ lateBefore: '2026-11-15 12:00' });
	expect(lines).toEqual(['orders Sun 22 Nov: 20; within the usual range for a Sunday (10–90)']);
	expect(scope).toContain(
		'The comparison period has data only until 15 Nov, 12:00 · Not compared, because the comparison data are incomplete',
	);
});

it('long values that begin alike keep their ends', () => {
	const page = (end: string) =>
		`https://shop.example.com/products/summer-sale/collections/2026/${end}`;
	const moved = [value(page('shoes'), 300, 100), value(page('shirts'), 100, 300)];
	expect(resultOf(moved).lines[1]).toMatch(/2026\/shoes \+200; .*2026\/shirts −200/);
});

it('values with equal changes are named together, and counted if they are many', () => {
	const risen = (...names: string[]) => names.map((name) => value(name, 200, 100));
	expect(resultOf([...risen('A', 'B', 'C', 'D'), value('E', 5, 5)]).lines[1]).toBe(
		'Largest rises: 4 groups by city +100 each',
	);
	expect(resultOf(risen('A', 'B', 'C', 'D'), 'zh-CN').lines[1]).toContain(
		'增加较多的分组：city 4 组各 +100',
	);
	expect(resultOf([...risen('A', 'B'), value('C', 70, 20)]).lines[1]).toContain(
		'Largest rises: city = A +100, city = B +100',
	);
	expect(resultOf([...risen('A', 'B'), value('C', 70, 20)], 'zh-CN').lines[1]).toContain(
		'增加较多的分组：city A +100、city B +100',
	);
	expect(
		resultOf([value('A', 200, 100), value('B', 100, 200), value('C', 9, 8)]).lines[1],
	).toContain('Largest changes: city = A +100; city = B −100');
	expect(
		resultOf([value('A', 300, 100), value('B', 0, 100), value('C', 0, 100)]).lines[1],
	).toContain('Largest changes: city = A +200; city = B −100, city = C −100');
});

describe('The largest changes', () => {
	const named = (name: string, values: ValueChange[], more: object = {}) =>
		({ name, values, ...more }) as ChangeExplanation['dimensions'][number];

	it.each([
		['en-US', 'city = A +400, city = B +400; city = C −360, city = D −360'],
		['zh-CN', '变化较大的分组：city A +400、city B +400；city C −360、city D −360'],
	])('are the largest of all dimensions, none before a larger one (%s)', (locale, line) => {
		const city = [...'AB'].map((name) => value(name, 1200, 800));
		const fell = [...'CD'].map((name) => value(name, 440, 800));
		const channel = [...'xyzw'].map((name) => value(name, 1020, 1000));
		const dimensions = [named('channel', channel), named('city', [...city, ...fell])];
		expect(resultOf([...city, ...fell], locale, { dimensions }).lines[1]).toContain(line);
	});

	it('are no values that have not changed', () => {
		const overall = { now: 5, before: 9, change: -4, changePercent: null } as never;
		expect(resultOf([value('A', 7, 7)], 'en-US', { overall }).lines).toHaveLength(1);
	});

	it('follow values that stand out because they have not changed', () => {
		const still = [...'DE'].map((name) => value(name, 800, 800, true));
		const values = [...still, ...[...'ABC'].map((name) => value(name, 240, 800))];
		const city = named('city', values, { standsOut: true, by: 'amount' });
		expect(resultOf(values, 'en-US', { dimensions: [city] }).lines.slice(1)).toEqual([
			'These values of city changed differently from the others: D (no change), E (no change)',
			'Largest falls: city = A −560, city = B −560, city = C −560',
		]);
		const fallen = [value('A', 240, 800, true), value('B', 800, 800)];
		const one = named('city', [...fallen, value('C', 801, 800)], { standsOut: true, by: 'amount' });
		expect(resultOf(fallen, 'en-US', { dimensions: [one] }).lines).toHaveLength(2);
	});
});

it('values that stand out have their changes, and are added up only if they moved alike', () => {
	const same = [value('C', 10, 10)];
	expect(
		resultOf([value('B', 350, 2100, true), value('A', 2100, 700, true), ...same]).lines[1],
	).toBe('The change is mainly in city = B (−1,750), A (+1,400)');
	expect(
		resultOf([value('B', 350, 2100, true), value('A', 500, 700, true), ...same]).lines[1],
	).toBe('The change is mainly in city = B (−1,750), A (−200): together −1,950');
	expect(
		resultOf([value('B', 350, 2100, true), value('A', 2100, 700, true), ...same], 'zh-CN').lines[1],
	).toBe('变化主要集中在以下 city：B（−1,750）、A（+1,400）');
});

it('no value and an empty text have two names where both are', () => {
	const both = resultOf([value(null, 60, 10), value('', 40, 10), value('A', 5, 5)]);
	expect(both.rows.map((row) => row[0])).toEqual(['(city not set)', '(empty city)', 'A']);
	expect(resultOf([value('', 40, 10), value('A', 5, 5)]).rows[0]?.[0]).toBe('(city not set)');
});

it('says UTC+8 for Etc/GMT-8', () => {
	expect(resultOf([value('A', 7, 7)]).zone).toBe('UTC+8 time');
});

describe('values of an answer that was cut', () => {
	const values = [value('A', 140, 700), value('B', 700, 700)];
	const channel = {
		name: 'channel',
		values: [value('x', 400, 700), value('y', 410, 700)],
		standsOut: false,
		isConcentrated: false,
		isSimpson: false,
	} as unknown as ChangeExplanation['dimensions'][number];

	it('are never said not to stand out, because nothing compared them', () => {
		const { lines, scope } = resultOf(values, 'en-US', {}, 'cut');
		expect(lines[1]).toBe(
			'It is unknown where the change lies: Sensors Analytics returned only some of the values of city',
		);
		expect(scope).not.toContain('Dimensions checked');
		expect(resultOf(values, 'zh-CN', {}, 'cut').lines[1]).toBe(
			'无法判断变化集中在哪里：按 city 拆分的结果已截断',
		);
	});

	it('are left out of the sentence on complete answers, and the scope says so', () => {
		const cut = { ...channel, name: 'city', values, noParts: 'cut' as const };
		const { lines, scope, part } = resultOf(values, 'en-US', { dimensions: [channel, cut] });
		expect(lines[1]).toBe('Largest falls: channel = x −300; channel = y −290');
		expect(part?.scope).toContain('Not checked: city (Sensors Analytics returned only some');
		expect(scope).toBe(
			'Not checked: city (Sensors Analytics returned only some of the values) · The change in orders was not checked against normal variation · Dimensions checked: channel · UTC+8 time',
		);
	});
});

it('says until when there are data, if that is before the end of the dates', () => {
	const arrived = (at: string) => ({ dataUpdatedAt: at, dataSufficientAt: at });
	const late = resultOf([value('A', 3, 7)], 'en-US', arrived('2026-11-22 12:00:00'));
	expect(late.scope).toBe(
		'Sensors Analytics has data only until 22 Nov, 12:00 · Not compared yet, because the data are incomplete · Dimensions checked: city · UTC+8 time',
	);
	expect(late.lines[0]).toContain('orders Sun 22 Nov (data until 22 Nov, 12:00): ');
	expect(resultOf([value('A', 3, 7)], 'en-US', arrived('2026-11-23 00:00:00')).scope).toBe(
		'The change in orders was not checked against normal variation · Dimensions checked: city · UTC+8 time',
	);
});

it('both of two values are named if one gained what the other lost', () => {
	const swapped = [value('B', 700, 1400, true), value('A', 1400, 700)];
	expect(resultOf(swapped).lines[1]).toBe(
		'Two values moved in opposite directions: city = B: 700, down 700 (−50.0%); A: 1,400, up 700 (+100.0%)',
	);
	expect(resultOf(swapped, 'zh-CN').lines[1]).toBe(
		'city B 与 A 一升一降：前者 700，减少 700（−50.0%）；后者 1,400，增加 700（+100.0%）',
	);
});

it('the largest effects on an average have these effects', () => {
	const own = (name: string, now: number, rate: number) =>
		({ ...value(name, now, 400), effect: 'rate', rate, mix: 0 }) as ValueChange;
	const average = { isCount: false, kind: 'ratio' as const };
	const values = [own('A', 300, -60), own('B', 50, -2)];
	expect(resultOf(values, 'en-US', average).lines[1]).toBe(
		'Largest effect on the overall number: city = A −60',
	);
	expect(resultOf(values, 'zh-CN', average).lines[1]).toContain('对整体影响较大的分组：city A −60');
});

describe('Groups of a number per user, some with effects on it and others with only own changes,', () => {
	const average = { isCount: false, kind: 'ratio' as const };
	const overall = { now: 500, before: 460, change: 40, changePercent: null } as never;
	const affects = (name: string, now: number, rate: number, mix = 0) =>
		({ ...value(name, now, 400), effect: 'rate', rate, mix }) as ValueChange;
	const own = (name: string, now: number) =>
		({ ...value(name, now, 400), effect: 'own', rate: null, mix: null }) as ValueChange;
	const named = (name: string, values: ValueChange[], more: object = {}) =>
		({ name, values, ...more }) as ChangeExplanation['dimensions'][number];
	const level = named('level', [affects('silver', 700, 32), affects('gold', 430, 3)]);
	const rising = ['ads', 'mail', 'search', 'direct', 'tv', 'radio'].map((name, at) =>
		own(name, 500 - at),
	);
	const channel = named('channel', [...rising, own('friends', 320)], { noParts: 'overlap' });
	const of = (dimensions: ChangeExplanation['dimensions'], locale?: string) =>
		resultOf([], locale, { ...average, overall, dimensions });

	it.each([
		[
			'en-US',
			'Largest effect on the overall number: level = silver +32. Largest own changes by channel: channel = ads +100; channel = mail +99; largest fall: channel = friends −80',
		],
		[
			'zh-CN',
			'对整体影响较大的分组：level silver +32。按 channel 拆分，自身变化较大的分组：channel ads +100；channel mail +99；减少最多的分组：channel friends −80',
		],
	])('are named apart (%s)', (locale, line) => {
		for (const dimensions of [
			[level, channel],
			[channel, level],
		]) {
			const { lines, part, summary } = of(dimensions, locale);
			expect(lines[1]).toBe(line);
			expect(part?.detail).toBe(line);
			expect(summary).toContain(line);
		}
	});

	it('have rows in this order, also if there is no room for all', () => {
		expect(of([channel, level]).rows.map(([name]) => name)).toEqual([
			...['level = silver', 'level = gold', 'channel = ads', 'channel = mail'],
			...['channel = search', 'channel = direct', 'channel = tv', 'channel = friends'],
		]);
		const many = named(
			'city',
			Array.from({ length: 9 }, (_, at) => affects(`c${at}`, 500, 50 - at)),
		);
		expect(of([channel, many]).rows.map(([name]) => name)).toEqual([
			...['city = c0', 'city = c1', 'city = c2', 'city = c3'],
			...['channel = ads', 'channel = mail', 'channel = search', 'channel = friends'],
		]);
	});

	it('are the ones or the others, if only these are known or have any', () => {
		const still = named('level', [affects('silver', 700, 0)]);
		expect(of([still, named('channel', [own('ads', 500)])]).lines[1]).toBe(
			'Largest own change by channel: channel = ads +100',
		);
		expect(of([level]).lines[1]).toBe('Largest effect on the overall number: level = silver +32');
		expect(of([named('channel', [own('ads', 500)])]).lines[1]).toBe(
			'Largest rise: channel = ads +100',
		);
	});

	it('are named apart behind values that stand out without a change', () => {
		const first = { ...own('tv', 400), standsOut: true };
		const found = named('channel', [first, own('ads', 500)], {
			...{ standsOut: true, by: 'own', noParts: 'overlap' },
		});
		expect(of([found, level]).lines[2]).toBe('Largest own change by channel: channel = ads +100');
	});
});

it('effects in both directions go by the effects, and not by the own changes of the groups', () => {
	const own = (name: string, now: number, mix: number) =>
		({ ...value(name, now, 400), effect: 'mix', rate: 0, mix }) as ValueChange;
	const values = [own('A', 390, 60), own('B', 410, 50), own('C', 400, 40), own('D', 410, -30)];
	const average = { isCount: false, kind: 'ratio' as const };
	expect(resultOf(values, 'en-US', average).lines[1]).toBe(
		'Largest effects on the overall number: city = A +60; city = B +50; largest negative effect: city = D −30',
	);
	expect(resultOf(values, 'zh-CN', average).lines[1]).toContain('；负向影响最大的分组：city D −30');
	const down = values.map((one) => ({ ...one, mix: -Number(one.mix) }));
	expect(resultOf(down, 'en-US', average).lines[1]).toContain(
		'; largest positive effect: city = D',
	);
	expect(resultOf(down, 'zh-CN', average).lines[1]).toContain('；正向影响最大的分组：city D +30');
});

it('inside a value, the largest effect on an average is not called its largest change', () => {
	const own = (name: string, now: number, rate: number) =>
		({ ...value(name, now, 400), effect: 'rate', rate, mix: 0 }) as ValueChange;
	const values = [own('A', 430, 20), own('B', 900, 1)];
	const city = { name: 'city', values, logChance: Math.log(1e-20) };
	const inside = { dimension: 'channel', value: 'x', dimensions: [city] } as never;
	const lineIn = (locale: string) =>
		resultOf([value('x', 900, 930)], locale, { inside, isCount: false, kind: 'ratio' }).lines[2];
	expect(lineIn('en-US')).toBe('Inside channel = x, the largest effect is that of city = A: +20');
	expect(lineIn('zh-CN')).toBe('channel x 内部影响最大的是 city A +20');
});

it('an effect is rounded itself, and not as the difference of two rounded numbers', () => {
	const own = (name: string, rate: number, mix: number) =>
		({ ...value(name, 0.1, 0.1), effect: 'rate', rate, mix }) as ValueChange;
	const { lines } = resultOf([own('A', 0.0012, 0.0001), own('B', -0.001, -0.0006)], 'en-US', {
		isCount: false,
		isRate: true,
		kind: 'ratio',
		overall: { now: 0.07842, before: 0.07549, change: 0.00293, changePercent: null } as never,
	});
	expect(lines[1]).toBe(
		'Largest effects on the overall number: city = B −0.2 points; city = A +0.1 points',
	);
});

it.each([
	['percent', 'orders Sun 22 Nov: 12.09%, up 0.4 points from 11.69%'],
	['decimal', 'orders Sun 22 Nov: 0.12, up less than 0.01'],
] as const)('changes of a share have the numbers that were chosen: %s', (style, headline) => {
	const more = {
		...{ isCount: false, isRate: true, kind: 'ratio' as const },
		overall: { now: 0.1209, before: 0.1169, change: 0.004, changePercent: null } as never,
	};
	const numbers = { ...OPTIONS.numbers, locale: 'en-US', style, decimals: 2 };
	const { lines } = explainDigest(
		explanationOf([value('A', 0.12, 0.11)], more),
		{ ...OPTIONS, numbers },
		{
			query: { measures: [], groupBy: [], unit: 'total' },
			timeZone: 'Etc/GMT-8',
			requestedAt: '2026-11-23T02:41:00Z',
		},
	);
	expect(lines[0]).toContain(headline);
});

it('rows that are left out are counted only where rows are shown', () => {
	const { notes } = resultOf(Array.from({ length: 12 }, (_, at) => value(`V${at}`, 9, 9 - at)));
	expect(notes(0)).toEqual(['Not shown: 4 more city values']);
	expect(notes()).toEqual([]);
});

it('every value that the sentences name has a row', () => {
	const rising = Array.from({ length: 9 }, (_, at) => value(`V${at}`, 60 - at, 10));
	const spread = resultOf([...rising, value('Z', 5, 30)]);
	expect(spread.lines.join()).toContain('city = Z −25');
	expect(spread.rows.map(([name]) => name)).toContain('Z');
	const small = resultOf([...rising, value('Z', 5, 6)]);
	expect(small.rows.map(([name]) => name)).not.toContain('Z');
	const [city] = explanationOf([...rising, value('Z', 5, 90, true)]).dimensions;
	const found = resultOf([], 'en-US', { dimensions: [{ ...city, standsOut: true } as never] });
	expect(found.rows.map(([name]) => name)).toContain('Z');
});

it('values of several dimensions have the names of these, and are left out by dimension', () => {
	const [city] = explanationOf(
		Array.from({ length: 4 }, (_, at) => value(`V${at}`, 20, 10 + at)),
	).dimensions;
	const others = ['channel', 'level', 'os'].map((name, at) => ({
		...(city as NonNullable<typeof city>),
		name,
		values: [value('A', 20, 15 + at), value('B', 5, 4)],
	}));
	const dimensions = [city as NonNullable<typeof city>, ...others];
	const { columns, rows, notes, paints } = resultOf([], 'en-US', { dimensions });
	expect(columns.map(({ label }) => label)).toEqual([
		...['Group', 'Sun 22 Nov', 'Sun 15 Nov', 'Change'],
	]);
	expect(rows.map(([name, now]) => `${name} ${now}`)).toEqual([
		...['city = V0 20', 'city = V1 20', 'city = V2 20', 'city = V3 20'],
		...['channel = A 20', 'channel = B 5', 'level = A 20', 'os = A 20'],
	]);
	expect(paints).toHaveLength(8);
	const across =
		"Each dimension splits the same total, so don't add up rows from different dimensions";
	expect(notes(0)).toEqual([across, 'Not shown: 1 more level value, 1 more os value']);
	expect(notes(2)).toEqual([across, 'Not shown: the 2 level values, the 2 os values']);
	const chinese = resultOf([], 'zh-CN', { dimensions });
	expect(chinese.rows[0]?.[0]).toBe('city V0');
	expect(chinese.notes(0)).toEqual([
		...['各维度是对同一总数的不同拆分，不可跨维度相加', '另有未列出的分组：level 1 组、os 1 组'],
	]);
	expect(resultOf(city?.values ?? []).columns[0]?.label).toBe('city');
});

it('special days are last in the scope, because a long one is cut', () => {
	const marks = {
		hasHolidays: false,
		hasSales: false,
		own: [{ from: '2026-11-15', to: '2026-11-15' }],
	};
	const more = { isCount: false, isAboutSame: null };
	const { scope, part } = resultOf([value('A', 20, 10)], 'en-US', more, undefined, marks);
	for (const text of [scope, String(part?.scope)])
		expect(text).toMatch(
			/not checked against normal variation · .*marked as special[^·]*(?:$| · UTC)/,
		);
});

it('a change of an amount that nothing judges says so', () => {
	const scopeOf = (more: Partial<ChangeExplanation>) =>
		resultOf([value('A', 20, 10)], 'en-US', more).scope;
	const unjudged = 'The change in orders was not checked against normal variation';
	expect(scopeOf({ isCount: false, isAboutSame: null })).toContain(unjudged);
	expect(scopeOf({ isAboutSame: true })).not.toContain(unjudged);
	const fromZero = { now: 20, before: 0 } as ChangeExplanation['overall'];
	expect(scopeOf({ isAboutSame: null, overall: fromZero })).not.toContain(unjudged);
	const usual = {
		unit: 'day',
		numbers: [{ range: { low: 1, high: 30 }, side: 'within', start: '' }],
	};
	expect(
		scopeOf({ isCount: false, isAboutSame: null, usual } as unknown as ChangeExplanation),
	).not.toContain(unjudged);
});

it('the scope has both lengths if the periods have different ones', () => {
	const october = { range: { from: '2026-10-01', to: '2026-10-31' } };
	const february = { comparison: { from: '2026-02-01', to: '2026-02-28' } };
	const scopeOf = (more: Partial<ChangeExplanation>, locale?: string) =>
		resultOf([value('A', 3, 7)], locale, more).scope;
	expect(scopeOf({ ...october, ...february })).toBe(
		'31 days vs. 28 days · The change in orders was not checked against normal variation · Dimensions checked: city · UTC+8 time',
	);
	expect(scopeOf({ ...october, ...february }, 'zh-CN')).toBe(
		'本期 31 天，对比期 28 天 · 未判断 orders 的变化是否正常 · 已对比维度：city · 按时区 UTC+8 统计',
	);
	expect(scopeOf({ ...october, comparison: { from: '2026-08-01', to: '2026-08-31' } })).toBe(
		'The change in orders was not checked against normal variation · Dimensions checked: city · UTC+8 time',
	);
	// A report of the sum by day judges it.
	const august = { comparison: { from: '2026-08-01', to: '2026-08-31' } };
	expect(scopeOf({ ...october, ...august, kind: 'sum' })).toContain(
		': the report has no daily numbers',
	);
});

it('other days of the week have their names, and are not judged', () => {
	const { lines, scope } = resultOf([value('A', 3, 7)], 'en-US', {
		range: { from: '2026-11-16', to: '2026-11-17' },
		comparison: { from: '2026-11-14', to: '2026-11-15' },
		isAboutSame: null,
	});
	expect(lines[0]).toMatch(/Mon–Tue 16–17 Nov: 3, down 4 from 7 for Sat–Sun 14–15 Nov/);
	expect(scope).toMatch(/^Different days of the week are compared · The change in /);
});

describe('values that stand out, without most of the change,', () => {
	const lineOf = (values: ValueChange[], locale?: string) => {
		const { dimensions } = explanationOf(values);
		const [city] = dimensions;
		return resultOf(values, locale, {
			dimensions: [{ ...(city as (typeof dimensions)[number]), isConcentrated: false }],
		}).lines[1];
	};
	const same = value('C', 750, 750);

	it('are named both if they moved in opposite directions, even if only one stands out', () => {
		const named =
			'Two values moved in opposite directions: city = A: 500, down 500 (−50.0%); B: 1,000';
		const fallen = { ...value('A', 500, 1000, true), expected: null };
		expect(lineOf([fallen, value('B', 1000, 500, true), same])).toContain(named);
		expect(lineOf([fallen, same, value('B', 1000, 500)])).toContain(named);
		expect(lineOf([fallen, value('B', 520, 500), same])).toBe(
			'city = A changed differently from the others: 500, down 500 (−50.0%)',
		);
	});

	it('are all named with their changes', () => {
		const fallen = [value('A', 500, 1000, true), value('B', 400, 800, true), same];
		expect(lineOf(fallen)).toBe(
			'These values of city changed differently from the others: A (−500), B (−400)',
		);
		expect(lineOf(fallen, 'zh-CN')).toBe('以下 city 与其余部分的变化不同：A（−500）、B（−400）');
	});
});

it('shares of the mix say what they are shares of', () => {
	const gained = { ...value('B', 10, 10, true), partBefore: 50, partNow: 90 };
	const mixOf = (base: ChangeExplanation['base'], locale?: string, isSimpson = false) => {
		const [city] = explanationOf([gained]).dimensions;
		const dimensions = [{ ...city, by: 'mix', isSimpson }] as ChangeExplanation['dimensions'];
		const overall = { now: 19, before: 55, change: -36, changePercent: null };
		return resultOf([gained], locale, {
			...{ dimensions, base, kind: 'ratio', isCount: false },
			overall: { ...overall, shareOfChange: null, expected: null, unexpected: null },
		}).lines[1];
	};
	const events = { event: 'PayOrder', aggregator: 'general' };
	expect(mixOf(events)).toBe(
		'The change is mainly in the mix of city: B went from 50.0% to 90.0% of all “PayOrder” events',
	);
	expect(mixOf(events, 'zh-CN')).toBe(
		'变化主要集中在 city 的构成：B 的“PayOrder”次数占比 50.0%→90.0%',
	);
	const users = { ...events, aggregator: 'unique' };
	expect(mixOf(users, 'en-US', true)).toBe(
		'No value of city fell; the mix changed: B went from 50.0% to 90.0% of all “PayOrder” users',
	);
	expect(mixOf(users, 'zh-CN', true)).toContain('B 的“PayOrder”用户数占比 50.0%→90.0%');
	expect(mixOf(undefined)).toContain('to 90.0% of the denominator');
	const amounts = {
		...events,
		property: { of: 'event', event: 'PayOrder', name: 'amount' } as const,
	};
	expect(mixOf(amounts)).toContain('to 90.0% of all “PayOrder” events with “amount”');
	expect(mixOf(amounts, 'zh-CN')).toContain('B 的“PayOrder”（“amount”有值）次数占比 50.0%→90.0%');
});

it('an average that reached 0 is written like the one before', () => {
	const average = { isCount: false, kind: 'ratio' as const };
	const fallen = [value('A', 0, -26.67)];
	expect(resultOf(fallen, 'en-US', average).lines[0]).toBe(
		'orders Sun 22 Nov: 0, up 26.67 from −26.67 on Sun 15 Nov',
	);
	expect(resultOf([value('A', 0, 0.25)], 'en-US', average).lines[0]).toContain(
		'orders Sun 22 Nov: 0.000, down 0.250',
	);
});

it('an unusual number is marked as one, and one that was and is 0 has not changed', () => {
	const range = { low: 1, high: 2, median: 1, values: 8 };
	const newsWith = (side: 'above' | 'within', of: [number, number]) =>
		resultOf([value('A', ...of)], 'en-US', {
			usual: {
				unit: 'day',
				numbers: [{ key: 'orders', start: '2026-11-22', value: 3, range, side }],
			},
		}).news;
	expect(newsWith('above', [3, 2])).toMatchObject({ isUnusual: true });
	expect(newsWith('within', [0, 0])).toMatchObject({ isUnusual: false, percent: 0 });
	expect(newsWith('within', [1, 0])).toMatchObject({ percent: Infinity });
});

it('values of a list are not said to split the total, and the scope says so', () => {
	const explained = explanationOf([value('A', 30, 10), value('B', 10, 30)]);
	const [city] = explained.dimensions;
	if (!city) throw new Error('No dimension');
	const tags = { ...city, name: 'tags', noParts: 'overlap' as const };
	const digestIn = (locale: string) =>
		resultOf([], locale, { ...explained, dimensions: [city, tags] });
	const digest = digestIn('en-US');
	expect(digest.notes(0)).toContain("Don't add up rows from different dimensions");
	expect(digest.scope).toContain("The values of tags don't add up to the total");
	expect(digestIn('zh-CN').scope).toContain('tags 各组之和不等于总数');
	const apart = resultOf([], 'en-US', {
		...explained,
		dimensions: [city, { ...city, name: 'os' }],
	});
	expect(apart.notes(0)[0]).toMatch(/^Each dimension splits the same total/);
	expect(apart.scope).not.toContain('add up');
});
