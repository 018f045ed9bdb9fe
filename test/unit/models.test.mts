/** Reports beside the event report: bodies that are sent, and answers of known and unknown shapes. */
import {
	distribution,
	writeDistribution,
} from '../../nodes/SensorsAnalytics/wire/legacy/models/distribution';
import { funnel, writeFunnel } from '../../nodes/SensorsAnalytics/wire/legacy/models/funnel';
import type { WireModel } from '../../nodes/SensorsAnalytics/wire/legacy/models/model';
import {
	retention,
	writeRetention,
} from '../../nodes/SensorsAnalytics/wire/legacy/models/retention';
import {
	userProperties,
	writeUserProperties,
} from '../../nodes/SensorsAnalytics/wire/legacy/models/userProperties';

const city = { of: 'user', name: 'city' } as const;
const filter = {
	join: 'and',
	conditions: [{ property: city, function: 'equal', values: ['Beijing'] }],
	groups: [],
} as const;
const writtenFilter = {
	relation: 'and',
	conditions: [{ field: 'user.city', function: 'equal', params: ['Beijing'] }],
};

const read = (model: WireModel, answer: object, body = {}, isSplit = false) => {
	const table = model.read(answer as never, body, isSplit);
	return { keys: table.columns.map(({ key }) => key), rows: table.rows.toArray(), table };
};

describe('bodies', () => {
	it('of a funnel', () => {
		expect(
			writeFunnel({
				steps: [
					{ event: 'A', filter: { ...filter, conditions: [...filter.conditions] } as never },
					{ event: 'B' },
				],
				windowMinutes: 60,
				mayEndLater: false,
				groupBy: city,
			}),
		).toEqual({
			funnel: {
				steps: [{ event_name: 'A', filter: writtenFilter }, { event_name: 'B' }],
				max_convert_time: 60,
			},
			extend_over_end_date: false,
			by_field: 'user.city',
		});
	});

	it('of a retention', () => {
		expect(
			writeRetention({
				first: { event: 'A' },
				second: { event: 'B' },
				unit: 'week',
				duration: 4,
				isChurn: true,
				mayEndLater: true,
			}),
		).toEqual({
			first_event: { event_name: 'A' },
			second_event: { event_name: 'B' },
			unit: 'week',
			duration: 4,
			is_wastage: true,
			extend_over_end_date: true,
		});
	});

	it('of a distribution', () => {
		const query = { event: 'A', unit: 'day', of: 'periods', buckets: [2, 5] } as const;
		expect(writeDistribution({ ...query, buckets: [...query.buckets] })).toEqual({
			event_name: 'A',
			unit: 'day',
			measure_type: 'period',
			result_bucket_param: [2, 5],
		});
		const property = { of: 'event', event: 'A', name: 'amount' } as const;
		expect(
			writeDistribution({ ...query, of: { aggregator: 'sum', property }, buckets: [] }),
		).toEqual({
			event_name: 'A',
			unit: 'day',
			measure_type: 'times',
			measure: { aggregator: 'sum', field: 'event.A.amount' },
		});
	});

	it('of user properties', () => {
		expect(writeUserProperties({ groupBy: [city] })).toEqual({
			measures: [{ aggregator: 'count', field: '' }],
			by_fields: ['user.city'],
		});
	});
});

describe('answers', () => {
	// The sample of field notes 11.3.
	const triangle = {
		by_field: '',
		has_first_day: true,
		rows: [
			{
				by_value: '2024-01-01',
				total_people: 510,
				cells: [
					{ people: 480, percent: 94.12 },
					{ people: 61, percent: 11.96 },
				],
			},
			{ by_value: '2024-01-02', total_people: 498, cells: [{ people: 470, percent: 94.38 }] },
		],
		data_update_time: '2024-01-03 09:14:02.000',
		truncated: true,
	};

	it('of a retention: the triangle of the field notes', () => {
		const result = read(retention, triangle);
		expect(result.keys).toEqual(['date', 'period', 'initial_users', 'users', 'percent']);
		expect(result.rows).toEqual([
			['2024-01-01', 0, 510, 480, 94.12],
			['2024-01-01', 1, 510, 61, 11.96],
			['2024-01-02', 0, 498, 470, 94.38],
		]);
		expect(result.table).toMatchObject({
			isTruncated: true,
			isSampled: false,
			dataUpdatedAt: '2024-01-03 09:14:02.000',
		});
	});

	it('of a retention without its first day, by a group, percents missing', () => {
		const row = { by_value: null, total_people: 4, cells: [{ people: 1 }] };
		const result = read(
			retention,
			{ has_first_day: false, rows: [row], sampling_factor: 32 },
			{ by_field: 'user.city' },
		);
		expect(result.keys[0]).toBe('city');
		expect(result.rows).toEqual([[null, 1, 4, 1, 25]]);
		expect(result.table.isSampled).toBe(true);
	});

	it('of a distribution: last bucket without an end, row without a value', () => {
		const cells = [
			{ people: 6, percent: 60, bucket_start: 1, bucket_end: 3 },
			{ people: 4, percent: 40, bucket_start: 3 },
		];
		const rows = [
			{ by_value: 'x', total_people: 10, cells },
			{ total_people: 10, cells },
		];
		const result = read(distribution, { rows }, { by_field: 'event.A.channel' });
		expect(result.rows).toEqual([
			['x', '1–3', 1, 3, 10, 6, 60],
			['x', '3+', 3, null, 10, 4, 40],
			[null, '1–3', 1, 3, 10, 6, 60],
			[null, '3+', 3, null, 10, 4, 40],
		]);
	});

	it.each(['converted_user', 'user_count', 'people'])('of a funnel whose steps tell %s', (key) => {
		const steps = [{ event_name: 'A', [key]: 200 }, { event_name: 'B', [key]: 50 }, { [key]: 10 }];
		const body = { funnel: { steps: [{}, {}, { event_name: 'C' }] } };
		const answer = { funnel_detail: [{ steps }, { date: '2024-01-01 00:00:00', steps }] };
		const result = read(funnel, answer, body, true);
		const expected = [
			[1, 'A', 200, null, 100],
			[2, 'B', 50, 25, 25],
			[3, 'C', 10, 20, 5],
		];
		expect(result.table.totals).toEqual(expected);
		expect(result.rows).toEqual(expected.map((row) => ['2024-01-01', ...row]));
		expect(read(funnel, answer, body).rows).toEqual(expected);
	});

	it('of a funnel nobody entered: no percents', () => {
		const steps = [
			{ event_name: 'A', people: 0 },
			{ event_name: 'B', people: 0 },
		];
		expect(read(funnel, { funnel_detail: [{ steps }] }).rows).toEqual([
			[1, 'A', 0, null, null],
			[2, 'B', 0, null, null],
		]);
	});

	it('of user properties', () => {
		const result = read(
			userProperties,
			{
				rows: [
					{ values: [7], by_values: ['Beijing'] },
					{ values: [2], by_values: [null] },
				],
			},
			{ measures: [{ aggregator: 'count', field: '' }], by_fields: ['user.city'] },
		);
		expect(result.keys).toEqual(['city', 'users']);
		expect(result.rows).toEqual([
			['Beijing', 7],
			[null, 2],
		]);
	});

	it.each([
		['funnel', funnel, { table_data: {} }],
		['funnel', funnel, { funnel_detail: [{ steps: [{ event_name: 'A' }] }] }],
		['retention', retention, { rows: [{ by_value: 'x', total_people: 1 }] }],
		['retention', retention, { data: [] }],
		['distribution', distribution, { rows: [{ cells: [{ people: 1 }] }] }],
		['userProperties', userProperties, { detail_rows: [] }],
	])('of no known shape are not read: %s %#', (_name, model, answer) => {
		expect(() => read(model, answer)).toThrow(/form that this node does not know/);
	});
});
