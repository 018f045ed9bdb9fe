import { withDisplayNames } from '../../../../../../nodes/SensorsAnalytics/output/meta';
import type { Column, Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { listRows } from '../../../../../../nodes/SensorsAnalytics/table/table';

const column = (key: string, role: Column['role'], more: Partial<Column> = {}): Column => ({
	key,
	role,
	type: role === 'measure' ? 'number' : 'string',
	whenEmpty: null,
	...more,
});
const tableOf = (
	columns: Column[],
	rows: Array<Array<string | number>>,
	drawn?: string,
): Table => ({
	columns,
	rows: listRows(rows),
	points: [],
	isTruncated: false,
	isSampled: false,
	drawn,
});
const NAMES: { [key: string]: string } = {
	n: '订单数',
	city: '城市',
	PayOrder: '支付订单',
	date: '日期',
};
const named = (table: Table) => withDisplayNames(table, (key) => NAMES[key]);
const keysOf = ({ columns }: Table) => columns.map(({ key }) => key);

describe('display names in rows', () => {
	it('are those of measures and groups, with what a comparison adds; the date stays', () => {
		const table = named(
			tableOf(
				[
					column('date', 'date'),
					column('date_previous', 'date', { derived: { of: 'date', as: 'previous' } }),
					column('city', 'group'),
					column('n', 'measure'),
					column('n_change_percent', 'measure', { derived: { of: 'n', as: 'percent' } }),
					column('other', 'measure'),
				],
				[['2026-11-01', '2026-10-31', 'Riga', 1, 2, 3]],
			),
		);
		expect(keysOf(table)).toEqual([
			'date',
			'date_previous',
			'城市',
			'订单数',
			'订单数_change_percent',
			'other',
		]);
		expect(table.columns[4]?.derived).toEqual({ of: '订单数', as: 'percent' });
	});

	it('never merge two columns, nor take a key of the rows', () => {
		const table = withDisplayNames(
			tableOf([column('a', 'group'), column('b', 'measure'), column('c', 'measure')], []),
			(key) => (key === 'a' ? 'meta' : 'same'),
		);
		expect(keysOf(table)).toEqual(['meta_2', 'same', 'same_2']);
	});

	it("are those of a funnel's events, too", () => {
		const columns = [
			column('step', 'group', { type: 'number' }),
			column('event', 'group'),
			column('users', 'measure'),
		];
		const table = named(
			tableOf(
				columns,
				[
					[1, 'PayOrder', 9],
					[2, 'Other', 3],
				],
				'users',
			),
		);
		expect(table.rows.toArray()).toEqual([
			[1, '支付订单', 9],
			[2, 'Other', 3],
		]);
		expect(keysOf(table)).toEqual(['step', 'event', 'users']);
	});

	it('do not affect a group called event', () => {
		const table = named(
			tableOf([column('event', 'group'), column('n', 'measure')], [['PayOrder', 1]]),
		);
		expect(table.rows.toArray()).toEqual([['PayOrder', 1]]);
	});
});
