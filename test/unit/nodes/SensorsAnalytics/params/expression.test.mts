import type { INodeProperties } from 'n8n-workflow';

import { describeResources } from '../../../../../nodes/SensorsAnalytics/actions/description';
import { labelsIn, readingOf } from '../../../../../nodes/SensorsAnalytics/params/expression';
import { listOf } from '../../../../../nodes/SensorsAnalytics/params/read';

const FORM = labelsIn(describeResources);
const OPTIONS = ['timeZone', 'computedOn', 'expectedUsers', 'taskId', 'orderBy', 'orderByColumn'];
const FIELDS = [
	{ displayName: 'Event Name', name: 'eventName', type: 'resourceLocator', default: '' },
	{ displayName: 'Report URL or JSON', name: 'queryJson', type: 'json', default: '' },
	{ displayName: 'Value', name: 'value', type: 'string', default: '' },
	{ displayName: 'Return All', name: 'returnAll', type: 'boolean', default: false },
	{
		displayName: 'Line',
		name: 'details',
		type: 'collection',
		default: {},
		options: [{ displayName: 'Totals Line', name: 'totals', type: 'boolean', default: true }],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			{ displayName: 'Totals', name: 'totals', type: 'boolean', default: true },
			...OPTIONS.map((name) => ({
				displayName: `Label of ${name}`,
				name,
				type: 'string',
				default: '',
			})),
			{
				displayName: 'Combine',
				name: 'join',
				type: 'options',
				default: 'and',
				options: [
					{ name: 'All', value: 'and' },
					{ name: 'Any', value: 'or' },
				],
			},
		],
	},
	{
		displayName: 'First Day',
		name: 'firstDay',
		type: 'options',
		default: 1,
		options: [{ name: 'Monday', value: 1 }],
	},
	{
		displayName: 'Filter',
		name: 'filter',
		type: 'fixedCollection',
		default: {},
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: [
					{ displayName: 'Value', name: 'values', type: 'string', default: '' },
					{ displayName: 'Filter This Row', name: 'isFiltered', type: 'boolean', default: false },
				],
			},
		],
	},
] as INodeProperties[];

const VALUES: { [expression: string]: unknown } = {
	'{{ city }}': 'Beijing, Shanghai',
	'{{ other }}': 'a "b", c',
	'{{ list }}': ['x, y', 'z'],
};

/** What a form reads of a field that was saved as an expression, and of what that gave. */
function read(saved: unknown, given: unknown, name = 'filter') {
	const evaluate = (expression: string) => VALUES[expression.trim()];
	const form = { saved: { [name]: saved }, evaluate, ...labelsIn(() => FIELDS) };
	return readingOf(() => given, form)(name);
}

function condition(saved: string, given: unknown, chosen = 'equal') {
	const rows = (values: unknown) => ({ condition: [{ function: chosen, values }] });
	const found = read(rows(saved), rows(given)) as ReturnType<typeof rows>;
	return found.condition[0]?.values;
}

describe('a value from an expression', () => {
	it.each([
		['={{ city }}', 'Beijing, Shanghai', ['Beijing, Shanghai']],
		['=in {{ city }}', 'in Beijing, Shanghai', ['in Beijing, Shanghai']],
		['={{ city }}', ' Riga ', [' Riga ']],
		['= {{ city }}\n', ' Riga\n', ['Riga']],
		['={{ city }}, {{ other }}, d', '…', ['Beijing, Shanghai', 'a "b", c', 'd']],
		['={{ list }}, {{ city }}', '…', ['x, y', 'z', 'Beijing, Shanghai']],
		['={{ list }}', ['x, y', 'z'], ['x, y', 'z']],
		['={{ $json.list.join(", ") }}', '["x, y"]', ['x, y']],
		["={{ $fromAI('cities') }}", 'Beijing, Shanghai', ['Beijing', 'Shanghai']],
		['={{ days }}', '2026-11-01, 2026-11-30', ['2026-11-01', '2026-11-30']],
		[
			'={{ moments }}',
			'2026-11-01T00:00:00.000+08:00,2026-11-30 23:59:59',
			['2026-11-01T00:00:00.000+08:00', '2026-11-30 23:59:59'],
		],
		['={{ title }}', '[限时] 5折, 包邮', ['[限时] 5折, 包邮']],
		['={{ titles }}', '2026-11-11 大促,2026-12-12 大促', ['2026-11-11 大促,2026-12-12 大促']],
		['={{ nothing }}', '', []],
		['Beijing, Shanghai', 'Beijing, Shanghai', ['Beijing', 'Shanghai']],
		[
			'"Beijing, Shanghai", Chengdu',
			'"Beijing, Shanghai", Chengdu',
			['Beijing, Shanghai', 'Chengdu'],
		],
	])('%s that returns %j is %j', (saved, given, values) => {
		expect(listOf(condition(saved, given))).toEqual(values);
	});

	it('stays a text where the function takes one', () => {
		expect(condition('={{ city }}, {{ other }}', 'Beijing, Shanghai, x', 'rlike')).toBe(
			'Beijing, Shanghai, x',
		);
	});

	it('stays a text if it consists of dates, whose commas their reader knows', () => {
		expect(condition('={{ days }}', '2026-11-01，2026-11-30')).toBe('2026-11-01，2026-11-30');
	});

	it('is a list in SQL for the kinds that are lists', () => {
		const row = (kind: string, value: unknown) => ({ kind, value });
		expect(read(row('texts', '={{ city }}'), row('texts', 'a, b'))).toEqual(row('texts', ['a, b']));
		expect(read(row('text', '={{ city }}'), row('text', ' a, b '))).toEqual(row('text', ' a, b '));
	});

	it('is one event, though it was typed in a field with a list', () => {
		const picked = (value: unknown) => ({ mode: 'name', value });
		expect(listOf(read(picked('={{ city }}'), picked('a, b'), 'ofEvents'))).toEqual(['a, b']);
		expect(read(picked('={{ city }}'), picked('a, b'), 'eventName')).toEqual(picked('a, b'));
	});

	it('is no object: the error names the field', () => {
		expect(() => condition('={{ $json }}', { city: 1, day: 2 })).toThrow(
			"The expression of 'Value' of condition 1 returns an object instead of text. Select a field of the object in the expression, such as city, day",
		);
		expect(() => condition('={{ $json }}', ['a', {}])).toThrow(
			"The expression of 'Value' of condition 1 returns an object instead of text. Select a field of the object in the expression",
		);
		const picked = (value: unknown) => ({ mode: 'name', value });
		expect(() => read(picked('={{ $json }}'), picked({ a: 1 }), 'eventName')).toThrow(
			"The expression of 'Event Name' returns an object instead of text. Select a field of the object in the expression, such as a",
		);
		expect(() => condition('={{ $json }}', { toString: 1 })).toThrow(
			"The expression of 'Value' of condition 1 returns an object instead of text. Select a field of the object in the expression, such as toString",
		);
	});

	it('may be an object where the field takes one, or where it has a text of its own', () => {
		const query = { measures: [] };
		expect(read('={{ $json }}', query, 'queryJson')).toBe(query);
		const day = new Date(0);
		expect(condition('={{ $now }}', day)).toBe(day);
		expect(read({ a: '={{ x }}', b: 1 }, { b: 1 })).toEqual({ b: 1 });
	});
});

it.each([undefined, '', ' '])('a filter as JSON is not %j by an expression', (given) => {
	const fault = "The expression of 'Filter JSON' returns nothing";
	const readJson = (saved: string, value: unknown = given) =>
		read({ filterJson: saved }, { filterJson: value }, 'options');
	expect(() => readJson('={{ $json.none }}')).toThrow(fault);
	expect(readJson('={{ $json.none }}', '{}')).toEqual({ filterJson: '{}' });
	expect(readJson("={{ $fromAI('filter') }}")).toEqual({ filterJson: given });
	expect(readJson('')).toEqual({ filterJson: given });
});

describe('a switch', () => {
	it.each([
		['={{ on }}', 'true', true],
		['=true', 'true', true],
		['={{ on }}', ' False ', false],
		['={{ on }}', true, true],
		["={{ $fromAI('on') }}", undefined, undefined],
		['false', 'false', false],
	])('that is saved as %j and gives %j is %j', (saved, given, value) => {
		expect(read(saved, given, 'returnAll')).toBe(value);
		expect(read({ totals: saved }, { totals: given }, 'options')).toEqual({ totals: value });
	});

	it.each([1, 0, 'yes', '', null, undefined])('is not %j: the error names it', (given) => {
		const fault = `must be true or false, not '${String(given)}'`;
		const one = { isFiltered: '={{ on }}' };
		const rows = { condition: [{ isFiltered: false }, one] };
		const found = { condition: [{ isFiltered: false }, { isFiltered: given }] };
		expect(() => read('={{ on }}', given, 'returnAll')).toThrow(`'Return All' ${fault}`);
		expect(() => read({ totals: '={{ on }}' }, { totals: given }, 'options')).toThrow(
			`The option 'Totals' ${fault}`,
		);
		expect(() => read({ totals: '={{ on }}' }, { totals: given }, 'details')).toThrow(
			`'Totals Line' ${fault}`,
		);
		expect(() => read(rows, found)).toThrow(`'Filter This Row' of condition 2 ${fault}`);
	});
});

describe('a list of choices', () => {
	it.each([
		['or', 'or', 'or'],
		['={{ join }}', ' or ', 'or'],
		['={{ join }}', ['or'], 'or'],
		['', '', ''],
		["={{ $fromAI('join') }}", '', ''],
		["={{ $fromAI('join') }}", undefined, undefined],
	])('that is saved as %j and gives %j is %j', (saved, given, value) => {
		expect(read({ join: saved }, { join: given }, 'options')).toEqual({ join: value });
	});

	it.each([undefined, null, '', ' ', []])('is not %j by an expression', (given) => {
		expect(() => read({ join: '={{ none }}' }, { join: given }, 'options')).toThrow(
			"The option 'Combine' is empty. Use one of: and, or",
		);
	});

	it('is no object: the error names its keys', () => {
		expect(() => read({ join: '={{ $json }}' }, { join: { a: 1 } }, 'options')).toThrow(
			"The expression of 'Combine' returns an object instead of text. Select a field of the object in the expression, such as a",
		);
	});

	it.each(['OR', 'any', 1, false])(
		'is not %j: the error names it, and what can be chosen',
		(given) => {
			const fault = `The option 'Combine' can't be '${given}'. Use one of: and, or`;
			for (const saved of ['={{ join }}', 'any'])
				expect(() => read({ join: saved }, { join: given }, 'options')).toThrow(fault);
		},
	);

	it('may have numbers, which an expression can return as text', () => {
		expect(read('={{ day }}', 1, 'firstDay')).toBe(1);
		expect(read('={{ day }}', '1', 'firstDay')).toBe('1');
		expect(() => read('={{ day }}', 2, 'firstDay')).toThrow("'First Day' can't be '2'");
	});
});

describe('texts with commas between them', () => {
	it.each([
		['a,b , c', ['a', 'b', 'c']],
		['"a, b",c', ['a, b', 'c']],
		['"say ""yes"", no"', ['say "yes", no']],
		['"a" b, c', ['"a" b', 'c']],
		['"a, b', ['"a', 'b']],
		['a,,b,', ['a', '', 'b', '']],
		['""', ['']],
	])('%s', (text, parts) => {
		expect(listOf(text)).toEqual(parts);
	});
});

it.each(OPTIONS)('the option %s is not dropped by an expression that returns nothing', (name) => {
	const readOption = (saved: string, value: unknown) =>
		read({ [name]: saved }, { [name]: value }, 'options');
	for (const none of [undefined, null, '', ' ', [], [null]])
		expect(() => readOption('={{ $json.none }}', none)).toThrow(
			`The expression of 'Label of ${name}' returns nothing. Return a value, or remove the expression`,
		);
	expect(readOption('', '')).toEqual({ [name]: '' });
	expect(readOption("={{ $fromAI('it') }}", null)).toEqual({ [name]: null });
});

it.each(['ofEvents', 'datasetGroup', 'groupByField', 'dashboard'])(
	"%s may be empty, but not for lack of an expression's value",
	(name) => {
		const form = { saved: { [name]: { mode: 'name', value: '={{ $json.none }}' } }, ...FORM };
		const readField = (value: unknown) => readingOf(() => ({ mode: 'name', value }), form)(name);
		for (const none of [undefined, null])
			expect(() => readField(none)).toThrow(
				/^The expression of '(Event|Group|Group By|Dashboard)' returns nothing\. Return a value, or remove the expression$/,
			);
		expect(readField('')).toEqual({ mode: 'name', value: '' });
		expect(readField('a')).toEqual({ mode: 'name', value: name === 'ofEvents' ? ['a'] : 'a' });
	},
);

describe("a condition's value that an expression lacks", () => {
	const NOTHING = '={{ $json.nothing }}';
	const readRow = (saved: object, row: object) => {
		const form = { saved: { filter: { condition: [saved] } }, ...FORM };
		return readingOf(() => ({ condition: [row] }), form)('filter');
	};
	const listed = (value: unknown) => ({ mode: 'list', value });

	it.each<[string, object, object]>([
		[
			'typed next to a selected one',
			{ function: 'equal', values: NOTHING, pickedValue: listed('Shanghai') },
			{ function: 'equal', values: undefined, pickedValue: listed('Shanghai') },
		],
		[
			'selected next to a typed one',
			{ function: 'include', values: 'Beijing', pickedValue: listed(NOTHING) },
			{ function: 'include', values: 'Beijing', pickedValue: listed(null) },
		],
	])('is an error: %s', (_case, saved, row) => {
		expect(() => readRow(saved, row)).toThrow(/returns nothing\. Return a value, or remove/);
	});

	it('is none for an operator that takes no value or has one field, from a model, or if it is empty', () => {
		const hidden = { values: undefined, pickedValue: listed(undefined) };
		const saved = { values: NOTHING, pickedValue: listed(NOTHING) };
		for (const name of ['isSet', 'greater'])
			expect(readRow({ ...saved, function: name }, { ...hidden, function: name })).toBeDefined();
		for (const spelling of ['$fromAI', '$fromAi', '$fromai']) {
			const fromModel = { ...saved, function: 'equal', values: `={{ ${spelling}('city') }}` };
			const row = { function: 'equal', values: undefined, pickedValue: listed('Riga') };
			expect(readRow(fromModel, row)).toBeDefined();
		}
		// Its own error names the list of conditions, too.
		expect(
			readRow({ ...saved, function: 'equal' }, { ...hidden, function: 'equal' }),
		).toBeDefined();
		const blank = { function: 'equal', values: '', pickedValue: listed('') };
		expect(readRow({ ...saved, function: 'equal' }, blank)).toEqual({ condition: [blank] });
	});
});

it('special days may be none, but not missing', () => {
	const form = { saved: { options: { specialDays: '={{ $json.days }}' } }, ...FORM };
	const readDays = (days: unknown) => readingOf(() => ({ specialDays: days }), form)('options');
	expect(readDays([])).toEqual({ specialDays: [] });
	expect(readDays('')).toEqual({ specialDays: '' });
	expect(() => readDays(undefined)).toThrow(/^The expression of 'Special Days' returns nothing\./);
});

it("a list's choice from an expression has no spaces", () => {
	const form = { saved: { output: '={{ $json.form }} ' }, ...FORM };
	expect(readingOf(() => 'slack ', form)('output')).toBe('slack');
});

it('a choice with an empty value may be chosen by an expression', () => {
	const rows = (format: unknown) => ({ measure: [{ format }] });
	const saved = { measures: rows("={{ $json.isRate ? '%2p' : '' }}") };
	const readFormat = (format: unknown) =>
		readingOf(() => rows(format), { saved, ...FORM })('measures');
	expect(readFormat('')).toEqual(rows(''));
	expect(() => readFormat(undefined)).toThrow(/^'Format' of measure 1 is empty\./);
});
