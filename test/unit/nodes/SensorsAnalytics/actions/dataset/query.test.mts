import type { IDataObject } from 'n8n-workflow';

import {
	readDatasetQuery,
	readRowsPerRequest,
} from '../../../../../../nodes/SensorsAnalytics/actions/dataset';

const NOW = new Date('2026-11-20T04:00:00Z');
const picked = (value: string, label = value) => ({
	...{ __rl: true, mode: 'list', value, cachedResultName: label },
});
const form: IDataObject = {
	dataset: picked('1', 'Orders (1)'),
	datasetMeasures: {
		measure: [
			{ column: picked('amount'), aggregation: 'SUM' },
			{ column: 'rate', aggregation: 'own' },
		],
	},
	datasetColumns: { column: [{ column: picked('city') }] },
};
const read = (more: IDataObject = {}, options: IDataObject = {}) =>
	readDatasetQuery((name) => ({ ...form, ...more })[name] ?? '', options, 'Asia/Shanghai', NOW);

describe('the form of a dataset', () => {
	it('is a query', () => {
		expect(read()).toEqual({
			datasetId: '1',
			dimensions: ['city'],
			measures: [{ column: 'amount', aggregation: 'SUM' }, { column: 'rate' }],
			filter: undefined,
			sorts: [{ column: 'city', isDescending: false }],
		});
	});

	it.each([
		['SUM', 'Sum'],
		['AVG', 'Average'],
		['APPX_MEDIAN', 'Median (Approximate)'],
		['STDDEV_POP', 'Standard Deviation'],
		['VAR_POP', 'Variance'],
	])('has no %s of text', (aggregation, label) => {
		const ask = (column: unknown) =>
			read({ datasetMeasures: { measure: [{ column, aggregation }] } }).measures;
		expect(() => ask(picked('level', '等级 (level) · text'))).toThrow(
			`'Aggregator' of measure 1 can't be ${label}: 'level' is of type text, not number. Choose Count, Count of Distinct Values, Maximum, Minimum, or another column`,
		);
		for (const column of [picked('n', 'n · number'), picked('n'), 'n'])
			expect(ask(column)).toEqual([{ column: 'n', aggregation }]);
	});

	it.each(['COUNT', 'UNIQ_COUNT', 'MAX', 'MIN', 'own'])('has %s of text', (aggregation) => {
		const column = picked('level', '等级 (level) · text');
		const { measures } = read({ datasetMeasures: { measure: [{ column, aggregation }] } });
		expect(measures).toEqual([
			aggregation === 'own' ? { column: 'level' } : { column: 'level', aggregation },
		]);
	});

	it("has an order in which pages don't change", () => {
		const by = (column: string, orderDirection = 'descending') =>
			read({}, { orderByColumn: column, orderDirection }).sorts;
		expect(by('amount')).toEqual([
			{ column: 'amount', isDescending: true },
			{ column: 'city', isDescending: false },
		]);
		expect(by('city', 'ascending')).toEqual([{ column: 'city', isDescending: false }]);
		expect(by('')).toEqual([{ column: 'city', isDescending: true }]);
		expect(by('', 'ascending')).toEqual([{ column: 'city', isDescending: false }]);
	});

	it('has days, from the first second to the last', () => {
		const dates = { dateRange: 'yesterday' };
		const range = { from: '2026-11-19 00:00:00', to: '2026-11-19 23:59:59' };
		expect(read({ ...dates, datasetDates: 'range' }).range).toEqual(range);
		expect(read({ ...dates, datasetDates: 'all' })).not.toHaveProperty('range');
	});

	it('has conditions on columns, of the kinds in the list', () => {
		const condition = [
			{ field: picked('amount', '金额 (amount) · number'), function: 'equal', values: '1, 2' },
			{ field: 'user.x', function: 'contain', values: 'a' },
		];
		expect(read({ datasetFilter: { condition }, filterJoin: 'or' }).filter).toEqual({
			join: 'or',
			conditions: [
				{ property: { of: 'other', expression: 'amount' }, function: 'equal', values: [1, 2] },
				{ property: { of: 'other', expression: 'user.x' }, function: 'contain', values: ['a'] },
			],
			groups: [],
		});
	});

	const measure = (...all: object[]) => ({ datasetMeasures: { measure: all } });
	const condition = (one: object) => ({ datasetFilter: { condition: [one] } });
	it.each<[string, object, RegExp]>([
		['no dataset', { dataset: '' }, /^'Dataset' is empty/],
		['no measure', measure(), /^'Measures' is empty/],
		['no column', measure({ column: '' }), /^'Column' of measure 1 is empty/],
		['no group', { datasetColumns: { column: [{}] } }, /^'Column' 1 of 'Group By' is empty/],
		['no aggregation', measure({ column: 'a', aggregation: 'sum' }), /'Aggregator' of measure 1/],
		[
			'a column twice',
			measure({ column: 'city', aggregation: 'COUNT' }),
			/'Column' 'city' occurs twice in 'Measures' and 'Group By', which the response can't distinguish\. Query one of the two in another node/,
		],
		[
			'a date',
			condition({ field: 'd', function: 'relativeWithin', values: '7' }),
			/compares dates/,
		],
		[
			'a list',
			condition({ field: 'd', function: 'equal', values: 'a', valueKind: 'list' }),
			/^'Operator' of condition 1 of 'Filter' compares dates or lists/,
		],
	])('with %s is refused', (_case, more, words) => {
		expect(() => read(more as IDataObject)).toThrow(words);
	});

	it('has pages of a size', () => {
		expect(readRowsPerRequest({})).toBe(100);
		expect(readRowsPerRequest({ rowsPerRequest: 5000 })).toBe(5000);
		for (const rowsPerRequest of [0, 10_001, 1.5, 'x'])
			expect(() => readRowsPerRequest({ rowsPerRequest })).toThrow(/'Rows per Request' must be/);
	});
});
