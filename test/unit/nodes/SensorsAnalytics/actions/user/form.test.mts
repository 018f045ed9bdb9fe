import {
	readUserFilter,
	readUserId,
	readUserSelection,
} from '../../../../../../nodes/SensorsAnalytics/actions/user';

const form = (values: Record<string, unknown>) => (name: string) => values[name] ?? '';
const properties = (...fields: unknown[]) => ({
	userProperties: 'chosen',
	chosenProperties: { property: fields.map((field) => ({ field })) },
});
const conditions = (...fields: string[]) => ({
	condition: fields.map((field) => ({ field, function: 'isSet' })),
});

describe('the selection of users', () => {
	it('are chosen properties, each once', () => {
		const field = form({ ...properties('user.city', 'age', 'city'), returnAll: false, limit: 9 });
		expect(readUserSelection(field, { useCache: false, requestId: ' r ' })).toEqual({
			properties: ['city', 'age'],
			limit: 9,
			useCache: false,
			requestId: 'r',
		});
	});

	it.each([
		['an empty list', properties(), /^'Properties to Return' is empty/],
		['an empty name', properties('city', ''), /^'Property' 2 of 'Properties to Return'/],
		[
			'a property of events',
			properties('event.A.b'),
			/'Property' 1 of 'Properties to Return' must be a user property\. Choose a property, or enter its name/,
		],
		[
			'another choice',
			{ userProperties: 'some' },
			/^'Properties' can't be 'some'\. Use one of: all, chosen, none$/,
		],
	])('is not %s', (_case, values, words) => {
		expect(() => readUserSelection(form(values), {})).toThrow(words);
	});
});

describe('a filter of users', () => {
	it('reads short names as user properties, also in groups', () => {
		const filter = readUserFilter(
			form({
				filter: conditions('city', 'user.age'),
				filterGroups: { group: [{ join: 'or', conditions: conditions('level') }] },
			}),
			'Asia/Shanghai',
		);
		const names = (list: unknown[] = []) =>
			list.map((one) => (one as { property: unknown }).property);
		expect(names(filter?.conditions)).toEqual([
			{ of: 'user', name: 'city' },
			{ of: 'user', name: 'age' },
		]);
		expect(names(filter?.groups[0]?.conditions)).toEqual([{ of: 'user', name: 'level' }]);
		expect(readUserFilter(form({}), 'Asia/Shanghai')).toBeUndefined();
	});

	it.each(['event.A.b', 'session.x.y'])('refuses %s', (name) => {
		const field = form({ filter: conditions(name) });
		expect(() => readUserFilter(field, 'Asia/Shanghai')).toThrow(
			/, but this list or report needs user properties\. Choose a user property, or remove the condition\. For users who performed an event, use Get Many From Report, or filter by a user group/,
		);
	});
});

describe('the ID of a user', () => {
	it.each([
		[' -8961289991947891759 ', '-8961289991947891759'],
		[42, '42'],
	])('%p is %p', (typed, id) => expect(readUserId(typed)).toBe(id));

	it.each(['', null, Number('8961289991947891759'), ['8961', '2']])(
		'is not %p, which is not repeated',
		(typed) => {
			expect(() => readUserId(typed)).toThrow(/^'User' is/);
			expect(() => readUserId(typed)).not.toThrow(/896/);
		},
	);
});
