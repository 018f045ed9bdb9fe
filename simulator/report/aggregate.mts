import { DateTime } from 'luxon';

import type { ShopEvent, Value } from '../data/shop.mts';
import type { Field } from './fields.mts';
import { daysBetween, type Period } from './periods.mts';

interface Rule {
	/** Required kind of field. */
	field: 'none' | 'number' | 'any';
	compute(events: ShopEvent[], field?: Field): number | null;
	/** Days to count instead of the period's own (rolling and cumulative numbers). */
	window?(period: Period, from: string): string[];
}

const numbers = (events: ShopEvent[], field?: Field): number[] =>
	events
		.map((event) => field?.valueOf(event) as Value)
		.filter((value) => typeof value === 'number') as number[];
const sum = (values: number[]) => round(values.reduce((total, value) => total + value, 0));
const users = (events: ShopEvent[]) => new Set(events.map(({ user }) => user.id)).size;
const round = (value: number) => Math.round(value * 1e6) / 1e6;

const count: Rule = { field: 'none', compute: (events) => events.length };
const unique: Rule = { field: 'none', compute: users };
const quantile = (share: number): Rule => ({
	field: 'number',
	compute: (events, field) => {
		const values = numbers(events, field).sort((a, b) => a - b);
		return values.length === 0
			? null
			: (values[Math.max(0, Math.ceil(values.length * share) - 1)] as number);
	},
});
const lastDay = (period: Period) => period.days[period.days.length - 1] as string;
const lastDays = (length: number) => (period: Period) => {
	const end = DateTime.fromISO(lastDay(period), { zone: 'utc' });
	return daysBetween(end.minus({ days: length - 1 }).toFormat('yyyy-MM-dd'), lastDay(period));
};
const monthSoFar = (period: Period) =>
	daysBetween(`${lastDay(period).slice(0, 7)}-01`, lastDay(period));
const sinceStart = (period: Period, from: string) => daysBetween(from, lastDay(period));

/** Aggregators by lower-case name; the contract writes `SUM` (docs/service.md, "Aggregators"). */
export const AGGREGATORS: Record<string, Rule> = {
	general: count,
	unique,
	average: {
		field: 'none',
		compute: (events) => (events.length === 0 ? null : round(events.length / users(events))),
	},
	sum: { field: 'number', compute: (events, field) => sum(numbers(events, field)) },
	avg: {
		field: 'number',
		compute: (events, field) => {
			const values = numbers(events, field);
			return values.length === 0 ? null : round(sum(values) / values.length);
		},
	},
	max: {
		field: 'number',
		compute: (events, field) =>
			numbers(events, field).length === 0 ? null : Math.max(...numbers(events, field)),
	},
	min: {
		field: 'number',
		compute: (events, field) =>
			numbers(events, field).length === 0 ? null : Math.min(...numbers(events, field)),
	},
	uniqavg: {
		field: 'number',
		compute: (events, field) =>
			events.length === 0 ? null : round(sum(numbers(events, field)) / users(events)),
	},
	uniqcount: {
		field: 'any',
		compute: (events, field) =>
			new Set(events.map((event) => field?.valueOf(event)).filter((value) => value !== null)).size,
	},
	quantile25: quantile(0.25),
	quantile50: quantile(0.5),
	quantile75: quantile(0.75),
	quantile90: quantile(0.9),
	rollup_count: { ...count, window: sinceStart },
	rollup_uniq: { ...unique, window: sinceStart },
	count_last_day_7: { ...count, window: lastDays(7) },
	count_last_day_30: { ...count, window: lastDays(30) },
	uniq_last_day_7: { ...unique, window: lastDays(7) },
	uniq_last_day_30: { ...unique, window: lastDays(30) },
	count_cur_month: { ...count, window: monthSoFar },
	uniq_cur_month: { ...unique, window: monthSoFar },
};
