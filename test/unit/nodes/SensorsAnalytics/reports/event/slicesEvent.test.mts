import type { EventQuery } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { readEventSlice } from '../../../../../../nodes/SensorsAnalytics/reports/event';

const form = (values: Record<string, unknown>) => (name: string) =>
	name in values ? values[name] : '';
const ZONE = 'Asia/Shanghai';

describe('a date and the groups of an event report', () => {
	const orders = { kind: 'event', event: 'A', aggregator: 'unique' } as const;
	const report = (change: Partial<EventQuery> = {}): EventQuery => ({
		measures: [orders],
		groupBy: [],
		unit: 'day',
		...change,
	});
	const valued = (...values: unknown[]) => ({
		group: values.map((value) => ({ field: 'user.level', value })),
	});

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
		// Rows of such a report have no date.
		[{ sliceDate: undefined }, 'total', { groups: [] }],
		[{ groupBy: valued('gold ', 0, true) }, 'day', { groups: ['gold ', '0', 'true'] }],
	])('%j by %s', (values, unit, slice) => {
		expect(readEventSlice(form(values), report({ unit }), ZONE)).toEqual(slice);
	});

	const formula = { kind: 'formula' as const, expression: 'general(event.A)', events: ['A'] };
	it.each<[string, Record<string, unknown>, Partial<EventQuery>, RegExp]>([
		['two measures', {}, { measures: [orders, orders] }, /^'Measures' must be one event/],
		['a formula', {}, { measures: [formula] }, /^'Measures' must be one event/],
		['no value', { groupBy: valued('a', null) }, {}, /^'Value' of group 2 in 'Group By' is empty/],
		[
			'a value without a property',
			{ groupBy: { group: [{ field: { mode: 'list', value: '' }, value: 'Beijing' }] } },
			{},
			/^'Property' of group 1 in 'Group By' is empty\. Choose a property, or remove the group$/,
		],
		['a date of a total', { sliceDate: '2026-11-02' }, { unit: 'total' }, /'Unit' None/],
		['a day for an hour', { sliceDate: '2026-11-02' }, { unit: 'hour' }, /^'Date' has no time/],
		[
			'an expression with a misspelled name',
			{ sliceDate: undefined },
			{},
			/^The expression of 'Date' returns nothing\. Check the names in it/,
		],
		[
			'no date',
			{ sliceDate: 'May' },
			{},
			/^'Date' isn't a date: 'May'\. Enter a date such as 2026-11-19/,
		],
	])('not %s', (_case, values, change, words) => {
		expect(() => readEventSlice(form(values), report(change), ZONE)).toThrow(words);
	});
});
