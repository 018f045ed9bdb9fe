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
		[
			'count',
			true,
			/'aggregate' of measure 1 is events, which doesn't use 'property'\. Remove 'property', or use one of: sum, avg, max, min, sum_per_user, distinct, p25, median, p75, p90/,
		],
		[
			'unique',
			true,
			/'aggregate' of measure 1 is users, which doesn't use 'property'\. Remove 'property', or use one of: sum, avg, max, min, sum_per_user, distinct, p25, median, p75, p90/,
		],
		[
			'sum',
			false,
			/'aggregate' of measure 1 is sum, which requires a 'property', such as "amount"\. Without a property, use one of: events, users, events_per_user, events_cumulated, users_cumulated, events_last_7_days, events_last_30_days, users_last_7_days, users_last_30_days, events_month_so_far, users_month_so_far/,
		],
		[
			undefined,
			true,
			/'aggregate' of measure 1 is missing\. With a property, use one of: sum, avg, max, min, sum_per_user, distinct, p25, median, p75, p90/,
		],
		['total_amount', false, /can't be "total_amount"\. Use one of: events, .*sum/],
		[
			7,
			true,
			/'aggregate' of measure 1 can't be 7\. With a property, use one of: sum, avg, max, min, sum_per_user, distinct, p25, median, p75, p90$/,
		],
		[
			'summ',
			true,
			/'aggregate' of measure 1 can't be "summ"\. With a property, use one of: sum, avg, max, min, sum_per_user, distinct, p25, median, p75, p90\. Did you mean sum\?$/,
		],
		// What is followed to the letter may not be another number of the same name.
		['p95', true, /one of: sum, .*, p90$/],
		['stddev', true, /one of: sum, .*, p90$/],
		['conversion_rate', false, /users_month_so_far$/],
		[
			'revenue',
			false,
			/'aggregate' of measure 1 can't be "revenue"\. Use one of: events, users, events_per_user, sum, avg, max, min, sum_per_user, distinct, p25, median, p75, p90, events_cumulated, users_cumulated, events_last_7_days, events_last_30_days, users_last_7_days, users_last_30_days, events_month_so_far, users_month_so_far\. If "revenue" is the name of the measure, use 'name': \{"event": …, "aggregate": "sum", "property": "amount", "name": "revenue"\}$/,
		],
	])('%j (with a property: %s) is an error', (given, hasProperty, message) => {
		expect(faultOf(() => read(given, hasProperty))).toMatch(message);
	});
});
