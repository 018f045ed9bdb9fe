import type { Measure } from '../../../../../../nodes/SensorsAnalytics/query/query';
import {
	assertAddable,
	assertColumn,
	assertJoinable,
} from '../../../../../../nodes/SensorsAnalytics/reports/plan';
import { city, date, orders } from '../../../../../support/tables.mts';

describe('assertJoinable', () => {
	it('refuses what can not be joined', () => {
		const measure = (aggregator: string) => ({ kind: 'event' as const, event: 'A', aggregator });
		const parts = (aggregator: string, unit = 'day') => ({
			measures: [measure(aggregator)],
			groupBy: [],
			unit,
		});
		expect(() => assertJoinable(parts('unique'), false)).not.toThrow();
		expect(() => assertJoinable(parts('sum', 'total'), true)).not.toThrow();
		expect(() => assertJoinable(parts('unique', 'total'), false)).toThrow(
			"The total of 'A_users' can't be added up from parts of the date range. Remove the option 'Split Range (Days)', or turn off totals",
		);
		expect(() => assertJoinable(parts('unique'), true)).toThrow("The total of 'A_users'");
		expect(() => assertJoinable(parts('rollup_count'), false)).toThrow(
			"'A_events_cumulated' accumulates from the start of the date range, so the date range can't be split. Remove the option 'Split Range (Days)'",
		);
		const ofSessions = { ...measure('general'), isOfSessions: true as const };
		expect(() =>
			assertJoinable({ measures: [ofSessions], groupBy: [], unit: 'day' }, false),
		).toThrow(
			"'A_times' (Number of Sessions) counts sessions, which a split date range can cut in two. Remove the option 'Split Range (Days)'",
		);
	});
});

describe('assertAddable', () => {
	it('names what is computed where sessions count, and why that is not added up', () => {
		const measure = (aggregator: string, more: object = {}) => ({
			...{ kind: 'event' as const, event: 'A', aggregator },
			...more,
		});
		const refusal = (one: Measure) => () =>
			assertAddable({ measures: [one], groupBy: [], unit: 'day' });
		expect(refusal(measure('general'))).not.toThrow();
		expect(refusal(measure('unique'))).toThrow(
			"can't add up 'A_users': the option supports only event counts and sums.",
		);
		const visits = measure('general', { isOfSessions: true, name: 'visits' });
		expect(refusal(visits)).toThrow(
			"can't add up 'visits' (Number of Sessions): a session can belong to two groups.",
		);
	});
});

describe('assertColumn', () => {
	it('names the columns when there is no such one', () => {
		const columns = [date, city, orders];
		expect(() => assertColumn({ by: 'sales', isDescending: true }, columns)).toThrow(
			"'Order By' doesn't name a column: 'sales'. Use one of: city, orders",
		);
		expect(() => assertColumn({ by: 'city', isDescending: true }, columns)).not.toThrow();
		const byDate = { by: 'date', isDescending: true };
		expect(() => assertColumn(byDate, columns)).toThrow('Use one of: city, orders');
		expect(() => assertColumn(byDate, [date, orders])).not.toThrow();
	});
});
