import { readOneOf } from '../../../../../../nodes/SensorsAnalytics/params/read';

describe('a choice of a list', () => {
	const read = (given: unknown) => readOneOf(given, ['day', 'week'], "'Unit'");

	it('is what was chosen', () => {
		expect(read('week')).toBe('week');
		expect(read({ __rl: true, mode: 'list', value: ' day ' })).toBe('day');
	});

	it.each([
		['year', "'Unit' can't be 'year'. Use one of: day, week"],
		['constructor', "'Unit' can't be 'constructor'. Use one of: day, week"],
		['', "'Unit' is empty. Use one of: day, week"],
		[undefined, "'Unit' is empty. Use one of: day, week"],
		['x'.repeat(999), `'Unit' can't be '${'x'.repeat(100)}…'. Use one of: day, week`],
	])('rejects an unknown option and lists the valid ones: %p', (given, message) => {
		expect(() => read(given)).toThrow(message);
	});
});
