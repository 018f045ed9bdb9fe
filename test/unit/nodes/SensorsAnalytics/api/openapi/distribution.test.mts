import { distributionWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/distribution';
import type { DistributionQuery } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tabular } from '../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../support/tableOf.mts';

const range = { from: '2026-11-01', to: '2026-11-07' };
const level = { of: 'user', name: 'level' } as const;
const amount = { of: 'event', event: 'A', name: 'amount' } as const;
const QUERY: DistributionQuery = { event: 'A', unit: 'day', of: 'times', buckets: [], groupBy: [] };
const bodyOf = (change: Partial<DistributionQuery>) =>
	distributionWire.request({ query: { ...QUERY, ...change } }, range, {}).body;
const COLUMNS = [
	...['bucket_region_10', 'addiction_user_bucket_10', 'by_value', 'total_user', 'unique_average'],
	...['bucket_region_2', 'addiction_user_bucket_2', 'addiction_rate_bucket_2'],
];
const read = (rows: unknown[][], columns = COLUMNS, query: Partial<DistributionQuery> = {}) =>
	tableOf(distributionWire, tabular(columns, rows, { by_field: '' }), { ...QUERY, ...query });

describe('a distribution', () => {
	it('is requested', () => {
		expect(distributionWire.request({ query: QUERY }, range, {})).toEqual({
			path: '/api/v3/analytics/v1/model/addiction/report',
			body: {
				event_name: 'A',
				unit: 'DAY',
				measure_type: 'times',
				rollup: false,
				from_date: '2026-11-01',
				to_date: '2026-11-07',
				limit: -1,
			},
		});
		expect(bodyOf({ of: 'periods', groupBy: [level] })).toMatchObject({
			measure_type: 'period',
			by_field: 'user.level',
		});
		expect(bodyOf({ of: { aggregator: 'SUM', property: amount } })).toMatchObject({
			measure_type: 'times',
			measure: { aggregator: 'sum', field: 'event.A.amount' },
		});
	});

	it.each<[DistributionQuery['of'], number[], number[] | undefined]>([
		['times', [], undefined],
		['times', [3, 5], [1, 3, 5]],
		['times', [1, 3], [1, 3]],
		['periods', [2], [1, 2]],
		[{ aggregator: 'general' }, [2], [1, 2]],
		[{ aggregator: 'sum', property: amount }, [0.5, 100], [0, 0.5, 100]],
		[{ aggregator: 'sum', property: amount }, [-5, 100], [-5, 100]],
	])('of %p with the boundaries %j starts where users can be: %j', (what, buckets, limits) => {
		expect(
			(bodyOf({ of: what, buckets }) as { result_bucket_params?: number[] }).result_bucket_params,
		).toEqual(limits);
	});

	it('is not requested with a single boundary, nor by two groups', () => {
		expect(() => bodyOf({ buckets: [1] })).toThrow(
			'The only bucket boundary, 1, makes no buckets, because buckets start at 1 with the OpenAPI. Enter a boundary above 1',
		);
		expect(() => bodyOf({ groupBy: [level, amount] })).toThrow(
			'Keep one of user.level, event.A.amount',
		);
	});

	it("has what only the page's payload has", () => {
		const condition = { field: 'user.a', function: 'isTrue', params: [] };
		const payload = {
			event_name: 'A',
			unit: 'week',
			measure: { event_name: 'A', aggregator: 'sum', field: 'event.A.amount' },
			result_bucket_param: ['2', '3'],
			user_filter: { relation: 'and', conditions: [condition] },
		};
		const page = (more: object) =>
			distributionWire.request(
				reports.distribution.payload.read({ ...payload, ...more } as never, 'UTC'),
				range,
				{},
			).body;
		expect(page({})).toMatchObject({
			result_bucket_params: [0, 2, 3],
			user_filter: { relation: 'AND', conditions: [condition] },
		});
		expect(page({})).not.toHaveProperty('result_bucket_param');
		expect(() => page({ measure: { ...payload.measure, filter: { conditions: [1] } } })).toThrow(
			"'filter' of 'measure'",
		);
		expect(() => page({ filter: { conditions: [], odd: 1 } })).toThrow("'odd'");
		expect(() => page({ by_events: ['A'] })).toThrow("'by_events'");
		expect(() => page({ unit: 'hour' })).toThrow("'unit'");
	});

	it('is read: regions in their order, percents from counts', () => {
		const table = read([['[10, ∞)', 87, '2026-11-01', '4,989', 1.5, '[2.0, 10.0)', 4902, 0.9826]]);
		expect(table.columns.map(({ key }) => key)).toEqual([
			...['date', 'bucket', 'bucket_from', 'bucket_to', 'total_users', 'users', 'percent'],
		]);
		expect(table.rows.toArray()).toEqual([
			['2026-11-01', '[2, 10)', 2, 10, 4989, 4902, 98.26],
			['2026-11-01', '10+', 10, null, 4989, 87, 1.74],
		]);
	});

	it('by group has the value in the column of the date, the largest first', () => {
		const table = read(
			[
				[null, null, null, 2, null, '[1, 3)', 2, 100],
				['[3, ∞)', 1, 'gold', 9, null, '[1, 3)', 8, 100],
				['[3, ∞)', 1, '$layer_total_reserved_word', 11, null, '[1, 3)', 10, 100],
				['[3, ∞)', 1, '$ALL', 11, null, '[1, 3)', 10, 100],
			],
			COLUMNS,
			{ groupBy: [level] },
		);
		expect(table.rows.toArray()).toEqual([
			['gold', '[1, 3)', 1, 3, 9, 8, 88.89],
			['gold', '3+', 3, null, 9, 1, 11.11],
			[null, '[1, 3)', 1, 3, 2, 2, 100],
		]);
	});

	it.each<[string, unknown[], string[], string]>([
		[
			'a group nobody asked for',
			['gold', 2, '[1, 3)', 2],
			shape(),
			"the date of row 1 isn't a valid date",
		],
		[
			'users without a region',
			['2026-11-01', 2, null, 2],
			shape(),
			"The report has an unexpected structure: bucket 1 of row 1 isn't a range such as [1, 3)",
		],
		[
			'a region without users',
			['2026-11-01', 2, '[1, 3)', null],
			shape(),
			'bucket 1 of row 1 has no',
		],
		[
			'users without the column of their region',
			['2026-11-01', 2, '[1, 3)', 2, 0],
			[...shape(), 'addiction_user_bucket_2'],
			"The report has an unexpected structure: bucket 2 of row 1 isn't a range such as [1, 3)",
		],
		['more than there are', ['2026-11-01', 2, '[1, 3)', 3], shape(), 'has more users than row 1'],
		[
			'no regions',
			['2026-11-01', 2],
			shape().slice(0, 2),
			'the columns of the buckets are missing',
		],
		['no place', [2, '[1, 3)', 2], shape().slice(1), "the column 'by_value' is missing"],
	])('is of unknown form: %s', (_, row, columns, what) => {
		expect(() => read([row], columns)).toThrow(what);
	});
});

function shape(): string[] {
	return ['by_value', 'total_user', 'bucket_region_1', 'addiction_user_bucket_1'];
}
