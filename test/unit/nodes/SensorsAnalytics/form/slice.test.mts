import {
	readExpected,
	readFunnelSlice,
	readRetentionSlice,
} from '../../../../../nodes/SensorsAnalytics/form/slice';
import type {
	FunnelQuery,
	RetentionQuery,
} from '../../../../../nodes/SensorsAnalytics/query/modelQueries';

const form = (values: Record<string, unknown>) => (name: string) => values[name] ?? '';
const level = { of: 'user', name: 'level' } as const;
const funnel = (groupBy: FunnelQuery['groupBy'] = []): FunnelQuery => ({
	steps: [{ event: 'A' }, { event: 'B' }, { event: 'C' }],
	windowMinutes: 60,
	mayEndLater: false,
	isByDate: false,
	groupBy,
});
const retention: RetentionQuery = {
	first: { event: 'A' },
	second: { event: 'B' },
	unit: 'day',
	duration: 7,
	isChurn: false,
	mayEndLater: true,
	groupBy: [],
};

describe('a step of a funnel', () => {
	it.each([
		[{ sliceStep: '2', sliceUsers: 'lost' }, [], { step: 2, isLost: true }],
		[
			{ sliceStep: 3, sliceUsers: 'converted', sliceGroup: 'gold' },
			[level],
			{ step: 3, isLost: false, group: 'gold' },
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
		[{ sliceStep: 0 }, [], /^'Of Step' must be a whole number from 1 to 3/],
		[{ sliceStep: 4 }, [], /^'Of Step' must be/],
		[{ sliceStep: 3, sliceUsers: 'lost' }, [], /^'Of Step' is the last one/],
		[{ sliceUsers: 'all' }, [], /^'Users' is unknown: 'all'/],
		[{ sliceGroup: 'x' }, [], /^'Of Group' has a value, but 'Group By' is empty/],
		[{ sliceGroup: null }, [level], /^'Of Group' is empty, but the report is split/],
	])('not %j', (values, groups, words) => {
		const field = form({ sliceStep: 1, sliceUsers: 'converted', ...values });
		expect(() => readFunnelSlice(field, funnel(groups))).toThrow(words);
	});
});

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
		[{ slicePeriod: 8 }, /^'Of Period' must be a whole number from 0 to 7/],
		[{ slicePeriod: '' }, /^'Of Period'/],
		[{ slicePeriod: 1, sliceDate: 'May' }, /^'Of Date' is no date/],
	])('not %j', (values, words) => {
		expect(() => readRetentionSlice(form(values), retention, 'UTC')).toThrow(words);
	});
});

it('the number of the cell is any whole one, if it is there', () => {
	expect([readExpected({}), readExpected({ expectedUsers: '0' })]).toEqual([undefined, 0]);
	expect(() => readExpected({ expectedUsers: 'many' })).toThrow(/^'Number in the Report' must be/);
});
