import type { Queries } from '../../../../../../nodes/SensorsAnalytics/query/query';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Column } from '../../../../../../nodes/SensorsAnalytics/table/table';
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
const asked = { requestedAt: '2026-11-20T02:00:00Z', timeZone: 'Asia/Shanghai' };
const week = { range: { from: '2026-11-02', to: '2026-11-08' }, unit: 'day', ...asked };
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
	return tableOf(columns, rows, { whole });
}

describe('users by groups', () => {
	const groups: Array<[string, number, number]> = [
		['Riga', 66, 46],
		['Oslo', 40, 41],
		['Rome', 35, 32],
		['Bern', 16, 6],
	];

	it('are told of all first, with the group that is beyond normal variation, by exact means', () => {
		const { lines, brief, rows } = digestOf(usersBy(groups), { layout: 'digest' }, then, week);
		expect(lines).toEqual([
			'users 2–8 Nov: 22.43 a day on average, up 4.57 from 17.86 over 26 Oct–1 Nov, within normal variation; but Bern: 2.3 a day on average, up 1.4',
			'users (daily average): Riga 9.4 (+2.9), Oslo 5.7 (−0.1), Rome 5 (+0.4), all within normal variation; 1 more city not listed',
		]);
		// The table has all of them.
		expect(brief[1]).toBe(lines[1]?.replace('; 1 more city not listed', ''));
		expect(rows.map(([name]) => name)).toEqual(['Riga', 'Oslo', 'Rome', 'Bern']);
		const chinese = { ...OPTIONS.numbers, locale: 'zh-CN' };
		const zh = digestOf(usersBy(groups), { layout: 'digest', numbers: chinese }, then, week);
		expect(zh.lines[0]).toMatch(/属正常波动；但 Bern 日均 2.3，增加 1.4$/);
	});

	it('of which none is beyond it, or that moved with the whole, are in no headline', () => {
		const still = groups.slice(0, 3);
		const told = digestOf(usersBy(still), { layout: 'digest' }, then, week);
		expect(told.lines[0]).not.toContain('but');
		const more = groups.map(([name, now, was]) => [name, 4 * now, was] as [string, number, number]);
		const moved = digestOf(usersBy(more), { layout: 'digest' }, then, week);
		expect(moved.lines[0]).not.toMatch(/but|variation/);
	});
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
			{ ...asked, range, unit: 'month' },
		).lines[0];
	expect(lineOf(380)).toMatch(/from 1,490 .+; but Oct: 380, down 120 \(−24\.0%\)$/);
	expect(lineOf(440)).not.toContain('but');
	expect(lineOf(1500)).toMatch(/; but Oct: 1,500, up 1,000 \(3 times as much\)$/);
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
