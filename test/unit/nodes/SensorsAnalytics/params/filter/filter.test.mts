import { condition, counted, measured, read } from '../../../../../support/eventForm.mts';

describe('filters of the form', () => {
	it('reads conditions, groups of them, and those of one measure', () => {
		const { filter, measures } = read({
			...measured({
				eventName: 'A',
				aggregator: 'general',
				isFiltered: true,
				filter: condition({}),
				filterJoin: 'or',
			}),
			options: { filterJoin: 'or' },
			filter: condition({ valueKind: 'number', function: 'between', values: '1, 2.5' }),
			filterGroups: {
				group: [{ join: 'and', conditions: condition({ function: 'isSet' }) }],
			},
		});
		const property = { of: 'event', event: 'A', name: 'city' };
		expect(filter).toEqual({
			join: 'or',
			conditions: [{ property, function: 'between', values: [1, 2.5] }],
			groups: [
				{ join: 'and', conditions: [{ property, function: 'isSet', values: [] }], groups: [] },
			],
		});
		expect(measures[0]?.filter).toEqual({
			join: 'or',
			conditions: [{ property, function: 'equal', values: ['Riga'] }],
			groups: [],
		});
	});

	const KNOWN = { field: 'user.a', function: 'isSet', params: [] };
	it.each([
		[{ conditions: [KNOWN], filter: { conditions: [KNOWN] } }, /'filter' in 'Filter JSON'/],
		[{ conditions: [{ ...KNOWN, exclude: true }] }, /'exclude' in condition 1 in 'Filter JSON'/],
		[
			{ conditions: [], filters: [{ conditions: [KNOWN], any: 1 }] },
			/'any' in group 1 in 'Filter JSON'/,
		],
	])('refuses a key of Filter JSON that would be lost: %j', (filterJson, words) => {
		const options = (json: object) => ({
			...measured({ eventName: 'A', aggregator: 'general' }),
			options: { filterJson: JSON.stringify(json) },
		});
		expect(() => read(options(filterJson))).toThrow(words);
		const plain = { conditions: [{ ...KNOWN, exclude: false, $$hashKey: 'x' }], comment: 'mine' };
		expect(read(options(plain)).filter?.conditions).toHaveLength(1);
	});

	it.each<[string, object, unknown[]]>([
		['commas', { values: 'Riga, Tartu' }, ['Riga', 'Tartu']],
		['a list', { values: ['a,b', 'c'] }, ['a,b', 'c']],
		['a JSON list', { values: '["a,b","c"]' }, ['a,b', 'c']],
		['typed with spaces around them', { values: ' Riga ,  Tartu ' }, ['Riga', 'Tartu']],
		['spaces in quotation marks', { values: '" Riga", Tartu' }, [' Riga', 'Tartu']],
		['a list with spaces', { values: ['Riga ', ' Tartu'] }, ['Riga ', ' Tartu']],
		[
			'one that is selected, with spaces',
			{ values: 'Tartu', pickedValue: { __rl: true, mode: 'list', value: 'Riga ' } },
			['Tartu', 'Riga '],
		],
		[
			'one that is typed instead, with spaces',
			{ values: '', pickedValue: { __rl: true, mode: 'value', value: ' Riga ' } },
			['Riga'],
		],
		['one pattern with spaces around it', { function: 'rlike', values: ' ^R ' }, ['^R']],
		['one text, commas and all', { function: 'rlike', values: 'a,b' }, ['a,b']],
		['numbers', { valueKind: 'number', values: '1, -2.5' }, [1, -2.5]],
		[
			'dates',
			{ valueKind: 'date', function: 'absoluteBetween', values: '2026-11-01, 2026-11-30' },
			['2026-11-01', '2026-11-30'],
		],
		['days', { valueKind: 'date', function: 'relativeWithin', values: '3' }, [3]],
		['none', { valueKind: 'boolean', function: 'isTrue', values: 'left over' }, []],
	])('values of a condition: %s', (_case, row, values) => {
		const { filter } = read({ ...counted, filter: condition(row) });
		expect(filter?.conditions[0]?.values).toEqual(values);
	});

	it('is undefined if nothing was added, and refuses a condition without a property', () => {
		const of = (filter: object, groups = {}) =>
			read({ ...counted, filter, filterGroups: groups }).filter;
		const blank = { mode: 'list', value: '' };
		for (const nothing of [{}, { condition: [] }, { condition: [{ field: blank }] }])
			expect(of(nothing)).toBeUndefined();
		// n8n has emptied it, because the credential or an event has changed.
		const cleared = { ...blank, cachedResultName: '' };
		expect(() => of({ condition: [{ field: cleared }] })).toThrow(
			/'Property' of condition 1 .*is empty/,
		);
		expect(() => of({ condition: [{ field: blank }, { field: blank }] })).toThrow(
			"'Property' of condition 1 of 'Filter' is empty",
		);
		for (const field of ['', ' ', { mode: 'list', value: '' }])
			expect(() => of(condition({ field }))).toThrow(
				"'Property' of condition 1 of 'Filter' is empty",
			);
		expect(() => of({}, { group: [{ conditions: condition({ field: '' }) }] })).toThrow(
			"'Property' of condition 1 of condition group 1 is empty",
		);
	});

	it('takes no condition group without conditions', () => {
		for (const conditions of [undefined, {}, { condition: [] }])
			expect(() => read({ ...counted, filterGroups: { group: [{ conditions }] } })).toThrow(
				"'Conditions' of condition group 1 is empty. Add a condition, or remove the group",
			);
	});

	it('takes a filter in the form of the platform', () => {
		const filterJson =
			'{"conditions":[{"field":"user.city","function":"equal","params":["Riga"]}]}';
		expect(read({ ...counted, options: { filterJson } }).filter?.conditions).toHaveLength(1);
	});

	it.each([{}, '{}', new Date(0), '{"conditions":[]}', '{"filters":[{"conditions":[]}]}'])(
		'takes no filter as JSON without a condition: %j',
		(filterJson) => {
			const own = condition({ field: 'event.PayOrder.city', values: 'Riga' });
			for (const filter of [{}, own])
				expect(() => read({ ...counted, filter, options: { filterJson } })).toThrow(
					"'Filter JSON' has no condition. Add one, or remove the option",
				);
		},
	);
});
