import { nameColumns } from '../../nodes/SensorsAnalytics/query/columns';
import {
	fromExpression,
	toExpression,
} from '../../nodes/SensorsAnalytics/wire/legacy/fieldExpression';
import { readPastedEventReport } from '../../nodes/SensorsAnalytics/wire/legacy/pastedEventReport';
import { readEventReport } from '../../nodes/SensorsAnalytics/wire/legacy/readEventReport';
import { readFilter } from '../../nodes/SensorsAnalytics/wire/legacy/readFilter';
import {
	withoutGroups,
	withRequestParts,
	writeEventReport,
} from '../../nodes/SensorsAnalytics/wire/legacy/writeEventReport';
import { TOTAL } from '../../nodes/SensorsAnalytics/query/eventQuery';

const amount = { of: 'event', event: 'PayOrder', name: 'amount' } as const;
const city = { of: 'event', event: 'PayOrder', name: 'city' } as const;
const range = { from: '2026-11-01', to: '2026-11-07' };

describe('writeEventReport', () => {
	it("writes the spec's sample (2.6)", () => {
		const body = writeEventReport({
			measures: [{ kind: 'event', event: 'PayOrder', aggregator: 'sum', property: amount }],
			groupBy: [{ property: city }],
			unit: 'day',
		});
		expect(withRequestParts(body, range, {}, false)).toEqual({
			measures: [{ event_name: 'PayOrder', aggregator: 'SUM', field: 'event.PayOrder.amount' }],
			unit: 'day',
			by_fields: ['event.PayOrder.city'],
			from_date: '2026-11-01',
			to_date: '2026-11-07',
		});
	});

	it('leaves out what was not asked for', () => {
		const body = writeEventReport({
			measures: [{ kind: 'event', event: '$Anything', aggregator: 'unique', name: 'users' }],
			groupBy: [],
			unit: 'week',
		});
		expect(body).toEqual({
			measures: [{ event_name: '$Anything', aggregator: 'unique', name: 'users' }],
			unit: 'week',
		});
	});

	it('writes filters, buckets and formulas', () => {
		const filter = {
			join: 'or' as const,
			conditions: [{ property: city, function: 'equal', values: ['Riga'] }],
			groups: [
				{
					join: 'and' as const,
					conditions: [{ property: amount, function: 'between', values: [1, 2] }],
					groups: [],
				},
			],
		};
		const body = writeEventReport({
			measures: [
				{ kind: 'formula', expression: 'count(event.A)|%2f', events: ['A'], name: 'x', filter },
			],
			groupBy: [{ property: amount, buckets: [0, 100] }],
			filter,
			unit: TOTAL,
		});
		const written = {
			relation: 'or',
			conditions: [{ field: 'event.PayOrder.city', function: 'equal', params: ['Riga'] }],
			filters: [
				{
					relation: 'and',
					conditions: [{ field: 'event.PayOrder.amount', function: 'between', params: [1, 2] }],
				},
			],
		};
		expect(body).toEqual({
			measures: [{ expression: 'count(event.A)|%2f', events: ['A'], name: 'x', filter: written }],
			unit: 'day',
			by_fields: ['event.PayOrder.amount'],
			bucket_params: { 'event.PayOrder.amount': [0, 100] },
			filter: written,
		});
		expect(readFilter(written, 'it')).toEqual(filter);
		expect(withoutGroups(body)).not.toHaveProperty('by_fields');
		expect(withoutGroups(body)).not.toHaveProperty('bucket_params');
	});

	it('puts in only the options that were set', () => {
		const computation = {
			samplingFactor: 16,
			useCache: false,
			isApproximate: true,
			groupLimit: 5,
			requestId: 'r',
		};
		expect(withRequestParts({ limit: 9, keep: 1 }, range, computation, true)).toEqual({
			keep: 1,
			limit: 5,
			sampling_factor: 16,
			use_cache: false,
			approx: true,
			request_id: 'r',
			detail_and_rollup: true,
			from_date: range.from,
			to_date: range.to,
		});
		expect(withRequestParts({ limit: 9 }, range, {}, false)).toEqual({
			limit: 9,
			from_date: range.from,
			to_date: range.to,
		});
	});

	it.each([
		['no object', 5, /is no JSON object/],
		['relation', { relation: 'xor' }, /'relation' in it must be and or or/],
		['conditions', { conditions: {} }, /'conditions' in it is not a list/],
		['field', { conditions: [{ function: 'equal' }] }, /condition 1 in it has no 'field'/],
		['function', { conditions: [{ field: 'user.a' }] }, /has no 'function'/],
		[
			'params',
			{ conditions: [{ field: 'user.a', function: 'equal', params: 1 }] },
			/'params' of condition 1/,
		],
		[
			'inner group',
			{ filters: [{ conditions: [{}] }] },
			/condition 1 in group 1 in it has no 'field'/,
		],
	])('refuses a filter that is wrong: %s', (_case, value, message) => {
		expect(() => readFilter(value, 'it')).toThrow(message);
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

describe('readPastedEventReport', () => {
	it('keeps what the web interface adds, but neither dates nor the ID of the copied request', () => {
		const {
			request_id: _id,
			rangeText: _text,
			from_date: _from,
			to_date: _to,
			compare_from_date: _cf,
			compare_to_date: _ct,
			...kept
		} = payload;
		const pasted = readPastedEventReport(payload);
		expect(pasted.body).toEqual(kept);
		expect(pasted.range).toMatchObject({ from: '2026-10-01', to: '2026-10-07' });
		expect(pasted.comparison).toEqual({ from: '2026-09-24', to: '2026-09-30' });
	});

	it('takes the days of dates with a time', () => {
		const { range: days } = readPastedEventReport({
			...payload,
			from_date: '2026-10-01 00:00:00',
			to_date: '2026-10-02 23:59:59',
		});
		expect(days).toMatchObject({ from: '2026-10-01', to: '2026-10-02' });
	});

	it('names its columns', () => {
		const { groups, measures } = nameColumns(readPastedEventReport(payload).parts);
		expect([...groups, ...measures].map(({ key }) => key)).toEqual([
			'city',
			'PayOrder_events',
			'Umsatz',
		]);
	});

	it('does without dates', () => {
		const { from_date: _from, ...undated } = payload;
		expect(readPastedEventReport(undated).range).toBeUndefined();
		expect(readPastedEventReport({ ...payload, from_date: 'soon' }).range).toBeUndefined();
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
		expect(() => readPastedEventReport(pasted)).toThrow(message);
	});
});

const columnsFor = (groups: number, measures: number, unit = 'day') =>
	nameColumns({
		groupBy: Array.from({ length: groups }, (_, i) => ({
			property: { of: 'user' as const, name: `g${i + 1}` },
		})),
		measures: Array.from({ length: measures }, (_, i) => ({
			kind: 'event' as const,
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
			{ detail_result: grouped, rollup_result: { rows: [] } },
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
		expect(readEventReport(answer, columns).table.rows.toArray()).toEqual(rows);
	});

	it('reads C: current and comparison', () => {
		const answer = [{ detail_result: grouped }, { detail_result: { ...grouped, rows: [] } }];
		const { table, comparison } = readEventReport(answer, columnsFor(1, 2));
		expect(table.rows.toArray()).toEqual(groupedRows);
		expect(comparison?.rows.toArray()).toEqual([]);
	});

	it('tells when the result is not whole', () => {
		const read = (answer: unknown) => readEventReport(answer, columnsFor(1, 2)).table;
		expect(read(grouped)).toMatchObject({ isTruncated: false, isSampled: false });
		expect(read({ ...grouped, truncated: true, sampling_factor: 32 })).toMatchObject({
			isTruncated: true,
			isSampled: true,
		});
		expect(read({ detail_result: { ...grouped, truncated: true } }).isTruncated).toBe(true);
	});

	it('reads totals, beside the details or alone', () => {
		const totals = {
			by_fields: ['x'],
			series: ['2026-01-01 00:00:00'],
			rows: [{ values: [[79, 12]], by_values: ['iOS'] }],
		};
		const answer = { detail_result: grouped, rollup_result: totals };
		expect(readEventReport(answer, columnsFor(1, 2)).table.totals).toEqual([['iOS', 79, 12]]);
		const alone = readEventReport(answer, columnsFor(1, 2, TOTAL)).table;
		expect(alone.rows.toArray()).toEqual([['iOS', 79, 12]]);
		expect(alone.columns.map(({ key }) => key)).toEqual(['g1', 'm1', 'm2']);
		expect(() => readEventReport(grouped, columnsFor(1, 2, TOTAL))).toThrow(
			/no totals, which were asked for/,
		);
	});

	it('keeps what it tells about itself', () => {
		const answer = { ...grouped, data_update_time: '2026-01-03 09:14:02.000' };
		expect(readEventReport(answer, columnsFor(1, 2)).table).toMatchObject({
			groupCount: { returned: 2, total: 2 },
			dataUpdatedAt: '2026-01-03 09:14:02.000',
			points: ['2026-01-01', '2026-01-02'],
		});
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
