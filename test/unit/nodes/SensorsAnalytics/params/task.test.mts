import {
	readComputedOn,
	readLongestWait,
	readTaskId,
} from '../../../../../nodes/SensorsAnalytics/params/task';

describe('the options of what is waited for', () => {
	it('are minutes above 0', () => {
		expect(readLongestWait({})).toBe(30 * 60_000);
		expect(readLongestWait({ longestWait: '' })).toBe(30 * 60_000);
		expect(readLongestWait({ longestWait: '0.5' })).toBe(30_000);
		for (const longestWait of [0, -1, 'x', NaN, Infinity])
			expect(() => readLongestWait({ longestWait })).toThrow(/'Maximum Wait \(Minutes\)' must be/);
	});

	it('are a task by its number', () => {
		expect([readTaskId({}), readTaskId({ taskId: ' ' }), readTaskId({ taskId: 17 })]).toEqual([
			...[undefined, undefined, '17'],
		]);
		for (const taskId of ['x', '1.5', '-1', '1 or 2', '9'.repeat(16)])
			expect(() => readTaskId({ taskId })).toThrow(/^The option 'Task ID' must be a whole number/);
	});

	it('are a day', () => {
		expect(readComputedOn({}, 'UTC')).toBeUndefined();
		expect(readComputedOn({ computedOn: '2026-11-01T23:00:00Z' }, 'Asia/Shanghai')).toBe(
			'2026-11-02',
		);
		expect(() => readComputedOn({ computedOn: 'x' }, 'UTC')).toThrow(
			/^'Computation Date' isn't a date: 'x'\. Enter a date such as 2026-11-19/,
		);
	});
});
