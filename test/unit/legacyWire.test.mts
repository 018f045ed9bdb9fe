import { nameColumns } from '../../nodes/SensorsAnalytics/query/columns';
import {
	fromExpression,
	toExpression,
} from '../../nodes/SensorsAnalytics/wire/legacy/fieldExpression';
import { usePastedEventReport } from '../../nodes/SensorsAnalytics/wire/legacy/pastedEventReport';
import { readEventReport } from '../../nodes/SensorsAnalytics/wire/legacy/readEventReport';
import { writeEventReport } from '../../nodes/SensorsAnalytics/wire/legacy/writeEventReport';

describe('writeEventReport', () => {
	it("writes the spec's sample (2.6)", () => {
		const body = writeEventReport({
			measures: [
				{
					event: 'PayOrder',
					aggregator: 'sum',
					property: { of: 'event', event: 'PayOrder', name: 'amount' },
				},
			],
			groupBy: [{ of: 'event', event: 'PayOrder', name: 'city' }],
			unit: 'day',
			range: { from: '2026-11-01', to: '2026-11-07' },
		});
		expect(body).toEqual({
			measures: [{ event_name: 'PayOrder', aggregator: 'SUM', field: 'event.PayOrder.amount' }],
			unit: 'day',
			by_fields: ['event.PayOrder.city'],
			from_date: '2026-11-01',
			to_date: '2026-11-07',
		});
	});

	it('leaves out what was not asked for', () => {
		const body = writeEventReport({
			measures: [{ event: '$Anything', aggregator: 'unique', name: 'users' }],
			groupBy: [],
			unit: 'week',
			range: { from: '2026-11-01', to: '2026-11-07' },
		});
		expect(body).not.toHaveProperty('by_fields');
		expect(body.measures).toEqual([
			{ event_name: '$Anything', aggregator: 'unique', name: 'users' },
		]);
	});
});

describe('field expressions', () => {
	it.each([
		'event.PayOrder.amount',
		'event.Order.items.price',
		'user.city',
		'session_x.$Anything.depth',
		'plain',
	])('%s survives both ways', (expression) =>
		expect(toExpression(fromExpression(expression))).toBe(expression),
	);
});

const payload = {
	measures: [
		{ event_name: 'PayOrder', aggregator: 'general', name: '' },
		{ expression: 'sum(event.PayOrder.amount)|%2f', events: ['PayOrder'], name: 'Umsatz' },
	],
	unit: 'day',
	from_date: '2026-10-01',
	to_date: '2026-10-07',
	compare_from_date: '2026-09-24',
	compare_to_date: '2026-09-30',
	by_fields: ['event.$Anything.city'],
	filter: { relation: 'and', conditions: [] },
	axis_config: { isNormalize: false, left: [], right: [] },
	rangeText: '过去7天',
	request_id: '1696118400000:123456',
	approx: false,
	sampling_factor: 64,
	bookmarkid: 7,
};

describe('usePastedEventReport', () => {
	it('keeps what the web interface adds, but not the ID of the copied request', () => {
		const { request_id: _gone, ...kept } = payload;
		expect(usePastedEventReport(payload).body).toEqual(kept);
	});

	it('puts other dates in, without the label of the old ones; a comparison moves along', () => {
		const { body } = usePastedEventReport(payload, { from: '2026-11-01', to: '2026-11-03' });
		expect(body).toMatchObject({
			from_date: '2026-11-01',
			to_date: '2026-11-03',
			compare_from_date: '2026-10-25',
			compare_to_date: '2026-10-27',
		});
		expect(body).not.toHaveProperty('rangeText');
		expect(payload.from_date).toBe('2026-10-01');
	});

	it('names its columns', () => {
		const { groups, measures } = nameColumns(usePastedEventReport(payload).parts);
		expect([...groups, ...measures].map(({ key }) => key)).toEqual([
			'city',
			'PayOrder_events',
			'Umsatz',
		]);
	});

	it('does with dates of the form what a payload without dates lacks', () => {
		const { from_date: _from, to_date: _to, ...undated } = payload;
		expect(() => usePastedEventReport(undated)).toThrow("The pasted JSON has no 'from_date'");
		expect(
			usePastedEventReport(undated, { from: '2026-11-01', to: '2026-11-03' }).body.from_date,
		).toBe('2026-11-01');
	});

	it.each([
		['no measures', { ...payload, measures: [] }, "no 'measures'"],
		[
			'a measure without its event',
			{ ...payload, measures: [{ aggregator: 'general' }] },
			"Measure 1 in the pasted JSON has no 'event_name'",
		],
		[
			'a measure without its aggregator',
			{ ...payload, measures: [{ event_name: 'A' }] },
			"has no 'aggregator'",
		],
		[
			'fields that are no list',
			{ ...payload, by_fields: 'city' },
			"'by_fields' in the pasted JSON is not a list",
		],
	])('refuses: %s', (_case, pasted, message) => {
		expect(() => usePastedEventReport(pasted)).toThrow(message);
	});
});

const columnsFor = (groups: number, measures: number, unit = 'day') =>
	nameColumns({
		groupBy: Array.from({ length: groups }, (_, i) => ({ of: 'user' as const, name: `g${i + 1}` })),
		measures: Array.from({ length: measures }, (_, i) => ({
			event: 'A',
			aggregator: 'general',
			name: `m${i + 1}`,
		})),
		unit,
	});

const grouped = {
	by_fields: ['event.$Anything.$os'],
	series: ['2026-01-01 00:00:00', '2026-01-02 00:00:00'],
	rows: [
		{
			values: [
				[41, 7],
				[38, 6],
			],
			by_values: ['iOS'],
		},
		{
			values: [
				[5, 1],
				[0, 0],
			],
			by_values: [null],
		},
	],
	num_rows: 2,
	total_rows: 2,
	truncated: false,
	sampling_factor: 64,
};
const groupedRows = [
	['2026-01-01', 'iOS', 41, 7],
	['2026-01-02', 'iOS', 38, 6],
	['2026-01-01', null, 5, 1],
	['2026-01-02', null, 0, 0],
];

describe('readEventReport', () => {
	it.each<[string, unknown, ReturnType<typeof columnsFor>, unknown[][]]>([
		['A, grouped, with a missing group value', grouped, columnsFor(1, 2), groupedRows],
		[
			'A, no group, by_values absent',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [[3]] }] },
			columnsFor(0, 1),
			[['2026-01-01', 3]],
		],
		[
			'A, no group, by_values empty',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [[3]], by_values: [] }] },
			columnsFor(0, 1),
			[['2026-01-01', 3]],
		],
		['A, empty', { series: [], rows: [], num_rows: 0 }, columnsFor(1, 1), []],
		[
			'A, one measure without its list',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [3] }] },
			columnsFor(0, 1),
			[['2026-01-01', 3]],
		],
		[
			'A, by hour',
			{ series: ['2026-01-01 00:00:00', '2026-01-01 01:00:00'], rows: [{ values: [[3], [4]] }] },
			columnsFor(0, 1, 'hour'),
			[
				['2026-01-01T00:00:00', 3],
				['2026-01-01T01:00:00', 4],
			],
		],
		['flat values without series', { rows: [{ values: [2645] }] }, columnsFor(0, 1), [[2645]]],
		[
			'flat values with groups',
			{ rows: [{ values: [1, 2], by_values: ['x'] }] },
			columnsFor(1, 2),
			[['x', 1, 2]],
		],
		[
			'B, with totals',
			{ detail_result: grouped, rollup_result: {} },
			columnsFor(1, 2),
			groupedRows,
		],
		[
			'numbers as text',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [['37', '1,234.50', '-0.5', '1e3']] }] },
			columnsFor(0, 4),
			[['2026-01-01', 37, 1234.5, -0.5, 1000]],
		],
		[
			'no number where there is none',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [[null, '40.00%']] }] },
			columnsFor(0, 2),
			[['2026-01-01', null, '40.00%']],
		],
		[
			'groups that are numbers and truth values',
			{ series: ['2026-01-01 00:00:00'], rows: [{ values: [[1]], by_values: [5, true] }] },
			columnsFor(2, 1),
			[['2026-01-01', 5, true, 1]],
		],
	])('shape %s', (_shape, answer, columns, rows) => {
		expect(readEventReport(answer, columns).rows).toEqual(rows);
	});

	it('reads C: current and comparison', () => {
		const answer = [{ detail_result: grouped }, { detail_result: { ...grouped, rows: [] } }];
		const table = readEventReport(answer, columnsFor(1, 2));
		expect(table.rows).toEqual(groupedRows);
		expect(table.comparison?.rows).toEqual([]);
	});

	it('tells when the result is not whole', () => {
		expect(readEventReport(grouped, columnsFor(1, 2))).toMatchObject({
			isTruncated: false,
			isSampled: false,
		});
		expect(
			readEventReport({ ...grouped, truncated: true, sampling_factor: 32 }, columnsFor(1, 2)),
		).toMatchObject({ isTruncated: true, isSampled: true });
		expect(
			readEventReport({ detail_result: { ...grouped, truncated: true } }, columnsFor(1, 2))
				.isTruncated,
		).toBe(true);
	});

	it.each<[string, unknown]>([
		['text', 'ok'],
		['null', null],
		['no rows', { series: [] }],
		['rows that are no list', { rows: {} }],
		['a row without values', { series: ['2026-01-01 00:00:00'], rows: [{}] }],
		['too few values', { ...grouped, rows: [{ values: [[1, 2]], by_values: ['x'] }] }],
		[
			'too many measures',
			{
				...grouped,
				rows: [
					{
						values: [
							[1, 2, 3],
							[1, 2, 3],
						],
						by_values: ['x'],
					},
				],
			},
		],
		[
			'a group value too many',
			{
				...grouped,
				rows: [
					{
						values: [
							[1, 2],
							[1, 2],
						],
						by_values: ['x', 'y'],
					},
				],
			},
		],
		[
			'an object for a number',
			{
				...grouped,
				rows: [
					{
						values: [
							[{}, 2],
							[1, 2],
						],
						by_values: ['x'],
					},
				],
			},
		],
		['a date that is none', { ...grouped, series: ['soon', 'later'] }],
		['three results', [grouped, grouped, grouped]],
	])('an unknown shape is an error, never rows made up: %s', (_shape, answer) => {
		expect(() => readEventReport(answer, columnsFor(1, 2))).toThrow(
			'The report has a form that this node does not know',
		);
	});
});
