import { read, written } from '../../../../../../support/modelAnswer.mts';

describe('the body of a distribution', () => {
	it('of a distribution', () => {
		const query = { event: 'A', unit: 'day', of: 'periods', buckets: [2, 5], groupBy: [] } as const;
		expect(written('distribution', { ...query, buckets: [...query.buckets], groupBy: [] })).toEqual(
			{
				event_name: 'A',
				unit: 'day',
				measure_type: 'period',
				// Users who did it once would be in no bucket.
				result_bucket_param: [1, 2, 5],
			},
		);
		const property = { of: 'event', event: 'A', name: 'amount' } as const;
		expect(
			written('distribution', {
				...query,
				of: { aggregator: 'sum', property },
				buckets: [],
				groupBy: [],
			}),
		).toEqual({
			event_name: 'A',
			unit: 'day',
			measure_type: 'times',
			measure: { aggregator: 'sum', field: 'event.A.amount' },
		});
	});
});

describe('answers of a distribution', () => {
	it('of a distribution: last bucket without an end, row without a value', () => {
		const cells = [
			{ people: 6, percent: 60, bucket_start: 1, bucket_end: 3 },
			{ people: 4, percent: 40, bucket_start: 3 },
		];
		const rows = [
			{ by_value: 'x', total_people: 10, cells },
			{ total_people: 10, cells },
		];
		const result = read('distribution', { rows }, { by_field: 'event.A.channel' });
		expect(result?.rows).toEqual([
			['x', '[1, 3)', 1, 3, 10, 6, 60],
			['x', '3+', 3, null, 10, 4, 40],
			[null, '[1, 3)', 1, 3, 10, 6, 60],
			[null, '3+', 3, null, 10, 4, 40],
		]);
	});
});
