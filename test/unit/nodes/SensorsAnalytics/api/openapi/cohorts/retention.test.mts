import { retentionWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/cohorts';
import type { RetentionQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tabular } from '../../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../../support/tableOf.mts';

const range = { from: '2026-11-01', to: '2026-11-07' };
const level = { of: 'user', name: 'level' } as const;
const QUERY: RetentionQuery = {
	first: { event: 'A' },
	second: { event: 'B' },
	unit: 'week',
	duration: 2,
	isChurn: false,
	mayEndLater: true,
	groupBy: [],
};
const users = (n: number) => `retention_user_date_period_${n}`;
const COLUMNS = [
	users(10),
	'date',
	users(0),
	'initial_user',
	users(2),
	'retention_rate_date_period_0',
	...[1, 3, 4, 5, 6, 7, 8, 9].map(users),
];
const NOT_YET = COLUMNS.slice(6).map(() => null);
const read = (rows: unknown[][], columns = COLUMNS, query: Partial<RetentionQuery> = {}) =>
	tableOf(retentionWire, tabular(columns, rows), { ...QUERY, ...query });

describe('a retention', () => {
	it('is requested', () => {
		expect(retentionWire.request({ query: QUERY }, range, {})).toEqual({
			path: '/api/v3/analytics/v1/model/retention/report',
			body: {
				first_event: { event_name: 'A' },
				second_event: { event_name: 'B' },
				unit: 'WEEK',
				duration: 2,
				is_wastage: false,
				extend_over_end_date: true,
				rollup: false,
				from_date: '2026-11-01',
				to_date: '2026-11-07',
				limit: -1,
			},
		});
		const grouped = { ...QUERY, groupBy: [level], isChurn: true };
		expect(retentionWire.request({ query: grouped }, range, {}).body).toMatchObject({
			by_fields: ['user.level'],
			rollup: true,
			is_wastage: true,
		});
	});

	it("has what only the page's payload has", () => {
		const condition = { field: 'user.a', function: 'isTrue', params: [] };
		const payload = {
			first_event: { event_name: 'A', filter: { relation: 'or', conditions: [condition] } },
			second_event: { event_name: 'B', relevance_field: 'event.B.id' },
			unit: 'day',
			duration: 7,
			user_filter: { relation: 'and', conditions: [condition] },
			show_zero_day: true,
			measures: [{ event_name: 'A', aggregator: 'general' }],
		};
		const bodyOf = (more: object) =>
			retentionWire.request(
				reports.retention.payload.read({ ...payload, ...more } as never, 'UTC'),
				range,
				{},
			).body;
		expect(bodyOf({})).toMatchObject({
			first_event: { filter: { relation: 'OR' } },
			second_event: { relevance_field: 'event.B.id' },
			unit: 'DAY',
			user_filter: { relation: 'AND', conditions: [condition] },
		});
		expect(bodyOf({})).not.toHaveProperty('show_zero_day');
		expect(bodyOf({})).not.toHaveProperty('measures');
		expect(() => bodyOf({ retention_mode: 'CUSTOM_RANGE_RETENTION' })).toThrow("'retention_mode'");
		expect(() => bodyOf({ duration: 'x' })).toThrow("'duration'");
		expect(() => bodyOf({ filter: { conditions: [{ ...condition, odd: 1 }] } })).toThrow("'odd'");
		expect(() => bodyOf({ second_event: { event_name: 'B', odd: 1 } })).toThrow(
			"'odd' of 'second_event'",
		);
	});

	it('is read: periods by number, percentages from counts, none for future periods', () => {
		const table = read([
			[null, '2026-11-02', 8, 10, null, '80.00', ...NOT_YET],
			[1, '2026-11-01 00:00:00', '985', '1,970', 0, '0.5', ...NOT_YET],
		]);
		expect(table.columns.map(({ key }) => key)).toEqual([
			...['date', 'period', 'initial_users', 'users', 'percent'],
		]);
		expect(table.rows.toArray()).toEqual([
			['2026-11-01', 0, 1970, 985, 50],
			['2026-11-01', 2, 1970, 0, 0],
			['2026-11-01', 10, 1970, 1, 0.05],
			['2026-11-02', 0, 10, 8, 80],
		]);
	});

	it('by group is for the date range, unless the service split it by date, too', () => {
		const columns = ['date', 'user.level', 'initial_user', users(0)];
		const keysOf = (rows: unknown[][]) => {
			const table = read(rows, columns, { groupBy: [level] });
			return [table.columns[0]?.key, table.rows.toArray()];
		};
		const day = '2026-11-01';
		expect(
			keysOf([
				[day, 'silver', 5, 1],
				[day, '$layer_total_reserved_word', 25, 3],
				[day, 'gold', 20, 2],
			]),
		).toEqual([
			'level',
			[
				['gold', 0, 20, 2, 10],
				['silver', 0, 5, 1, 20],
			],
		]);
		expect(keysOf([['$ALL', null, 5, 1]])).toEqual(['level', [[null, 0, 5, 1, 20]]]);
		expect(
			keysOf([
				['2026-11-02', 'gold', 10, 1],
				[day, 'gold', 20, 2],
			]),
		).toEqual([
			'date',
			[
				[day, 'gold', 0, 20, 2, 10],
				['2026-11-02', 'gold', 0, 10, 1, 10],
			],
		]);
	});

	it.each<[string, unknown[][], string[], string]>([
		[
			'more than came first',
			[['2026-11-01', 1, 2]],
			['date', 'initial_user', users(0)],
			'more users',
		],
		[
			'no column of dates',
			[[1, 1]],
			['initial_user', users(0)],
			"The report has an unexpected structure: the column 'date' is missing",
		],
		['no start', [['2026-11-01', 2]], ['date', users(0)], 'row 1 has no number of users'],
		[
			'two starts',
			[['2026-11-01', 2, 3, 1]],
			['date', 'initial_user', 'total_user', users(0)],
			'different numbers of users',
		],
		[
			'no periods',
			[['2026-11-01', 1]],
			['date', 'initial_user'],
			'the columns of the periods are missing',
		],
		[
			'a lost period',
			[['2026-11-01', 1, 1, 1]],
			['date', 'initial_user', users(0), users(2)],
			'The report has an unexpected structure: the column of period 1 is missing',
		],
		['a text', [['2026-11-01', 1, 'x']], ['date', 'initial_user', users(0)], `no '${users(0)}'`],
		['below 0', [['2026-11-01', 1, -1]], ['date', 'initial_user', users(0)], 'below 0'],
		[
			'no date',
			[['x', 1, 1]],
			['date', 'initial_user', users(0)],
			"the date of row 1 isn't a valid date",
		],
	])('is of unknown form: %s', (_, rows, columns, what) => {
		expect(() => read(rows, columns)).toThrow(what);
	});
});
