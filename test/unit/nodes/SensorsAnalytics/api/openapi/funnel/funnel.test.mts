import { funnelWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/funnel';
import type { FunnelQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tabular } from '../../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../../support/tableOf.mts';

const range = { from: '2026-11-01', to: '2026-11-07' };
const city = { of: 'event', event: 'A', name: 'city' } as const;
const QUERY: FunnelQuery = {
	steps: [{ event: 'A' }, { event: 'B' }, { event: 'C' }],
	windowMinutes: 10_080,
	mayEndLater: false,
	isByDate: true,
	groupBy: [],
};
const COLUMNS = [
	...['date', 'funnel_root', 'funnel_level_1', 'funnel_level_2', 'total_user'],
	...['convert_user_step_1', 'convert_rate_step_1', 'convert_user_step_2', 'completion_rate'],
	'completion_converted_user',
];
const line = (date: string | null, first: unknown, second: unknown, third: unknown) => [
	...[date, '$AppStart', '$AppClick', '$AppViewScreen', first, second, 38.1, third, 9.52],
	third,
];
const read = (rows: unknown[][], change: Partial<FunnelQuery> = {}, columns = COLUMNS) =>
	tableOf(funnelWire, tabular(columns, rows), { ...QUERY, ...change });
const grouped = (rows: unknown[][], change: Partial<FunnelQuery> = {}) =>
	read(
		rows.map(([group, ...rest]) => [...rest, group]),
		{ groupBy: [city], ...change },
		[...COLUMNS, 'event.$Anything.city'],
	);
const [FIRST, SECOND] = ['2022-07-01 00:00:00', '2022-07-03 00:00:00'];

describe('a funnel', () => {
	it('is requested by date, or for the date range', () => {
		expect(funnelWire.request({ query: QUERY }, range, {})).toEqual({
			path: '/api/v3/analytics/v1/model/funnel/report',
			body: {
				funnel: {
					steps: [{ event_name: 'A' }, { event_name: 'B' }, { event_name: 'C' }],
					max_convert_time: 10_080,
				},
				extend_over_end_date: false,
				unit: 'DAY',
				rollup: false,
				from_date: '2026-11-01',
				to_date: '2026-11-07',
				limit: -1,
			},
		});
		const query = { ...QUERY, isByDate: false, groupBy: [city] };
		expect(funnelWire.request({ query }, range, {}).body).toMatchObject({
			rollup: true,
			by_fields: ['event.A.city'],
			by_field_steps: [0],
		});
	});

	it("has what only the page's payload has", () => {
		const payload = {
			funnel_define: {
				max_convert_time: 60,
				steps: [
					{ event_name: 'A', custom_name: 'start', relevance_field: 'event.A.id' },
					{ event_name: 'B' },
				],
			},
			funnel_id: 0,
			request_type: 'SA_FUNNEL',
			calculation_caliber: 'count',
			by_fields: ['event.A.$time', 'event.B.city'],
			by_field_steps: [0, 1],
			unit: 'day',
		};
		const bodyOf = (more: object) =>
			funnelWire.request(
				reports.funnel.payload.read({ ...payload, ...more } as never, 'UTC'),
				range,
				{},
			).body;
		expect(bodyOf({})).toMatchObject({
			funnel: {
				steps: [{ event_name: 'A', relevance_field: 'event.A.id' }, { event_name: 'B' }],
				max_convert_time: 60,
			},
			calculation_caliber: 'count',
			by_fields: ['event.B.city'],
			by_field_steps: [1],
			rollup: false,
		});
		expect(() => bodyOf({ user_filter: { conditions: [1] } })).toThrow("'user_filter'");
		expect(() => bodyOf({ unit: 'week' })).toThrow(
			"'unit' of the pasted or saved query is 'week', but funnels support only days. Set 'unit' to day",
		);
		expect(() => bodyOf({ filter: { conditions: [], odd: 1 } })).toThrow("'odd'");
		const step = { event_name: 'A', step_measures: [1] };
		const define = (more: object) => ({ funnel_define: { ...payload.funnel_define, ...more } });
		expect(() => bodyOf(define({ steps: [step] }))).toThrow("'step_measures' of step 1");
		expect(() => bodyOf(define({ order: 'ANY' }))).toThrow("'order' of the funnel");
		expect(() => bodyOf(define({ steps: [] }))).toThrow("no 'steps'");
	});

	it('is read by date: the sample of the documents, in order', () => {
		const table = read([line(SECOND, 21, 8, 2), line(FIRST, '1,000', 500.0, 0)]);
		expect(table.columns.map(({ key }) => key)).toEqual([
			...['date', 'step', 'event', 'users', 'percent_of_previous', 'percent_of_first'],
		]);
		expect(table.rows.toArray()).toEqual([
			['2022-07-01', 1, '$AppStart', 1000, null, 100],
			['2022-07-01', 2, '$AppClick', 500, 50, 50],
			['2022-07-01', 3, '$AppViewScreen', 0, 0, 0],
			['2022-07-03', 1, '$AppStart', 21, null, 100],
			['2022-07-03', 2, '$AppClick', 8, 38.1, 38.1],
			['2022-07-03', 3, '$AppViewScreen', 2, 25, 9.52],
		]);
	});

	it('of the date range is read whatever its date, the largest group first', () => {
		const table = grouped(
			[
				['Riga', ...line(FIRST, 4, 2, 1)],
				['$layer_total_reserved_word', ...line('$ALL', 13, 4, 1)],
				[null, ...line(null, 9, 2, 0)],
			],
			{ isByDate: false },
		);
		expect(table.columns[0]?.key).toBe('city');
		expect(table.rows.toArray().map(([group, step, , users]) => [group, step, users])).toEqual([
			[null, 1, 9],
			[null, 2, 2],
			[null, 3, 0],
			['Riga', 1, 4],
			['Riga', 2, 2],
			['Riga', 3, 1],
		]);
		expect(table.totals).toBeUndefined();
	});

	it('by date keeps a line of all dates for the totals', () => {
		const table = read([line('$ALL', 30, 9, 2), line(FIRST, 21, 8, 2)]);
		expect(table.rows).toHaveLength(3);
		expect(table.totals?.map(([, , users]) => users)).toEqual([30, 9, 2]);
	});

	it.each<[string, () => unknown, string]>([
		[
			'dates where the whole was asked for',
			() => read([line(FIRST, 3, 2, 1), line(SECOND, 3, 2, 1)], { isByDate: false }),
			'The report has an unexpected structure: it has only dates instead of the whole date range (a user can appear on several dates)',
		],
		[
			'groups of different dates where the whole was asked for',
			() =>
				grouped(
					[
						['Riga', ...line(FIRST, 3, 2, 1)],
						['Beijing', ...line(SECOND, 3, 2, 1)],
					],
					{ isByDate: false },
				),
			'The report has an unexpected structure: it has only dates instead of the whole date range (a user can appear on several dates)',
		],
		[
			'no dates where they were asked for',
			() => read([line('$ALL', 3, 2, 1)]),
			'the requested dates are missing',
		],
		['steps that grow', () => read([line(FIRST, 3, 4, 1)]), 'more users in step 2'],
		[
			'another number of steps',
			() => read([line(FIRST, 3, 2, 1)], { steps: [].concat(QUERY.steps.slice(1) as never) }),
			'The report has an unexpected structure: row 1 has 3 steps instead of 2',
		],
		['no users', () => read([line(FIRST, null, 2, 1)]), 'step 1 of row 1 has no number of users'],
		[
			'another end',
			() => read([[...line(FIRST, 3, 2, 1).slice(0, -1), 2]]),
			'different numbers of users at its end',
		],
		[
			'one group twice',
			() =>
				grouped([
					['Riga', ...line(FIRST, 3, 2, 1)],
					['Riga', ...line(FIRST, 3, 2, 1)],
				]),
			'The report has an unexpected structure: entries 1 and 2 have the same key',
		],
		['a lost group', () => read([line(FIRST, 3, 2, 1)], { groupBy: [city] }), 'no column for'],
	])('is of unknown form: %s', (_, run, what) => {
		expect(run).toThrow(what);
	});
});
