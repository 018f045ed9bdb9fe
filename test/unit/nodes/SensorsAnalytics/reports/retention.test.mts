import type { RetentionQuery } from '../../../../../nodes/SensorsAnalytics/query/query';
import { readRetentionSlice } from '../../../../../nodes/SensorsAnalytics/reports/retention';

const form = (values: Record<string, unknown>) => (name: string) => values[name] ?? '';
const retention: RetentionQuery = {
	first: { event: 'A' },
	second: { event: 'B' },
	unit: 'day',
	duration: 7,
	isChurn: false,
	mayEndLater: true,
	groupBy: [],
};

describe('a period of a retention', () => {
	it.each([
		[{ slicePeriod: 0 }, { period: 0 }],
		[
			{ slicePeriod: '7', sliceDate: '2026-11-02 00:00:00' },
			{ period: 7, date: '2026-11-02' },
		],
	])('%j', (values, slice) => {
		expect(readRetentionSlice(form(values), retention, 'Asia/Shanghai')).toEqual(slice);
	});

	it.each([
		[{ slicePeriod: 8 }, /^'Period Number' must be a whole number from 0 to 7/],
		[{ slicePeriod: '' }, /^'Period Number'/],
		[
			{ slicePeriod: 1, sliceDate: 'May' },
			/^'Date' isn't a date: 'May'\. Enter a date such as 2026-11-19/,
		],
	])('not %j', (values, words) => {
		expect(() => readRetentionSlice(form(values), retention, 'UTC')).toThrow(words);
	});
});
