import { intervalWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/interval';
import type { IntervalQuery } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';
import { tabular } from '../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../support/tableOf.mts';

const RANGE = { from: '2026-11-01', to: '2026-11-07' };
const QUERY: IntervalQuery = {
	first: { event: 'ViewItem' },
	second: { event: 'PayOrder' },
	unit: 'day',
	quantiles: [10, 50],
	groupBy: [],
};
const COLUMNS = [
	...['date', 'by_field', 'people', 'cnt', '10', '25', '50', 'min_time', 'max_time', 'avg_time'],
	...['uniqavg_time', 'uniqavg_cnt'],
];
const SAMPLE = [66, 68, 2236, 7550, 17462, 328, 45802, 16419.93, '16686.77', 1.03];
const NONE = [0, 0, null, null, null, null, null, null, null, null];
const read = (rows: unknown[][], groupBy: IntervalQuery['groupBy'] = []) =>
	tableOf(intervalWire, tabular(COLUMNS, rows), { ...QUERY, groupBy });
const city = (event: string) => ({ of: 'event', event, name: 'city' }) as const;

describe('the interval between two events', () => {
	it('is requested as its document shows, and names the owner of the group', () => {
		expect(intervalWire.request({ query: QUERY }, RANGE, {})).toEqual({
			path: '/api/v3/analytics/v1/model/interval/report',
			body: {
				first_event: { event_name: 'ViewItem' },
				second_event: { event_name: 'PayOrder' },
				unit: 'DAY',
				quantiles: [10, 50],
				rollup: false,
				from_date: '2026-11-01',
				to_date: '2026-11-07',
				limit: -1,
			},
		});
		const body = (...groupBy: IntervalQuery['groupBy']) =>
			intervalWire.request({ query: { ...QUERY, groupBy } }, RANGE, {}).body;
		expect(body(city('ViewItem'))).toMatchObject({
			by_field: 'event.ViewItem.city',
			by_event: 'first',
		});
		expect(body(city('PayOrder'))).toMatchObject({ by_event: 'second' });
		expect(body({ of: 'user', name: 'level' })).not.toHaveProperty('by_event');
		expect(() => body(city('ViewItem'), { of: 'user', name: 'level' })).toThrow(
			'The interval report has 2 groups, but the OpenAPI supports one. Keep one of event.ViewItem.city, user.level',
		);
	});

	it("sends what only the page's payload has", () => {
		const payload = {
			first_event: { event_name: 'ViewItem' },
			second_event: { event_name: 'PayOrder' },
			unit: 'day',
			quantiles: ['75', '25'],
			by_field: 'event.ViewItem.city',
			by_event: 'second',
		};
		const body = (more: object = {}) =>
			intervalWire.request(reports.interval.payload.read({ ...payload, ...more }, 'UTC'), RANGE, {})
				.body;
		expect(body()).toMatchObject({ quantiles: [25, 75], by_event: 'second' });
		expect(() => body({ odd: 1 })).toThrow("The key 'odd'");
		expect(() => body({ quantiles: [] })).toThrow("'quantiles' in the pasted JSON");
		expect(() => body({ first_event: {} })).toThrow("'first_event' in the pasted JSON");
	});

	it('is read by date, with the requested percentiles', () => {
		const table = read([
			['2022-07-02', '', ...NONE],
			['2022-07-01', '', ...SAMPLE],
		]);
		expect(table.columns.map(({ key }) => key)).toEqual([
			...['date', 'intervals', 'users', 'min_time', 'p10_time', 'p50_time', 'max_time'],
			...['average_time', 'average_time_of_users'],
		]);
		expect(table.rows.toArray()).toEqual([
			['2022-07-01', 68, 66, 328, 2236, 17462, 45802, 16419.93, 16686.77],
			['2022-07-02', 0, 0, null, null, null, null, null, null],
		]);
		expect(table.drawn).toBe('p50_time');
	});

	it('is read by date and group', () => {
		const table = read([['2022-07-01', '中国', ...SAMPLE]], [city('ViewItem')]);
		expect(table.columns.map(({ key }) => key).slice(0, 3)).toEqual(['date', 'city', 'intervals']);
		expect(table.rows.toArray()[0]?.slice(0, 3)).toEqual(['2022-07-01', '中国', 68]);
		const none = read([], [city('ViewItem')]);
		expect(none.columns.map(({ key }) => key).slice(0, 2)).toEqual(['date', 'city']);
	});

	const changed = (place: number, value: unknown) =>
		SAMPLE.map((cell, index) => (index === place ? value : cell));
	it.each([
		['percentiles that fall', changed(2, 20_000), "the times of row 1 aren't in ascending order"],
		[
			'a median above the longest',
			changed(4, 50_000),
			"the times of row 1 aren't in ascending order",
		],
		[
			'an average above the longest',
			changed(7, 50_000),
			"the times of row 1 aren't in ascending order",
		],
		['a time below 0', changed(5, -1), "the times of row 1 aren't in ascending order"],
		['more users than intervals', changed(0, 69), 'more users than intervals'],
		['no median', changed(4, null), "row 1 has no '50'"],
	])('is of unknown form: %s', (_what, cells, said) => {
		expect(() => read([['2022-07-01', '', ...cells]])).toThrow(said);
	});

	it('is of unknown form where the order of columns was lost, or the group', () => {
		const { data } = tabular(COLUMNS, [['2022-07-01', '', ...SAMPLE]]) as { data: object };
		const old = { code: 'SUCCESS', data: { ...data, column_infos: undefined } };
		expect(() => tableOf(intervalWire, old, QUERY)).toThrow(
			'The report has an unexpected structure: the name of a column is a number, so the order of the columns is unknown',
		);
		const undated = tabular(COLUMNS.slice(1), [['', ...SAMPLE]]);
		expect(() => tableOf(intervalWire, undated, QUERY)).toThrow(
			"The report has an unexpected structure: the column 'date' is missing",
		);
		const columns = COLUMNS.filter((name) => name !== 'by_field');
		const answer = tabular(columns, [['2022-07-01', ...SAMPLE]]);
		expect(() => tableOf(intervalWire, answer, { ...QUERY, groupBy: [city('ViewItem')] })).toThrow(
			"the column 'by_field' is missing",
		);
	});
});
