import type { FunnelQuery } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { readFunnelSlice } from '../../../../../../nodes/SensorsAnalytics/reports/funnel';

const form = (values: Record<string, unknown>) => (name: string) => values[name] ?? '';
const level = { of: 'user', name: 'level' } as const;
const funnel = (groupBy: FunnelQuery['groupBy'] = []): FunnelQuery => ({
	steps: [{ event: 'A' }, { event: 'B' }, { event: 'C' }],
	windowMinutes: 60,
	mayEndLater: false,
	isByDate: false,
	groupBy,
});

describe('a step of a funnel', () => {
	it.each([
		[{ sliceStep: '2', sliceUsers: 'lost' }, [], { step: 2, isLost: true }],
		[
			{ sliceStep: 3, sliceUsers: 'converted', sliceGroup: ' gold' },
			[level],
			{ step: 3, isLost: false, group: ' gold' },
		],
		[
			{ sliceStep: 1, sliceUsers: 'converted', sliceGroup: 0 },
			[level],
			{ step: 1, isLost: false, group: '0' },
		],
	])('%j', (values, groups, slice) => {
		expect(readFunnelSlice(form(values), funnel(groups))).toEqual(slice);
	});

	it.each([
		[{ sliceStep: 0 }, [], /^'Step Number' must be a whole number from 1 to 3/],
		[{ sliceStep: 4 }, [], /^'Step Number' must be/],
		[
			{ sliceStep: 3, sliceUsers: 'lost' },
			[],
			/^'Step Number' is the last step, where users can't drop off\. Enter a step from 1 to 2, or set 'Users' to Users Who Completed the Step/,
		],
		[{ sliceUsers: 'all' }, [], /^'Users' can't be 'all'\. Use one of: converted, lost$/],
		[{ sliceGroup: 'x' }, [], /^'Group Value' has a value, but 'Group By' is empty/],
		[
			{ sliceGroup: null },
			[level],
			/^'Group Value' is empty, but 'Group By' is set\. Enter a group value\. For the users of all groups, clear 'Group By'\. For users without a value, use 'Filter' with Has No Value/,
		],
	])('not %j', (values, groups, words) => {
		const field = form({ sliceStep: 1, sliceUsers: 'converted', ...values });
		expect(() => readFunnelSlice(field, funnel(groups))).toThrow(words);
	});
});
