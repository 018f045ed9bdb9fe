import { eventWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/event';
import type { EventQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { tabular } from '../../../../../../support/openapiAnswer.mts';
import { tableOf } from '../../../../../../support/tableOf.mts';

const QUERY: EventQuery = {
	measures: [
		{ kind: 'event', event: 'A', aggregator: 'general', name: 'n' },
		{ kind: 'formula', expression: 'x|%n', events: [], name: '10' },
	],
	groupBy: [{ property: { of: 'event', event: 'A', name: 'city' } }],
	unit: 'day',
};
const COLUMNS = ['date', 'm2', 'event.$Anything.city', 'n'];
const read = (rows: unknown[][], more = {}, change: Partial<EventQuery> = {}, columns = COLUMNS) =>
	tableOf(eventWire, tabular(columns, rows, more), { ...QUERY, ...change });
const FIRST = '2026-11-01 00:00:00';
const SECOND = '2026-11-02 00:00:00';
const ALL = '$layer_total_reserved_word';

describe('the answer of an event report', () => {
	it('is sorted, columns in the order of the query, the largest group first', () => {
		const table = read([
			[SECOND, '1,234.5', 'Riga', 41],
			[SECOND, '0.5', 'Tartu', '50'],
			[FIRST, 1, 'Riga', 3],
			[FIRST, '9007199254740993', null, 1],
			[SECOND, null, ALL, 95],
			['$ALL', null, 'Riga', 44],
			[FIRST, '5%', 'Tallinn', 1],
		]);
		expect(table.columns.map(({ key }) => key)).toEqual(['date', 'city', 'n', '10']);
		expect(table.points).toEqual(['2026-11-01', '2026-11-02']);
		expect(table.rows.toArray()).toEqual([
			['2026-11-02', 'Tartu', 50, 0.5],
			['2026-11-01', 'Riga', 3, 1],
			['2026-11-02', 'Riga', 41, 1234.5],
			['2026-11-01', 'Tallinn', 1, '5%'],
			['2026-11-01', null, 1, '9007199254740993'],
		]);
		expect(table.rows).toHaveLength(5);
		expect(table.rows.blocks?.groups.map(({ values }) => values)).toEqual([
			[undefined, [50, 0.5]],
			[
				[3, 1],
				[41, 1234.5],
			],
			[[1, '5%'], undefined],
			[[1, '9007199254740993'], undefined],
		]);
		expect(table).toMatchObject({ isTruncated: false, groupCount: { returned: 4, total: 4 } });
		expect(table).not.toHaveProperty('totals');
	});

	it('says that rows are cut, not groups', () => {
		const table = read([[FIRST, 1, 'Riga', 3]], { truncated: true });
		expect(table).toMatchObject({ isTruncated: true, isCutByRows: true });
		expect(table.groupCount).toBeUndefined();
	});

	it('has totals if the service returns them, whatever their date', () => {
		const totals = [
			[FIRST, 2, 'Riga', 44],
			['$ALL', 3, null, 9],
			[FIRST, 2, ALL, 44],
		];
		expect(read([], { rollup_rows: totals }).totals).toEqual([
			['Riga', 44, 2],
			[null, 9, 3],
		]);
		expect(read([], { rollup_rows: [] }).totals).toEqual([]);
		expect(read([]).totals).toBeUndefined();
	});

	it('of totals alone has no dates', () => {
		const rows = [
			[FIRST, 2, 'Riga', 44],
			['$ALL', 3, null, 90],
		];
		const table = read(rows, {}, { unit: 'total' });
		expect(table.columns.map(({ key }) => key)).toEqual(['city', 'n', '10']);
		expect(table.rows.toArray()).toEqual([
			[null, 90, 3],
			['Riga', 44, 2],
		]);
		expect(table.totals).toEqual(table.rows.toArray());
		const withoutDate = rows.map((row) => row.slice(1));
		expect(read(withoutDate, {}, { unit: 'total' }, COLUMNS.slice(1)).rows).toHaveLength(2);
	});

	it('has times of day by hour', () => {
		const rows = [['2026-11-01 23:00:00', 1, 'Riga', 3]];
		expect(read(rows, {}, { unit: 'HOUR' }).points).toEqual(['2026-11-01T23:00:00']);
	});

	it('of nothing is empty', () => {
		const table = read([], {}, {}, ['date']);
		expect([table.points, table.rows.toArray()]).toEqual([[], []]);
	});

	it.each<[string, unknown[][], string[], Partial<EventQuery>, string]>([
		[
			'two rows of one identity',
			[
				[FIRST, 1, 'Riga', 3],
				[FIRST, 1, 'Riga', 4],
			],
			COLUMNS,
			{},
			'row 2 repeats an earlier row',
		],
		[
			'dates where totals were asked for',
			[
				[FIRST, 1, 'Riga', 3],
				[SECOND, 1, 'Riga', 4],
			],
			COLUMNS,
			{ unit: 'total' },
			'The report has an unexpected structure: row 2 repeats an earlier row',
		],
		['no date', [['November', 1, 'Riga', 3]], COLUMNS, {}, "the date of row 1 isn't a valid date"],
		[
			'no column of dates',
			[[1, 'Riga', 3]],
			COLUMNS.slice(1),
			{},
			"The report has an unexpected structure: the column 'date' is missing",
		],
		['no column of a measure', [[FIRST, 'Riga', 3]], ['date', 'user.x', 'n'], {}, 'no column for'],
		['no number', [[FIRST, {}, 'Riga', 3]], COLUMNS, {}, "a value of row 1 isn't a number"],
		['no group value', [[FIRST, 1, ['Riga'], 3]], COLUMNS, {}, 'a group value of row 1'],
		['a group nobody asked for', [[FIRST, 1, 'Riga', 3]], COLUMNS, { groupBy: [] }, 'column 3'],
		[
			'a measure by another name',
			[[FIRST, 1, 'Riga', 3]],
			['date', 'm2', 'event.$Anything.city', 'N'],
			{},
			"The report has an unexpected structure: the column 'n' is missing",
		],
	])('is of unknown form: %s', (_, rows, columns, change, what) => {
		expect(() => read(rows, {}, change, columns)).toThrow(what);
	});
});
