/** Reports of the other models, as the wire reads them; and an event report with a comparison. */
import type { Cell } from '../../nodes/SensorsAnalytics/table/decimal';
import type { Column, Table } from '../../nodes/SensorsAnalytics/table/table';
import { city, compared, date, hostile, hours, measure, tableOf, twoDays } from './digests.mts';

const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;
const own = (key: string, type: Column['type'] = 'number'): Column => ({
	key,
	role: 'group',
	type,
	whenEmpty: null,
});
const measures = (...keys: string[]) => keys.map((key) => measure(key));

/**
 * @param counts users that came first, and those who came back by period; by date or group
 * @param first columns in front of the report's own
 */
export function retentionTable(first: Column[], counts: Array<[Cell[], number[]]>): Table {
	return tableOf(
		[...first, own('period'), ...measures('initial_users', 'users', 'percent')],
		counts.flatMap(([place, users]) =>
			users.map((count, period): Cell[] => {
				const initial = users[0] as number;
				return [...place, period, initial, count, percent(count, initial)];
			}),
		),
		{ drawn: 'percent' },
	);
}

export function funnelTable(
	first: Column[],
	counts: Array<[Cell[], number[]]>,
	events = ['ViewProduct', 'AddToCart', 'PayOrder'],
): Table {
	return tableOf(
		[
			...first,
			own('step'),
			own('event', 'string'),
			...measures('users', 'percent_of_previous', 'percent_of_first'),
		],
		counts.flatMap(([place, users]) =>
			users.map((count, index): Cell[] => {
				const before = users[index - 1];
				const share = before === undefined ? null : percent(count, before);
				const event = events[index] ?? null;
				return [...place, index + 1, event, count, share, percent(count, users[0] as number)];
			}),
		),
		{ drawn: 'users' },
	);
}

/** @param counts users below 5, from 5 to below 10, and from 10 on */
export function distributionTable(first: Column[], counts: Array<[Cell[], number[]]>): Table {
	const buckets: Array<[string, number | null, number | null]> = [
		['<5', null, 5],
		['5–10', 5, 10],
		['10+', 10, null],
	];
	return tableOf(
		[
			...first,
			own('bucket', 'string'),
			...measures('bucket_from', 'bucket_to', 'total_users', 'users', 'percent'),
		],
		counts.flatMap(([place, users]) => {
			const total = users.reduce((sum, count) => sum + count, 0);
			return users.map((count, index): Cell[] => {
				const [name, from, to] = buckets[index] as [string, number | null, number | null];
				return [...place, name, from, to, total, count, percent(count, total)];
			});
		}),
		{ drawn: 'users' },
	);
}

/** Orders of cities, with those before. */
export const citiesCompared = tableOf(
	[
		city,
		{ ...measure('orders'), canAddUp: true },
		measure('orders_previous', { of: 'orders', as: 'previous' }),
		measure('orders_change', { of: 'orders', as: 'change' }),
		measure('orders_change_percent', { of: 'orders', as: 'percent' }),
	],
	[
		['北京', 1234, 1100, 134, 12.18],
		['上海', 980, 1010, -30, -2.97],
		['深圳', 450, 300, 150, 50],
		[null, 12, 9, 3, 33.33],
	],
	{ groupCount: { total: 4, returned: 4 } },
);

export const retentionOfDays = retentionTable(
	[date],
	[
		[['2026-11-01'], [1000, 400, 200]],
		[['2026-11-02'], [2000, 1000]],
		[['2026-11-03'], [500]],
	],
);
export const funnelOfAll = funnelTable([], [[[], [12_000, 5000, 1200]]]);
export const funnelOfCities = funnelTable(
	[city],
	[
		[['北京'], [7000, 3000, 800]],
		[['上海'], [5000, 2000, 400]],
	],
);
export const distributionOfDays = distributionTable(
	[date],
	[
		[['2026-11-01'], [60, 30, 10]],
		[['2026-11-02'], [50, 25, 25]],
	],
);

/** One of each kind that every target has to write. */
export const everyKind: Array<[string, Table]> = [
	['two days', twoDays],
	['a comparison', compared],
	['groups compared', citiesCompared],
	['hours of groups', hours],
	['a retention', retentionOfDays],
	['a funnel', funnelOfCities],
	['a distribution', distributionOfDays],
	['hostile texts', hostile],
	['nothing', tableOf([city, measure('orders')], [])],
];
