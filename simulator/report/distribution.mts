import { z } from 'zod';

import type { Shop, ShopEvent, ShopUser } from '../data/shop.mts';
import type { Account } from '../identity/accounts.mts';
import { badRequest } from '../refusal.mts';
import { AGGREGATORS } from './aggregate.mts';
import {
	cohortQuery,
	compileEvent,
	eventsByPeriod,
	groupOf,
	percent,
	readBody,
} from './cohorts.mts';
import { findField } from './fields.mts';
import { compileFilter } from './filter.mts';
import { defaultReportTraits, type ReportTraits } from './traits.mts';

const schema = z.object({
	...cohortQuery,
	event_name: z.string().min(1, 'must not be empty'),
	unit: z.enum(['day', 'week', 'month']),
	measure_type: z.enum(['times', 'period']).optional(),
	measure: z.object({ aggregator: z.string(), field: z.string() }).optional(),
	result_bucket_param: z.array(z.number()).optional(),
});
const DEFAULT_LIMITS = [1, 3, 5, 10];

/**
 * Computes how many users did something how often (docs/service.md, "Distribution"): times, hours
 * of the day or days of the period on which they did it, or a measure of their events. Rows are
 * periods, or the values of `by_field`.
 */
export function computeDistribution(
	shop: Shop,
	body: unknown,
	today: string,
	account?: Account,
	traits: Pick<ReportTraits, 'wholeRange'> = defaultReportTraits(),
): object {
	const query = readBody(schema, body);
	const limits = query.result_bucket_param ?? DEFAULT_LIMITS;
	const isUndated = query.rollup_date && !query.by_field && traits.wholeRange === 'noDate';
	// Users below the first boundary are in no bucket.
	const buckets = limits.map((low, index) => ({ low, high: limits[index + 1] }));
	return {
		by_field: query.by_field ?? '',
		rows: [...usersByRow(shop, query, today, account)].map(([value, users]) => ({
			...(value === null || isUndated ? {} : { by_value: value }),
			total_people: users.length,
			cells: buckets.map(({ low, high }) => {
				const people = users.filter(
					({ number }) => number >= low && (high === undefined || number < high),
				).length;
				return {
					people,
					percent: percent(people, users.length),
					bucket_start: low,
					...(high === undefined ? {} : { bucket_end: high }),
				};
			}),
		})),
	};
}

/** Returns the users and their frequency in each row: of a period, or of a value of `by_field`. */
export function usersByRow(
	shop: Shop,
	body: unknown,
	today: string,
	account?: Account,
): Map<string | null, Array<{ user: ShopUser; number: number }>> {
	const query = readBody(schema, body);
	const isEvent = compileEvent(query, '', today, account);
	const passes = compileFilter(query.filter, 'filter', today);
	const isUser = compileFilter(query.user_filter, 'user_filter', today);
	const valueOf = groupOf(query.by_field);
	const numberOf = numberFor(query);

	const rows = new Map<string | null, Array<{ user: ShopUser; number: number }>>();
	const [from, to] = [query.from_date.slice(0, 10), query.to_date.slice(0, 10)];
	const byPeriod = eventsByPeriod(shop, query.unit, from, to);
	const periods = query.rollup_date ? new Map([[from, [...byPeriod.values()].flat()]]) : byPeriod;
	for (const [period, events] of periods) {
		const byUser = new Map<string, ShopEvent[]>();
		for (const event of events) {
			if (!isEvent(event) || !passes(event) || !isUser(event)) continue;
			const key = JSON.stringify([event.user.id, query.by_field ? valueOf(event) : period]);
			byUser.set(key, [...(byUser.get(key) ?? []), event]);
		}
		for (const [key, own] of byUser) {
			const [, value] = JSON.parse(key) as [string, string | null];
			const { user } = own[0] as ShopEvent;
			rows.set(value, [...(rows.get(value) ?? []), { user, number: numberOf(own) }]);
		}
	}
	return rows;
}

function numberFor(query: z.infer<typeof schema>): (events: ShopEvent[]) => number {
	const { measure, measure_type: type = 'times', unit } = query;
	if (measure) {
		const rule = AGGREGATORS[measure.aggregator.toLowerCase()];
		if (!rule) throw badRequest(`measure.aggregator: "${measure.aggregator}" is unknown`);
		const field = findField(measure.field, 'measure.field');
		return (events) => rule.compute(events, field) ?? 0;
	}
	if (type === 'times') return (events) => events.length;
	const part = unit === 'day' ? 13 : 10;
	return (events) => new Set(events.map(({ time }) => time.slice(0, part))).size;
}
