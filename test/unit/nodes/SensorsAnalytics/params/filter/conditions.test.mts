import {
	conditionsField,
	readCondition,
} from '../../../../../../nodes/SensorsAnalytics/params/filter';

const picked = (name: string, label: string) => ({
	__rl: true,
	mode: 'list',
	value: name,
	cachedResultName: label,
});
const city = picked('event.PayOrder.city', '城市 (city) · text');
const amount = picked('event.PayOrder.amount', '订单金额 (amount) · number');
const member = picked('user.is_member', 'User: is_member · yes or no');
const interests = picked('user.interests', 'User: interests · list');
const registered = picked('user.registered_on', 'User: registered_on · date');
const gold = picked('user.user_group_gold', 'User group: 黄金会员 (gold) · yes or no');
const segment = picked('user.user_segment_vip', 'User group: VIP (vip) · yes or no');
const lost = picked('user.user_segment_vip', 'user.user_segment_vip');

/** A row as the editor makes it, with the defaults of all fields. */
const row = (field: unknown, more: object) => ({
	field,
	function: 'equal',
	valueKind: 'text',
	values: '',
	...more,
});
const WHERE = { event: 'PayOrder', place: 'of condition 1', timeZone: 'Asia/Shanghai' };
const read = (field: unknown, more: object) => {
	const { function: name, values } = readCondition(row(field, more), WHERE);
	return [name, values];
};

describe('readCondition', () => {
	it.each([
		[
			'"Beijing, Shanghai',
			/^'Value' of condition 1 contains a quotation mark that isn't closed: '"Beijing'\./,
		],
		['Beijing, "Shanghai', /isn't closed: '"Shanghai'\./],
		['Beijing,', /^'Value' of condition 1 contains an empty value\. Remove the extra comma$/],
		['Beijing,,Shanghai', /Remove the extra comma$/],
	])('refuses %s', (values, words) => {
		expect(() => read(city, { values })).toThrow(words);
	});

	it('speaks of expressions only where one gave the text', () => {
		const range = (values: unknown) => () => read(amount, { function: 'between', values });
		expect(range('"100, 500"')).toThrow(
			/^'Value' of condition 1 must be two comma-separated values for 'Is Between'$/,
		);
		expect(range(['100, 500'])).toThrow(
			/for 'Is Between'\. A string from an expression counts as one value/,
		);
	});

	it('takes quotation marks that are closed, and those of a value', () => {
		expect(read(city, { values: '"Beijing, Shanghai", 12" x 10"' })).toEqual([
			'equal',
			['Beijing, Shanghai', '12" x 10"'],
		]);
		expect(read(city, { values: '"""quoted"" text"' })).toEqual(['equal', ['"quoted" text']]);
	});

	it.each<[string, unknown, object, string, unknown[]]>([
		['text', city, { values: 'Beijing' }, 'equal', ['Beijing']],
		['a number', amount, { values: '100, 200.5' }, 'equal', [100, 200.5]],
		['full-width digits', amount, { values: '－１００，２０．５' }, 'equal', [-100, 20.5]],
		['three digits and a space', amount, { values: '1, 234' }, 'equal', [1, 234]],
		['three digits in a list', amount, { values: [1, 234] }, 'equal', [1, 234]],
		['a range', amount, { function: 'between', values: '100,500' }, 'between', [100, 500]],
		['a Chinese comma', amount, { values: '100，20.5' }, 'equal', [100, 20.5]],
		[
			'dates with a Chinese comma',
			registered,
			{ function: 'absoluteBetween', values: '2026-11-01，2026-11-30' },
			'absoluteBetween',
			['2026-11-01', '2026-11-30'],
		],
		['no number', amount, { function: 'notEqual', values: '5' }, 'notEqual', [5]],
		['yes', member, { values: 'Yes' }, 'isTrue', []],
		['true from an expression', member, { values: true }, 'isTrue', []],
		['否', member, { values: '否' }, 'isFalse', []],
		['not yes', member, { function: 'notEqual', values: 'true' }, 'isFalse', []],
		['a group of users', gold, { values: 'true' }, 'isTrue', []],
		[
			'text of a property that is called as a group',
			picked('user.user_segment_name', 'Segment (user_segment_name) · text'),
			{ values: 'VIP' },
			'equal',
			['VIP'],
		],
		['one that was typed', 'user.user_group_gold', { values: 'true' }, 'isTrue', []],
		['one of a newer project', segment, { pickedValue: 'true' }, 'isTrue', []],
		['not one', segment, { function: 'notEqual', values: 'true' }, 'isFalse', []],
		['one without its label', lost, { values: 'true' }, 'isTrue', []],
		['a list', interests, { values: 'kitchen' }, 'include', ['kitchen']],
		[
			'a date',
			registered,
			{ values: '2026-11-01' },
			'absoluteBetween',
			['2026-11-01', '2026-11-01'],
		],
		['text that was typed', 'level', { values: '5' }, 'equal', ['5']],
		['a number that was typed', 'amount', { valueKind: 'number', values: '5' }, 'equal', [5]],
		['more than, typed', 'amount', { function: 'greater', values: '5' }, 'greater', [5]],
	])("'Is' and its like, with %s", (_case, field, more, name, values) => {
		expect(read(field, more)).toEqual([name, values]);
	});

	it.each<[string, unknown, object, string, unknown[]]>([
		['alone', city, { pickedValue: 'Beijing' }, 'equal', ['Beijing']],
		['beside what was typed', city, { values: 'a, b', pickedValue: 'c' }, 'equal', ['a', 'b', 'c']],
		['with its commas', city, { pickedValue: 'Paris, Texas' }, 'equal', ['Paris, Texas']],
		['with brackets', city, { pickedValue: '["x"]' }, 'equal', ['["x"]']],
		['as the editor keeps it', city, { pickedValue: picked('Bei', 'Bei') }, 'equal', ['Bei']],
		['of a number', amount, { function: 'notEqual', pickedValue: '129.9' }, 'notEqual', [129.9]],
		['of yes or no', member, { pickedValue: 'false' }, 'isFalse', []],
		['of a list', interests, { function: 'include', pickedValue: 'audio' }, 'include', ['audio']],
		[
			'no more, but for others',
			city,
			{ function: 'contain', values: 'x', pickedValue: 'y' },
			'contain',
			['x'],
		],
		['no value', city, { values: 'x', pickedValue: { mode: 'list', value: '' } }, 'equal', ['x']],
	])('a picked value counts %s', (_case, field, more, name, values) => {
		expect(read(field, more)).toEqual([name, values]);
	});

	it('refuses a typed value in addition to a selected one if there can be only one', () => {
		const both = { function: 'include', values: 'a', pickedValue: 'b' };
		expect(() => read(interests, both)).toThrow(/'Value' of condition 1 must be one value/);
	});

	// What n8n kept of the first choice of each kind: nothing; it fills in the default of today.
	it.each([
		['list', 'kitchen', 'include', ['kitchen']],
		['number', '1, 2', 'equal', [1, 2]],
		['date', '2026-11-01, 2026-11-30', 'absoluteBetween', ['2026-11-01', '2026-11-30']],
	])('a saved %s with the first choice of its kind', (valueKind, values, name, read_) => {
		expect(read('x', { valueKind, values })).toEqual([name, read_]);
	});

	it('refuses a function that does not fit, with the ones that do', () => {
		expect(() => read(city, { function: 'greater', values: '5' })).toThrow(
			"'Operator' of condition 1 is 'Is Greater Than', which doesn't match 'event.PayOrder.city' (type: text). Choose one of: Is, Is Not, Contains, Does Not Contain, Matches Regular Expression, Has a Value, Has No Value",
		);
		expect(() => read(amount, { function: 'include', values: '5' })).toThrow(/'Includes'/);
		expect(() => read(city, { function: 'isTrue' })).toThrow(
			/'Operator' of condition 1 is 'Is True', which doesn't match 'event\.PayOrder\.city' \(type: text\)\. Choose one of: Is, Is Not, Contains, Does Not Contain, Matches Regular Expression, Has a Value, Has No Value/,
		);
		expect(() => read('x', { valueKind: 'number', function: 'contain', values: '1' })).toThrow(
			/'Operator' of condition 1 is 'Contains', which doesn't match 'x' \(type: number\)\. Choose one of: Is, Is Not, Is Greater Than, Is at Least, Is Less Than, Is at Most, Is Between, Has a Value, Has No Value/,
		);
	});

	it.each<[unknown, object, RegExp]>([
		[
			city,
			{ valueKind: 'number', values: '5' },
			/'Value Type' of condition 1 doesn't match 'event\.PayOrder\.city', whose type in the project is text\. Set 'Value Type' to Automatic$/,
		],
		...[
			...['1,000', '1,234', '-12,345,678.9'],
			...['1，000', '１，０００', '1、000', '－１２，３４５'],
		].map((values): [unknown, object, RegExp] => [
			amount,
			{ values },
			/^'Value' of condition 1 can be one number or several: '[-－]?[1１].*'\. Remove the commas, or add a space after each$/,
		]),
		[
			amount,
			{ values: 'many' },
			/'Value' of condition 1 isn't a number: 'many'\. Enter a number such as 12\.5/,
		],
		...['equal', 'notEqual', 'greater', 'less', 'between'].flatMap((chosen) =>
			([NaN, Infinity, -Infinity, 2 ** 53] as const).map((value): [unknown, object, RegExp] => [
				amount,
				{ function: chosen, values: chosen === 'between' ? [1, value] : value },
				Number.isFinite(value)
					? /^'Value' of condition 1 has more digits than n8n can store in a number, so the last digits are lost: 9007199254740992\. Enter the value as text$/
					: RegExp(`^'Value' of condition 1 isn't a number: '${value}'\\. Enter a number`),
			]),
		),
		[city, { values: [2 ** 53] }, /^'Value' of condition 1 has more digits/],
		[city, { values: ['x', NaN] }, /^'Value' of condition 1 isn't a number: 'NaN'/],
		[member, { values: '' }, /is empty. Enter a value, e.g. true or false$/],
		...['', null, undefined, []].flatMap(
			(values): Array<[unknown, object, RegExp]> => [
				['vip', { valueKind: 'boolean', values }, /^'Value' of condition 1 is empty\./],
				['vip', { valueKind: 'boolean', function: 'notEqual', values }, /is empty\./],
			],
		),
		...[new Date(0), { toISO: () => '2026-11-01T00:00:00.000+08:00' }].flatMap((moment) =>
			[moment, [moment], ['x', moment]].map((values): [unknown, object, RegExp] => [
				'birthday',
				{ values },
				/^'Value' of condition 1 is a date object, not text\. Return text, such as \{\{ \$now\.toISODate\(\) \}\}, or set 'Value Type' to Date$/,
			]),
		),
		[city, { values: new Date(0) }, /Return text, such as [^,]*$/],
		[member, { values: 'perhaps' }, /must be true or false, not 'perhaps'/],
		[registered, { values: '2026-11-01, 2026-11-30' }, /must be one date.*'Is Between Dates'/],
		[city, { values: '' }, /^'Value' of condition 1 is empty. Enter a value, e.g. Beijing$/],
		[
			city,
			{ values: '', pickedValue: { mode: 'list', value: '' } },
			/'Value' of condition 1 is empty. Enter a value, e.g. Beijing, or choose one in 'Value From List'$/,
		],
		[city, { function: 'contain', values: '', pickedValue: 'y' }, /e.g. Beijing$/],
		[city, { values: [' ', ''] }, /is empty. Enter a value, e.g. Beijing$/],
		[amount, { values: ' ' }, /is empty. Enter a value, e.g. 100$/],
		[
			amount,
			{ function: 'between', values: null },
			/is empty. Enter two comma-separated values, e.g. 100$/,
		],
		[registered, { values: '' }, /is empty. Enter a value, e.g. 2026-11-01$/],
		[registered, { function: 'relativeWithin', values: '' }, /is empty. Enter a value, e.g. 7$/],
		[interests, { values: [] }, /is empty. Enter a value, e.g. red$/],
		[
			city,
			{ values: Array<string>(200_001).fill('x') },
			/'Value' of condition 1 has 200,001 entries, but the maximum is 200,000\./,
		],
		[
			interests,
			{ values: 'kitchen, office' },
			/'Value' of condition 1 must be a single value, because the property is a list\. Add one condition per value/,
		],
		[
			amount,
			{ function: 'between', values: '200, 100' },
			/'Value' of condition 1 starts with the larger value \(200\) and ends with the smaller \(100\)\. Swap the two values/,
		],
		[
			registered,
			{ function: 'absoluteBetween', values: '2025-06-30, 2025-01-01' },
			/'Value' of condition 1 starts with the larger value \(2025-06-30\) and ends with the smaller \(2025-01-01\)\. Swap the two values/,
		],
		[registered, { function: 'relativeWithin', values: '-3' }, /whole number of days.*'-3'/],
		[registered, { function: 'relativeBefore', values: '0.5' }, /whole number of days.*'0.5'/],
	])('refuses %j with %j', (field, more, words) => {
		expect(() => read(field, more)).toThrow(words);
	});

	// n8n keeps an entry on top of its list without what was shown behind it.
	it.each(['233.82', 'yes', '是', '2026-11-01', '5, 6'])(
		'refuses %s for an entry that was picked once more, and has lost its kind',
		(values) => {
			const again = { ...amount, cachedResultName: amount.value };
			expect(() => read(again, { values })).toThrow(
				/' can be text or another type\. Choose another property and then this one again, or set 'Value Type'\. For text, set 'Property' to By Name/,
			);
			expect(read(again, { values: 'Riga' })).toEqual(['equal', ['Riga']]);
			expect(read(again, { valueKind: 'number', values: '5' })).toEqual(['equal', [5]]);
		},
	);

	it('does not take the kind of another property that stood there before', () => {
		const replaced = { ...amount, value: 'event.PayOrder.zip' };
		expect(read(replaced, { values: '5' })).toEqual(['equal', ['5']]);
		const typed = { ...amount, mode: 'name' };
		expect(read(typed, { values: '5' })).toEqual(['equal', ['5']]);
	});
});

describe('the list of values', () => {
	const fieldsOf = (hasValueList?: boolean) => {
		const [list] = conditionsField('Filter', 'filter', undefined, hasValueList).options ?? [];
		return list && 'values' in list ? list.values : [];
	};

	it('says that a picked value counts together with typed ones, as it does', () => {
		const picked = fieldsOf().find(({ name }) => name === 'pickedValue');
		expect(picked?.hint).toBe("Instead of 'Value', or in addition to it");
		const pickedValue = { __rl: true, mode: 'list', value: 'Oslo' };
		expect(read('city', { values: 'Riga', pickedValue })).toEqual(['equal', ['Riga', 'Oslo']]);
	});

	it('is no part of a form whose service lists no values', () => {
		const names = fieldsOf(false).map(({ name }) => name);
		expect(names).toEqual(['field', 'function', 'values', 'valueKind']);
	});

	it('leaves alone what a notice saved that the form once had', () => {
		const pickedValue = { __rl: true, mode: 'list', value: 'Oslo' };
		expect(read('city', { values: 'Riga', pickedValue, bothFilledNote: '' })).toEqual([
			'equal',
			['Riga', 'Oslo'],
		]);
	});
});
