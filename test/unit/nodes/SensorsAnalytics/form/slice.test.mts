import {
	readDistributionSlice,
	readEventSlice,
	readExpected,
	readFunnelSlice,
	readPathSlice,
	readRetentionSlice,
	readSessionSlice,
} from '../../../../../nodes/SensorsAnalytics/form/slice';
import type { EventQuery } from '../../../../../nodes/SensorsAnalytics/query/eventQuery';
import type {
	DistributionQuery,
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

const ZONE = 'Asia/Shanghai';

describe('a date and the groups of an event report', () => {
	const orders = { kind: 'event', event: 'A', aggregator: 'unique' } as const;
	const report = (change: Partial<EventQuery> = {}): EventQuery => ({
		measures: [orders],
		groupBy: [],
		unit: 'day',
		...change,
	});
	const valued = (...values: unknown[]) => ({ group: values.map((value) => ({ value })) });

	it.each<[Record<string, unknown>, string, object]>([
		[{ sliceDate: '2026-11-02' }, 'day', { date: '2026-11-02 00:00:00', groups: [] }],
		[{ sliceDate: '2026-11-02' }, 'week', { date: '2026-11-02 00:00:00', groups: [] }],
		[
			{ sliceDate: '2026-11-02T09:00:00+08:00' },
			'hour',
			{ date: '2026-11-02 09:00:00', groups: [] },
		],
		[{ sliceDate: '2026-11-02T01:00:00Z' }, 'hour', { date: '2026-11-02 09:00:00', groups: [] }],
		[{ sliceDate: '2026-11-02 09:00' }, 'hour', { date: '2026-11-02 09:00:00', groups: [] }],
		[{ sliceDate: '' }, 'hour', { groups: [] }],
		[{ sliceDate: null }, 'total', { groups: [] }],
		[{ groupBy: valued('gold', 0, true) }, 'day', { groups: ['gold', '0', 'true'] }],
	])('%j by %s', (values, unit, slice) => {
		expect(readEventSlice(form(values), report({ unit }), ZONE)).toEqual(slice);
	});

	const formula = { kind: 'formula' as const, expression: 'general(event.A)', events: ['A'] };
	it.each<[string, Record<string, unknown>, Partial<EventQuery>, RegExp]>([
		['two measures', {}, { measures: [orders, orders] }, /^'Measure' must be one event/],
		['a formula', {}, { measures: [formula] }, /^'Measure' must be one event/],
		['no value', { groupBy: valued('a', null) }, {}, /^'Value' of group 2 in 'Group By' is empty/],
		['a date of a total', { sliceDate: '2026-11-02' }, { unit: 'total' }, /'Unit' None/],
		['a day for an hour', { sliceDate: '2026-11-02' }, { unit: 'hour' }, /^'Of Date' has no time/],
		['no date', { sliceDate: 'May' }, {}, /^'Of Date' is no date/],
	])('not %s', (_case, values, change, words) => {
		expect(() => readEventSlice(form(values), report(change), ZONE)).toThrow(words);
	});
});

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
		['no date', { sliceDate: '' }, [], /^'Of Date' is empty/],
		['no group', {}, [level], /^'Of Group' is empty/],
		[
			'a date and a group',
			{ sliceGroup: 'x' },
			[level],
			/^'Of Date' has a value, but a distribution/,
		],
	])('not %s', (_case, values, groups, words) => {
		const field = form({ sliceDate: '2026-11-02', sliceFrom: 3, ...values });
		expect(() => readDistributionSlice(field, of(groups), ZONE)).toThrow(words);
	});
});

it('the number of the cell is any whole one, if it is there', () => {
	expect([readExpected({}), readExpected({ expectedUsers: '0' })]).toEqual([undefined, 0]);
	expect(() => readExpected({ expectedUsers: 'many' })).toThrow(/^'Number in the Report' must be/);
});

describe('a date of a session report', () => {
	const query = (unit: string) => ({
		measures: [{ kind: 'event', event: 'A', aggregator: 'unique', isOfSessions: true } as const],
		...{ unit, groupBy: [], session: 'visit' },
	});
	const read = (sliceDate: string, unit: string) =>
		readSessionSlice(form({ sliceDate }), query(unit), ZONE);

	it('is a day as the report tells it; hours have their time', () => {
		expect(read('2026-11-02', 'day')).toEqual({ date: '2026-11-02', groups: [] });
		expect(read('2026-11-02T09:00:00+08:00', 'hour').date).toBe('2026-11-02 09:00:00');
		expect(read('2026-11-02T00:00:00+08:00', 'hour').date).toBe('2026-11-02 00:00:00');
	});

	it.each(['day', 'total'])('has to be there: %s', (unit) => {
		expect(() => read('', unit)).toThrow(/^'Of Date' is empty, and the users of sessions/);
	});
});

describe('a step of a path', () => {
	const query = {
		...{ source: { event: 'A' }, events: [{ event: 'A' }, { event: 'B' }], isBackward: false },
		...{ steps: 3, eventsPerStep: 10, groupBy: [], rows: 'links' as const },
	};
	const cell = { sliceStep: 2, sliceEvent: 'B' };

	it.each([
		[
			{ slicePathUsers: 'all', sliceStep: 3 },
			{ step: 3, event: 'B', went: 'anywhere' },
		],
		[{ slicePathUsers: 'ended' }, { step: 2, event: 'B', went: 'nowhere' }],
		[
			{ slicePathUsers: 'next', sliceNextEvent: 'A' },
			{ step: 2, event: 'B', went: { to: 'A' } },
		],
	])('%j', (values, slice) => {
		expect(readPathSlice(form({ ...cell, ...values }), query)).toEqual(slice);
	});

	it.each([
		[{ slicePathUsers: 'lost' }, /^'Users' is unknown: 'lost'/],
		[{ slicePathUsers: 'ended', sliceStep: 3 }, /^'Of Step' must be a whole number from 1 to 2/],
		[{ sliceEvent: '' }, /^'Event of the Step' is empty/],
		[{ sliceEvent: 'B (gold)' }, /^'Event of the Step' is B \(gold\), which is no event/],
		[{ slicePathUsers: 'next', sliceNextEvent: 'C' }, /^'Event of the Next Step' is C, which/],
	])('not %j', (values, words) => {
		const field = form({ ...cell, slicePathUsers: 'all', ...values });
		expect(() => readPathSlice(field, query)).toThrow(words);
	});
});
