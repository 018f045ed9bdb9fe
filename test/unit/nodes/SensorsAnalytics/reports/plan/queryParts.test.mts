import type { Property } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { measureOfUsers } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { partsOf as allPartsOf } from '../../../../../../nodes/SensorsAnalytics/reports/plan';

const city: Property = { of: 'event', event: 'A', name: 'city' };
const amount: Property = { of: 'event', event: 'B', name: 'amount' };
const level: Property = { of: 'user', name: 'level' };
const filter = {
	join: 'and' as const,
	conditions: [
		{ property: { of: 'user' as const, name: 'hidden' }, function: 'isSet', values: [] },
	],
	groups: [],
};

/** Only what is shown. */
function partsOf(query: Parameters<typeof allPartsOf>[0]) {
	const { parts: _parts, ...shown } = allPartsOf(query);
	return shown;
}

describe('what a report shows', () => {
	it('of an event report: events of measures and formulas, properties, groups', () => {
		const parts = partsOf({
			measures: [
				{ kind: 'event', event: 'A', aggregator: 'general', filter },
				{ kind: 'event', event: 'B', aggregator: 'sum', property: amount },
				{ kind: 'event', event: 'A', aggregator: 'unique' },
				{ kind: 'formula', expression: 'count(event.C)', events: ['C'] },
			],
			groupBy: [{ property: city, buckets: [1, 2] }],
			filter,
			unit: 'day',
		});
		expect(parts).toEqual({ events: ['A', 'B', 'C'], properties: [amount, city] });
	});

	it('of a distribution: its event and group, but not the content of "of"', () => {
		const query = { event: 'A', unit: 'day' as const, buckets: [], groupBy: [level], filter };
		expect(partsOf({ ...query, of: 'times' })).toEqual({ events: ['A'], properties: [level] });
		const measured = partsOf({ ...query, of: { aggregator: 'sum', property: amount } });
		expect(measured.properties).toEqual([level, amount]);
	});

	it('of users: no event', () => {
		const parts = partsOf({ measures: [measureOfUsers('avg', level)], groupBy: [level] });
		expect(parts).toEqual({ events: [], properties: [level, level] });
	});

	it('of an attribution: target and touchpoints, at any place', () => {
		const parts = partsOf({
			target: { kind: 'event', event: 'Pay', aggregator: 'sum', property: amount },
			touchpoints: [{ event: 'Ad', filter }, { event: 'Mail' }],
			rule: 'last',
			lookback: { value: 7, unit: 'day' },
			hasDirect: false,
			groupBy: [],
		});
		expect(parts).toEqual({ events: ['Pay', 'Ad', 'Mail'], properties: [amount] });
	});

	it('and its parts, each with its event', () => {
		const value = { kind: 'event' as const, event: 'B', aggregator: 'sum', property: amount };
		const formula = { kind: 'formula' as const, expression: 'x', events: ['A', 'B'], filter };
		const parts = (query: Parameters<typeof allPartsOf>[0]) => allPartsOf(query).parts;
		expect(parts({ measures: [value, formula], groupBy: [], filter, unit: 'day' })).toEqual([
			{ events: ['B'], property: amount },
			{ events: ['A', 'B'], filter },
		]);
		const distribution = {
			event: 'A',
			unit: 'day' as const,
			buckets: [],
			groupBy: [level],
			filter,
		};
		const of = { aggregator: 'sum', property: amount };
		expect(parts({ ...distribution, of })).toEqual([{ events: ['A'], property: amount }]);
	});
});
