import {
	isMark,
	isSalt,
	markOf,
	newSalt,
} from '../../../../../nodes/SensorsAnalyticsTrigger/memory';

describe('marks', () => {
	const salt = newSalt();

	it('distinguish texts, also if they are split differently', () => {
		expect(markOf(salt, ['a', 'b'])).toBe(markOf(salt, ['a', 'b']));
		const marks = [['a', 'b'], ['ab'], ['b', 'a'], ['a', 'b', ''], []].map((texts) =>
			markOf(salt, texts),
		);
		expect(new Set(marks).size).toBe(marks.length);
	});

	it('are others with another salt', () => {
		expect(newSalt()).not.toBe(salt);
		expect(markOf(newSalt(), ['a'])).not.toBe(markOf(salt, ['a']));
	});

	it.each([[undefined], [5], [''], ['x'.repeat(16)], ['a'.repeat(15)], ['A'.repeat(32)]])(
		'have a form, which %p does not have',
		(value) => {
			expect([isMark(value), isSalt(value)]).toEqual([false, false]);
			expect([isMark(markOf(salt, ['a'])), isSalt(salt)]).toEqual([true, true]);
		},
	);
});
