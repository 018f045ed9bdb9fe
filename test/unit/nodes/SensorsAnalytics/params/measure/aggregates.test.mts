import { AGGREGATES, readAggregate } from '../../../../../../nodes/SensorsAnalytics/params/measure';
import { AGGREGATORS } from '../../../../../../nodes/SensorsAnalytics/query/aggregators';
import { faultOf } from '../../../../../support/definitions.mts';

const read = (given: unknown, hasProperty: boolean) =>
	readAggregate(given, hasProperty, 'measure 1').value;

describe('an aggregate', () => {
	it('is found by its word, its name in the service and its names in both languages', () => {
		for (const { word, value, label, interfaceName, needsProperty } of AGGREGATORS) {
			for (const spelling of [word, word.toUpperCase(), label, interfaceName])
				expect([spelling, read(spelling, needsProperty)]).toEqual([spelling, value]);
			// The service's word for events per user is another one's for a mean.
			if (value !== 'average') expect(read(value.toLowerCase(), needsProperty)).toBe(value);
		}
		expect(new Set(AGGREGATES.map(({ word }) => word)).size).toBe(AGGREGATORS.length);
	});

	it.each([
		[undefined, false, 'general'],
		['count', false, 'general'],
		['UV', false, 'unique'],
		['average', true, 'avg'],
		['p50', true, 'quantile50'],
		['去重数', true, 'uniqCount'],
	])('%j (with a property: %s) is %s', (given, hasProperty, expected) => {
		expect(read(given, hasProperty)).toBe(expected);
	});

	it.each([
		[
			'average',
			false,
			/can mean events_per_user \(Events per User\) or avg \(Average of a Property\)/,
		],
		['count', true, /is events, which takes no 'property'.*sum, avg/],
		['unique', true, /is users, which takes no 'property'/],
		['sum', false, /is sum, which needs a 'property'.*events, users/],
		[undefined, true, /is missing\. With a property it must be one of: sum, avg/],
		['total_amount', false, /can't be "total_amount"\. Use one of: events, .*sum/],
		[7, true, /can't be 7\. With a property it must be one of: [^.]*$/],
		['summ', true, /must be one of: .*\. Did you mean sum\?$/],
		[
			'revenue',
			false,
			/If "revenue" is what the number is called, it is its 'name': \{"event": …, "aggregate": "sum", "property": "amount", "name": "revenue"\}$/,
		],
	])('%j (with a property: %s) is an error', (given, hasProperty, message) => {
		expect(faultOf(() => read(given, hasProperty))).toMatch(message);
	});
});
