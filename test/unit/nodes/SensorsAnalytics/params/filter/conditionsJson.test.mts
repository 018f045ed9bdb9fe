import { writeJson } from '../../../../../../credentials/http/json';
import type { NameResolver } from '../../../../../../nodes/SensorsAnalytics/params/names';
import { TypedNames } from '../../../../../../nodes/SensorsAnalytics/params/names';
import { define, faultOf, shop } from '../../../../../support/definitions.mts';

/** The one condition of a filter, with or without the project's lists. */
const conditionOf = (filter: unknown, names?: NameResolver) =>
	define('event', { measures: ['PayOrder'], range: 'today', filter }, names).query.filter
		?.conditions[0];
const requestedBy = (filter: unknown, names = shop()) => {
	const { function: name, values } = conditionOf(filter, names) ?? {};
	return [name, ...(values ?? [])].map(String).join(' ');
};

describe('where requests have no functions for dates and lists', () => {
	const refused = ['absoluteBetween', 'relativeWithin', 'relativeBefore', 'include'];

	it.each([
		[
			{ city: { around: 5 } },
			/can't be 'around'\. Use one of: =, .*between, is_true, is_false, is_set, not_set$/,
		],
		[{ anything: { '>=': '2026-01-01' } }, /For dates, use one of: is_set, not_set$/],
	])('errors propose none of them: %j', (filter, message) => {
		const names = new TypedNames(refused);
		const query = { measures: ['PayOrder'], range: 'today', filter };
		expect(faultOf(() => define('event', query, names))).toMatch(message);
	});
});

it.each(['B%', '%g', '%', '%%', '%a%b%'])('an SQL pattern with another meaning: %s', (pattern) => {
	for (const operator of ['like', 'not like'])
		expect(faultOf(() => conditionOf({ city: { [operator]: pattern } }))).toMatch(
			/^'city' in 'filter' has the SQL pattern '.*', which conditions don't have\. Write {"contains": "jing"}/,
		);
});

it.each([{ '!=': true }, { not: 'no' }, { '!=': [true] }])('not yes or no: %j', (comparison) => {
	expect(faultOf(() => conditionOf({ is_first: comparison }, shop()))).toMatch(
		/^'is_first' in 'filter' has '!=', which doesn't say whether .* without a value count\. Write {"is_true": true} or {"is_false": true}/,
	);
	// Without the lists, the value says it.
	if (comparison.not === undefined)
		expect(faultOf(() => conditionOf({ is_first: { '!=': true } }, new TypedNames()))).toMatch(
			/'!='/,
		);
});

describe('a condition, by the kind of its property', () => {
	it.each(['user_group_gold', 'user_segment_vip'])('%s is true or false', (name) => {
		for (const names of [shop(), new TypedNames()]) {
			const functionOf = (value: unknown) => conditionOf({ [`user.${name}`]: value }, names);
			expect(functionOf('true')).toMatchObject({ function: 'isTrue', values: [] });
			expect(functionOf({ '!=': 1 })).toMatchObject({ function: 'isFalse', values: [] });
			expect(faultOf(() => functionOf({ '>': 1 }))).toMatch(/is yes or no/);
		}
	});

	it.each([
		[{ city: 'Beijing' }, 'equal Beijing'],
		[{ city: ['Beijing', '上海'] }, 'equal Beijing 上海'],
		[{ city: { '!=': 'Beijing' } }, 'notEqual Beijing'],
		[{ city: { contains: 'Bei' } }, 'contain Bei'],
		[{ city: { matches: '^B' } }, 'rlike ^B'],
		[{ city: { matches: '%B%' } }, 'rlike %B%'],
		[{ city: { contains: '%B%' } }, 'contain %B%'],
		[{ city: { like: 'Bei' } }, 'contain Bei'],
		[{ city: { LIKE: ['%Bei%', '%京%'] } }, 'contain Bei 京'],
		[{ city: { 'not like': '%Bei%' } }, 'notContain Bei'],
		[{ order_id: 12345 }, 'equal 12345'],
		[{ amount: '500' }, 'equal 500'],
		[{ amount: { '>=': '500' } }, 'greaterEqual 500'],
		[{ amount: { between: [1, 2.5] } }, 'between 1 2.5'],
		[{ amount: { '＞＝': 5 } }, 'greaterEqual 5'],
		[{ amount: { '！＝': 5 } }, 'notEqual 5'],
		[{ is_first: true }, 'isTrue'],
		[{ is_first: '否' }, 'isFalse'],
		[{ is_first: { is_true: true } }, 'isTrue'],
		[{ is_first: { is_true: false } }, 'isFalse'],
		[{ is_first: { is_false: false } }, 'isTrue'],
		[{ city: { not_set: false } }, 'isSet'],
		[{ paid_at: '2026-11-03' }, 'absoluteBetween 2026-11-03 2026-11-03'],
		[
			{ paid_at: { between: ['2026-11-01', '2026-11-07'] } },
			'absoluteBetween 2026-11-01 2026-11-07',
		],
		[{ paid_at: { within_days: 7 } }, 'relativeWithin 7'],
		[{ paid_at: { before_days: '30' } }, 'relativeBefore 30'],
		[{ tags: 'red' }, 'include red'],
		[{ tags: { includes: 'red' } }, 'include red'],
		[{ city: { is_set: true } }, 'isSet'],
		[{ city: { is_set: false } }, 'notSet'],
		[{ city: { not_set: true } }, 'notSet'],
	])('%j', (filter, expected) => {
		expect(requestedBy(filter)).toBe(expected);
	});

	it('keeps the spaces of a text: it is another value without them', () => {
		expect(conditionOf({ city: ['Riga ', ' Tartu'] }, shop())?.values).toEqual(['Riga ', ' Tartu']);
		expect(conditionOf({ tags: ' red' }, shop())?.values).toEqual([' red']);
		expect(conditionOf({ amount: ' 500 ' }, shop())?.values).toEqual([500]);
	});

	it('keeps the type of a value that its property has', () => {
		expect(conditionOf({ order_id: 12345 }, shop())?.values).toEqual(['12345']);
		expect(conditionOf({ amount: ['500', 600] }, shop())?.values).toEqual([500, 600]);
		expect(conditionOf({ anything: ['a', 'b'] }, shop())?.values).toEqual(['a', 'b']);
		expect(conditionOf({ anything: 5 }, shop())?.values).toEqual([5]);
		// No date, although it begins like one.
		expect(conditionOf({ anything: { '>': '1500.5' } }, shop())?.values).toEqual([1500.5]);
	});

	it.each([
		[
			{ city: { '>': 5 } },
			/'city' in 'filter' is text, which '>' can't compare\. Use one of: =, !=, contains, not_contains, matches, is_set, not_set/,
		],
		[
			{ amount: { contains: '5' } },
			/'amount' in 'filter' is number, which 'contains' can't compare\. Use one of: =, !=, >, >=, <, <=, between, is_set, not_set/,
		],
		[
			{ amount: 'many' },
			/'amount' in 'filter' isn't a number: 'many'\. Enter a number such as 12\.5/,
		],
		[{ is_first: 'maybe' }, /'is_first' in 'filter' must be true or false, not 'maybe'/],
		[{ is_first: [true, false] }, /must be true or false, not both/],
		[
			{ paid_at: 'soon' },
			/'paid_at' in 'filter' isn't a date: 'soon'\. Enter a date such as 2026-11-19/,
		],
		[
			{ paid_at: { '!=': '2026-11-03' } },
			/'paid_at' in 'filter' is date, which '!=' can't compare\. Use one of: =, between, within_days, before_days, is_set, not_set/,
		],
		[
			{ anything: { '>=': '2026-01-01' } },
			/'>=' of 'anything' in 'filter' compares numbers, not dates\. For dates, use one of: =, between, within_days, before_days, is_set, not_set/,
		],
		[
			{ paid_at: ['2026-11-03', '2026-11-04'] },
			/'paid_at' in 'filter' must be one date\. For a range of dates, write \{"between": \["2026-11-01", "2026-11-07"\]\}, \{"within_days": 7\} or \{"before_days": 7\}/,
		],
		[
			{ paid_at: { '>': 5 } },
			/'paid_at' in 'filter' is date, which '>' can't compare\. Use one of: =, between, within_days, before_days, is_set, not_set/,
		],
		[
			{ tags: { '!=': 'red' } },
			/^'tags' in 'filter' is list, which '!=' can't compare\. Use one of: =,/,
		],
		[{ tags: ['red', 'blue'] }, /must be one text that the list includes/],
		[
			{ amount: { between: [2, 1] } },
			/^'between' of 'amount' in 'filter' starts with the larger value \(2\) and ends with the smaller \(1\)\. Swap the two values/,
		],
		[{ amount: { between: [1] } }, /must be two values, such as \[100, 500\] for 'Is Between'/],
		[{ amount: { '>': [1, 2] } }, /must be one value for/],
		[{ amount: { '>': '' } }, /must be one value for/],
		[{ amount: { '>': 'x' } }, /'>' of 'amount' in 'filter' isn't a number: 'x'/],
		[{ paid_at: { within_days: -1 } }, /must be a whole number of days/],
		[{ city: { is_set: 'x' } }, /must be true or false, not \["x"\]/],
		[{ city: [] }, /'city' in 'filter' has no value/],
		[{ city: { '=': { a: 1 } } }, /must be a text, a number, true or false, not \{"a":1\}/],
		[{ city: { near: 'x' } }, /The operator of .* can't be 'near'\. Use one of: =, !=, contains/],
		[{ city: { icontains: 'x' } }, /The operator of .* can't be 'icontains'\. Use one of: /],
	])('%j is an error', (filter, message) => {
		expect(faultOf(() => conditionOf(filter, shop()))).toMatch(message);
	});
});

describe('a condition, before the project is known', () => {
	it.each([
		[{ city: 'Beijing' }, false],
		[{ city: { contains: 'Bei' } }, false],
		[{ is_first: true }, false],
		[{ amount: { '>=': 500 } }, false],
		[{ order_id: '12345' }, true],
		[{ amount: 5 }, true],
		[{ paid_at: '2026-11-03' }, true],
		[{ is_first: 'true' }, true],
		[{ 城市: 'Beijing' }, true],
	])('%j requires the lists: %s', (filter, needed) => {
		const names = new TypedNames();
		define('event', { measures: ['PayOrder'], range: 'today', filter }, names);
		expect(names.needsLists).toBe(needed);
	});

	it.each([
		[{ 'user.city': 'Beijing' }, false],
		[{ 'user.city': { '!=': 'Beijing' } }, true],
		[{ 'user.city': { not_contains: 'Bei' } }, true],
		[{ or: [{ 'user.city': 'Beijing' }, { city: 'Riga' }] }, true],
		[{ or: [{ 'user.city': 'Beijing' }] }, false],
	])('%j wants the lists, if the account may read them: %s', (filter, wanted) => {
		const names = new TypedNames();
		define('event', { measures: ['PayOrder'], range: 'today', filter }, names);
		expect([names.wantsLists, names.needsLists]).toEqual([wanted, false]);
	});

	it('keeps the digits of long IDs', () => {
		const text =
			'{"measures":["A"],"range":"today","filter":{"id":[9007199254740993,"9007199254740995"]}}';
		const filter = define('event', text).query.filter;
		expect(writeJson(filter?.conditions[0]?.values)).toBe(
			'["9007199254740993","9007199254740995"]',
		);
		const number = text.replace('"9007199254740995"', '5');
		expect(writeJson(define('event', number).query.filter?.conditions[0]?.values)).toBe(
			'[9007199254740993,5]',
		);
	});
});
