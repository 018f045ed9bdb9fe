import { read } from '../../../../../../support/modelAnswer.mts';

const body = { funnel_define: { steps: [{ event_name: 'A' }, { event_name: 'B' }] } };
const cell = {
	'step_1.user_count': 21,
	'step_2.user_count': '8',
	'step_2.conversion_rate': '38.10',
};
const tableOf = (cells: object[], more = {}) => ({
	table_data: { column_meta_list: [{ data_name: 'step_1.user_count' }], cells, ...more },
});

describe('the newer form of a funnel', () => {
	it('is read like the older one', () => {
		const result = read('funnel', tableOf([{ ...cell, 'step_fold.user_count': 8 }]), body);
		expect(result.keys).toEqual([
			'step',
			'event',
			'users',
			'percent_of_previous',
			'percent_of_first',
		]);
		expect(result.rows).toEqual([
			[1, 'A', 21, null, 100],
			[2, 'B', 8, 38.1, 38.1],
		]);
	});

	it('has dates and groups, whatever the event that they are named by', () => {
		const own = { ...body, by_fields: ['event.A.city', 'event.A.$time'], state: 'trends' };
		const place = { 'event.$Anything.city': 'Riga' };
		const cells = [
			{ ...cell, ...place, 'event.A.$time': '2024-01-02 00:00:00' },
			{ ...cell, ...place, 'event.A.$time': '2024-01-01 00:00:00' },
			{ ...cell, ...place, 'event.A.$time': null },
		];
		const result = read('funnel', tableOf(cells), own, true);
		expect(result.rows.map((row) => row.slice(0, 3))).toEqual([
			['2024-01-01', 'Riga', 1],
			['2024-01-01', 'Riga', 2],
			['2024-01-02', 'Riga', 1],
			['2024-01-02', 'Riga', 2],
		]);
		expect(result.table.totals).toHaveLength(2);
	});

	it.each<[string, object[], object]>([
		['an end that differs', [{ ...cell, 'step_fold.user_count': 7 }], {}],
		['a group that nobody names', [{ ...cell, channel: 'search' }], {}],
		['a step without users', [{ 'step_2.user_count': 8 }], {}],
		['a comparison', [cell], { compare_cells: [cell] }],
	])('is refused for %s', (_what, cells, more) => {
		expect(() => read('funnel', tableOf(cells, more), body)).toThrow(
			/form that this node does not/,
		);
	});

	it('is refused without a column of its group', () => {
		expect(() => read('funnel', tableOf([cell]), { ...body, by_field: 'user.city' })).toThrow(
			/no column for user.city/,
		);
	});
});
