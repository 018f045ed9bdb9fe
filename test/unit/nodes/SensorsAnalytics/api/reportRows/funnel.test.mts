import { atOnce } from '../../../../../../credentials/http/slices';
import type { FunnelEntry } from '../../../../../../nodes/SensorsAnalytics/api/reportRows';
import {
	checkEnd,
	funnelSteps,
	usersIn,
} from '../../../../../../nodes/SensorsAnalytics/api/reportRows';
import type { Grouping } from '../../../../../../nodes/SensorsAnalytics/api/rows';
import { columnWith } from '../../../../../../nodes/SensorsAnalytics/api/rows';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';

const funnelTable = (...given: Parameters<typeof funnelSteps>) => atOnce(funnelSteps(...given));

const FACTS = { isTruncated: false, isSampled: false };
const NONE: Grouping = { fields: [], columns: [] };
const CITY: Grouping = { fields: ['user.city'], columns: [columnWith('city', 'group', 'string')] };
const STEPS = [{ event: 'View' }, { event: 'Pay' }];
const entry = (date: string | null, group: Cell[], ...users: number[]): FunnelEntry => ({
	date,
	group,
	hasGroup: group.length > 0,
	steps: users.map((count) => ({ users: count })),
	name: 'entry 1',
});
const rowsOf = (grouping: Grouping, all: FunnelEntry[], isByDate = false, steps = STEPS) =>
	funnelTable(FACTS, grouping, all, { steps, isByDate }).rows.toArray();

describe('funnelTable', () => {
	it('a row per step: event, users, percents', () => {
		expect(rowsOf(NONE, [entry(null, [], 8, 2)])).toEqual([
			[1, 'View', 8, null, 100],
			[2, 'Pay', 2, 25, 25],
		]);
	});

	it('without users', () => {
		expect(rowsOf(NONE, [entry(null, [], 0, 0)])).toEqual([
			[1, 'View', 0, null, null],
			[2, 'Pay', 0, null, null],
		]);
	});

	it('has events from the answer, or from the query, or none', () => {
		const reported = {
			...entry(null, [], 8, 2),
			steps: [{ users: 8, event: 'Seen' }, { users: 2 }],
		};
		expect(rowsOf(NONE, [reported]).map((row) => row[1])).toEqual(['Seen', 'Pay']);
		expect(rowsOf(NONE, [reported], false, []).map((row) => row[1])).toEqual(['Seen', null]);
	});

	it('numbers that no funnel can have', () => {
		expect(() => rowsOf(NONE, [entry(null, [], 8)])).toThrow(/entry 1 has 1 steps instead of 2$/);
		expect(() => rowsOf(NONE, [entry(null, [], 8, 9)])).toThrow(
			/entry 1 has more users in step 2 than in the previous step$/,
		);
		expect(() =>
			rowsOf(CITY, [entry(null, ['A'], 8, 2), entry(null, ['B'], 8)], false, []),
		).toThrow(/The report has an unexpected structure: entry 1 has 1 steps instead of 2/);
		expect(() => rowsOf(CITY, [entry(null, ['A'], 1, 1), entry(null, ['A'], 1, 1)])).toThrow(
			/The report has an unexpected structure: entries 1 and 2 have the same key/,
		);
	});

	it('has requested dates, and no others', () => {
		expect(() => rowsOf(NONE, [entry(null, [], 8, 2)], true)).toThrow(
			/the requested dates are missing$/,
		);
		expect(() => rowsOf(NONE, [entry('2026-11-01', [], 8, 2)])).toThrow(
			/The report has an unexpected structure: it has only dates instead of the whole date range \(a user can appear on several dates\)/,
		);
		const both = [entry(null, [], 8, 2), entry('2026-11-01', [], 4, 1)];
		expect(rowsOf(NONE, both)).toHaveLength(2);
		expect(rowsOf(NONE, both, true)[0]).toEqual(['2026-11-01', 1, 'View', 4, null, 100]);
		expect(rowsOf(NONE, [], true)).toEqual([]);
		// Nobody started on any day.
		expect(rowsOf(NONE, [entry(null, [], 0, 0)], true)).toEqual([]);
		expect(rowsOf(NONE, [])).toEqual([]);
	});

	it('all values of a group together are no group', () => {
		const all = [entry(null, ['$layer_total_reserved_word'], 9, 3), entry(null, ['A'], 8, 2)];
		expect(rowsOf(CITY, all).map(([city]) => city)).toEqual(['A', 'A']);
	});
});

describe('usersIn', () => {
	it('one number under several names', () => {
		expect(usersIn({ a: 3, b: '3', c: null }, ['a', 'b', 'c', 'd'], 'step 1')).toBe(3);
		expect(usersIn({ b: 0 }, ['a', 'b'], 'step 1')).toBe(0);
	});

	it('missing, two, or below 0', () => {
		expect(() => usersIn({ a: 3, b: 4 }, ['a', 'b'], 'step 1')).toThrow(
			/step 1 has different numbers of users \(a, b\)$/,
		);
		expect(() => usersIn({ c: 3 }, ['a', 'b'], 'step 1')).toThrow(/step 1 has no number of users$/);
		expect(() => usersIn({ a: -1 }, ['a', 'b'], 'step 1')).toThrow(/step 1 has users below 0$/);
	});
});

it('checkEnd', () => {
	const two = entry(null, [], 8, 2);
	expect(() => checkEnd(two, [2, undefined])).not.toThrow();
	expect(() => checkEnd(two, [])).not.toThrow();
	expect(() => checkEnd(two, [2, 3])).toThrow(/entry 1 has different numbers of users at its end$/);
});
