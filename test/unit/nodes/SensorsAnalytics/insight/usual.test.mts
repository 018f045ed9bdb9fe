import type {
	UsualHow,
	UsualPoint,
	UsualUnit,
} from '../../../../../nodes/SensorsAnalytics/insight/usual';
import { usualDates, usualJudge } from '../../../../../nodes/SensorsAnalytics/insight/usual';
import { isLong, runs } from '../../../../support/extent.mts';
import fc from '../../../../support/fastCheck.mts';
import { Chance } from '../../../../support/plantedShops.mts';
import { secondUsual } from '../../../../support/usualRange.mts';

const DAY_MS = 86_400_000;
const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 5) + index * DAY_MS);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);
/** A few days are enough, because the same time of each day counts. */
const HOURS = 4;
/** 5 January 2026 is a Monday. */
const START = {
	day: (index: number) => isoDay(dayAt(index)),
	week: (index: number) => isoDay(dayAt(7 * index)),
	hour: (index: number) =>
		`${isoDay(dayAt(Math.floor(index / HOURS)))}T${String((index % HOURS) * 6).padStart(2, '0')}:00:00`,
};
const pointsOf = (values: ReadonlyArray<number | null>, unit: UsualUnit = 'day'): UsualPoint[] =>
	values.map((value, index) => ({ start: START[unit](index), value }));
const none = () => undefined;
const asOwn = (isMarked: (day: string) => boolean) => (day: string) =>
	isMarked(day) ? ('own' as const) : undefined;
const HOW: UsualHow = { unit: 'day', isCount: true, deviations: 3.5, markedAs: none };
const lastOf = (values: ReadonlyArray<number | null>, how: Partial<UsualHow> = {}) => {
	const all = { ...HOW, ...how };
	return usualJudge(pointsOf(values, all.unit), all)(values.length - 1);
};

describe('The usual range', () => {
	it('is that of the digest: eight Sundays around 92', () => {
		// A week of 70 to 92 orders, each one up and down by some.
		const week = [70, 71, 72, 70, 78, 85, 92];
		const values = Array.from({ length: 92 }, (_, day) => {
			const swing = [0, 2, -2, 1, -1, 3, -3][Math.floor(day / 7) % 7] as number;
			return (week[day % 7] as number) + swing;
		});
		const sunday = 90;
		const judge = usualJudge(pointsOf(values.slice(0, sunday + 1)), HOW);
		const { range } = judge(sunday);
		// s = 1/√91.5: 91.5 ± 3.5·√91.5
		expect(range).toEqual({ low: 59, high: 124, median: 91.5, values: 8 });
		expect(judge(sunday).side).toBe('within');
	});

	it('has a bound that is a whole number, although floating point misses it', () => {
		for (const [median, high] of [
			[100, 115],
			[680, 782],
		] as const) {
			const how = { isDistinct: true, deviations: 5 };
			const same = Array<number>(90).fill(median);
			expect(lastOf(same, how).range).toMatchObject({ low: median * 2 - high, high });
			expect(lastOf([...same, high], how).side).toBe('within');
			expect(lastOf([...same, high + 1], how).side).toBe('above');
			expect(lastOf(same, { ...how, isCount: false }).range).toMatchObject({ high });
		}
	});

	it('is judged from a place on as if nothing were before it, with dates that are made once', () => {
		const value = fc.oneof(
			{ weight: 8, arbitrary: fc.integer({ min: 80, max: 120 }) },
			{ weight: 1, arbitrary: fc.constantFrom<number | null>(null, 0, 300, 320) },
		);
		let [ranges, levels] = [0, 0];
		fc.assert(
			fc.property(
				fc.constantFrom<UsualUnit>('day', 'week', 'hour'),
				fc.array(value, { minLength: 110, maxLength: 130 }),
				fc.integer({ min: 2, max: 40 }),
				fc.boolean(),
				(unit, drawn, every, hasLevel) => {
					const all = hasLevel ? [...drawn, 400, 401, 402, 400, 403, 400, 401, 402] : drawn;
					const each = unit === 'hour' ? HOURS : 1;
					const values = all.flatMap((one) => [one, ...Array<null>(each - 1).fill(null)]);
					const isMarked = (day: string) => Math.floor(Date.parse(day) / DAY_MS) % every === 0;
					const markedAs = asOwn(isMarked);
					const how = { ...HOW, unit, isMarked, markedAs };
					const points = pointsOf(values, unit);
					const dates = usualDates(
						points.map(({ start }) => start),
						how,
					);
					const judge = usualJudge(points, how, dates);
					for (let at = 60 * each; at < points.length; at += 5 * each) {
						for (const from of [0, 10 * each, Math.max(0, at - 91 * each), at - 5 * each]) {
							const own = points.slice(from, at + 1);
							const alone = usualJudge(own, how)(own.length - 1);
							expect(judge(at, from)).toEqual(alone);
							if (alone.range) ranges++;
							if (alone.level) levels++;
						}
					}
				},
			),
			runs(15),
		);
		expect(ranges).toBeGreaterThan(100);
		expect(levels).toBeGreaterThan(0);
	});

	it('is the same by a second implementation, for whatever history', () => {
		const unit = fc.constantFrom<UsualUnit>('day', 'week', 'hour');
		const value = fc.oneof(
			{ weight: 8, arbitrary: fc.integer({ min: 60, max: 140 }) },
			{ weight: 2, arbitrary: fc.double({ min: 0, max: 400, noNaN: true }) },
			{ weight: 1, arbitrary: fc.constantFrom<number | null>(null, 0, 5, -3, 20_000) },
		);
		const found = new Map<string, number>();
		fc.assert(
			fc.property(
				unit,
				fc.array(value, { minLength: 100, maxLength: 130 }),
				fc.boolean(),
				fc.constantFrom(3.5, 5),
				fc.integer({ min: 2, max: 40 }),
				fc.constantFrom(0, 0.01, 1, 1000),
				(kind, drawn, isCount, deviations, every, scale) => {
					const step = kind === 'hour' ? HOURS : 1;
					const values = drawn.flatMap((one) => [one, ...Array<null>(step - 1).fill(null)]);
					const scaled = values.map((one) =>
						one === null ? null : scale === 0 ? Math.round(one) : one * scale,
					);
					const isMarked = (day: string) => Math.floor(Date.parse(day) / DAY_MS) % every === 0;
					const markedAs = asOwn(isMarked);
					const how = { unit: kind, isCount, deviations, isMarked, markedAs };
					const points = pointsOf(scaled, kind);
					const judge = usualJudge(points, how);
					const [seen, wanted]: [unknown[], unknown[]] = [[], []];
					for (let at = 0; at < points.length; at += step) {
						const [own, other] = [judge(at), secondUsual(points, at, how)];
						const what = own.why ?? own.side ?? 'nothing';
						found.set(what, (found.get(what) ?? 0) + 1);
						if (own.why === 'level') {
							expect(other.range).toBeDefined();
							continue;
						}
						seen.push(own.why);
						wanted.push(other.why);
						if (!own.range || !other.range) continue;
						const { low, high } = other.range;
						// Bounds have few digits, on their outer side; of counts they are whole, on the inner one.
						const [a, b] = isCount
							? [Math.ceil(low), Math.floor(high)]
							: [
									own.range.low <= low && low - own.range.low <= 1.001e-3 * low
										? own.range.low
										: NaN,
									own.range.high >= high && own.range.high - high <= 1.001e-3 * high
										? own.range.high
										: NaN,
								];
						const { value: now } = points[at] as UsualPoint;
						const isBelow = now !== null && now < own.range.low;
						const isAbove = now !== null && now > own.range.high;
						const side = isBelow ? 'below' : isAbove ? 'above' : 'within';
						seen.push([own.range.low, own.range.high, own.range.values, own.side]);
						wanted.push([a, b, other.range.values, now === null ? undefined : side]);
					}
					expect(seen).toEqual(wanted);
				},
			),
			runs(25),
		);
		// A property that meets one case only would show nothing.
		for (const what of [
			'marked',
			'markedBefore',
			'history',
			'small',
			'varies',
			'above',
			'below',
			'within',
		])
			expect([what, (found.get(what) ?? 0) > 0]).toEqual([what, true]);
	}, 120_000);

	it('does not change if everything is multiplied, unless it is a count', () => {
		const chance = new Chance(5);
		const values = Array.from({ length: 112 }, () => 100 * chance.factor(0.05));
		const { range } = lastOf(values, { isCount: false });
		const { range: tenfold } = lastOf(
			values.map((one) => one * 10),
			{ isCount: false },
		);
		expect(tenfold?.low).toBeCloseTo(10 * (range?.low ?? NaN), 6);
		expect(tenfold?.high).toBeCloseTo(10 * (range?.high ?? NaN), 6);
	});

	it.each([
		['fewer than six of the weekday', Array<number>(41).fill(100), {}, 'history'],
		['six of the weekday', Array<number>(43).fill(100), {}, undefined],
		[
			'an event that came lately',
			[...Array<number>(60).fill(0), ...Array<number>(30).fill(100)],
			{},
			'history',
		],
		['small numbers', Array<number>(92).fill(19), {}, 'small'],
		['numbers that are large enough', Array<number>(92).fill(20), {}, undefined],
		['no number ever', Array<null>(92).fill(null), {}, 'history'],
		['an average of nothing', Array<number>(92).fill(-4), { isCount: false }, 'small'],
		[
			'a marked day',
			Array<number>(92).fill(100),
			{ markedAs: asOwn((day) => day === START.day(91)) },
			'marked',
		],
		['seven weeks', Array<number>(8).fill(100), { unit: 'week' }, 'history'],
		['eight weeks', Array<number>(9).fill(100), { unit: 'week' }, undefined],
		[
			'a week with a marked day',
			Array<number>(40).fill(100),
			{ unit: 'week', markedAs: asOwn((day) => day === START.day(7 * 39 + 6)) },
			'marked',
		],
	] as Array<[string, Array<number | null>, Partial<UsualHow>, string | undefined]>)(
		'is silent, or not: %s',
		(_name, values, how, why) => {
			expect(lastOf(values, how).why).toBe(why);
		},
	);

	it('has its bounds within itself', () => {
		const side = (value: number) => lastOf([...Array<number>(91).fill(100), value]).side;
		expect([64, 65, 135, 136].map(side)).toEqual(['below', 'within', 'within', 'above']);
	});

	it('reports a new level once it lasts: five unusual days, then since when, then a usual range again', () => {
		const values = Array.from({ length: 200 }, (_, day) => (day < 120 ? 100 : 160) + (day % 3));
		const judge = usualJudge(pointsOf(values), HOW);
		const at = (day: number) => {
			const { side, why, level } = judge(day);
			return why === 'level' ? level : (why ?? side);
		};
		expect([119, 120, 121, 122, 123, 124].map(at)).toEqual([
			'within',
			...Array<string>(5).fill('above'),
		]);
		expect([125, 140].map(at)).toEqual(
			Array<unknown>(2).fill({ since: START.day(120), side: 'above' }),
		);
		expect(at(170)).toBe('within');
	});

	it.each([
		['were at the usual level', 100, 'above'],
		['were on the other side', 30, 'above'],
		['had the new level, too', 160, 'level'],
	])('compares marked days between two levels: if they %s', (_name, marked, expected) => {
		const last = 150;
		const values = Array.from({ length: last + 1 }, (_, day) =>
			day < 120 ? 100 : day < 130 || day === last ? 160 : marked,
		);
		const markedAs = asOwn((day) => day >= START.day(130) && day < START.day(last));
		const { why, side, level } = lastOf(values, { markedAs });
		expect(why ?? side).toBe(expected);
		if (level) expect(level).toEqual({ since: START.day(120), side: 'above' });
	});
});

/** What it is worth: drawn shops with a rhythm of the week. The figures of docs/usual-range.md. */
describe('The usual range of simulated shops', () => {
	const WEEK = [1, 1.02, 0.98, 1.05, 1.15, 1.4, 1.3];
	const SHOPS = isLong ? 200 : 20;
	const YEAR = 365;
	const days = (mean: number, spread: number) => (chance: Chance) =>
		Array.from({ length: 112 + YEAR }, (_, day) =>
			chance.clustered(mean * (WEEK[day % 7] as number) * chance.factor(spread)),
		);
	const drawn = (make: (chance: Chance) => number[]) =>
		Array.from({ length: SHOPS }, (_, shop) => make(new Chance(7919 * (shop + 1))));
	const alarmsPerYear = (make: (chance: Chance) => number[], how: Partial<UsualHow> = {}) => {
		let alarms = 0;
		for (const values of drawn(make)) {
			const judge = usualJudge(pointsOf(values), { ...HOW, ...how });
			for (let day = 112; day < values.length; day++)
				if (['above', 'below'].includes(judge(day).side ?? '')) alarms++;
		}
		return alarms / SHOPS;
	};
	/** Of days that fall by a part of themselves, how many are called unusual. */
	const foundOf = (make: (chance: Chance) => number[], part: number) => {
		let [found, all] = [0, 0];
		for (const values of drawn(make)) {
			for (let day = 150; day < values.length; day += 29) {
				const planted = values.slice(0, day + 1);
				planted[day] = Math.round((planted[day] as number) * (1 - part));
				all++;
				if (lastOf(planted).side === 'below') found++;
			}
		}
		return found / all;
	};

	it.each([
		['50 a day', days(50, 0.05), {}, 5],
		['500 a day', days(500, 0.05), {}, 7],
		['5,000 a day', days(5000, 0.05), {}, 7],
		['5,000 a day, twice the noise', days(5000, 0.1), {}, 7.5],
		['5,000 a day, the wide limit', days(5000, 0.05), { deviations: 5 }, 1],
		['250 a day, one of twenty groups', days(250, 0.05), { deviations: 5 }, 0.6],
		['250 a day with more noise, one of them', days(250, 0.1), { deviations: 5 }, 1.2],
	] as Array<[string, (chance: Chance) => number[], Partial<UsualHow>, number]>)(
		'calls few ordinary days of a year unusual: %s',
		(name, make, how, most) => {
			const alarms = alarmsPerYear(make, how);
			if (isLong) console.log(name, alarms);
			expect(alarms).toBeLessThan(most);
		},
		60_000,
	);

	it.each([
		['500 a day', days(500, 0.05), 0.5, 0.97],
		['500 a day', days(500, 0.05), 0.3, 0.75],
		['5,000 a day', days(5000, 0.05), 0.3, 0.9],
	] as Array<[string, (chance: Chance) => number[], number, number]>)(
		'finds a fall: %s',
		(name, make, part, least) => {
			const found = foundOf(make, part);
			if (isLong) console.log(name, part, found);
			expect(found).toBeGreaterThan(least);
		},
		60_000,
	);

	it('is missing if its bounds exceed a number', () => {
		const tiny = Array<number>(120).fill(1e-309);
		expect(lastOf(tiny, { isCount: false })).toEqual({ why: 'varies' });
	});
});
