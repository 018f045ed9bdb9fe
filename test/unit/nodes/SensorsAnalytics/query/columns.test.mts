import {
	countedBy,
	isPerUsers,
	nameColumns,
	nameTaker,
	windowOf,
} from '../../../../../nodes/SensorsAnalytics/query/columns';
import type { GroupBy, Measure, Property } from '../../../../../nodes/SensorsAnalytics/query/query';

const cityProperty: Property = { of: 'event', event: 'PayOrder', name: 'city' };

const userCityProperty: Property = { of: 'user', name: 'city' };

const [city, userCity] = [cityProperty, userCityProperty].map((property) => ({ property })) as [
	GroupBy,
	GroupBy,
];

const keys = (parts: Partial<Parameters<typeof nameColumns>[0]>) => {
	const { groups, measures } = nameColumns({ measures: [], groupBy: [], unit: 'day', ...parts });
	return [...groups, ...measures].map(({ key }) => key);
};

it.each([
	['general', undefined, 'events', undefined],
	['general', true, 'sessions', undefined],
	['uniqCount', undefined, 'values', undefined],
	['count', undefined, 'users', undefined],
	['rollup_count', undefined, 'events', undefined],
	['uniq_last_day_7', undefined, 'users', '2026-11-04'],
	['count_last_day_30', undefined, 'events', '2026-10-12'],
	['count_cur_month', undefined, 'events', '2026-11-01'],
	['sum', undefined, undefined, undefined],
] as const)(
	'%s (sessions: %s) counts %s, from %s to 10 November',
	(aggregator, of, counts, from) => {
		const measure = { kind: 'event', event: 'PayOrder', aggregator, isOfSessions: of } as const;
		expect(countedBy(measure)).toBe(counts);
		expect(windowOf(measure, '2026-11-10')?.from).toBe(from);
	},
);

it.each([
	['unique(event.PayOrder)/unique(event.ViewProduct)', true],
	['sum(event.PayOrder.amount)/uniqcount(event.PayOrder)', true],
	['sum(event.PayOrder.amount)/uniqCount(event.PayOrder.product)', false],
	['count(event.PayOrder)/count(event.ViewProduct)', false],
])('whether users are behind the formula %s', (expression, isOfUsers) => {
	expect(isPerUsers({ kind: 'formula', expression, events: [] })).toBe(isOfUsers);
});

describe('nameTaker', () => {
	it('numbers each name separately, and searches for a free number once', () => {
		let looks = 0;
		class Watched extends Set<string> {
			override has(name: string) {
				looks++;
				return super.has(name);
			}
		}
		const take = nameTaker(new Watched(['a', 'a_3']));
		expect(['a', 'b', 'a', 'a_2', 'b'].map(take)).toEqual(['a_2', 'b', 'a_4', 'a_2_2', 'b_2']);
		const names = Array.from({ length: 2000 }, () => take('a'));
		expect(new Set(names).size).toBe(2000);
		expect(looks).toBeLessThan(5000);
	});
});

describe('nameColumns', () => {
	it('adds filters to the names of measures that differ only in them', () => {
		const orders = (values: string[], name?: string): Measure => ({
			...{ kind: 'event', event: 'PayOrder', aggregator: 'general', name },
			filter: {
				...{ join: 'and', groups: [] },
				conditions: [{ property: cityProperty, function: 'equal', values }],
			},
		});
		const all: Measure = { kind: 'event', event: 'PayOrder', aggregator: 'general' };
		expect(keys({ measures: [orders(['A', 'B']), orders(['C']), all] })).toEqual([
			'PayOrder_events (city = A/B)',
			'PayOrder_events (city = C)',
			'PayOrder_events',
		]);
		const sessions = [all, orders(['C'])].map((one) => ({ ...one, isOfSessions: true as const }));
		expect(keys({ measures: sessions })).toEqual(['PayOrder_times', 'PayOrder_times (city = C)']);
		expect(keys({ measures: [orders(['C'])] })).toEqual(['PayOrder_events']);
		expect(keys({ measures: [orders(['C'], 'n'), orders(['D'], 'n')] })).toEqual(['n', 'n_2']);
		// A long one is cut.
		expect(keys({ measures: [orders(['C'.repeat(100)]), all] })).toEqual([
			`PayOrder_events (city = ${'C'.repeat(76)}`,
			'PayOrder_events',
		]);
		// Two long ones have what the other one hasn't.
		const many = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map((one) => one.repeat(5));
		const [first, second] = keys({ measures: [orders([...many, 'x']), orders([...many, 'y'])] });
		expect(first).toMatch(/^PayOrder_events …\(city = x\/AAAAA\/BBBBB/);
		expect(second).toMatch(/^PayOrder_events …\(city = y\/AAAAA\/BBBBB/);
	});

	it.each([
		[
			'count',
			{ kind: 'event' as const, event: 'PayOrder', aggregator: 'general' },
			'PayOrder_events',
		],
		[
			'users',
			{ kind: 'event' as const, event: 'PayOrder', aggregator: 'unique' },
			'PayOrder_users',
		],
		[
			'sum',
			{
				kind: 'event' as const,
				event: 'PayOrder',
				aggregator: 'SUM',
				property: { of: 'event', event: 'PayOrder', name: 'amount' } as const,
			},
			'PayOrder_sum_amount',
		],
		[
			'any event',
			{ kind: 'event' as const, event: '$Anything', aggregator: 'general' },
			'any_event_events',
		],
		[
			'unknown aggregator',
			{ kind: 'event' as const, event: 'A', aggregator: 'quantile95' },
			'A_quantile95',
		],
		[
			'output name',
			{ kind: 'event' as const, event: 'A', aggregator: 'general', name: '订单 数' },
			'订单 数',
		],
	])('measure: %s', (_case, measure, key) => {
		expect(keys({ measures: [measure] })).toEqual([key]);
	});

	it.each([
		['short', [city], ['city']],
		['told apart by their owner', [city, userCity], ['PayOrder_city', 'user_city']],
		[
			'of any event',
			[{ property: { of: 'event', event: '$Anything', name: 'city' } } as GroupBy, userCity],
			['event_city', 'user_city'],
		],
		['the same one twice', [city, city], ['PayOrder_city', 'PayOrder_city_2']],
		['called date', [{ property: { of: 'user', name: 'date' } } as GroupBy], ['user_date']],
	])('groups: %s', (_case, groupBy, expected) => {
		expect(keys({ groupBy })).toEqual(expected);
	});

	it('keeps the dates of a summary, and of its comparison, from measures', () => {
		const names = ['from', 'compare_from', 'compare_to'];
		const measures = names.map(
			(name): Measure => ({ kind: 'event', event: 'A', aggregator: 'general', name }),
		);
		const keysOf = (...how: [isCompared: boolean, isSummary: boolean]) =>
			nameColumns({ measures, groupBy: [], unit: 'total' }, ...how).measures.map(({ key }) => key);
		expect(keysOf(true, true)).toEqual(['from_2', 'compare_from_2', 'compare_to_2']);
		expect(keysOf(false, true)).toEqual(['from_2', 'compare_from', 'compare_to']);
		expect(keysOf(true, false)).toEqual(names);
	});

	it('keeps a group apart from a measure of that name', () => {
		const measures = [{ kind: 'event' as const, event: 'A', aggregator: 'general', name: 'city' }];
		expect(keys({ measures, groupBy: [city] })).toEqual(['PayOrder_city', 'city']);
	});

	it('keeps pasted measures of one name apart', () => {
		const measure = { kind: 'event' as const, event: 'A', aggregator: 'general', name: 'x' };
		expect(keys({ measures: [measure, measure] })).toEqual(['x', 'x_2']);
	});
});

describe('columns of tags as they were on a day', () => {
	const tag = (day: string) => ({
		property: { of: 'user' as const, name: `user_tag_vip@${day}` },
	});

	it('go by the tag, and by the day where there are two', () => {
		expect(keys({ groupBy: [tag('2021-02-24 00:00:00')] })).toEqual(['user_tag_vip']);
		expect(keys({ groupBy: [tag('2021-02-24 00:00:00'), tag('2021-02-25')] })).toEqual([
			'user_tag_vip_2021-02-24',
			'user_tag_vip_2021-02-25',
		]);
	});
});
