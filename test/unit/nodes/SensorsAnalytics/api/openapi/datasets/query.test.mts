import { datasetsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/datasets';

const request = {
	datasetId: '7',
	dimensions: ['city'],
	measures: [{ column: 'amount', aggregation: 'SUM' }, { column: 'rate' }],
	sorts: [{ column: 'amount', isDescending: true }],
};
const answer = (columns: object[], data: unknown, more: object = {}) => ({
	code: 'SUCCESS',
	data: { columns, data, ...more },
});
const column = (name: string, type = 'STRING') => ({ column_name: name, data_type: type });

describe('the query of a dataset', () => {
	it('requests page by page', () => {
		expect(datasetsWire.query(request)(2, 50)).toEqual({
			path: '/api/v3/analytics/v1/dataset/model/query',
			body: {
				dataset_id: 7,
				description: 'n8n',
				dimensions: [{ column_name: 'city' }],
				measures: [{ column_name: 'amount', aggregation: 'SUM' }, { column_name: 'rate' }],
				sorts: [{ sort_method: 'DESC', sort_column_name: 'amount' }],
				page_index: 2,
				page_size: 50,
			},
		});
	});

	it('has dates and a filter on columns', () => {
		const property = { of: 'other' as const, expression: 'city' };
		const filter = {
			join: 'or' as const,
			conditions: [{ property, function: 'equal', values: ['x'] }],
			groups: [],
		};
		const range = { from: '2026-11-01 00:00:00', to: '2026-11-02 23:59:59' };
		expect(datasetsWire.query({ ...request, filter, range })(1, 1).body).toMatchObject({
			dimension_filters: {
				relation: 'OR',
				conditions: [{ field: 'city', function: 'equal', params: ['x'] }],
			},
			from_date: '2026-11-01 00:00:00',
			to_date: '2026-11-02 23:59:59',
		});
	});
});

describe('the rows of a dataset', () => {
	const columns = [column('city'), column('n', 'NUMBER'), column('yes', 'BOOL'), column('x', 'Y')];

	it('have typed values by their columns', () => {
		const rows = [
			['中国', 100, 1, { a: 1 }],
			[null, '1,234.5', 'false', ''],
			{ values: ['a', null, 'maybe', undefined] },
		];
		const info = { page_info: { current_page: 1, page_count: 2, total: 5 } };
		expect(
			datasetsWire.readRows(answer(columns, rows, info), {
				dimensions: ['City'],
				measures: [{ column: 'n' }],
			}),
		).toEqual({
			entries: [
				{ city: '中国', n: 100, yes: true, x: { a: 1 } },
				{ city: null, n: 1234.5, yes: false, x: '' },
				{ city: 'a', n: null, yes: 'maybe', x: null },
			],
			pageCount: 2,
			total: 5,
		});
		expect(
			datasetsWire.readRows(answer([], undefined), { dimensions: ['a'], measures: [] }).entries,
		).toEqual([]);
	});

	it.each([
		[
			'two columns have the same name',
			[column('a'), column('a')],
			[],
			/two columns have the same name/,
		],
		['a column without a name', [{}], [], /a column has no 'column_name'/],
		['rows that are none', [column('a')], 'x', /'data' isn't a list/],
		[
			'a row that is none',
			[column('a')],
			['138'],
			/The response of the dataset has an unexpected structure: row 1 isn't a list/,
		],
		['too many cells', [column('a')], [['1'], ['138', '2']], /row 2 has 2 cells for 1 columns/],
		[
			'a number that is none',
			[column('n', 'NUMBER')],
			[[{ a: '138' }]],
			/The report has an unexpected structure: a value of row 1 isn't a number/,
		],
	])('with %s are an error', (_case, given, rows, words) => {
		const read = () => datasetsWire.readRows(answer(given, rows), { dimensions: [], measures: [] });
		expect(read).toThrow(words);
		expect(read).not.toThrow(/138/);
	});

	it.each([
		[['city', 'SUM(amount)'], undefined],
		[['shop.CITY', 'total'], undefined],
		[['amount', 'city', 'more'], undefined],
		[['province', 'cost'], /structure: the requested column 'city' is missing$/],
		[['mycity', 'amount'], /the requested column 'city' is missing/],
		[['city'], /structure: 1 of 2 columns came$/],
	])('with names %j are the requested ones, or an error', (names, words) => {
		const request = { dimensions: ['city'], measures: [{ column: 'amount', aggregation: 'SUM' }] };
		const read = () =>
			datasetsWire.readRows(
				answer(
					names.map((name) => column(name)),
					[],
				),
				request,
			);
		if (words) expect(read).toThrow(words);
		else expect(read().entries).toEqual([]);
	});
});
