import {
	hasLostLabel,
	listOf,
	pickedLabel,
	readChoice,
	rowsOf,
	textOf,
} from '../../../../../../nodes/SensorsAnalytics/params/read';

const picked = (value: unknown, cachedResultName?: string, mode = 'list') => ({
	__rl: true,
	mode,
	value,
	...(cachedResultName === undefined ? {} : { cachedResultName }),
});

describe('Fields of the form', () => {
	it.each([
		[{ group: [{ field: 'a' }] }, [{ field: 'a' }]],
		[{}, []],
		[{ group: 'x' }, []],
		['group', []],
		[null, []],
	])('%j has these rows', (collection, rows) => {
		expect(rowsOf(collection, 'group')).toEqual(rows);
	});

	it.each([
		[' a ', 'a'],
		[5, '5'],
		[null, ''],
		[undefined, ''],
		[picked(' city '), 'city'],
		[picked(undefined), ''],
		[{ toString: 'x' }, 'object'],
	])('%j is the text %j', (value, text) => {
		expect(textOf(value)).toBe(text);
	});

	it.each([
		['what the list showed', picked('event.city', 'City (city)'), 'City (city)'],
		['a group', picked('user_group_gold', 'Gold (gold)'), 'Gold (gold)'],
		['one of a newer project', picked('user_segment_gold', 'Gold (gold)'), 'Gold (gold)'],
		['one of another value', picked('event.city', 'Level (level)'), ''],
		['none where it was typed', picked('event.city', 'City (city)', 'id'), ''],
		['none of a plain text', 'city', ''],
	])('the label is %s', (_what, value, label) => {
		expect(pickedLabel(value)).toBe(label);
	});

	it('a label that is the value is lost', () => {
		expect(hasLostLabel(picked('a', 'a'))).toBe(true);
		expect(hasLostLabel(picked('a', 'A'))).toBe(false);
		expect(hasLostLabel(picked('a', 'a', 'id'))).toBe(false);
	});

	it('a choice is what was chosen, or typed because it is not listed', () => {
		expect(readChoice('sum', 'x', 'Aggregator', 'Other')).toBe('sum');
		expect(readChoice('other', ' x ', 'Aggregator', 'Other')).toBe('x');
		expect(() => readChoice('', 'x', 'Aggregator', 'Other')).toThrow(
			/^Aggregator is empty\. Choose an entry$/,
		);
		expect(() => readChoice('other', '', 'Aggregator', 'Other')).toThrow(
			/^Other is empty\. Enter a name$/,
		);
	});

	it.each([
		[
			['a', 'b'],
			['a', 'b'],
		],
		['a, b ,c', ['a', 'b', 'c']],
		['["a", "b, c"]', ['a', 'b, c']],
		['[a, b]', ['[a', 'b]']],
		['', []],
		[undefined, []],
	])('%j is the list %j', (value, list) => {
		expect(listOf(value)).toEqual(list);
	});
});
