import { nameColumns } from '../../nodes/SensorsAnalytics/query/columns';
import type { Property } from '../../nodes/SensorsAnalytics/query/eventQuery';

const city: Property = { of: 'event', event: 'PayOrder', name: 'city' };
const userCity: Property = { of: 'user', name: 'city' };
const keys = (parts: Partial<Parameters<typeof nameColumns>[0]>) => {
	const { groups, measures } = nameColumns({ measures: [], groupBy: [], unit: 'day', ...parts });
	return [...groups, ...measures].map(({ key }) => key);
};

describe('nameColumns', () => {
	it.each([
		['count', { event: 'PayOrder', aggregator: 'general' }, 'PayOrder_events'],
		['users', { event: 'PayOrder', aggregator: 'unique' }, 'PayOrder_users'],
		[
			'sum',
			{
				event: 'PayOrder',
				aggregator: 'SUM',
				property: { of: 'event', event: 'PayOrder', name: 'amount' } as const,
			},
			'PayOrder_sum_amount',
		],
		['any event', { event: '$Anything', aggregator: 'general' }, 'any_event_events'],
		['unknown aggregator', { event: 'A', aggregator: 'quantile95' }, 'A_quantile95'],
		['output name', { event: 'A', aggregator: 'general', name: '订单 数' }, '订单 数'],
	])('measure: %s', (_case, measure, key) => {
		expect(keys({ measures: [measure] })).toEqual([key]);
	});

	it.each([
		['short', [city], ['city']],
		['told apart by their owner', [city, userCity], ['PayOrder_city', 'user_city']],
		[
			'of any event',
			[{ of: 'event', event: '$Anything', name: 'city' } as const, userCity],
			['event_city', 'user_city'],
		],
		['the same one twice', [city, city], ['PayOrder_city', 'PayOrder_city_2']],
		['called date', [{ of: 'user', name: 'date' } as const], ['user_date']],
	])('groups: %s', (_case, groupBy, expected) => {
		expect(keys({ groupBy })).toEqual(expected);
	});

	it('keeps a group apart from a measure of that name', () => {
		const measures = [{ event: 'A', aggregator: 'general', name: 'city' }];
		expect(keys({ measures, groupBy: [city] })).toEqual(['PayOrder_city', 'city']);
	});

	it('keeps pasted measures of one name apart', () => {
		const measure = { event: 'A', aggregator: 'general', name: 'x' };
		expect(keys({ measures: [measure, measure] })).toEqual(['x', 'x_2']);
	});
});
