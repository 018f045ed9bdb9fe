import { ltvWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/cohorts';
import type { LtvQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tabular } from '../../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../../support/tableOf.mts';

const RANGE = { from: '2026-11-01', to: '2026-11-07' };
const amount = { of: 'event', event: 'PayOrder', name: 'amount' } as const;
const QUERY: LtvQuery = {
	start: { event: 'SignUp' },
	value: { kind: 'event', event: 'PayOrder', aggregator: 'LTV_AVG', property: amount },
	unit: 'day',
	duration: 2,
	groupBy: [],
};
const level = { of: 'user', name: 'level' } as const;
const COLUMNS = [
	...['date', 'measure_name', 'initial_user', 'amount_ltv_1', 'percent_ltv_1', 'amount_ltv_0'],
	'rate_ltv_0',
];
const NAME = 'PayOrder的LTV_AVG';
const read = (rows: unknown[][], groupBy: LtvQuery['groupBy'] = []) =>
	tableOf(ltvWire, tabular([...groupBy.map(() => 'user.level'), ...COLUMNS], rows), {
		...QUERY,
		groupBy,
	});

describe('lifetime value', () => {
	it('is requested with all of its periods', () => {
		expect(ltvWire.request({ query: QUERY }, RANGE, {})).toEqual({
			path: '/api/v3/analytics/v1/model/ltv/report',
			body: {
				start_sign: { start_event: 'SignUp' },
				measures: [
					{ event_name: 'PayOrder', aggregator: 'LTV_AVG', field: 'event.PayOrder.amount' },
				],
				unit: 'DAY',
				duration: 2,
				need_show_ltv_columns: '0,1,2',
				rollup: false,
				from_date: '2026-11-01',
				to_date: '2026-11-07',
				limit: -1,
			},
		});
		const grouped = { ...QUERY, groupBy: [level] };
		expect(ltvWire.request({ query: grouped }, RANGE, {}).body).toMatchObject({
			rollup: true,
			by_fields: ['user.level'],
		});
	});

	it('may start at the date in a property, and sends conditions', () => {
		const payload = {
			start_sign: {
				start_time_field: 'user.registered_on',
				filter: { conditions: [{ field: 'user.city', function: 'isSet', params: [] }] },
			},
			measures: [{ event_name: 'PayOrder', aggregator: 'average', name: 'x' }],
			unit: 'day',
			duration: 7,
			need_show_ltv_columns: '0,1',
			time_zone_mode: 'SERVER',
		};
		const body = (more: object = {}) =>
			ltvWire.request(reports.ltv.payload.read({ ...payload, ...more }, 'UTC'), RANGE, {}).body;
		expect(body()).toMatchObject({
			start_sign: {
				start_time_field: 'user.registered_on',
				filter: {
					relation: 'AND',
					conditions: [{ field: 'user.city', function: 'isSet', params: [] }],
				},
			},
			measures: [{ event_name: 'PayOrder', aggregator: 'average' }],
			need_show_ltv_columns: '0,1,2,3,4,5,6,7',
			time_zone_mode: 'SERVER',
		});
		expect(() => body({ odd: 1 })).toThrow("The key 'odd' of the pasted or saved query");
		expect(() => body({ start_sign: { ...payload.start_sign, odd: 1 } })).toThrow(
			"The key 'odd' of 'start_sign'",
		);
		expect(() => body({ duration: 'x' })).toThrow("'duration'");
	});

	it('is read by date and period, amounts as numbers; what has not come yet has no row', () => {
		const table = read([
			['2022-10-14', NAME, 1228, null, null, '0.5', '0'],
			['2022-10-13 00:00:00', NAME, '1,000', '0.75', '50', 0.5, 0],
		]);
		expect(table.columns.map(({ key }) => key)).toEqual([
			...['date', 'period', 'initial_users', 'value_per_user'],
		]);
		expect(table.rows.toArray()).toEqual([
			['2022-10-13', 0, 1000, 0.5],
			['2022-10-13', 1, 1000, 0.75],
			['2022-10-14', 0, 1228, 0.5],
		]);
		expect(table.drawn).toBe('value_per_user');
	});

	it('is read by group over the date range, the largest group first', () => {
		const table = read(
			[
				['gold', '2022-10-13', NAME, 10, '2', '1', '1', 0],
				['silver', '2022-10-13', NAME, 90, '4', '1', '3', 0],
				['$layer_total_reserved_word', '2022-10-13', NAME, 100, '4', '1', '3', 0],
			],
			[level],
		);
		expect(table.columns.map(({ key }) => key).slice(0, 2)).toEqual(['level', 'period']);
		expect(table.rows.toArray()).toEqual([
			['silver', 0, 90, 3],
			['silver', 1, 90, 4],
			['gold', 0, 10, 1],
			['gold', 1, 10, 2],
		]);
	});

	it.each([
		['an amount that is no number', [['2022-10-13', NAME, 5, '-', 0, '1', 0]], "'amount_ltv_1'"],
		['no users', [['2022-10-13', NAME, null, '1', 0, '1', 0]], "row 1 has no 'initial_user'"],
		['no date', [['soon', NAME, 1, '1', 0, '1', 0]], "the date of row 1 isn't a valid date"],
		[
			'two numbers',
			[
				['2022-10-13', NAME, 1, '1', 0, '1', 0],
				['2022-10-13', 'other', 1, '1', 0, '1', 0],
			],
			'The report has an unexpected structure: rows 1 and 2 have the same key',
		],
	])('is of unknown form: %s', (_what, rows, said) => {
		expect(() => read(rows)).toThrow(said);
	});

	it('is of unknown form without dates, unless it is by groups', () => {
		const columns = ['initial_user', 'amount_ltv_0'];
		expect(() => tableOf(ltvWire, tabular(columns, [[1, '2']]), QUERY)).toThrow(
			"The report has an unexpected structure: the column 'date' is missing",
		);
		const grouped = tabular(['user.level', ...columns], [['gold', 1, '2']]);
		const { rows } = tableOf(ltvWire, grouped, { ...QUERY, groupBy: [level] });
		expect(rows.toArray()).toEqual([['gold', 0, 1, 2]]);
	});

	it('is of unknown form without periods', () => {
		const answer = tabular(['date', 'initial_user'], [['2022-10-13', 1]]);
		expect(() => tableOf(ltvWire, answer, QUERY)).toThrow('the columns of the periods are missing');
	});
});
