import { countValues } from '../../../../../../nodes/SensorsAnalytics/catalog/find';
import type { Service } from '../../../../../../nodes/SensorsAnalytics/transport/service';

const RANGE = { from: '2026-11-01', to: '2026-11-07' };
const CITY = { of: 'event', event: 'PayOrder', name: 'city' } as const;

const counted = async (counts: unknown[], more: object = {}) => {
	const service = {
		connectionOf: async () => await Promise.resolve({ mode: 'apiSecret' }),
		callOnce: async () =>
			await Promise.resolve({
				series: ['2026-11-01 00:00:00'],
				by_fields: ['event.PayOrder.city'],
				rows: counts.map((count, n) => ({ by_values: [`city ${n}`], values: [[count]] })),
				...more,
			}),
	} as unknown as Service;
	return await countValues(service, 0, CITY, RANGE);
};

describe('values', () => {
	it('are counted with all their digits, the most frequent first', async () => {
		const { values } = await counted([7, null, '9007199254740993', '9007199254740995']);
		expect(values).toEqual([
			{ value: 'city 3', count: '9007199254740995' },
			{ value: 'city 2', count: '9007199254740993' },
			{ value: 'city 0', count: 7 },
			{ value: 'city 1', count: 0 },
		]);
	});

	it('of another time, or with a text as count, are refused', async () => {
		await expect(counted([5], { series: ['2025-01-01 00:00:00'] })).rejects.toThrow(
			'it has 2025-01-01, which is not in the requested range',
		);
		await expect(counted(['5%'])).rejects.toThrow(
			"the count of a value is '5%' instead of a number",
		);
	});
});
