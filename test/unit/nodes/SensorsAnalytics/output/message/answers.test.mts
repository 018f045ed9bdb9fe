import { addDays } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import { daysIn } from '../../../../../../nodes/SensorsAnalytics/dates/range';
import { numberWriter } from '../../../../../../nodes/SensorsAnalytics/output/message/numbers';
import type { MessageOptions } from '../../../../../../nodes/SensorsAnalytics/output/message/options';
import {
	filtersOf,
	inHeadline,
} from '../../../../../../nodes/SensorsAnalytics/output/message/scope';
import {
	boundWriter,
	chinese,
	english,
	type Sentences,
	usualWords,
} from '../../../../../../nodes/SensorsAnalytics/output/message/sentences';
import type { Besides } from '../../../../../../nodes/SensorsAnalytics/paste/payload';
import type { DateRange, Queries } from '../../../../../../nodes/SensorsAnalytics/query/query';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Column, Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import {
	city,
	date,
	digestOf,
	measure,
	OPTIONS,
	tableOf,
} from '../../../../../support/digests.mts';

const before: Column = { ...date, key: 'before', derived: { of: 'date', as: 'previous' } };
const named = (own: Column) => [
	own,
	measure(`${own.key}_previous`, { of: own.key, as: 'previous' }),
	measure(`${own.key}_change`, { of: own.key, as: 'change' }),
];
const pair = (now: number, then: number): Cell[] => [now, then, now - then];
const requested = { requestedAt: '2026-11-20T02:00:00Z', timeZone: 'Asia/Shanghai' };
const week = { range: { from: '2026-11-02', to: '2026-11-08' }, unit: 'day', ...requested };
const then = { from: '2026-10-26', to: '2026-11-01' };
const DAYS = [2, 3, 4, 5, 6, 7, 8].map((day) => [
	`2026-11-0${day}`,
	day < 7 ? `2026-10-${24 + day}` : `2026-11-0${day - 6}`,
]);

/** Users of seven days by city, all on the first one. */
function usersBy(groups: Array<[string, number, number]>) {
	const columns = [date, before, city, ...named(measure('users'))];
	const rows = groups.flatMap(([name, now, was]) =>
		DAYS.map((days, index) => [...days, name, ...(index === 0 ? pair(now, was) : pair(0, 0))]),
	);
	const sum = (at: 1 | 2) => groups.reduce((all, group) => all + group[at], 0);
	const whole = tableOf(
		[date, before, ...named(measure('users'))],
		DAYS.map((days, index) => [...days, ...(index === 0 ? pair(sum(1), sum(2)) : pair(0, 0))]),
	);
	return tableOf(columns, rows, { overall: whole });
}

it.each([
	[{ by: 'change', green: 10, red: -20 }, ['good', undefined, 'bad']],
	[{ by: 'value', red: 90 }, [undefined, undefined, 'bad']],
] as const)('cells of the groups are colored by limits: %j', (limits, tones) => {
	const rows = [
		['Riga', ...pair(200, 100)],
		['Oslo', ...pair(100, 100)],
		['Bern', ...pair(80, 100)],
	];
	const table = tableOf([city, ...named(measure('orders'))], rows);
	const was = { from: '2026-11-01', to: '2026-11-01' };
	const { paints } = digestOf(table, { layout: 'digest', limits, goodWay: 'down' }, was, {
		...requested,
		range: { from: '2026-11-08', to: '2026-11-08' },
		unit: 'day',
	});
	expect(paints.map(([, paint]) => paint?.tone)).toEqual(tones);
});

describe('a change that the decimals of the message do not show', () => {
	const day = { range: { from: '2026-11-08', to: '2026-11-08' }, unit: 'day', ...requested };
	const was = { from: '2026-11-01', to: '2026-11-01' };
	const mean = named({ ...measure('mean'), canAddUp: false, whenEmpty: null });
	const lines = (numbers: object, ...rows: Cell[][]) =>
		digestOf(
			tableOf(rows.length > 1 ? [city, ...mean] : mean, rows),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, ...numbers } },
			was,
			day,
		);
	const headline = (numbers: object, now: number, before: number) =>
		lines(numbers, pair(now, before)).lines[0]?.replace(/^mean Sun 8 Nov: /, '');

	it.each([
		['integer', [100.6, 100.4], '101, up 1 (+0.2%) from 100 on Sun 1 Nov'],
		['integer', [0.6, 1.4], '1, down less than 1 (−57.1%) from 1 on Sun 1 Nov'],
		['integer', [0.4, 0], '0, up less than 1 from 0 on Sun 1 Nov'],
		['decimal', [0.0034, 0.0012], '0.00, up less than 0.01 from 0.00 on Sun 1 Nov'],
		['currency', [0.006, 0.004], '¥0.01, up ¥0.01 (+50.0%) from ¥0.00 on Sun 1 Nov'],
		['percent', [0.0149, 0.0148], '1.49%, up 0.01 points from 1.48% on Sun 1 Nov'],
		['decimal', [0.1 + 0.2, 0.3], '0.30, the same as on Sun 1 Nov'],
	] as const)('is no equality: %s %j', (style, [now, before], text) => {
		expect(headline({ style, currency: 'CNY' }, now, before)).toBe(text);
	});

	it.each([
		[12_345.675, 11_111.111, 'currency', '¥12,345.68, up ¥1,234.57 (+11.1%) from ¥11,111.11'],
		[0.6002, 0.6023, 'percent', '60.02%, down 0.21 points from 60.23%'],
		[0.00421, 0.00422, 'percent', '0.42%, down less than 0.01 points from 0.42%'],
		[0.02, 0.01, 'percent', '2.00%, up 1 point from 1.00%'],
	] as const)('is the difference of the numbers as written: %d, %d', (now, before, style, text) => {
		expect(headline({ style, currency: 'CNY' }, now, before)).toBe(`${text} on Sun 1 Nov`);
	});

	it.each([
		[0.0351, 0.0423, '0.0351, down 0.0072 (−17.0%) from 0.0423'],
		[0.1235, 0.1241, '0.1235, down 0.0006 (−0.5%) from 0.1241'],
		[0.9, 1.2, '0.90, down 0.30 (−25.0%) from 1.20'],
		[0.004, 12.5, '0.004, down 12.50 (−99.96%) from 12.50'],
	])('has the decimals of a property of that size: %d, %d', (now, before, text) => {
		const property = { of: 'event' as const, event: 'A', name: 'x' };
		const of = { kind: 'event' as const, event: 'A', aggregator: 'avg', property };
		const query = { measures: [of], groupBy: [], unit: 'day' };
		const read = digestOf(tableOf(mean, [pair(now, before)]), { layout: 'digest' }, was, {
			...{ ...day, query },
		});
		expect(read.lines[0]).toBe(`mean Sun 8 Nov: ${text} on Sun 1 Nov`);
	});

	it.each([
		[[1.5, 1.43617], '1.5, up 0.06 (+4.4%) from 1.44 on Sun 1 Nov'],
		[[1.496, 1.444], '1.5, up 0.06 (+3.6%) from 1.44 on Sun 1 Nov'],
		[[17.7312, 17.73], '17.73, up less than 0.01 (+0.007%) from 17.73 on Sun 1 Nov'],
		[[0.0149, 0.012345], '0.0149, up 0.00255 (+20.7%) from 0.01235 on Sun 1 Nov'],
		[[0.5, 0.43617], '0.5, up 0.0638 (+14.6%) from 0.4362 on Sun 1 Nov'],
		[[0.50004, 0.5], '0.5, up less than 0.0001 (+0.008%) from 0.5 on Sun 1 Nov'],
		[[3, 0.25], '3, up 2.75 (12 times as much) from 0.25 on Sun 1 Nov'],
	] as const)('has the decimals of the numbers that it is between: %j', ([now, before], text) => {
		expect(headline({ style: 'auto' }, now, before)).toBe(text);
	});

	it('says so in Chinese, and of groups', () => {
		const numbers = { style: 'integer', locale: 'zh-CN' };
		expect(headline(numbers, 1.4, 0.6)).toContain('的 1 增加不足 1（+133.3%）');
		const digest = lines(numbers, ['Riga', ...pair(1.4, 0.6)], ['Oslo', ...pair(2.2, 2.3)]);
		expect(digest.lines.join()).toContain('Riga 1（+<1，+133.3%）');
		expect(digest.rows[0]).toEqual(['Oslo', '2（−<1，−4.3%）']);
	});
});

describe('a group that has no number any more', () => {
	const mean = { ...measure('mean'), canAddUp: false, whenEmpty: null };
	const rows = [
		['Riga', 5, 4, 1],
		['Oslo', null, 4, null],
		['Rome', null, null, null],
	];
	const whole = { ...week, unit: 'total' };
	const digest = (facts: object, more = {}) =>
		digestOf(
			tableOf([city, ...named(mean)], rows, facts),
			{ layout: 'digest', ...more },
			then,
			whole,
		);

	it('says which one it had, and not a dash', () => {
		expect(digest({}).rows.map((row) => row.at(-1))).toEqual([
			'5 (+1, +25.0%)',
			'no value now (4 before)',
			'–',
		]);
		expect(digest({}).lines.join()).toContain('Oslo no value now (4 before)');
		const numbers = { ...OPTIONS.numbers, locale: 'zh-CN' };
		expect(digest({}, { numbers }).lines.join()).toContain('Oslo 本期无数值（对比期 4）');
	});

	it('says nothing of it where the answer is cut: it may have one', () => {
		expect(digest({ isTruncated: true }).rows[1]).toEqual(['Oslo', '–']);
	});
});

describe('users by groups', () => {
	const groups: Array<[string, number, number]> = [
		['Riga', 51, 46],
		['Oslo', 40, 41],
		['Rome', 35, 32],
		['Bern', 22, 4],
	];

	it('have shares where they are parts of all, and no word on users in several groups', () => {
		const users = { ...measure('users'), canAddUp: false };
		const rows = [
			['gold', 49],
			['silver', 151],
		];
		const digest = (all: number) =>
			digestOf(
				tableOf([city, users], rows, { overall: tableOf([users], [[all]]) }),
				{ layout: 'digest' },
				undefined,
				requested,
			);
		const [apart, overlapping] = [digest(200), digest(180)];
		expect(apart.lines.slice(1)).toEqual(['silver 151 (75.5%), gold 49 (24.5%)']);
		expect(apart.scope).not.toContain('several groups');
		expect(overlapping.lines.slice(1)).toEqual(['silver 151, gold 49']);
		expect(overlapping.scope).toContain('several groups');
	});

	it('have no word on several groups if the groups are values of a user', () => {
		const level = { of: 'user' as const, name: 'city' };
		const own = { of: 'event' as const, event: 'PayOrder', name: 'city' };
		const users = { ...measure('users'), canAddUp: false };
		const table = tableOf(
			[city, users],
			[
				['gold', 49],
				['silver', 151],
			],
		);
		const scopeBy = (...groupBy: Array<typeof level | typeof own>) =>
			digestOf(table, { layout: 'digest' }, undefined, {
				...requested,
				query: { measures: [], groupBy, unit: 'total' },
			}).scope;
		expect(scopeBy(level)).not.toContain('several groups');
		const sums = { ...measure('age'), canAddUp: true, hasOverlap: true };
		const byList = (column: Column, hasOverlap: boolean | 'maybe', all = 180) =>
			digestOf(
				tableOf(
					[city, column],
					[
						['kitchen', 49],
						['home', 151],
					],
					{ overall: tableOf([column], [[all]]) },
				),
				{ layout: 'digest' },
				undefined,
				{ ...requested, hasOverlap, query: { measures: [], groupBy: [level] } },
			).scope;
		for (const column of [users, sums])
			expect(byList(column, true)).toContain('A user can be in several groups');
		expect(byList(users, 'maybe')).toContain('A user can be in several groups');
		expect(byList(users, 'maybe', 210)).not.toContain('several groups');
		expect(scopeBy(own)).toContain('several groups');
		expect(scopeBy(level, own)).toContain('several groups');
	});

	it.each([
		[
			'unique',
			{},
			'A user can be in several groups · Not compared with an earlier period · Shanghai time',
		],
		[
			'general',
			{ isOfSessions: true },
			'A session can be in several groups · Not compared with an earlier period · Shanghai time',
		],
		[
			'uniqCount',
			{},
			'A value can be in several groups · Not compared with an earlier period · Shanghai time',
		],
		['rollup_count', {}, 'Not compared with an earlier period · Shanghai time'],
		['count_last_day_7', {}, 'Not compared with an earlier period · Shanghai time'],
		[
			'rollup_uniq',
			{},
			'A user can be in several groups · Not compared with an earlier period · Shanghai time',
		],
	])('of %s %j overlap as what it counts does', (aggregator, more, scope) => {
		const counted = { ...measure('orders'), canAddUp: false };
		const rows = [
			['gold', 49],
			['silver', 151],
		];
		const own = { kind: 'event' as const, event: 'PayOrder', aggregator, ...more };
		const property = { of: 'event' as const, event: 'PayOrder', name: 'city' };
		const query = { measures: [own], groupBy: [property], unit: 'total' };
		const table = tableOf([city, counted], rows, { overall: tableOf([counted], [[190]]) });
		const digest = digestOf(table, { layout: 'digest' }, undefined, {
			...requested,
			query: query as unknown as Queries['event'],
		});
		expect(digest.scope).toBe(scope);
	});

	it('are described in total first, then the group beyond normal variation, by exact averages', () => {
		const { lines, brief, rows } = digestOf(usersBy(groups), { layout: 'digest' }, then, week);
		expect(lines).toEqual([
			'users 2–8 Nov: 21.14 a day on average, up 3.57 from 17.57 for 26 Oct–1 Nov, within normal variation. The only exception is Bern: 3.1 a day on average, up 2.6, beyond normal variation',
			'users (daily average): Riga 7.3 (+0.7), Oslo 5.7 (−0.1), Rome 5.0 (+0.4), all within normal variation; 1 more group not listed',
		]);
		// The table has all of them.
		expect(brief[1]).toBe(lines[1]?.replace('; 1 more group not listed', ''));
		expect(rows.map(([name]) => name)).toEqual(['Riga', 'Oslo', 'Rome', 'Bern']);
		const chinese = { ...OPTIONS.numbers, locale: 'zh-CN' };
		const zh = digestOf(usersBy(groups), { layout: 'digest', numbers: chinese }, then, week);
		expect(zh.lines[0]).toMatch(
			/属正常波动；但 Bern 日均 3.1，增加 2.6，仅此一项超出正常波动范围$/,
		);
	});

	it("that don't exceed it, or moved like the total, are in no headline", () => {
		const still = groups.slice(0, 3);
		const reported = digestOf(usersBy(still), { layout: 'digest' }, then, week);
		expect(reported.lines[0]).not.toContain('but');
		const more = groups.map(([name, now, was]) => [name, 4 * now, was] as [string, number, number]);
		const moved = digestOf(usersBy(more), { layout: 'digest' }, then, week);
		expect(moved.lines[0]).not.toMatch(/but|variation/);
		// A single other group is named, too.
		expect(moved.lines[1]).toMatch(/, Bern [^,]+$/);
	});
});

describe('numbers that are of no more than they say', () => {
	const users = measure('users');
	const day = { ...requested, range: { from: '2026-11-08', to: '2026-11-08' }, unit: 'day' };

	it('the first group is not all users', () => {
		const whole = tableOf([users], [[400]]);
		const facts = { overall: whole, groupCount: { total: 3, returned: 3 } };
		const reported = digestOf(
			tableOf([city, users], [['Riga', 300]], facts),
			{ layout: 'digest' },
			undefined,
			{ ...day, isTopped: true, top: { count: 1, isDescending: true } },
		);
		expect(reported.lines[0]).toBe('users Sun 8 Nov: 400');
		expect(reported.lines.join()).not.toMatch(/100%|together/);
	});

	it.each(['uniq_last_day_7', 'rollup_uniq'])(
		'the only group with events has no %s of others',
		(aggregator) => {
			const event = { kind: 'event', eventName: 'Pay', aggregator, name: 'users' } as const;
			const query = { measures: [event], groupBy: [], unit: 'day' } as unknown as Queries['event'];
			const all = { overall: tableOf([users], [[10]]), groupCount: { total: 1, returned: 1 } };
			const table = tableOf([city, users], [['Riga', 4]], all);
			const { lines } = digestOf(table, { layout: 'digest' }, undefined, { ...day, query });
			expect(lines[0]).toBe('users Sun 8 Nov: 10');
		},
	);

	it('the headline names no group beyond the first ones', () => {
		const range = { from: '2026-11-07', to: '2026-11-08' };
		const rows = [7, 8].flatMap((at) =>
			['Riga', 'Oslo'].map((name) => [`2026-11-0${at}`, name, 5]),
		);
		const totals = ['Riga', 'Oslo', 'Bern'].map((name) => [name, 9]);
		const facts = { totals, sums: totals, groupCount: { total: 3, returned: 3 } };
		const topped = { isTopped: true, top: { count: 2, isDescending: true } };
		const [headline] = digestOf(
			tableOf([date, city, users], rows, facts),
			{ layout: 'digest' },
			undefined,
			{ ...day, ...topped, range },
		).lines;
		expect(headline).toBe('users 7–8 Nov: Riga 9, Oslo 9');
	});

	it('zero is a value, and no value has no other groups', () => {
		const own = { ...requested, range: { from: '2026-11-19', to: '2026-11-20' }, unit: 'day' };
		const rowsOf = (cell: Cell) => [
			['2026-11-19', 'Riga', cell],
			['2026-11-20', 'Riga', 5],
		];
		const linesOf = (column: Column, cell: Cell) =>
			digestOf(
				tableOf([date, city, column], rowsOf(cell), { groupCount: { total: 2, returned: 1 } }),
				{ layout: 'digest' },
				undefined,
				{ ...own, isTopped: true, top: { count: 1, isDescending: true } },
			).lines;
		expect(linesOf({ ...measure('orders'), canAddUp: true }, 0)).toEqual([
			'orders Thu 19 Nov: Riga 0',
		]);
		expect(linesOf({ ...measure('price'), whenEmpty: null }, null)).toEqual([
			'price Thu 19 Nov: no value',
		]);
	});

	it('names each of several measures that have no value in any group', () => {
		const none = ['price', 'fee'].map((key) => ({ ...measure(key), whenEmpty: null }));
		const { lines } = digestOf(
			tableOf([city, ...none], [['Riga', null, null]]),
			{ layout: 'digest' },
			undefined,
			{ ...requested, range: { from: '2026-11-19', to: '2026-11-19' }, unit: 'day' },
		);
		expect(lines).toEqual(['price Thu 19 Nov: no value', 'fee: no value']);
	});

	it('does not describe the other groups if only the current numbers add up', () => {
		const whole = tableOf(named(users), [pair(550, 600)]);
		const rows = [
			['Riga', ...pair(520, 520)],
			['Oslo', ...pair(30, 300)],
		];
		const was = { from: '2026-11-01', to: '2026-11-01' };
		const resultOf = (of: Cell[][], all = whole) =>
			digestOf(
				tableOf([city, ...named(users)], of, { overall: all }),
				{ layout: 'digest' },
				was,
				day,
			);
		expect(resultOf(rows).lines[0]).toContain('users Sun 8 Nov: 550, down 50 from 600');
		expect(resultOf(rows).lines.join()).not.toMatch(/the other|together/);
		const added = tableOf(named(users), [pair(550, 820)]);
		expect(resultOf(rows, added).lines[1]).toMatch(
			/^Oslo 30 \(−270, −90\.0%\), Riga 520 \(no change\)$/,
		);
	});

	it('a week that the range cuts is in no mean', () => {
		const weeks = { ...requested, range: { from: '2026-11-01', to: '2026-11-15' }, unit: 'week' };
		const rows = [
			['2026-10-26', 10],
			['2026-11-02', 70],
			['2026-11-09', 90],
		];
		const lineOf = (partial: string[]) =>
			digestOf(tableOf([date, users], rows, { partial }), { layout: 'digest' }, undefined, weeks)
				.lines[0];
		expect(lineOf(['2026-10-26'])).toMatch(
			/9–15 Nov: 90, up 20 from 70 for 2–8 Nov, within normal variation$/,
		);
		expect(lineOf(['2026-11-09'])).toMatch(/2–8 Nov: 70$/);
		expect(lineOf([])).toContain('56.7 a week on average');
	});
});

it('the groups of each measure that are not listed are counted, with their sum if there is one', () => {
	const counted = (key: string) => ({ ...measure(key), canAddUp: true });
	const rows = ['Riga', 'Oslo', 'Bern', 'Rome', 'Kyiv'].map((name, index): Cell[] => [
		...[name, 90 - index, 60 - index, 30 - index],
	]);
	const table = tableOf([city, counted('views'), counted('orders'), measure('users')], rows);
	const { lines } = digestOf(table, { layout: 'digest' });
	expect(lines).toContain('orders: Riga 60, Oslo 59, Bern 58; the other 2 groups combined: 113');
	expect(lines).toContain('users: Riga 30, Oslo 29, Bern 28; 2 more groups not listed');
});

it('the row of totals is no group, and one group alone is not several', () => {
	const both = [city, measure('users'), { ...measure('orders'), canAddUp: true }];
	const resultOf = (names: string[], total: number) =>
		digestOf(
			tableOf(
				both,
				names.map((name) => [name, 20, 30]),
				{
					groupCount: { total, returned: names.length },
					overall: tableOf(both.slice(1), [[50, 90]]),
				},
			),
			{ layout: 'digest' },
			undefined,
			{ ...requested, isTopped: true, top: { count: 2, isDescending: true } },
		);
	const topped = resultOf(['Riga', 'Oslo'], 3);
	expect(topped.rows.at(-1)?.[0]).toBe('Overall');
	expect(topped.brief[1]).toMatch(/^Riga 20, Oslo 20$/);
	expect(topped.scope).toContain('First 2 of 3 groups');
	expect(topped.scope).toContain('A user can be in several groups');
	expect(resultOf(['Riga'], 1).scope).not.toContain('several groups');
});

it('no bounds follow a number that, rounded, equals the one that it is beyond', () => {
	const range = { low: 1.163, high: 1.437, median: 1.3, values: 8 };
	const wordsFor = (said: Sentences, value: number, side: 'above' | 'below' | 'within') =>
		usualWords(
			said,
			'day',
			{ range, side, start: '2026-11-22', value },
			(day) => day,
			(number) => Number(number).toFixed(2),
			'orders',
		);
	expect(wordsFor(english, 1.44, 'above')).toBe('; above the usual range for a Sunday');
	expect(wordsFor(chinese, 1.44, 'above')).toBe('，高于周日的常见范围');
	expect(wordsFor(english, 1.16, 'below')).toBe('; below the usual range for a Sunday');
	expect(wordsFor(english, 1.5, 'above')).toBe('; above the usual range for a Sunday (1.16–1.44)');
	expect(wordsFor(english, 1.16, 'above')).toContain('(1.16–1.44)');
	expect(wordsFor(english, 1.435, 'within')).toContain('(1.16–1.44)');
});

it.each([
	['en-IN', '₹1,00,000', '₹12,34,500.50'],
	['en-US', '₹100,000', '₹1,234,500.50'],
	['de-DE', '100.000\u00a0₹', '1.234.500,50\u00a0₹'],
])(
	'a bound loses decimals that are 0, and no digits in front of them: %s',
	(locale, whole, cents) => {
		const write = boundWriter(
			numberWriter({ ...OPTIONS.numbers, locale, style: 'currency', currency: 'INR' }),
		);
		expect([write(100_000), write(1_234_500.5)]).toEqual([whole, cents]);
	},
);

describe('groups that only chance moved', () => {
	let seed = 7;
	const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
	const times = <T,>(count: number, make: (index: number) => T) =>
		Array.from({ length: count }, (_, index) => make(index));
	/** Counts as they come by themselves around a mean. */
	function poisson(mean: number): number {
		let [count, left] = [-1, Math.exp(mean)];
		for (; left > 1; count++) left *= random();
		return Math.max(0, count);
	}
	const resultOf = (rows: Cell[][], facts: Partial<Table> = {}) =>
		digestOf(
			tableOf([city, ...named({ ...measure('orders'), canAddUp: true })], rows, facts),
			{ layout: 'digest' },
			{ from: '2026-11-01', to: '2026-11-01' },
			{ ...requested, range: { from: '2026-11-08', to: '2026-11-08' } },
		);
	const lineOf = (...all: Parameters<typeof resultOf>) => resultOf(...all).lines[0] ?? '';
	const noise = (count: number) =>
		times(count, (index): Cell[] => {
			const mean = 2 + ((index * 7) % 60);
			return [`city ${index}`, ...pair(poisson(mean), poisson(mean))];
		});

	it.each([
		[20, 200],
		[100, 60],
	])('are in the headline of no more than one of 20 messages: %d groups', (count, messages) => {
		const reported = times(messages, () => lineOf(noise(count)));
		expect(reported.filter((line) => line.includes('within normal')).length).toBeGreaterThan(
			0.9 * messages,
		);
		expect(reported.filter((line) => line.includes('; but ')).length).toBeLessThan(0.05 * messages);
		const planted = [...noise(count - 1), ['Bern', ...pair(45, 12)]];
		expect(lineOf(planted)).toMatch(
			/. The only exception is Bern: 45, up 33, beyond normal variation$/,
		);
		const two = [...noise(count - 2), ['Bern', ...pair(45, 12)], ['Graz', ...pair(13, 44)]];
		expect(lineOf(two)).toMatch(/. One exception is Bern: 45, up 33, beyond normal variation$/);
	});

	it.each<Partial<Table>>([{ groupCount: { total: 5, returned: 2 } }, { isTruncated: true }])(
		'are no only exception if others are unknown: %j',
		(facts) => {
			const overall = tableOf(named({ ...measure('orders'), canAddUp: true }), [pair(145, 142)]);
			const rows = [
				['Riga', ...pair(100, 130)],
				['Bern', ...pair(45, 12)],
			];
			expect(lineOf(rows, { overall, ...facts })).toContain('One exception is Bern');
		},
	);

	it('are not called unchecked below a headline that names the exception among them', () => {
		const { lines, scope } = resultOf([
			['Riga', ...pair(100, 130)],
			['Bern', ...pair(45, 12)],
		]);
		expect(lines[0]).toContain('The only exception is Bern');
		expect(scope).not.toContain('Only the overall number was checked');
	});

	it.each([
		['moved', pair(3, 2), true],
		['stayed the same, too', pair(2, 2), false],
	])('are called unchecked behind a total without a test, if they %s', (_what, riga, isSaid) => {
		const kinds = { ...measure('kinds'), canAddUp: false };
		const property = { of: 'event' as const, event: 'A', name: 'x' };
		const of = { kind: 'event' as const, event: 'A', aggregator: 'uniqCount', property };
		const query = { measures: [of], groupBy: [], unit: 'day' };
		const overall = tableOf(named(kinds), [pair(4, 4)]);
		const rows = [
			['Riga', ...riga],
			['Bern', ...pair(2, 2)],
		];
		const { scope } = digestOf(
			tableOf([city, ...named(kinds)], rows, { overall }),
			{ layout: 'digest' },
			{ from: '2026-11-01', to: '2026-11-01' },
			{ ...requested, range: { from: '2026-11-08', to: '2026-11-08' }, query },
		);
		expect(scope.includes('change in kinds was not checked')).toBe(isSaid);
	});

	it('follow the usual range of the overall number, which alone says that it is normal', () => {
		const rows = [
			['Riga', ...pair(100, 130)],
			['Bern', ...pair(45, 12)],
		] satisfies Cell[][];
		const range = { low: 95, high: 150, median: 120, values: 8 };
		const one = { key: 'orders', start: '2026-11-08', value: 145, range, side: 'within' } as const;
		expect(lineOf(rows, { usual: { unit: 'day', numbers: [one] } })).toMatch(
			/: 145, up 3 from 142 on Sun 1 Nov; within the usual range for a Sunday \(95–150\). The only exception is Bern: 45, up 33, beyond normal variation$/,
		);
	});

	it('are no exception beside an overall number that is unusual itself', () => {
		const visits = named({ ...measure('visits'), canAddUp: true });
		const rows = [
			['Riga', ...pair(100, 130), ...pair(130, 140)],
			['Bern', ...pair(45, 12), ...pair(45, 12)],
		] satisfies Cell[][];
		const range = { low: 95, high: 140, median: 120, values: 8 };
		const headlineWith = (side: 'within' | 'above') =>
			digestOf(
				tableOf([city, ...named({ ...measure('orders'), canAddUp: true }), ...visits], rows, {
					usual: {
						unit: 'day',
						numbers: [{ key: 'orders', start: '2026-11-08', value: 145, range, side }],
					},
				} as Partial<Table>),
				{ layout: 'digest' },
				{ from: '2026-11-01', to: '2026-11-01' },
				{ ...requested, range: { from: '2026-11-08', to: '2026-11-08' } },
			).lines[0];
		expect(headlineWith('within')).toMatch(/\. (?:The only|One) exception is .*Bern: 45, up 33/);
		expect(headlineWith('above')).toMatch(/\. Also, visits for Bern: 45, up 33, beyond normal/);
	});

	it('are called normal without a usual range, too', () => {
		const rows = [
			['Riga', ...pair(101, 102)],
			['Bern', ...pair(44, 40)],
		] satisfies Cell[][];
		const one = { key: 'orders', start: '2026-11-08', value: 145, why: 'marked' } as const;
		const digest = (numbers: Array<typeof one>) =>
			lineOf(rows, { usual: { unit: 'day', numbers } });
		for (const numbers of [[one], []])
			expect(digest(numbers)).toMatch(
				/: 145, up 3 from 142 on Sun 1 Nov, within normal variation$/,
			);
	});

	it('are highest and lowest within normal variation, like a pair among several', () => {
		const step = [
			{ ...city, key: 'step', type: 'number' as const },
			{ ...city, key: 'event' },
			...['users', 'percent_of_previous', 'percent_of_first'].map((key) => measure(key)),
		];
		const close = (lowest?: number) =>
			digestOf(
				tableOf(
					[city, ...step],
					times(20, (group) => {
						const done = times(200, random).filter((own) => own < 0.3).length;
						const part = group === 0 ? (lowest ?? done) : done;
						return [
							[`city ${group}`, 1, 'View', 200, 100, 100],
							[`city ${group}`, 2, 'Pay', part, part / 2, part / 2],
						];
					}).flat(),
					{ drawn: 'users' },
				),
				{ layout: 'digest' },
			).lines[0]?.includes('the differences could be due to chance');
		expect(times(100, () => close()).filter(Boolean).length).toBeGreaterThan(95);
		expect(close(20)).toBe(false);
	});
});

it('a week is not the only exception if another one has no counterpart', () => {
	const table = tableOf(
		[date, before, ...named({ ...measure('orders'), canAddUp: true })],
		[
			['2026-10-19', null, 700, null, null],
			['2026-10-26', '2025-10-27', ...pair(700, 780)],
			['2026-11-02', '2025-11-03', ...pair(700, 500)],
			['2026-11-09', '2025-11-10', ...pair(700, 780)],
		],
		{ sums: [pair(2800, 2760)] },
	);
	const range = { from: '2026-10-19', to: '2026-11-15' };
	const then = { from: '2025-10-20', to: '2025-11-16' };
	const how = { ...requested, range, unit: 'week' };
	expect(digestOf(table, { layout: 'digest' }, then, how).lines[0]).toContain(
		'One exception is 2–8 Nov',
	);
});

it('a month that moved much more than the amount of all months is in the headline', () => {
	const amount = { ...measure('amount'), whenEmpty: null, canAddUp: true };
	const range = { from: '2026-08-01', to: '2026-10-31' };
	const months = (last: number) =>
		tableOf(
			[date, before, ...named(amount)],
			[
				['2026-08-01', '2025-08-01', ...pair(500, 490)],
				['2026-09-01', '2025-09-01', ...pair(510, 500)],
				['2026-10-01', '2025-10-01', ...pair(last, 500)],
			],
		);
	const lineOf = (last: number) =>
		digestOf(
			months(last),
			{ layout: 'digest' },
			{ from: '2025-08-01', to: '2025-10-31' },
			{ ...requested, range, unit: 'month' },
		).lines[0];
	expect(lineOf(370)).toMatch(
		/from 1,490 .+. In particular, Oct: 370, down 130 \(−26\.0%\) from 500 in Oct 2025$/,
	);
	// Of three months one may move by more than 20 %.
	expect(lineOf(390)).not.toMatch(/but|in particular/);
	expect(lineOf(1500)).toMatch(
		/. In particular, Oct: 1,500, up 1,000 \(3 times as much\) from 500 in Oct 2025$/,
	);
});

it('an amount is normal where its dates differ as much from those that they are compared with', () => {
	const amount = { ...measure('amount'), whenEmpty: null, canAddUp: true };
	const headline = (
		changes: number[],
		facts: Partial<Table> = {},
		other = then,
		locale = 'en-US',
	) =>
		digestOf(
			tableOf(
				[date, before, ...named(amount)],
				DAYS.map((days, index) => [...days, ...pair(500 + (changes[index] ?? 0), 500)]),
				facts,
			),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
			other,
			week,
		).lines[0];
	const wide = [90, -60, 40, -110, 70, 30, 20];
	expect(headline(wide)).toMatch(/, up 80 \(\+2\.3%\) from 3,500 for .+, within normal variation$/);
	expect(headline(wide, {}, then, 'zh-CN')).toMatch(/增加 80（\+2\.3%），属正常波动$/);
	expect(headline([10, 12, 9, 11, 14, 10, 14])).toMatch(
		/, up 80 \(\+2\.3%\) from 3,500 for [^,]+, beyond normal variation$/,
	);
	// Few dates do not show that a large change is none.
	const large = wide.map((one) => 4 * one);
	expect(headline([...large.slice(0, 6), 500])).toMatch(
		/\(\+21\.1%\) from 3,500 for .+; daily numbers vary too much to tell whether this is unusual$/,
	);
	expect(headline([...large.slice(0, 6), 500], {}, then, 'zh-CN')).toMatch(
		/（\+21\.1%），每日数值起伏较大，尚不能判断变化是否正常$/,
	);
	// Of a date that the range cuts, and of dates that are in both ranges, nothing is known.
	expect(headline(wide, { partial: ['2026-11-02'] })).not.toContain('normal');
	expect(headline(wide, {}, { ...then, to: '2026-11-02' })).not.toContain('normal');
});

describe('a change is judged once in a message', () => {
	const average = { ...measure('average'), whenEmpty: null };
	const unjudged = 'The change in average was not checked against normal variation';
	const resultOf = (facts: Partial<Table>, other = then) =>
		digestOf(
			tableOf(
				[date, before, ...named(average)],
				DAYS.map((days) => [...days, ...pair(52, 50)]),
				facts,
			),
			{ layout: 'digest' },
			other,
			week,
		);
	const own = { key: 'average', date: '2026-11-08', start: '2026-11-08', value: 52 };
	const usual: Table['usual'] = {
		unit: 'day',
		numbers: [{ ...own, range: { low: 40, high: 60, median: 50, values: 8 }, side: 'within' }],
	};

	it('of the last date, by its usual range or not at all', () => {
		expect(resultOf({}).scope).toContain(unjudged);
		const { lines, scope } = resultOf({ usual });
		expect(lines[0]).toMatch(/on Mon 2 Nov; within the usual range for a Sunday \(40–60\)$/);
		expect(scope).not.toContain('udged');
	});

	it('of a number that did not change, by its usual range', () => {
		const orders = { ...measure('orders'), canAddUp: true };
		const range = { low: 600, high: 750, median: 680, values: 8 };
		const numbers = [{ key: 'orders', start: '2026-11-02', value: 100, range }];
		const usualOf = (side: 'below') => ({
			unit: 'week' as const,
			numbers: numbers.map((one) => ({ ...one, side })),
		});
		const table = tableOf(named(orders), [pair(100, 100)], { usual: usualOf('below') });
		const facts = { ...week, unit: 'total' };
		expect(digestOf(table, { layout: 'digest' }, then, facts).lines[0]).toMatch(
			/: 100, the same as for .+; below the usual range for a week \(600–750\)$/,
		);
	});

	it('of a week that is compared with other days, by its usual range', () => {
		const orders = { ...measure('orders'), canAddUp: true };
		const of = (facts: Partial<Table>, from = '2026-10-25') =>
			digestOf(
				tableOf(named(orders), [pair(700, 800)], facts),
				{ layout: 'digest' },
				{ from, to: '2026-11-01' },
				{ ...week, unit: 'total' },
			);
		const numbers = [{ key: 'orders', start: '2026-11-02', value: 700 }].map((one) => ({
			...{
				...one,
				range: { low: 600, high: 750, median: 680, values: 8 },
				side: 'within' as const,
			},
		}));
		expect(of({ usual: { unit: 'week', numbers } }).scope).toMatch(
			/^7 days vs\. 8 days[^;·]* · Sh/,
		);
		expect(of({}).scope).toContain(
			' · The change in orders was not checked against normal variation',
		);
		expect(of({}, '2026-10-26').scope).toContain(': the report has no daily numbers');
	});
});

it('of measures within normal variation the first one leads', () => {
	const amount = { ...measure('amount'), whenEmpty: null, canAddUp: true };
	const orders = { ...measure('orders'), canAddUp: true };
	const wide = [90, -60, 40, -110, 70, 30, 20];
	const rows = DAYS.map((days, index) => [
		...days,
		...pair(20, 20),
		...pair(500 + (wide[index] ?? 0), 500),
	]);
	const columns = [date, before, ...named(orders), ...named(amount)];
	const { lines } = digestOf(tableOf(columns, rows), { layout: 'digest' }, then, week);
	expect(lines[0]).toMatch(/^orders /);
});

it('a message that a change in percent sends says the percent, of a normal change, too', () => {
	const all = (locale: string, more: object) =>
		digestOf(
			tableOf([...named({ ...measure('orders'), canAddUp: true })], [pair(130, 115)]),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale }, ...more },
			then,
			{ ...week, query: undefined },
		);
	const resultOf = (locale: string, more: object) => all(locale, more).lines[0];
	const alarm = { sendIf: { change: 10 } };
	expect(resultOf('en-US', {})).toMatch(/, up 15 from 115 for .+, within normal variation$/);
	expect(resultOf('en-US', alarm)).toMatch(
		/, up 15 \(\+13\.0%\) from 115 for .+, within normal variation$/,
	);
	expect(resultOf('zh-CN', alarm)).toMatch(/增加 15（\+13\.0%），属正常波动$/);
	const scopeOf = (more: object) => all('en-US', more).scope;
	expect(scopeOf(alarm)).toMatch(/Sent because the change is at least 10%/);
	expect(scopeOf({})).not.toMatch(/Sent because/);
});

describe('amounts by groups over dates, which are normal together', () => {
	const amount = { ...measure('amount'), whenEmpty: null, canAddUp: true };
	const resultOf = (
		groups: { [name: string]: number[] },
		other = then,
		keys: readonly string[] = ['amount'],
	) =>
		digestOf(
			tableOf(
				[date, before, city, ...keys.flatMap((key) => named({ ...amount, key }))],
				Object.entries(groups).flatMap(([name, changes]) =>
					DAYS.map((days, index) => [
						...days,
						name,
						...keys.flatMap(() => pair(500 + (changes[index] ?? 0), 500)),
					]),
				),
			),
			{ layout: 'digest', goodWay: 'up' },
			other,
			week,
		);
	const wide = [90, -60, 40, -110, 70, 30, 20];
	const falls = [-200, -180, -220, -190, -210, -200, -230];
	const riga = wide.map((one, index) => one - (falls[index] ?? 0));

	it('the headline ends with a group that exceeds the variation of its dates', () => {
		const { lines } = resultOf({ Riga: riga, Oslo: falls });
		expect(lines[0]).toMatch(
			/within normal variation. One exception is Oslo: 2,070, down 1,430 \(−40\.9%\), beyond normal variation$/,
		);
		expect(resultOf({ Riga: wide, Oslo: wide }).lines[0]).not.toContain('but');
	});

	it('calls a small change of a group normal, and says nothing of a large one that may be chance', () => {
		const large = wide.map((one) => 9 * one);
		const { lines } = resultOf({ Riga: large, Oslo: large.map((one) => 5 - one), Rome: wide });
		expect(lines[1]).toMatch(
			/^Riga 4,220 \(\+720, \+20\.6%\), Oslo 2,815 \([^)]+\), Rome 3,580 \(\+80, \+2\.3%\)$/,
		);
		expect(resultOf({ Riga: wide, Oslo: wide }).lines[1]).toMatch(
			/^Riga 3,580 \(\+80\), Oslo 3,580 \(\+80\), both within normal variation$/,
		);
	});

	it('cells of changes that sentences call normal have no color', () => {
		const { lines, rows, paints } = resultOf({ Riga: wide, Oslo: falls, Rome: riga }, then, [
			'amount',
			'fees',
		]);
		expect(lines[0]).toMatch(
			/^amount 2–8 Nov: 10,660, up 160 \(\+1\.5%\) from .+ normal variation\. One/,
		);
		expect(rows.map(([name]) => name)).toEqual(['Rome', 'Riga', 'Oslo', 'Total']);
		const tones = paints.slice(-4).map(([, amounts]) => amounts?.tone);
		expect(tones).toEqual(['good', undefined, 'bad', undefined]);
	});

	it('dates in both ranges are named, and say nothing of what is normal', () => {
		const { lines, scope } = resultOf({ Riga: wide, Oslo: wide }, { ...then, to: '2026-11-03' });
		expect(scope).toContain('The two date ranges overlap');
		expect(lines.join()).not.toContain('normal');
		expect(resultOf({ Riga: wide, Oslo: wide }).scope).not.toContain('overlap');
		const later = resultOf({ Riga: wide }, { from: '2026-11-12', to: '2026-11-18' });
		expect(later.scope).not.toContain('overlap');
	});

	it('dates that are not over are nothing to compare with', () => {
		const { lines, scope } = resultOf({ Riga: wide }, { from: '2026-11-14', to: '2026-11-20' });
		expect(scope).toContain('Not compared, because the dates to compare with are not over');
		expect(lines.join()).not.toMatch(/ up | down |[+−]\d/);
	});
});

it.each([
	['from 0', 0, 300, 'errors'],
	['from a few', 1, 300, 'errors'],
	['by chance', 1, 2, 'orders'],
	['to one', 0, 1, 'orders'],
])('of two measures the one that exploded %s leads', (_, was, now, lead) => {
	const columns = [...named(measure('orders')), ...named(measure('errors'))];
	const { lines, news } = digestOf(
		tableOf(columns, [[...pair(100, 100), ...pair(now, was)]]),
		{ layout: 'digest' },
		{ from: '2026-11-01', to: '2026-11-01' },
		{ ...week, range: { from: '2026-11-08', to: '2026-11-08' } },
	);
	expect(lines[0]).toMatch(new RegExp(`^${lead} `));
	expect(Number(news.percent) > 10).toBe(lead === 'errors');
});

it('all groups are normal if chance explains the largest change among so many', () => {
	const rowsOf = (most: number): Cell[][] => [
		['Riga', ...pair(300, 300)],
		['Oslo', ...pair(200, 201)],
		['Rome', ...pair(150, 155)],
		['Bern', ...pair(most, 100)],
		['Graz', ...pair(80, 100)],
	];
	const columns = [city, ...named({ ...measure('orders'), canAddUp: true })];
	const asLines = (locale: string, most = 139) =>
		digestOf(
			tableOf(columns, rowsOf(most)),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
			then,
			week,
		).lines;
	expect(asLines('en-US')[1]).toMatch(
		/; the other 2 groups combined: 219 \(\+19\)\. The changes in all 5 groups are within normal variation$/,
	);
	expect(asLines('zh-CN')[1]).toMatch(/；其余 2 组共 219（\+19）；5 组均属正常波动$/);
	expect(asLines('en-US', 149)[1]).not.toContain('All 5');
});

it('a count with the name of its event has no unit', () => {
	const query = {
		measures: [{ kind: 'event', event: 'PayOrder', aggregator: 'general' }],
		groupBy: [],
		unit: 'day',
	} as unknown as Queries['event'];
	const orders = { ...measure('orders'), canAddUp: true };
	const headline = (count: number, names?: (key: string) => string) =>
		digestOf(tableOf([orders], [[count]]), { layout: 'digest' }, undefined, { query, names })
			.lines[0];
	expect(headline(54, () => 'Order paid')).toBe('Order paid 1–2 Nov: 54');
	expect(headline(1, () => 'Order paid')).toBe('Order paid 1–2 Nov: 1');
	expect(headline(54)).toBe('orders 1–2 Nov: 54');
});

describe('a filter of all numbers', () => {
	const filterOf = (name: string, values: string[], event = 'PayOrder') => ({
		join: 'and',
		groups: [],
		conditions: [{ property: { of: 'event', event, name }, function: 'equal', values }],
	});
	const search = filterOf('channel', ['search']);
	const riga = filterOf('city', ['Riga']);
	const measureOf = (filter?: object) => ({
		...{ kind: 'event', event: 'PayOrder', aggregator: 'general' },
		...(filter ? { filter } : {}),
	});
	const resultOf = (
		filter?: object,
		measures: object[] = [measureOf()],
		options: Partial<MessageOptions> = {},
		besides?: Besides,
	) => {
		const query = { measures, groupBy: [], unit: 'day', ...(filter ? { filter } : {}) };
		const columns = measures.map((_, index) => ({ ...measure(`m${index}`), canAddUp: true }));
		return digestOf(
			tableOf(columns, [measures.map(() => 54)]),
			{ layout: 'digest', ...options },
			undefined,
			{ query: query as unknown as Queries['event'], besides },
		);
	};

	it('precedes the headline if it is short', () => {
		const short = resultOf(search);
		expect(short.lines[0]).toBe('[Only events where channel is search] m0 1–2 Nov: 54');
		expect(short.scope).not.toContain('search');
		const long = resultOf(filterOf('channel', ['x'.repeat(39), 'y'.repeat(39)]));
		expect(long.lines[0]).toBe('[Filtered] m0 1–2 Nov: 54');
		expect(long.scope).toContain('Only events where channel is x');
		// The scope is split at this sign.
		const dotted = resultOf(filterOf('channel', [`${'x'.repeat(30)} · y`, 'z'.repeat(39)]));
		const [restriction] = dotted.scope.split(' · ');
		expect(restriction).toBe(
			`Only events where channel is ${'x'.repeat(30)}·y or ${'z'.repeat(39)}`,
		);
	});

	it('ends a scope that is too long after one of its restrictions', () => {
		const settings = ['a', 'b', 'c'].map((one) => one.repeat(40));
		const besides = { hasFilter: true, settings, isApproximate: false };
		const long = filterOf(
			'channel',
			['x', 'y', 'z'].map((one) => one.repeat(39)),
		);
		const { scope } = resultOf(long, undefined, {}, besides);
		expect(scope).toMatch(/^Only events .+ · Other settings of the query: a+, b+, c+ …$/);
	});

	it('does not take the room of what all numbers are computed from, in parts either', () => {
		const settings = ['a', 'b', 'c'].map((one) => one.repeat(40));
		const besides = { hasFilter: true, settings, isApproximate: false };
		const values = ['x', 'y', 'z'].map((one) => one.repeat(39));
		const query = { measures: [measureOf()], groupBy: [], filter: filterOf('channel', values) };
		const { scope, part } = digestOf(
			tableOf([measure('m0')], [[54]], { isTruncated: true, isSampled: true, samplingFactor: 16 }),
			{ layout: 'digest' },
			undefined,
			{ query: query as unknown as Queries['event'], besides, isApproximate: true },
		);
		const all = /^Incomplete: [^·]+ · ≈ [^·]+25%[^·]+ · ≈ Users counted approximately · Only/;
		for (const text of [scope, part?.scope]) expect(text).toMatch(all);
		expect(scope).toMatch(/ …$/);
	});

	it('precedes the headline together with the filter of each measure', () => {
		const ofCarts = filterOf('city', ['Riga'], 'AddToCart');
		const both = resultOf(search, [measureOf(riga), measureOf(ofCarts)]);
		expect(both.lines[0]).toBe(
			'[Only events where channel is search and city is Riga] m0 1–2 Nov: 54',
		);
		expect(both.scope).toBe('Not compared with an earlier period');
		const same = resultOf(search, [measureOf(search)]);
		expect(same.lines[0]).toBe('[Only events where channel is search] m0 1–2 Nov: 54');
	});

	it('precedes the headline if one measure has a filter, too', () => {
		const { lines, scope } = resultOf(search, [measureOf(riga), measureOf()]);
		expect(lines[0]).toBe('[Only events where channel is search] m0 (city is Riga) 1–2 Nov: 54');
		expect(scope).toBe('Not compared with an earlier period');
		const same = resultOf(search, [measureOf(search), measureOf()]);
		expect(same.lines[0]).toBe('[Only events where channel is search] m0 1–2 Nov: 54');
		expect(same.scope).toBe('Not compared with an earlier period');
	});

	it('is in the name of the only measure that has it, or in the scope if it is long', () => {
		const { lines } = resultOf(undefined, [measureOf(riga), measureOf()]);
		expect(lines[0]).toBe('m0 (city is Riga) 1–2 Nov: 54');
		const names = ['x'.repeat(39), 'y'.repeat(39)];
		const long = resultOf(undefined, [measureOf(filterOf('city', names)), measureOf()]);
		expect(long.lines[0]).toBe('m0 (filtered) 1–2 Nov: 54');
		expect(long.scope).toContain('m0 (filtered): only events where city is x');
		const none = resultOf(undefined, [measureOf(filterOf('city', [''])), measureOf()]);
		expect(none.lines[0]).toBe('m0 (city is “”) 1–2 Nov: 54');
	});

	it('is in a name that contains its values by chance', () => {
		const own = measureOf(filterOf('city', ['m0']));
		const called = resultOf(undefined, [own, measureOf()]);
		expect(called.lines[0]).toBe('m0 (city is m0) 1–2 Nov: 54');
	});

	it('has all conditions and values in a name, because another may begin alike', () => {
		const some = (last: string) => measureOf(filterOf('city', ['Riga', 'Oslo', 'Rome', last]));
		const { lines, scope } = resultOf(undefined, [some('Bern'), some('Kyiv')]);
		expect(lines).toEqual([
			'm0 (city is Riga, Oslo, Rome or Bern) 1–2 Nov: 54',
			'm1 (city is Riga, Oslo, Rome or Kyiv): 54',
		]);
		expect(scope).toBe('Not compared with an earlier period');
	});

	it('has what the other measure of the same name does not have, if it is long', () => {
		const long = filterOf('channel', ['x'.repeat(39), 'y'.repeat(39)]);
		const some = (city: string) =>
			measureOf({
				...long,
				conditions: [...long.conditions, ...filterOf('city', [city]).conditions],
			});
		const { lines, scope } = resultOf(undefined, [some('Riga'), some('Oslo')]);
		expect(lines).toEqual(['m0 (…city is Riga) 1–2 Nov: 54', 'm1 (…city is Oslo): 54']);
		expect(scope).toContain('m0 (…city is Riga): only events where channel is x');
		const cities = ['Riga', 'Rome', 'Bern', 'Kyiv', 'Oslo'].map((one) => one.repeat(6));
		const lists = ['Graz', 'Bonn'].map((one) => measureOf(filterOf('city', [...cities, one])));
		expect(resultOf(undefined, lists).lines.join()).toMatch(
			/^m0 \(…city is Graz, .+,m1 \(…city is Bonn, /,
		);
	});

	it.each([
		[[1, 'Pay'], 'where channel of step 2 is search'],
		[[2, 'Pay'], 'where channel of step 3 is search'],
		[[0, 'Cart'], '“Cart” events where channel is search'],
		[[undefined, 'Pay'], '“Pay” events where channel is search'],
		[[undefined, '$Anything'], 'where channel is search'],
	] as const)(
		'names the step of a funnel whose event is in several, if it is known: %j',
		([step, event], text) => {
			const query = {
				steps: ['Cart', 'Pay', 'Pay'].map((one) => ({ event: one })),
				filter: filterOf('channel', ['search'], event),
				...{ groupBy: [], windowMinutes: 60 },
				...(step === undefined ? {} : { filterSteps: [step] }),
			} as unknown as Queries['funnel'];
			expect(filtersOf({ query }, [], (name) => name, english).ofAll).toEqual([`Only ${text}`]);
			expect(filtersOf({ query }, [], (name) => name, chinese).ofAll.join()).toContain(
				step !== undefined && event !== 'Cart'
					? '步的 channel'
					: `仅统计 channel 为 search 的${event === '$Anything' ? '数据' : `“${event}”`}`,
			);
		},
	);

	it.each([
		[
			{ first: { event: 'Join' }, second: { event: 'Pay' } },
			'Join',
			'“Join” events where channel is search',
		],
		[{ start: { event: 'Join' } }, '$Anything', 'where channel is search'],
		[{ touchpoints: [{ event: 'Ad' }] }, '$Anything', 'where channel is search'],
	])('names the event that it restricts, or none: %j', (query, event, text) => {
		const filter = filterOf('channel', ['search'], event);
		const scoped = { query: { groupBy: [], filter, ...query } as unknown as Queries['retention'] };
		expect(filtersOf(scoped, [], (name) => name, english).ofAll).toEqual([`Only ${text}`]);
	});

	it.each([
		{ first: { event: 'Join', filter: search }, second: { event: 'Pay' } },
		{ start: { event: 'Join', filter: search }, value: { event: 'Pay' } },
	])('names the only event that it restricts, if the other one is not the same: %j', (query) => {
		const scoped = { query: { groupBy: [], ...query } as unknown as Queries['retention'] };
		expect(filtersOf(scoped, [], (name) => name, english).ofAll).toEqual([
			'Only “Join” events where channel is search',
		]);
	});

	it.each([
		[{ steps: [{ event: 'Cart' }, { event: 'Pay', filter: search }] }, 'Step 2'],
		[{ first: { event: 'Pay', filter: search }, second: { event: 'Pay' } }, 'Start'],
		[{ first: { event: 'Pay' }, second: { event: 'Pay', filter: search } }, 'Return'],
		[{ start: { event: 'Pay', filter: search }, value: { event: 'Pay' } }, 'Start'],
		[{ first: { event: 'Pay' }, second: { event: 'Pay', filter: search }, quantiles: [] }, 'End'],
		[
			{ source: { event: 'Pay', filter: search }, isBackward: true, events: [{ event: 'Pay' }] },
			'End',
		],
		[{ start: { event: 'Pay' }, value: { event: 'Pay', filter: search } }, 'Value event'],
		[{ start: { event: 'Join' }, value: { event: 'Pay', filter: search } }, 'Pay'],
		[{ touchpoints: [{ event: 'Ad', filter: search }] }, 'Ad'],
		[{ target: { event: 'Pay' }, touchpoints: [{ event: 'Ad', filter: search }] }, 'Ad'],
		[
			{ target: { event: 'Pay' }, touchpoints: [{ event: 'Pay', filter: search }] },
			'Touchpoint Pay',
		],
		[{ target: { event: 'Pay', filter: search }, touchpoints: [{ event: 'Pay' }] }, 'Target event'],
		[
			{
				target: { event: 'Pay', filter: search },
				touchpoints: [{ event: 'Pay', filter: search }],
			},
			'Pay',
		],
	])('precedes the headline if it is of a step or the like: %j', (query, what) => {
		const scoped = { query: { groupBy: [], ...query } as unknown as Queries['funnel'] };
		const filters = filtersOf(scoped, [], (name) => name, english);
		expect(inHeadline('18% converted', filters, english)).toEqual({
			headline: `[${what}: only events where channel is search] 18% converted`,
			others: [],
		});
	});

	it('precedes the headline together with conditions that are not shown', () => {
		const besides = { hasFilter: true, settings: [], isApproximate: false };
		expect(resultOf(undefined, undefined, {}, besides).lines[0]).toBe(
			'[Filtered by conditions that are not shown] m0 1–2 Nov: 54',
		);
	});

	it('precedes the headline of rows, also without the facts below it', () => {
		const { lines } = resultOf(search, undefined, { layout: 'rows', hasHighlights: false });
		expect(lines[0]).toBe('[Only events where channel is search] m0 1–2 Nov: 54');
		expect(lines).toHaveLength(1);
	});
});

it('several measures have a row of totals, and amounts with decimals have two', () => {
	const property = { of: 'event', event: 'PayOrder', name: 'amount' } as const;
	const query = {
		measures: [
			{ kind: 'event', event: 'PayOrder', aggregator: 'sum', property },
			{ kind: 'event', event: 'PayOrder', aggregator: 'general' },
		],
		groupBy: [],
		unit: 'day',
	} as unknown as Queries['event'];
	const [amount, orders] = ['amount', 'orders'].map((key) => ({ ...measure(key), canAddUp: true }));
	const rows = [
		['Riga', 1295.1, 3],
		['Oslo', 700, 2],
	];
	const columns = [city, amount as Column, orders as Column];
	const digest = digestOf(tableOf(columns, rows), { layout: 'digest' }, undefined, { query });
	expect(digest.lines[0]).toBe('amount 1–2 Nov: 1,995.10');
	expect(digest.rows).toEqual([
		['Riga', '1,295.10', '3'],
		['Oslo', '700.00', '2'],
		['Total', '1,995.10', '5'],
	]);
	const one = digestOf(tableOf([city, orders as Column], [['Riga', 3]]), { layout: 'digest' });
	expect(one.rows).toEqual([['Riga', '3']]);
});

it('the day before is yesterday in Chinese, an older one is the latest', () => {
	const orders = { ...measure('订单次数'), canAddUp: true };
	const rows = [5, 9, 2, 4].map((count, index) => [`2026-11-0${index + 1}`, count]);
	const zh = { layout: 'digest', numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } } as const;
	const own = { range: { from: '2026-11-01', to: '2026-11-04' }, unit: 'day', ...requested };
	const linesOn = (requestedAt: string) =>
		digestOf(tableOf([date, orders], rows), zh, undefined, { ...own, requestedAt }).lines[1];
	const extremes = '单日最高 9 次（11月2日），最低 2 次（11月3日），';
	expect(linesOn('2026-11-05T02:00:00Z')).toBe(`${extremes}昨天 4 次（11月4日）`);
	expect(linesOn('2026-11-06T02:00:00Z')).toBe(`${extremes}最后一天 4 次（11月4日）`);
});

describe('hours', () => {
	const orders = { ...measure('orders'), canAddUp: true };
	const resultOf = (counts: number[], isOver = false, locale = 'en-US', unit = 'hour') => {
		const timeOf = (at: number) => (unit === 'hour' ? `0${at}:00` : `00:0${at}`);
		const rows = counts.map((count, at) => [`2026-11-02T${timeOf(at)}:00+08:00`, count]);
		const columns = [{ ...date, type: 'datetime' as const }, orders];
		return digestOf(
			tableOf(columns, rows),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
			undefined,
			{
				...{ range: { from: '2026-11-02', to: '2026-11-02' }, unit },
				...{ timeZone: 'Asia/Shanghai' },
				requestedAt: `2026-11-0${isOver ? 3 : 2}T00:30:00Z`,
			},
		).lines[1];
	};

	it.each([
		[[0, 0, 0, 1, 0], 'Hourly high: 1 (03:00–04:00); low: 0 (in 4 of the 5 hours)'],
		[[0, 2, 0, 2, 0], 'Hourly high: 2 (01:00–02:00 and 03:00–04:00); low: 0 (in 3 of the 5 hours)'],
	])('of which several are alike, %j, are counted, or named', (counts, line) => {
		expect(resultOf(counts, true)).toBe(line);
	});

	it('have a latest one only while their day is not over', () => {
		const extremes = 'Hourly high: 9 (01:00–02:00); low: 1 (03:00–04:00)';
		expect(resultOf([3, 9, 4, 1, 2])).toBe(`${extremes}; last hour: 2 (04:00–05:00)`);
		expect(resultOf([3, 9, 4, 1, 2], true)).toBe(extremes);
		expect(resultOf([3, 9, 4, 2, 1], true)).toBe(
			'Hourly high: 9 (01:00–02:00); low: 1 (04:00–05:00)',
		);
		expect(resultOf([3, 9, 4, 2, 1], true, 'zh-CN')).toBe(
			'单小时最高 9（01:00–02:00），最低 1（04:00–05:00）',
		);
	});

	it('are not minutes, which end anywhere in a day', () => {
		expect(resultOf([3, 9, 4, 2, 1], true, 'en-US', 'minute')).toBe(
			'Minutely high: 9 (00:01–00:02); low: 1 (00:04–00:05, the last minute)',
		);
		expect(resultOf([0, 0, 0, 1, 0], true, 'en-US', 'minute')).not.toContain('hour');
	});
});

it('names the special days of two ranges that differ in their number', () => {
	const marks = { hasHolidays: true, hasSales: true, own: [] };
	const orders = { ...measure('orders'), canAddUp: true };
	const compared = [date, before, ...named(orders)];
	const scopeOf = (range: DateRange, comparison: DateRange, own = {}, more = {}) => {
		const rows = Array.from({ length: daysIn(range) }, (_, index) => [
			...[addDays(range.from, index), addDays(comparison.from, index), ...pair(50, 60)],
		]);
		const facts = { range, unit: 'day', requestedAt: '2026-12-20T02:00:00Z', marks, ...own };
		return digestOf(tableOf(compared, rows), { layout: 'digest', ...more }, comparison, facts)
			.scope;
	};
	const [week, last] = [
		{ from: '2026-11-09', to: '2026-11-15' },
		{ from: '2026-11-02', to: '2026-11-08' },
	];
	expect(scopeOf(week, last)).toContain(
		'9–14 Nov, as well as all days of the comparison period (2–8 Nov), fell in the Double 11 shopping season, which may affect the comparison',
	);
	expect(scopeOf(week, last, { marks: undefined })).not.toContain('season');
	// What says which numbers are shown comes first, because a long scope is cut.
	const ranked = scopeOf(week, last, { top: { count: 2, by: 'orders', isDescending: true } });
	const parts = ranked.split(' · ').map((one) => one.match(/season|op 2|largest/)?.[0]);
	expect(parts.filter(Boolean).at(-1)).toBe('season');
	expect(parts.filter(Boolean)).toHaveLength(2);
	const on = (day: string) => ({ from: day, to: day });
	expect(scopeOf(on('2026-11-17'), on('2026-11-10'))).toMatch(
		/^The comparison day \(Tue 10 Nov\) fell in the Double 11 shopping season, which may affect the comparison(?: ·|$)/,
	);
	// Both are of the sales.
	expect(scopeOf(on('2026-11-10'), on('2026-11-03'))).not.toContain('season');
	const isOwn = { marks: { ...marks, hasSales: false, own: [on('2026-11-10')] } };
	expect(scopeOf(on('2026-11-10'), on('2026-11-03'), isOwn)).toMatch(
		/^Tue 10 Nov was marked as special, which may affect the comparison(?: ·|$)/,
	);
	// A long range has special days as a rule, and of many the first three are enough.
	const year = { from: '2025-11-10', to: '2026-11-09' };
	expect(scopeOf(on('2026-11-17'), year)).not.toMatch(/season|special|holiday/);
	const own = [1, 3, 5, 7, 9].map((day) => on(`2026-09-0${day}`));
	const many = { marks: { hasHolidays: false, hasSales: false, own } };
	const days = [
		{ from: '2026-09-01', to: '2026-09-10' },
		{ from: '2026-08-22', to: '2026-08-31' },
	] as const;
	expect(scopeOf(...days, many)).toMatch(
		/^Tue 1 Sep, Thu 3 Sep, Sat 5 Sep and 2 more days were marked as special, which/,
	);
	const zh = { numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } };
	expect(scopeOf(...days, many, zh)).toMatch(
		/^本期中的9月1日（周二）、9月3日（周四）、9月5日（周六）等 5 天均属于自定义的特殊日期，可能影响对比/,
	);
	expect(scopeOf(week, last, {}, zh)).toMatch(
		/^本期中的11月9–14日，以及对比期（11月2–8日）全程均处于双11大促期间，可能影响对比/,
	);
	// If most days are special in several runs, their number says more than some of them.
	const month = [
		{ from: '2026-10-01', to: '2026-10-31' },
		{ from: '2026-08-31', to: '2026-09-30' },
	] as const;
	const most = { from: '2026-10-03', to: '2026-10-31' };
	const but = (days: DateRange[]) => ({
		marks: { hasHolidays: false, hasSales: false, own: days },
	});
	expect(scopeOf(...month, but([on('2026-10-01'), most]))).toMatch(
		/^30 of the 31 days were marked as special, which may affect/,
	);
	expect(scopeOf(...month, but([on('2026-10-01'), most]), zh)).toMatch(
		/^本期 31 天中的 30 天均属于自定义的特殊日期，可能影响对比/,
	);
	// Each reason is named once.
	const reasons = { marks: { ...marks, own: [on('2026-11-16')] } };
	expect(
		scopeOf(
			{ from: '2026-11-13', to: '2026-11-17' },
			{ from: '2026-10-01', to: '2026-10-05' },
			reasons,
		),
	).toMatch(
		/13–14 Nov and Mon 16 Nov, as well as all days of the comparison period \(1–5 Oct\), fell in the Double 11 shopping season or on or near a Chinese public holiday or were marked as special, which may affect the comparison/,
	);
	// 29 special days and 30 are alike.
	const both = but([on('2026-10-01'), most, { from: '2026-09-01', to: '2026-09-29' }]);
	expect(scopeOf(...month, both)).not.toContain('special');
	expect(scopeOf(...month, but([{ ...most, from: '2026-10-02' }]))).toMatch(
		/^2–31 Oct were marked/,
	);
	const few = [on('2026-10-01'), { from: '2026-10-03', to: '2026-10-16' }];
	expect(scopeOf(...month, but(few))).toMatch(/^Thu 1 Oct and 3–16 Oct were marked/);
});

describe('weeks, months, or two days that are compared with nothing', () => {
	const orders = { ...measure('orders'), canAddUp: true };
	const resultOf = (unit: string, rows: Cell[][], columns = [date, orders], more: object = {}) => {
		const [from, to] = [String(rows[0]?.[0]), unit === 'month' ? '2026-10-31' : '2026-11-15'];
		return digestOf(tableOf(columns, rows, more), { layout: 'digest', title: '' }, undefined, {
			...{ range: { from, to: unit === 'day' ? String(rows.at(-1)?.[0]) : to }, unit },
			...{ requestedAt: '2026-12-20T02:00:00Z', timeZone: 'Asia/Shanghai' },
		});
	};
	const weeks = [
		['2026-10-26', 300],
		['2026-11-02', 344],
		['2026-11-09', 200],
	];

	it('have the change of the last one from the one before, and then the total', () => {
		const { lines, scope, part } = resultOf('week', weeks);
		expect(lines).toEqual([
			'orders 9–15 Nov: 200, down 144 (−41.9%) from 344 for 2–8 Nov; 26 Oct–15 Nov as a whole: 844',
			'Weekly high: 344 (2–8 Nov); low: 200 (9–15 Nov)',
		]);
		expect(scope).toBe(
			'The change in orders was not checked against normal variation: the report has no daily numbers · Shanghai time',
		);
		expect(part?.headline).toBe(lines[0]?.replace('orders ', ''));
		// The usual range of the number judges it, whether or not it is unusual.
		const own = { key: 'orders', date: '2026-11-09', start: '2026-11-09', value: 200 };
		for (const [low, high, side] of [
			[250, 400, 'below'],
			[150, 300, 'within'],
		] as const) {
			const usual = { unit: 'week', numbers: [{ ...own, range: { low, high }, side }] };
			const judged = resultOf('week', weeks, undefined, { usual });
			const verdict = `; ${side} the usual range for a week (${low}–${high})`;
			expect(judged.lines[0]).toBe(lines[0]?.replace(/(?=; 26 Oct)/, verdict));
			expect(judged.lines.slice(1).join()).not.toContain('usual range');
			expect(judged.scope).toBe('Shanghai time');
		}
		expect(resultOf('week', weeks).news.percent).toBe(-41.86);
		expect(
			resultOf('day', [
				['2026-11-09', 3],
				['2026-11-10', 9],
			]).lines,
		).toEqual([
			'orders Tue 10 Nov: 9, up 6 from 3 on Mon 9 Nov, within normal variation; 9–10 Nov as a whole: 12',
		]);
	});

	it('have no verdict if they have different numbers of days', () => {
		const { lines, scope } = resultOf('month', [
			['2026-09-01', 300],
			['2026-10-01', 310],
		]);
		expect(lines[0]).toBe(
			'orders Oct: 310, up 10 (+3.3%) from 300 in Sep; 1 Sep–31 Oct as a whole: 610',
		);
		expect(scope).toBe(
			'31 days vs. 30 days · The change in orders was not checked against normal variation · Shanghai time',
		);
	});

	it('are not compared if one is missing, of more days, or by group', () => {
		const isAlone = ({ scope }: { scope: string }) =>
			scope.includes('Not compared with an earlier period');
		expect(
			isAlone(
				resultOf('week', [
					['2026-10-26', 300],
					['2026-11-09', 200],
				]),
			),
		).toBe(true);
		expect(
			isAlone(
				resultOf(
					'day',
					['09', '10', '11'].map((day) => [`2026-11-${day}`, 5]),
				),
			),
		).toBe(true);
		const byCity = weeks.map(([week, count]) => [week, 'Oslo', count] as Cell[]);
		expect(isAlone(resultOf('week', byCity, [date, city, orders]))).toBe(true);
	});
});

it('weeks among which one is the highest are complete in Chinese, and averages have no sum', () => {
	const weeks = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'];
	const rows = weeks.map((week, index) => [week, 5 + (index % 3), 10 + index]);
	const mean = measure('mean');
	const table = tableOf([date, mean, { ...measure('orders'), canAddUp: true }], rows, {
		partial: ['2026-10-26', '2026-11-23'],
		overall: tableOf([mean, measure('orders')], [[6, 60]]),
	});
	const resultOf = (locale: string) =>
		digestOf(table, { layout: 'digest', numbers: { ...OPTIONS.numbers, locale } }, undefined, {
			...{ range: { from: '2026-10-27', to: '2026-11-24' }, unit: 'week' },
			...{ requestedAt: '2026-12-20T02:00:00Z', timeZone: 'Asia/Shanghai' },
		});
	const { lines, rows: chinese } = resultOf('zh-CN');
	expect(lines[0]).toMatch(
		/^11月16–22日 mean 5，较11月9–15日的 7 减少 2.*；10月27日–11月24日共 6$/,
	);
	expect(lines[1]).toMatch(/^单周最高 7（11月9–15日），最低 5（11月16–22日）$/);
	expect(chinese.at(-1)?.[0]).toBe('整体');
	expect(resultOf('en-US').rows.at(-1)?.[0]).toBe('Overall');
});

it('a row of averages has that name, and days that are complete weeks are weeks in Chinese', () => {
	const users = ['users', 'buyers'].map((key) => named(measure(key)));
	const days = [0, 1, 2].map((day) => [`2026-11-0${day + 2}`, `2026-10-1${day + 2}`]);
	const rows = days.map(([now, was]) => [now, was, ...pair(4, 3), ...pair(2, 1)] as Cell[]);
	const table = tableOf([date, before, ...users.flat()], rows);
	const tableIn = (locale: string) =>
		digestOf(
			table,
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
			{ from: '2026-10-12', to: '2026-10-14' },
			{ ...week, range: { from: '2026-11-02', to: '2026-11-04' } },
		);
	expect(tableIn('zh-CN').columns[0]?.label).toMatch(/（较 3 周前）$/);
	expect(tableIn('zh-CN').rows.at(-1)).toEqual(['日均', '4.0（+1.0）', '2.0（+1.0）']);
	expect(tableIn('en-US').rows.at(-1)).toEqual(['Average per day', '4.0 (+1.0)', '2.0 (+1.0)']);
});

describe('numbers without a share, a mean or a change', () => {
	const last = { range: { from: '2026-11-08', to: '2026-11-08' }, ...requested };

	it('parts of a sum are no shares of it where some are negative', () => {
		const resultOf = (least: number) =>
			digestOf(
				tableOf(
					[city, { ...measure('profit'), canAddUp: true }],
					[
						['Riga', 30],
						['Oslo', 5],
						['Rome', least],
					],
				),
				{ layout: 'digest' },
				undefined,
				last,
			).lines;
		expect(resultOf(-20)).toEqual(['profit Sun 8 Nov: 15', 'Riga 30, Oslo 5, Rome −20']);
		expect(resultOf(5)[1]).toBe('Riga 30 (75.0%), Oslo 5 (12.5%), Rome 5 (12.5%)');
	});

	it('what is cumulated is that of all dates up to the last one, of groups, too', () => {
		const count = (aggregator: string) => [{ kind: 'event', event: 'P', aggregator }];
		const resultOf = (aggregator: string, isGrouped = false) => {
			const rows = DAYS.map(([day = ''], index): Cell[] => [
				day,
				...(isGrouped ? ['Riga'] : []),
				16 + index,
			]);
			const columns = [date, ...(isGrouped ? [city] : []), measure('users')];
			const query = { measures: count(aggregator), unit: 'day' } as unknown as Queries['event'];
			return digestOf(tableOf(columns, rows), { layout: 'digest', title: '' }, undefined, {
				...week,
				query,
			}).lines[0];
		};
		expect(resultOf('rollup_uniq')).toBe('users 2–8 Nov: 22');
		expect(resultOf('rollup_uniq', true)).toBe('users 2–8 Nov: Riga 22');
		expect(resultOf('unique')).toBe('users 2–8 Nov: 19.0 a day on average');
		expect(resultOf('unique', true)).toBe('users (daily average) 2–8 Nov: Riga 19.0');
	});

	it.each([
		[
			'hour',
			['2026-11-02T01:00:00+08:00', '2026-11-03T14:00:00+08:00'],
			'3 Nov 14:00–15:00: 16',
			'',
		],
		['week', ['2026-11-02', '2026-11-09'], '2–8 Nov: 16', 'Excludes Mon 9 Nov (not a whole week)'],
	])(
		'what is cumulated by %s names its last hour, or all dates up to the last one: %s',
		(unit, points, text, left) => {
			const measures = [{ kind: 'event', event: 'P', aggregator: 'rollup_count' }];
			const type = unit === 'week' ? 'date' : 'datetime';
			const rows = points.map((point): Cell[] => [point, 16]);
			const { lines, scope } = digestOf(
				tableOf([{ ...date, type }, measure('orders')], rows, {
					partial: unit === 'week' ? points.slice(1) : [],
				}),
				{ layout: 'digest', title: '' },
				undefined,
				{
					...{ ...requested, requestedAt: '2026-11-20T04:00:00Z', unit },
					range: { from: '2026-11-02', to: unit === 'week' ? '2026-11-09' : '2026-11-03' },
					query: { measures, unit } as unknown as Queries['event'],
				},
			);
			expect(lines[0]).toBe(`orders ${text}`);
			expect(scope).toContain(left);
		},
	);

	it('numbers without a total have their last date in facts and tables', () => {
		const counted = (aggregator: string) => ({ kind: 'event', event: 'P', aggregator });
		const own = ['general', 'count_last_day_7', 'rollup_uniq', 'general', 'general'];
		const measures = own.map(counted);
		const query = { measures, unit: 'day' } as unknown as Queries['event'];
		const rows = DAYS.map(([day = ''], at): Cell[] => [day, 10, 70 + at, 16 + at, 5, 3]);
		const [orders, carts, views] = ['orders', 'carts', 'views'].map((key) => ({
			...{ ...measure(key), canAddUp: true },
		})) as [Column, Column, Column];
		const columns = [date, orders, measure('last7'), measure('sofar'), carts, views];
		const { lines, rows: cells } = digestOf(
			tableOf(columns, rows),
			{ layout: 'digest', rowsAs: 'table' },
			undefined,
			{ ...week, query, mostRows: 4 },
		);
		expect(lines[0]).toBe('orders 2–8 Nov: 70');
		expect(lines.slice(2)).toEqual([
			...['last7 Sun 8 Nov: 76', 'sofar 2–8 Nov: 22', 'carts: 35', 'views: 21'],
		]);
		// If a table is requested, it is there, although the sentences have its numbers.
		expect(cells.slice(1)).toEqual([
			['last7, Sun 8 Nov', '76'],
			['sofar, 2–8 Nov', '22'],
			['carts', '35'],
			['views', '21'],
		]);
	});

	it('writes texts of groups unchanged', () => {
		const rate = { ...measure('rate'), whenEmpty: null };
		const resultOf = (...cities: Array<[string, Cell]>) => {
			const rows = DAYS.slice(5).flatMap(([day = '']) => cities.map((cells) => [day, ...cells]));
			return digestOf(tableOf([date, city, rate], rows), { layout: 'digest' }, undefined, week);
		};
		expect(resultOf(['Riga', '12%']).lines).toEqual(['rate Sun 8 Nov: Riga 12%']);
		const { lines, rows } = resultOf(['Riga', '12%'], ['Oslo', null]);
		expect(lines[0]).toBe('rate Sun 8 Nov: Riga 12%');
		expect(rows).toEqual([
			['Riga', '12%'],
			['Oslo', '–'],
		]);
	});

	it('a group that is an empty text has a name, and is apart from no value', () => {
		const { lines, rows } = digestOf(
			tableOf(
				[city, { ...measure('orders'), canAddUp: true }],
				[
					['Riga', 5],
					['', 3],
					[null, 2],
				],
			),
			{ layout: 'digest' },
			undefined,
			last,
		);
		expect(lines[1]).toBe('Riga 5 (50.0%), (empty city) 3 (30.0%), (city not set) 2 (20.0%)');
		expect(rows.map(([name]) => name)).toEqual(['Riga', '(empty city)', '(city not set)']);
	});

	it('calls dates unlike only if they are', () => {
		const scopeOf = (...cells: Cell[]) =>
			digestOf(
				tableOf(named({ ...measure('price'), whenEmpty: null }), [cells]),
				{ layout: 'digest' },
				{ from: '2026-11-01', to: '2026-11-01' },
				last,
			).scope;
		expect(scopeOf(5, null, null)).toMatch(/^Not compared, because a number is missing/);
		expect(scopeOf(null, 5, null)).toMatch(/^Not compared, because a number is missing/);
		expect(scopeOf('12%', '11%', null)).toMatch(/^Not compared, because a number is missing/);
		expect(scopeOf(6, 5, null)).toMatch(/^Not compared, because the two periods do not match/);
		expect(scopeOf(6, 5, 1)).not.toContain('Not compared');
	});

	it('compares a total whose groups are each in one of the two ranges only', () => {
		const scopeOf = (...rows: Cell[][]) =>
			digestOf(
				tableOf([city, ...named({ ...measure('price'), whenEmpty: null })], rows),
				{ layout: 'digest' },
				{ from: '2026-11-01', to: '2026-11-01' },
				last,
			).scope;
		expect(scopeOf(['Riga', 6, null, null], ['Oslo', null, 5, null])).not.toContain('Not compared');
		expect(scopeOf(['Riga', 6, null, null])).toMatch(/^Not compared, because a number is missing/);
	});
});

it('numbers are not compared with dates whose data have not all arrived', () => {
	const columns = [date, before, ...named({ ...measure('orders'), canAddUp: true })];
	const rows = [26, 27, 28, 29, 30, 31].map((day) => [
		`2026-11-0${day - 24}`,
		`2026-10-${day}`,
		...pair(5, 9),
	]);
	rows.push(['2026-11-08', '2026-11-01', ...pair(5, 9)]);
	const linesOf = (until: string, more = {}) => {
		const table = tableOf(columns, rows, { notes: [{ kind: 'lateBefore', until }] });
		const {
			lines,
			rows: cells,
			scope,
		} = digestOf(table, { layout: 'digest' }, then, {
			...week,
			...more,
		});
		return [lines[0], scope, ...cells.map(([, cell]) => cell)];
	};
	const why = /Not compared, because the comparison data are incomplete/;
	const [headline, scope, first, ...others] = linesOf('2026-10-26 23:00');
	expect([headline, first]).toEqual(['orders 2–8 Nov: 35', '5 (−4)']);
	expect(others.slice(0, 6)).toEqual(Array(6).fill('5'));
	expect(scope).toMatch(why);
	const open = { requestedAt: '2026-11-08T02:00:00Z' };
	expect(linesOf('2026-10-29 12:00', open).join()).toMatch(why);
	expect(linesOf('2026-10-31 23:00', open).join()).not.toMatch(why);
});

describe('several measures', () => {
	const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
	const count = (key: string) => ({ ...measure(key), canAddUp: true });
	const countsOf = (most: number, isDated: boolean, more: Partial<MessageOptions> = {}) => {
		const columns = keys.slice(0, most).map(count);
		const numbers = columns.map((_, index) => 10 * (index + 1));
		const rows = DAYS.map(([day = '']): Cell[] => [day, ...numbers]);
		const table = isDated
			? tableOf([date, ...columns], rows)
			: tableOf(columns, [numbers.map((one) => 7 * one)]);
		return digestOf(table, { layout: 'digest', title: '', ...more }, undefined, week);
	};

	it('have a sentence each above a table of dates, of the first three others', () => {
		const two = countsOf(2, true);
		expect(two.brief).toEqual(['a 2–8 Nov: 70', 'b: 140']);
		expect(two.rows.at(-1)).toEqual(['Total', '70', '140']);
		const four = ['a 2–8 Nov: 70', 'b: 140', 'c: 210', 'd: 280'];
		expect(countsOf(4, true).brief).toEqual(four);
		const { brief, lines, rows } = countsOf(6, true);
		expect(brief).toEqual(four);
		expect(rows.at(-1)).toEqual(['Total', '70', '140', '210', '280', '350', '420']);
		expect(lines.slice(-5)).toEqual([...four.slice(1), 'e: 350', 'f: 420']);
	});

	it('above the table have one sentence with a verdict, not two', () => {
		const columns = [date, before, ...['a', 'b'].flatMap((key) => named(count(key)))];
		const rows = DAYS.map((days, index) => [...days, ...pair(90, 50), ...pair(50 + index, 50)]);
		const { brief } = digestOf(tableOf(columns, rows), { layout: 'digest' }, then, week);
		expect(brief).toEqual([
			'a 2–8 Nov: 630, up 280 (+80.0%) from 350 for 26 Oct–1 Nov, beyond normal variation',
			'b: 371 (up 21, within normal variation)',
		]);
		const mean = { ...measure('mean'), canAddUp: false, whenEmpty: null };
		const number = { key: 'mean', date: '2026-11-08', start: '2026-11-08', value: 50 };
		const range = { low: 40, high: 60, median: 50, values: 8 };
		const numbers = [{ ...number, range, side: 'within' as const }];
		const days = DAYS.map(([day = '']): Cell[] => [day, 90, 50]);
		const judged = digestOf(
			tableOf([date, count('a'), mean], days, { usual: { unit: 'day', numbers } }),
			{ layout: 'digest' },
			undefined,
			week,
		);
		expect(judged.brief).toEqual([
			'a 2–8 Nov: 630',
			'mean Sun 8 Nov: 50; within the usual range for a Sunday (40–60)',
		]);
	});

	it('of one date have sentences, and a table of more than they have room for', () => {
		const four = countsOf(4, false);
		expect(four.lines).toEqual(['a 2–8 Nov: 70', 'b: 140', 'c: 210', 'd: 280']);
		expect(four.rows).toEqual([]);
		expect(countsOf(7, false).rows.at(-1)).toEqual(['g', '490']);
		expect(countsOf(4, false, { hasHighlights: false }).rows.at(-1)).toEqual(['d', '280']);
		// Only a table has colors.
		expect(countsOf(4, false, { goodWay: 'up' }).rows.at(-1)).toEqual(['d', '280']);
		expect(countsOf(1, false, { goodWay: 'up' }).rows).toEqual([]);
	});

	it('are in a title if they are at most four', () => {
		expect(countsOf(4, true).title).toBe('A, b, c and d, 2–8 Nov');
		expect(countsOf(5, true).title).toBe('A, b, c and 2 more, 2–8 Nov');
	});

	it('that are all without a verdict need no names in the scope', () => {
		const scopeOf = (locale: string, ...changes: Array<[number, number]>) =>
			digestOf(
				tableOf(
					changes.flatMap((_, index) => named(count(keys[index] ?? ''))),
					[changes.flatMap(([now, was]) => pair(now, was))],
				),
				{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
				{ from: '2026-11-01', to: '2026-11-01' },
				{ ...week, range: { from: '2026-11-08', to: '2026-11-08' } },
			).scope;
		const all: Array<[number, number]> = [
			[90, 50],
			[900, 500],
		];
		expect(scopeOf('en-US', ...all)).toMatch(
			/^These changes were not checked against normal variation · /,
		);
		expect(scopeOf('zh-CN', ...all)).toMatch(/^未判断上述变化是否正常 · /);
		expect(scopeOf('en-US', [90, 50], [50, 50])).toMatch(
			/^The change in a was not checked against normal variation · /,
		);
		expect(scopeOf('en-US', [90, 50])).toMatch(
			/^The change in a was not checked against normal variation · /,
		);
	});
});

it.each<[[number, number], string]>([
	[[50, 40], '1.6 a day, up 12.9% from 1.4'],
	[[28, 31], '0.9 a day, down 18.4% from 1.1'],
	[[30, 19], '1.0 a day, and 0.7 before'],
])('the change of the number of a day is that of exact numbers: %j', ([now, before], daily) => {
	const columns = named({ ...measure('orders'), canAddUp: true });
	const range = { from: '2026-03-01', to: '2026-03-31' };
	const table = tableOf(columns, [[now, before, now - before]]);
	const was = { from: '2026-02-01', to: '2026-02-28' };
	const { scope } = digestOf(table, { layout: 'digest' }, was, { ...requested, range });
	expect(scope).toContain(`31 days vs. 28 days: ${daily} · `);
});

it('an amount below 0 that was 0 is down', () => {
	const table = tableOf(named({ ...measure('amount'), canAddUp: true }), [[-5, 0, -5]]);
	const was = { from: '2026-11-01', to: '2026-11-01' };
	const range = { from: '2026-11-08', to: '2026-11-08' };
	const { lines } = digestOf(table, { layout: 'digest' }, was, { ...requested, range });
	expect(lines[0]).toContain(', down from 0 on Sun 1 Nov');
});

it('dates a week before are named so in Chinese', () => {
	const columns = [date, before, ...named({ ...measure('orders'), canAddUp: true })];
	const headingOf = (days: number) => {
		const rows = DAYS.map(([day = '']): Cell[] => [day, addDays(day, -days), ...pair(5, 9)]);
		const was = { from: addDays('2026-11-02', -days), to: addDays('2026-11-08', -days) };
		const numbers = { ...OPTIONS.numbers, locale: 'zh-CN' };
		const { columns: shown } = digestOf(
			tableOf(columns, rows),
			{ layout: 'digest', numbers },
			was,
			week,
		);
		return shown.map(({ label }) => label);
	};
	expect(headingOf(7)).toEqual(['日期', 'orders（较一周前）']);
	expect(headingOf(14)).toEqual(['日期', 'orders（较 2 周前）']);
});

describe('a measure of the last date beside one of all dates', () => {
	const mean = { ...measure('mean'), canAddUp: false, whenEmpty: null };
	const own = (key: string) => ({ ...measure(key), canAddUp: true });
	const scope = (columns: Column[], measures: string[], locale = 'en-US') => {
		const rows = DAYS.map(([day = '']) => [day, 'Riga', ...columns.map(() => 5)]);
		const numbers = { ...OPTIONS.numbers, locale };
		const options = { layout: 'digest' as const, measures, numbers };
		return digestOf(tableOf([date, city, ...columns], rows), options, undefined, week).scope;
	};

	it('is named in the scope, which would deny the other one', () => {
		const columns = [own('orders'), mean];
		expect(scope(columns, [])).toMatch(/^mean: covers only Sun 8 Nov, the last day of 2–8 Nov/);
		expect(scope(columns, [], 'zh-CN')).toMatch(/^mean：所选日期为11月2–8日；[^·]*仅展示最后一天/);
		expect(scope(columns, ['mean'])).toMatch(/^Covers only Sun 8 Nov/);
	});

	it.each([
		['en-US', /^Covers only .*01:00–02:00, the last hour of today/, 'Not compared'],
		['zh-CN', /^所选日期为[^·]*仅展示最后一个小时（[^·]*01:00–02:00/, '未'],
	])('is compared, though the hours of today are not (%s)', (locale, only, denied) => {
		const hour: Column = { ...date, type: 'datetime' };
		const before: Column = { ...hour, key: 'before', derived: { of: 'date', as: 'previous' } };
		const columns = [hour, before, ...named(mean)];
		const at = (day: string, one: number) => `2026-11-${day}T0${one}:00:00+08:00`;
		const rows = [0, 1, 2].map((one) => [at('23', one), at('16', one), ...pair(5, 5)]);
		const { lines, scope: own } = digestOf(
			tableOf(columns, rows),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
			{ from: '2026-11-16', to: '2026-11-16' },
			{
				...{ range: { from: '2026-11-23', to: '2026-11-23' }, unit: 'hour' },
				...{ requestedAt: '2026-11-22T18:05:00Z', timeZone: 'Asia/Shanghai' },
			},
		);
		expect(lines[0]).toContain('01:00–02:00');
		expect(own).toMatch(only);
		expect(own).not.toContain(denied);
	});

	it('is not named if no sentence has it', () => {
		const others = ['a', 'b', 'c', 'd', 'e', 'f'].map(own);
		expect(scope([...others, mean], [])).not.toContain('8 Nov,');
	});
});

it('counts of a sample vary more than counts of all users', () => {
	const resultOf = (isSampled: boolean, samplingFactor = 64) =>
		digestOf(
			tableOf([...named(measure('orders'))], [pair(1280, 640)], { isSampled, samplingFactor }),
			{ layout: 'digest' },
			then,
			{ ...week, unit: 'total' },
		).lines[0];
	expect(resultOf(false)).toContain('up 640 (+100.0%) from 640');
	expect(resultOf(true, 1)).toContain('within normal variation');
	expect(resultOf(true, 16)).toContain('up 640 (+100.0%) from 640');
});

describe('filters of saved reports', () => {
	const resultOf = (name: string, values: string[], locale = 'en-US') => {
		const property = { of: 'event', event: 'Pay', name: 'city' };
		const condition = { property, function: name, values };
		const filter = { join: 'and', conditions: [condition], groups: [] };
		const query = { measures: [], groupBy: [], filter } as unknown as Queries['event'];
		const numbers = { ...OPTIONS.numbers, locale };
		return digestOf(tableOf([measure('orders')], [[5]]), { layout: 'digest', numbers }, undefined, {
			...week,
			unit: 'total',
			query,
		}).lines[0];
	};

	it.each([
		['notrlike', ['^A'], 'en-US', '[Only events where city does not match ^A]'],
		['notrlike', ['^A'], 'zh-CN', '【仅统计 city 不匹配正则 ^A 的事件】'],
		['equal', [''], 'en-US', '[Only events where city is “”]'],
		['equal', [], 'en-US', '[Filtered by conditions that are not shown]'],
		['relativeBetween', ['1', '7'], 'zh-CN', '【已应用筛选条件（未列出）】'],
		['isSet', [], 'en-US', '[Only events where city has a value]'],
	])('%s %j', (name, values, locale, filter) => {
		expect(resultOf(name, values, locale)?.startsWith(filter)).toBe(true);
	});
});

it.each(['he-IL', 'ar-EG', 'fa-IR'])('a change has no sign beside its word: %s', (locale) => {
	const [headline] = digestOf(
		tableOf(named(measure('orders')), [pair(38, 142)]),
		{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
		then,
		{ ...week, unit: 'total' },
	).lines;
	expect(headline).toMatch(/, down \p{Nd}/u);
});

describe('days without a value', () => {
	const amount = { ...measure('amount'), canAddUp: true, whenEmpty: null };
	const resultOf = (values: Array<number | null>, locale = 'en-US') =>
		digestOf(
			tableOf(
				[date, amount],
				values.map((value, index) => [DAYS[index]?.[0] ?? null, value]),
			),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
			undefined,
			week,
		).lines.at(-1);

	it('are named next to those that have one, or counted', () => {
		expect(resultOf([64, 64, null, 64, 64, 64, 64])).toBe(
			'Each of these 6 days: 64; no value for 4 Nov',
		);
		expect(resultOf([64, 64, null, 64, 64, 64, 64], 'zh-CN')).toBe('6 天均为 64；11月4日无数值');
		expect(resultOf([5, 6, null, 7, 8, null, 9])).toMatch(
			/^Daily high: 9 .*; low: 5 \(2 Nov\); no value for 4 Nov or 7 Nov$/,
		);
		expect(resultOf([5, 6, 7, 7, 8, 9, null])).toBe(
			'Daily high: 9 (7 Nov); low: 5 (2 Nov); no value for 8 Nov',
		);
		expect(resultOf([5, 6, null, 7, null, null, 9], 'zh-CN')).toMatch(/；另有 3 天无数值$/);
		expect(resultOf([5, 6, null, null, null, null, null])).toBe('No value for 5 days');
		expect(resultOf([5, 6, 7, 8, 9, 5, 6])).not.toContain('no value');
	});

	it('are none if one of the groups has a value', () => {
		const rows = DAYS.flatMap(([day = null], index): Cell[][] => [
			[day, 'Riga', index === 2 ? null : 30 + index],
			[day, 'Oslo', index === 5 ? null : 20],
		]);
		const { lines } = digestOf(
			tableOf([date, city, amount], rows),
			{ layout: 'digest' },
			undefined,
			week,
		);
		expect(lines.at(-1)).toMatch(/^Daily high: 56 .*; low: 20 \(4 Nov\)$/);
	});
});

describe('a number that also counts earlier dates', () => {
	const resultOf = (aggregator: string, to: string, toBefore: string, counts = pair(344, 354)) => {
		const query = {
			measures: [{ kind: 'event', event: 'PayOrder', aggregator }],
			groupBy: [],
			unit: 'day',
		} as unknown as Queries['event'];
		const table = tableOf([date, before, ...named(measure('orders'))], [[to, toBefore, ...counts]]);
		const day = { range: { from: to, to }, unit: 'day', ...requested };
		const was = { from: toBefore, to: toBefore };
		return digestOf(table, { layout: 'digest' }, was, { ...day, query });
	};

	it('has the change of its last day for the conditions of sending', () => {
		const of = (
			[now, was]: readonly [number, number],
			aggregator = 'rollup_count',
			sendIf: { change?: number } = {},
		) => {
			const query = {
				measures: [{ kind: 'event', event: 'PayOrder', aggregator }],
				groupBy: [],
				unit: 'day',
			} as unknown as Queries['event'];
			const rows = DAYS.map((days, index) => [...days, ...pair(now + 10 * index, was + index)]);
			return digestOf(
				tableOf([date, before, ...named(measure('orders'))], rows),
				{ layout: 'digest', sendIf },
				then,
				{ ...week, query },
			);
		};
		expect(of([599, 668]).news.percent).toBe(-2.23);
		expect(of([599, 668], 'uniq_last_day_7').news.percent).toBe(-2.23);
		expect(of([-60, -6]).news.percent).toBe(0);
		expect(of([0, -6]).news.percent).toBe(Infinity);
		expect(of([599, 668], 'count_last_day_7', { change: 1 }).scope).toContain(
			'Sent because the change is at least 1%',
		);
	});

	it('is of the last day within the dates', () => {
		const rolling = { kind: 'event', event: 'PayOrder', aggregator: 'count_last_day_7' };
		const headlineOf = (unit: string, point: string, to: string) => {
			const query = { measures: [rolling], groupBy: [], unit } as unknown as Queries['event'];
			const of = { range: { from: '2026-10-01', to }, unit, ...requested, query };
			const table = tableOf([date, measure('orders')], [[point, 354]]);
			return digestOf(table, { layout: 'digest' }, undefined, of).lines[0];
		};
		expect(headlineOf('month', '2026-10-01', '2026-10-20')).toBe('orders Tue 20 Oct: 354');
		expect(headlineOf('month', '2026-10-01', '2026-10-31')).toBe('orders Sat 31 Oct: 354');
	});

	it('changes by chance if the two numbers have no days in common', () => {
		const { lines } = resultOf('count_last_day_7', '2026-11-15', '2026-11-08');
		expect(lines).toEqual([
			'orders Sun 15 Nov: 344, down 10 from 354 on Sun 8 Nov, within normal variation',
		]);
		const shared = resultOf('uniq_last_day_30', '2026-11-15', '2026-11-08');
		expect(shared.lines).toEqual(['orders Sun 15 Nov: 344, down 10 (−2.8%) from 354 on Sun 8 Nov']);
		expect(shared.scope).toContain('The change in orders was not checked against normal variation');
	});

	it.each([
		['week', '2026-11-09', '2026-11-02', 'Sun 15 Nov', 'Sun 8 Nov'],
		['month', '2026-10-01', '2026-08-01', 'Sat 31 Oct', 'Mon 31 Aug'],
		['total', '2026-11-09', '2026-11-02', 'Sun 15 Nov', 'Sun 8 Nov'],
	])('is called by its last day in a report by %s', (unit, from, fromBefore, day, dayBefore) => {
		const ends = { '2026-10-01': '2026-10-31', '2026-08-01': '2026-08-31' } as Record<
			string,
			string
		>;
		const rangeOf = (start: string) => ({ from: start, to: ends[start] ?? addDays(start, 6) });
		const more = ['a', 'b', 'c'];
		const measures = ['count_last_day_7', 'general', ...more.map(() => 'general')].map(
			(aggregator) => ({ kind: 'event', event: 'PayOrder', aggregator }),
		);
		const query = { measures, groupBy: [], unit } as unknown as Queries['event'];
		const columns = [
			...named(measure('week')),
			...['orders', ...more].flatMap((key) => named({ ...measure(key), canAddUp: true })),
		];
		const cells = [...pair(344, 354), ...pair(600, 650), ...more.flatMap(() => pair(5, 5))];
		const table =
			unit === 'total'
				? tableOf(columns, [cells])
				: tableOf([date, before, ...columns], [[from, fromBefore, ...cells]]);
		const resultOf = (some: object) =>
			digestOf(table, { layout: 'digest', rowsAs: 'table', ...some }, rangeOf(fromBefore), {
				...{ query, unit, range: rangeOf(from), ...requested },
			});
		const text = `week ${day}: 344, down 10 from 354 on ${dayBefore}, within normal variation`;
		expect(resultOf({ measures: ['week', 'orders'] }).lines[0]).toBe(text);
		const { lines, rows } = resultOf({ measures: ['orders', 'week', ...more] });
		expect(lines[1]).toBe(`week ${day} (vs. ${dayBefore}): 344 (down 10, within normal variation)`);
		if (unit === 'total') expect(rows[1]?.[0]).toBe(`week, ${day} (vs. ${dayBefore})`);
	});

	it('has the days of both numbers if they differ', () => {
		const alike = resultOf('count_cur_month', '2026-11-10', '2026-10-10');
		expect([alike.lines[0], alike.scope]).toEqual([
			'orders Tue 10 Nov: 344, down 10 from 354 on Sat 10 Oct, within normal variation',
			'Shanghai time',
		]);
		const { lines, scope } = resultOf('count_cur_month', '2026-11-10', '2026-10-19');
		expect(lines).toEqual(['orders Tue 10 Nov: 344, down 10 (−2.8%) from 354 on Mon 19 Oct']);
		expect(scope).toBe(
			'10 days vs. 19 days · The change in orders was not checked against normal variation · Shanghai time',
		);
	});
});

describe('groups of a list property', () => {
	const orders = { ...measure('orders'), canAddUp: true };
	const listed = { ...orders, hasOverlap: true };
	const tags = { ...city, key: 'tags' };
	const rows = DAYS.flatMap(([day = null]): Cell[][] => [
		[day, 'A', 80],
		[day, 'B', 70],
		[day, 'C', 10],
	]);
	const overall = tableOf(
		[date, orders],
		DAYS.map(([day = null]) => [day, 100]),
	);
	const digest = (more: Partial<Table> = {}) =>
		digestOf(
			tableOf([date, tags, listed], rows, { overall, ...more }),
			{ layout: 'digest' },
			undefined,
			{ ...week, hasOverlap: true },
		);

	it('are added up over dates, each by itself', () => {
		const { lines, rows, scope } = digest();
		expect(lines).toEqual(['orders 2–8 Nov: 700', 'A 560, B 490, C 70']);
		expect(rows.map((row) => row[1])).toEqual(['560', '490', '70']);
		expect(scope).toMatch(/^An event can be in several groups · /);
	});

	it('have no sum without the numbers of all events', () => {
		expect(digest({ overall: undefined }).lines).toEqual(['orders 2–8 Nov: A 560, B 490, C 70']);
		const one = tableOf([tags, listed], [['A', 80]], { overall: tableOf([orders], [[100]]) });
		const { lines } = digestOf(one, { layout: 'digest' }, undefined, { ...week, hasOverlap: true });
		expect(lines[0]).toMatch(/: 100$/);
	});
});

describe('ranges of numbers as groups', () => {
	const age = { ...city, key: 'age' };
	const orders = { ...measure('orders'), canAddUp: true };
	const resultOf = (
		ranges: Array<[string | null, number]>,
		more: Parameters<typeof digestOf>[1] = {},
	) => digestOf(tableOf([age, orders], ranges), { layout: 'digest', ...more });
	const RANGES: Array<[string | null, number]> = [
		['[50, +∞)', 109],
		['[20, 30)', 82],
		['[100, 200)', 80],
		['(-∞, 20)', 11],
		[null, 7],
	];

	it('are in their order in the table, and the largest in the sentence, all in quotes', () => {
		const { rows, lines } = resultOf(RANGES);
		expect(rows.map(([name]) => name)).toEqual([
			...['under 20', '20 to under 30', '50 or more', '100 to under 200', '(age not set)'],
		]);
		expect(lines[1]).toBe(
			'Highest: “50 or more” 109 (37.7%), “20 to under 30” 82 (28.4%), “100 to under 200” 80 (27.7%); the other 2 groups combined: 18 (6.2%)',
		);
	});

	it('of money have its currency', () => {
		const property = { of: 'event', event: 'PayOrder', name: 'price' };
		const query = { measures: [], groupBy: [{ property }], unit: 'day' };
		const { rows } = digestOf(tableOf([age, orders], RANGES), { layout: 'digest' }, undefined, {
			query: query as unknown as Queries['event'],
			unitOf: () => 'CNY',
		});
		expect(rows.map(([name]) => name).slice(0, 3)).toEqual([
			...['under ¥20', '¥20 to under ¥30', '¥50 or more'],
		]);
	});

	it('are in Chinese as well, and need no quotes without a number at the end', () => {
		const zh = { numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } };
		expect(resultOf(RANGES, zh).lines[1]).toBe(
			'最高：“50 及以上” 109（37.7%）、“20 至不足 30” 82（28.4%）、“100 至不足 200” 80（27.7%）；其余 2 组共 18（6.2%）',
		);
		expect(resultOf([['[50, +∞)', 109], ...RANGES.slice(4)]).lines[1]).toBe(
			'50 or more 109 (94.0%), (age not set) 7 (6.0%)',
		);
	});

	it('are the largest first if the table has no room for all', () => {
		const many = Array.from({ length: 9 }, (_, index): [string, number] => [
			`[${index}0, ${index + 1}0)`,
			index,
		]);
		expect(resultOf(many).rows[0]?.[0]).toBe('80 to under 90');
	});
});

describe('the merged other groups', () => {
	const orders = { ...measure('orders'), canAddUp: true };
	const top = { count: 2, by: 'orders', isDescending: true };
	const resultOf = (rows: Cell[][], facts: Partial<Table>, locale = 'en-US') => {
		const numbers = { ...OPTIONS.numbers, locale };
		const table = tableOf([city, orders], rows, { columns: [city, orders], ...facts });
		const { lines, rows: cells } = digestOf(table, { layout: 'digest', numbers }, undefined, {
			...week,
			unit: 'total',
			top,
		});
		return [lines.at(-1), ...cells.map((row) => row.join(' '))];
	};
	const own: Cell[][] = [
		['(other)', 40],
		['A', 30],
	];

	it('are not a group of their name', () => {
		const sums = [...own, ['B', 20], ['C', 10]];
		expect(resultOf([...own, ['(other) 2', 30]], { rest: '(other) 2', sums })).toEqual([
			'(other) 40 (40.0%), A 30 (30.0%); the other 2 groups combined: 30 (30.0%)',
			'(other) 40',
			'A 30',
			'2 more groups 30',
		]);
		expect(resultOf([...own, ['(other) 2', 30]], { rest: '(other) 2' })[0]).toBe(
			'(other) 40 (40.0%), A 30 (30.0%); the other group: 30 (30.0%)',
		);
	});

	it('are left out if the groups are ordered by a change, which the scope names', () => {
		const derived = { of: 'orders', as: 'change' } as const;
		const change = { ...measure('orders_change'), derived };
		const scopeOf = (column: Column, locale = 'en-US') =>
			digestOf(
				tableOf(
					[city, orders, column],
					[...own, ['B', 1]].map((row) => [...row, 1]),
					{},
				),
				{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
				undefined,
				{ ...week, unit: 'total', top: { count: 2, by: column.key, isDescending: true } },
			).scope;
		expect(scopeOf(change)).toContain('Top 2 of 3 groups by the change in orders');
		const percent: Column = {
			...measure('orders_change_percent'),
			derived: { of: 'orders', as: 'percent' },
		};
		// Of another size than the change: the first by the one is not the first by the other.
		expect(scopeOf(percent)).toContain('Top 2 of 3 groups by the percentage change in orders');
		expect(scopeOf(percent, 'zh-CN')).toContain('orders 的变化率（下降记为负）');
		const before = { ...measure('orders_previous'), derived: { of: 'orders', as: 'previous' } };
		const ofBefore = digestOf(
			tableOf(
				[city, orders, before as Column],
				[...own, ['B', 1]].map((row) => [...row, 1]),
				{},
			),
			{ layout: 'digest' },
			undefined,
			{ ...week, unit: 'total', top: { count: 2, by: 'orders_previous', isDescending: true } },
		);
		expect(ofBefore.scope).not.toContain('the change in');
	});

	it('are never named before a group, however many they are', () => {
		const rows: Cell[][] = [
			['A', 10],
			['B', 5],
			['(other)', 85],
		];
		expect(resultOf(rows, { rest: '(other)' })[0]).toMatch(/^A 10 \(10.0%\), B 5 \(5.0%\); /);
		expect(resultOf(rows, { rest: '(other)' }, 'zh-CN').at(-1)).toBe('其余分组 85');
		expect(resultOf(rows, {}, 'zh-CN')[1]).toBe('(other) 85');
	});
});

it('a chart has percentages only if all of its measures are formulas in that format', () => {
	const expression = 'count(event.A)/count(event.B)|%2p';
	const rate = { kind: 'formula', expression, events: ['A', 'B'], name: 'rate' };
	const orders = { ...rate, expression: 'count(event.A)/2', name: 'orders' };
	const rows = DAYS.map(([day = ''], at): Cell[] => [day, 0.1 + at / 100, 10 + at]);
	const chartOf = (measures: object[]) => {
		const columns = [date, measure('rate'), measure('orders')].slice(0, measures.length + 1);
		const query = { measures, unit: 'day' } as unknown as Queries['event'];
		const table = tableOf(
			columns,
			rows.map((row) => row.slice(0, columns.length)),
		);
		const facts = { ...week, query };
		return digestOf(table, { layout: 'digest', hasChart: true }, undefined, facts).chart;
	};
	expect(chartOf([rate])?.write(0.12)).toBe('12%');
	expect(chartOf([rate, orders])?.write(12)).toBe('12');
});

it('a property in percent changes in points', () => {
	const property = { of: 'event', event: 'Pay', name: 'margin' };
	const query = {
		measures: [{ kind: 'event', event: 'Pay', aggregator: 'avg', property, name: 'margin' }],
		groupBy: [],
	} as unknown as Queries['event'];
	const resultOf = (unit: string, numbers: [number, number] = [12.5, 10], decimals = 2) =>
		digestOf(
			tableOf(named({ ...measure('margin'), whenEmpty: null }), [pair(...numbers)]),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, decimals } },
			then,
			{ ...week, unit: 'total', query, unitOf: () => unit },
		).lines[0];
	expect(resultOf('%')).toContain(': 12.50 %, up 2.5 points from 10.00 %');
	expect(resultOf('%', [0.0351, 0.0423])).toContain(': 0.0351 %, down 0.0072 points from 0.0423 %');
	expect(resultOf('CNY', [-110.887, -119.8531], 4)).toContain(
		': −¥110.8870, up ¥8.9661 from −¥119.8531',
	);
	expect(resultOf('CNY', [0.5, 0.25])).toContain(': ¥0.50, up ¥0.25 (+100.0%) from ¥0.25');
	expect(resultOf('kg')).toContain(': 12.50 kg, up 2.50 kg (+25.0%) from 10.00 kg');
});

it('each measure has its number, whatever there is to say about the groups of the first one', () => {
	const keys = ['orders', 'buyers', 'carts', 'signups'];
	const columns = keys.flatMap((key) => named({ ...measure(key), canAddUp: true }));
	const cities: Array<[string, number, number]> = [
		['Riga', 400, 100],
		['Oslo', 300, 280],
		['Bern', 200, 190],
		['Rome', 100, 180],
	];
	const rows = DAYS.flatMap((days, at) =>
		cities.map(([name, now, was]) => [
			...[...days, name],
			...keys.flatMap((_, index) => pair(now + at * index, was + at)),
		]),
	);
	const table = tableOf([date, before, city, ...columns], rows);
	const { lines } = digestOf(table, { layout: 'digest' }, then, week);
	const said = keys.map((key) => lines.filter((line) => line.startsWith(key)).length);
	expect(said).toEqual([1, 1, 1, 1]);
});

it('users of another number of days are not compared, in groups either', () => {
	const notes = [{ kind: 'daysDiffer', days: 7, daysBefore: 10 }] as unknown as Table['notes'];
	const ten = { from: '2026-10-01', to: '2026-10-10' };
	const query = {
		measures: [{ kind: 'event', event: 'Pay', aggregator: 'unique' }],
		groupBy: [],
		unit: 'total',
	} as unknown as Queries['event'];
	const users = named({ ...measure('users'), canAddUp: false });
	const total = digestOf(
		tableOf(
			[city, ...users],
			[
				['Riga', ...pair(400, 500)],
				['Oslo', ...pair(300, 380)],
			],
			{ notes, overall: tableOf(users, [pair(600, 800)], { notes }) },
		),
		{ layout: 'digest' },
		ten,
		{ ...week, unit: 'total', query },
	);
	expect(total.lines).toEqual(['users 2–8 Nov: 600', 'Riga 400, Oslo 300']);
	expect(total.rows).toEqual([
		['Riga', '400'],
		['Oslo', '300'],
	]);
	expect(total.scope).toContain('Not compared');
	const cities: Array<[string, number, number]> = [
		['Riga', 40, 50],
		['Oslo', 30, 38],
	];
	const daily = digestOf(
		tableOf(
			[date, before, city, ...users],
			DAYS.flatMap((days) => cities.map(([name, ...both]) => [...days, name, ...pair(...both)])),
			{
				notes,
				overall: tableOf(
					[date, before, ...users],
					DAYS.map((days) => [...days, ...pair(60, 80)]),
					{ notes },
				),
			},
		),
		{ layout: 'digest' },
		ten,
		{ ...week, query },
	);
	expect(daily.lines).toEqual([
		'users 2–8 Nov: 60.0 a day on average',
		'users (daily average): Riga 40.0, Oslo 30.0',
	]);
	expect(daily.columns.map(({ label }) => label)).toEqual(['city', 'users (daily average)']);
});

describe('the groups that changed most', () => {
	const resultOf = (groups: Array<[string, number, number]>, top?: number, locale = 'en-US') => {
		const table = tableOf(
			[city, ...named({ ...measure('orders'), canAddUp: true })],
			groups.map(([name, now, was]) => [name, ...pair(now, was)]),
		);
		const was = { from: '2026-11-01', to: '2026-11-01' };
		const numbers = { ...OPTIONS.numbers, locale };
		const { lines, rows } = digestOf(table, { layout: 'digest', numbers }, was, {
			...requested,
			range: { from: '2026-11-08', to: '2026-11-08' },
			unit: 'day',
			...(top === undefined ? {} : { top: { count: top, by: 'orders', isDescending: true } }),
		});
		return { fact: lines[1], rows };
	};

	it('are not one of the requested groups if another one changed more', () => {
		const groups: Array<[string, number, number]> = [
			['A', 900, 1100],
			['B', 850, 200],
			['C', 300, 310],
		];
		expect(resultOf(groups, 1).fact).toBe(
			'A 900 (−200, −18.2%); the other 2 groups combined: 1,150 (+640)',
		);
		expect(resultOf(groups, 1, 'zh-CN').fact).not.toContain('变化');
		expect(resultOf(groups, 2).fact).toMatch(/^Largest change: B 850/);
	});

	it('keep a line in a table that has no room for all groups', () => {
		const many = Array.from({ length: 12 }, (_, at): [string, number, number] => [
			`group ${at}`,
			1000 - at,
			1000 - at,
		]);
		const { fact, rows } = resultOf([...many, ['Riga', 100, 700]]);
		expect(fact).toMatch(
			/^Largest change: Riga 100, .+; the other 12 groups combined: 11,934, unchanged$/,
		);
		const names = rows.map(([name]) => name);
		expect(names).toHaveLength(8);
		expect(names.slice(-3)).toEqual(['group 5', 'Riga', '6 more groups']);
		expect(rows.at(-1)?.[1]).toMatch(/^5,949/);
		// The last line is of a group that the sentence names, too.
		const two = resultOf([...many, ['Oslo', 994.5, 1694.5], ['Riga', 100, 780]]);
		expect(two.fact).toMatch(/^Largest changes: Oslo 994.5, .+; Riga 100, /);
		expect(two.rows.map(([name]) => name).slice(-3)).toEqual(['Oslo', 'Riga', '7 more groups']);
	});

	it('are named together if their changes are of one size, so that no other fact hides them', () => {
		expect(
			resultOf([
				['A', 350, 700],
				['B', 357, 700],
				['C', 364, 700],
				['D', 1050, 700],
			]).fact,
		).toBe(
			'Largest changes: D 1,050, up 350 (+50.0%); A 350, down 350 (−50.0%); the other 2 groups combined: 721, down 679',
		);
	});

	it('are several if the second changed at least half as much as the first', () => {
		const rest: Array<[string, number, number]> = [['C', 690, 700]];
		expect(resultOf([['A', 100, 700], ['B', 300, 700], ...rest]).fact).toMatch(
			/^A 100 \(−600, −85\.7%\), B 300 \(.+\), C 690 \(−10\)$/,
		);
		expect(resultOf([['A', 100, 700], ['B', 500, 700], ...rest]).fact).toMatch(
			/^Largest change: A 100, .+; the other 2 groups combined: 1,190, down 210$/,
		);
	});

	it('are counted if more than three changed alike', () => {
		const alike = ['A', 'B', 'C', 'D'].map((name): [string, number, number] => [name, 350, 700]);
		expect(resultOf(alike).fact).not.toContain('the other');
	});
});

describe('a message of today while data are late', () => {
	const hours = Array.from({ length: 12 }, (_, hour): Cell[] => [
		`2026-11-23T${String(hour).padStart(2, '0')}:00:00+08:00`,
		hour < 9 ? 20 + hour : 0,
	]);
	const request = {
		range: { from: '2026-11-23', to: '2026-11-23' },
		requestedAt: '2026-11-23T03:44:00Z',
	};
	const resultOf = (until: string, unit = 'day', locale = 'en-US', timeZone = 'Asia/Shanghai') => {
		const orders = { ...measure('orders'), canAddUp: true };
		const rows = unit === 'hour' ? hours : [['2026-11-23', 216]];
		const { lines, scope } = digestOf(
			tableOf([date, orders], rows, { dataUpdatedAt: until, dataSufficientAt: until }),
			{ layout: 'digest', numbers: { ...OPTIONS.numbers, locale } },
			undefined,
			{ ...request, unit, timeZone },
		);
		return [...lines, scope];
	};

	it('has the number until they end', () => {
		const at = '2026-11-23 09:00:00';
		expect(resultOf(at)[0]).toBe('orders today (Mon 23 Nov) until 09:00: 216');
		expect(resultOf(at, 'hour')).toEqual([
			'orders today (Mon 23 Nov) until 09:00: 216',
			'Hourly high: 28 (08:00–09:00, the last hour); low: 20 (00:00–01:00)',
			'Sensors Analytics has data only until 23 Nov, 09:00 · Not compared with an earlier period · Shanghai time',
		]);
		expect(resultOf('2026-11-23 11:44:10')[0]).toBe('orders today (Mon 23 Nov) until 11:44: 216');
	});

	it('does not call the number one of today if there are no data of today', () => {
		const at = '2026-11-22 12:00:00';
		const scope =
			'Sensors Analytics has data only until 22 Nov, 12:00 · Not compared with an earlier period · Shanghai time';
		const number = 'orders today (Mon 23 Nov; data until 22 Nov, 12:00): 216';
		expect(resultOf(at)).toEqual([number, scope]);
		expect(resultOf(at, 'hour')).toEqual([number, scope]);
		expect(resultOf(at, 'day', 'zh-CN')[0]).toBe(
			'今天（11月23日，数据截至 11月22日 12:00）orders 216',
		);
	});

	it('has the date alone if it has not begun in the time zone', () => {
		const [number] = resultOf('2026-11-22 22:40:00', 'day', 'en-US', 'America/New_York');
		expect(number).toBe('orders Mon 23 Nov: 216');
	});
});

it('unusual measures come first in sentences, and not in the table', () => {
	const keys = ['views', 'products', 'orders', 'users', 'visits', 'clicks', 'carts'];
	const range = { low: 95, high: 150, median: 120, values: 8 };
	const numbers = keys.map((key) => ({
		...{ key, start: '2026-11-08', value: key === 'carts' ? 300 : 120, range },
		side: key === 'carts' ? ('above' as const) : ('within' as const),
	}));
	const of = (groups: string[]) =>
		digestOf(
			tableOf(
				[
					...(groups.length > 0 ? [city] : []),
					...keys.flatMap((key) => named({ ...measure(key), canAddUp: true })),
				],
				(groups.length > 0 ? groups : ['']).map((name) => [
					...(name === '' ? [] : [name]),
					...numbers.flatMap(({ value }) => pair(value / (groups.length || 1), 60)),
				]),
				{ usual: { unit: 'day', numbers } } as Partial<Table>,
			),
			{ layout: 'digest', measures: keys },
			{ from: '2026-11-01', to: '2026-11-01' },
			{ ...requested, range: { from: '2026-11-08', to: '2026-11-08' } },
		);
	const above = /carts.*: 300, .*above the usual range/;
	for (const digest of [of([]), of(['Riga', 'Bern'])]) {
		expect(digest.lines).toHaveLength(6);
		expect(digest.lines[1]).toMatch(above);
		expect(digest.brief.slice(1, 3).join('\n')).toMatch(above);
		expect(digest.summary).toMatch(above);
		expect(digest.part?.others).toMatch(above);
	}
	expect(of(['Riga', 'Bern']).columns.map(({ label }) => label.split(' ')[0])).toEqual([
		'city',
		...keys,
	]);
});
