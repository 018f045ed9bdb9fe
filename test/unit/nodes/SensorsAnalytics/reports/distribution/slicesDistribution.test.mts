import type { DistributionQuery } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { readDistributionSlice } from '../../../../../../nodes/SensorsAnalytics/reports/distribution';

const form = (values: Record<string, unknown>) => (name: string) =>
	name in values ? values[name] : '';
const level = { of: 'user', name: 'level' } as const;
const ZONE = 'Asia/Shanghai';

describe('a bucket of a distribution', () => {
	const of = (groupBy: DistributionQuery['groupBy'] = []): DistributionQuery => ({
		event: 'A',
		unit: 'day',
		of: 'times',
		buckets: [],
		groupBy,
	});

	it.each<[Record<string, unknown>, DistributionQuery['groupBy'], object]>([
		[
			{ sliceDate: '2026-11-02', sliceFrom: 1, sliceTo: 3 },
			[],
			{ date: '2026-11-02', from: 1, to: 3 },
		],
		[
			{ sliceDate: '2026-11-02', sliceFrom: '10', sliceTo: null },
			[],
			{ date: '2026-11-02', from: 10 },
		],
		[
			{ sliceGroup: 'gold', sliceFrom: -5, sliceTo: 0 },
			[level],
			{ group: 'gold', from: -5, to: 0 },
		],
	])('%j', (values, groups, slice) => {
		expect(readDistributionSlice(form(values), of(groups), ZONE)).toEqual(slice);
	});

	it.each<[string, Record<string, unknown>, DistributionQuery['groupBy'], RegExp]>([
		['no start', { sliceFrom: '' }, [], /^'Bucket From' must be a whole number/],
		['half a number', { sliceFrom: 0.5 }, [], /^'Bucket From' must be a whole number/],
		['an empty bucket', { sliceTo: 3 }, [], /^'Bucket To' must be a whole number from 4/],
		[
			'a misspelled end',
			{ sliceTo: undefined },
			[],
			/^The expression of 'Bucket To' returns nothing/,
		],
		['no date', { sliceDate: '' }, [], /^'Date' is empty/],
		['no group', {}, [level], /^'Group Value' is empty/],
		['a date and a group', { sliceGroup: 'x' }, [level], /^'Date' has a value, but a distribution/],
	])('not %s', (_case, values, groups, words) => {
		const field = form({ sliceDate: '2026-11-02', sliceFrom: 3, ...values });
		expect(() => readDistributionSlice(field, of(groups), ZONE)).toThrow(words);
	});
});
