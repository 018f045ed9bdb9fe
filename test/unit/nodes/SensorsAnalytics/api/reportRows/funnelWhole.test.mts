import { groupingOf } from '../../../../../../nodes/SensorsAnalytics/api/legacy/parts';
import type { FunnelEntry } from '../../../../../../nodes/SensorsAnalytics/api/reportRows';
import { withoutOverall } from '../../../../../../nodes/SensorsAnalytics/api/reportRows';
import { NeedsUngroupedTable } from '../../../../../../nodes/SensorsAnalytics/api/rows';

const byCity = groupingOf({}, [{ of: 'user', name: 'city' }], []);
const entry = (city: string | null | undefined, users: number[], date = ''): FunnelEntry => ({
	date: date || null,
	group: [city ?? null],
	hasGroup: city !== undefined,
	steps: users.map((count) => ({ users: count })),
	name: 'entry',
});
const beijing = entry('Beijing', [30, 10]);
const riga = entry('Riga', [20, 5]);

describe('an entry of a funnel without a group', () => {
	it.each<[string, FunnelEntry[], number]>([
		['is the whole where it is the sum of several', [beijing, riga, entry(undefined, [50, 15])], 2],
		['is the whole beside a null', [beijing, entry(null, [3, 1]), entry(undefined, [33, 11])], 2],
		['has no value below the largest', [beijing, riga, entry(undefined, [12, 3])], 3],
		['has no value above the sum', [beijing, riga, entry(undefined, [51, 15])], 3],
		['has no value alone', [entry(undefined, [12, 3])], 1],
		[
			'is for all dates what one date decides',
			[
				entry('Beijing', [30, 10], '2024-01-01'),
				entry('Riga', [20, 5], '2024-01-01'),
				entry(undefined, [50, 15], '2024-01-01'),
				entry('Beijing', [9, 9], '2024-01-02'),
				entry(undefined, [1, 1], '2024-01-02'),
			],
			5,
		],
	])('%s', (_what, entries, count) => {
		expect(withoutOverall(entries, byCity)).toHaveLength(count);
	});

	it.each<[string, FunnelEntry[]]>([
		['between the largest and the sum', [beijing, riga, entry(undefined, [40, 12])]],
		['as much as the only group', [beijing, entry(undefined, [30, 10])]],
		[
			'of dates that contradict each other',
			[
				entry(null, [3, 1], '2024-01-01'),
				entry(undefined, [9, 4], '2024-01-01'),
				entry('Beijing', [9, 9], '2024-01-02'),
				entry(undefined, [1, 1], '2024-01-02'),
			],
		],
	])('can be either: %s', (_what, entries) => {
		expect(() => withoutOverall(entries, byCity)).toThrow(
			/The report has an unexpected structure: entry has no group, so it can mean all groups or users without a value\. Remove the group, group by a user property, or use a credential with an API key/,
		);
	});

	describe('that can be either, compared with the report without groups', () => {
		const open = [beijing, riga, entry(undefined, [40, 12])];
		const openByDate = ['2024-01-01', '2024-01-02'].flatMap((date) =>
			open.map((one) => ({ ...one, date })),
		);
		const whole = (users: number[], date = ''): FunnelEntry => ({
			...entry(undefined, users, date),
			group: [],
		});

		const one = (city?: string, date = '') => entry(city, [city === undefined ? 2 : 1, 0], date);
		const small = [one('Beijing'), one('Riga'), one()];

		it('needs it, also for a sum of so few users that it can be one by chance', () => {
			expect(() => withoutOverall(open, byCity)).toThrow(NeedsUngroupedTable);
			expect(() => withoutOverall(small, byCity)).toThrow(NeedsUngroupedTable);
			const days = (count: number) =>
				Array.from({ length: count }, (_, index) =>
					small.map((own) => ({ ...own, date: `2024-01-${10 + index}` })),
				).flat();
			expect(() => withoutOverall(days(24), byCity)).toThrow(NeedsUngroupedTable);
			expect(withoutOverall(days(25), byCity)).toHaveLength(50);
		});

		it('of a small sum is the total, or is refused', () => {
			expect(withoutOverall(small, byCity, [whole([2, 0])])).toHaveLength(2);
			expect(() => withoutOverall(small, byCity, [whole([4, 0])])).toThrow('can mean all groups');
			const other = [one('Beijing', '2024-01-02'), entry(undefined, [9, 1], '2024-01-02')];
			expect(withoutOverall([...small, ...other], byCity)).toHaveLength(5);
		});

		it('is the total if all numbers are the same, on every date', () => {
			expect(withoutOverall(open, byCity, [whole([40, 12])])).toEqual([beijing, riga]);
			const reported = ['2024-01-01', '2024-01-02'].map((date) => whole([40, 12], date));
			expect(withoutOverall(openByDate, byCity, reported)).toHaveLength(4);
		});

		it.each([
			['other numbers', open, [whole([40, 13])]],
			['the numbers of another date', open, [whole([40, 12], '2024-01-01')]],
			['nothing', open, []],
			['one date alone', openByDate, [whole([40, 12], '2024-01-01')]],
		])('is not decided by %s, and needs nothing more', (_what, entries, reported) => {
			const run = () => withoutOverall(entries, byCity, reported);
			expect(run).toThrow(
				/The report has an unexpected structure: entry has no group, so it can mean all groups or users without a value\. Remove the group, group by a user property, or use a credential with an API key/,
			);
			expect(run).not.toThrow(NeedsUngroupedTable);
		});
	});

	it('of dates that contradict each other needs nothing more', () => {
		const entries = [
			entry(null, [3, 1], '2024-01-01'),
			entry(undefined, [9, 4], '2024-01-01'),
			entry('Beijing', [9, 9], '2024-01-02'),
			entry(undefined, [1, 1], '2024-01-02'),
		];
		expect(() => withoutOverall(entries, byCity)).not.toThrow(NeedsUngroupedTable);
	});
});
