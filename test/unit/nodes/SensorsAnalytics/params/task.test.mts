import {
	readComputedOn,
	readFileForm,
	readLongestWait,
	readTaskId,
} from '../../../../../nodes/SensorsAnalytics/params/task';

const NOW = new Date('2026-11-21T12:00:00Z');

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

	it('are a file name that file systems accept, with its ending', () => {
		const nameOf = (typed: string) => readFileForm(() => typed, {}, 'rows.csv').fileName;
		for (const sign of ['a', 'é', '订', '\u{1f600}']) {
			const name = nameOf(`${sign.repeat(300)}.csv`);
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
			expect(Buffer.byteLength(name)).toBeGreaterThan(196);
			expect(name.replaceAll(sign, '')).toBe('.csv');
		}
		expect(nameOf('日报.csv')).toBe('日报.csv');
		expect(nameOf('..')).toBe('rows.csv');
	});

	it('are a day', () => {
		expect(readComputedOn({}, 'UTC', NOW)).toBeUndefined();
		expect(readComputedOn({ computedOn: '2026-11-01T23:00:00Z' }, 'Asia/Shanghai', NOW)).toBe(
			'2026-11-02',
		);
		expect(() => readComputedOn({ computedOn: '2026-11-22' }, 'UTC', NOW)).toThrow(
			/^The option 'Computation Date' \(2026-11-22\) is in the future: in the time zone UTC, today is 2026-11-\d\d\. Enter an earlier date, or set the option 'Time Zone'/,
		);
		expect(() => readComputedOn({ computedOn: 'x' }, 'UTC', NOW)).toThrow(
			/^'Computation Date' isn't a date: 'x'\. Enter a date such as 2026-11-19/,
		);
	});
});
