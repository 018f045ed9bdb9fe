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
			/The report has an unexpected structure:/,
		);
	});

	it('is refused without a column of its group', () => {
		expect(() => read('funnel', tableOf([cell]), { ...body, by_field: 'user.city' })).toThrow(
			/no column for user.city/,
		);
	});
});

describe('the columns of the newer form', () => {
	const refused = (table: object, own: { [key: string]: unknown } = body) => {
		try {
			read('funnel', table, own);
		} catch (error) {
			return (error as Error).message.replace(/^.*not know: /, '');
		}
		return 'read';
	};

	it('say what is wrong, and where', () => {
		expect(refused(tableOf([cell, { ...cell, 'step_2.user_count': 'x' }]))).toBe(
			'The report has an unexpected structure: step 2 of cell 2 has no number of users',
		);
		expect(refused(tableOf([cell, { ...cell, n: 1, channel: 'search' }]))).toBe(
			"The report has an unexpected structure: column 5 of cell 2 isn't a requested group",
		);
		expect(refused(tableOf([cell], { compare_cells: [cell] }))).toBe(
			'The report has an unexpected structure: it contains a comparison that was not requested',
		);
		expect(refused({ table_data: { cells: 7 } })).toBe(
			"The report has an unexpected structure: 'cells' isn't a list of objects",
		);
		const both = { ...cell, 'event.A.city': 'x', 'event.B.city': 'y' };
		expect(refused(tableOf([both]), { ...body, by_field: 'event.C.city' })).toBe(
			'The report has an unexpected structure: it has several columns for event.C.city',
		);
		expect(refused(tableOf([cell]), { ...body, by_field: 'x.y.z' })).toBe(
			'The report has an unexpected structure: it has no column for x.y.z',
		);
	});

	it('an empty comparison is ignored; numbers as text and null are not groups', () => {
		const more = { ...cell, rate: '12.5', other: null };
		expect(refused(tableOf([more], { compare_cells: [] }))).toBe('read');
	});

	it('a date is known by its name, by its field, or by its kind', () => {
		const dated = (key: string, meta?: object) =>
			read(
				'funnel',
				{
					table_data: {
						cells: [{ ...cell, [key]: '2024-01-01' }],
						...(meta ? { column_meta_list: [{ data_name: key, ...meta }] } : {}),
					},
				},
				{ ...body, state: 'trends' },
				true,
			).rows[0]?.[0];
		expect(dated('date')).toBe('2024-01-01');
		expect(dated('event.A.$time')).toBe('2024-01-01');
		expect(dated('day', { data_type: 'DATETIME' })).toBe('2024-01-01');
		expect(dated('day', { data_type: 'date' })).toBe('2024-01-01');
		expect(() => dated('day', { data_type: 'updated' })).toThrow(
			/The report has an unexpected structure: column 4 of cell 1 isn't a requested group/,
		);
		expect(() => dated('day')).toThrow(
			/The report has an unexpected structure: column 4 of cell 1 isn't a requested group/,
		);
	});

	it('the older name of the list of columns, and of a column', () => {
		const table = {
			table_data: {
				column_meta_lists: [{ column_name: 'user.city' }],
				cells: [{ 'step_1.user_count': 3, 'step_2.user_count': 1 }],
			},
		};
		const own = { ...body, by_field: 'user.city' };
		expect(read('funnel', table, own).rows[0]).toEqual([null, 1, 'A', 3, null, 100]);
	});
});
