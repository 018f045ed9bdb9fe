import { DateTime } from 'luxon';
import { z } from 'zod';

import type { Account } from '../identity/accounts.mts';
import { EVENTS, type Shop, type ShopEvent } from '../data/shop.mts';
import { badRequest, Refusal } from '../refusal.mts';
import { ANY_EVENT, findField } from './fields.mts';
import { compileFilter } from './filter.mts';
import { daysBetween } from './periods.mts';
import { date, filter, flag } from './query.mts';

/** An event with conditions: first or second event of a retention, or step of a funnel. */
export const eventWithFilter = z.object({
	event_name: z.string().min(1, 'must not be empty'),
	filter: filter.optional(),
});
type EventWithFilter = z.infer<typeof eventWithFilter>;

/** Parameters that reports on groups of users share. */
export const cohortQuery = {
	from_date: date,
	to_date: date,
	by_field: z.string().optional(),
	filter: filter.optional(),
	user_filter: filter.optional(),
	use_cache: flag.optional(),
	/** Whether to return one value for the date range. */
	rollup_date: flag.optional(),
	sampling_factor: z.number().int().min(1).max(64).optional(),
};

/** Reads a body, or refuses it with the place of the mistake. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
	const result = schema.safeParse(body);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw badRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not readable'}`);
}

/** Returns a test for the event and its conditions. */
export function compileEvent(
	{ event_name: name, filter: conditions }: EventWithFilter,
	place: string,
	today: string,
	account: Account | undefined,
): (event: ShopEvent) => boolean {
	if (name !== ANY_EVENT && !EVENTS[name])
		throw badRequest(
			`${place}.event_name: the event "${name}" does not exist or is no longer valid`,
		);
	if (account && account.events !== 'ALL' && !account.events.includes(name)) {
		throw new Refusal(403, `The current user lacks permission for the event "${name}"`, {
			code: 'SA-D-7-2',
		});
	}
	const passes = compileFilter(conditions, `${place}.filter`, today);
	return (event) => (name === ANY_EVENT || event.event === name) && passes(event);
}

/** Returns the value of the group field, as text; null if it is missing. */
export function groupOf(field: string | undefined): (event: ShopEvent) => string | null {
	if (!field) return () => null;
	const { valueOf } = findField(field, 'by_field');
	return (event) => {
		const value = valueOf(event);
		return value === null ? null : String(value);
	};
}

export type CohortUnit = 'day' | 'week' | 'month';

/** Returns the first day of the period that contains a day. */
export function startOf(unit: CohortUnit, day: string): string {
	return DateTime.fromISO(day, { zone: 'utc' }).startOf(unit).toFormat('yyyy-MM-dd');
}

/** Returns the first day of the period a number of periods later. */
export function later(unit: CohortUnit, start: string, count: number): string {
	return DateTime.fromISO(start, { zone: 'utc' })
		.plus({ [`${unit}s`]: count })
		.toFormat('yyyy-MM-dd');
}

/** Returns events of the range by the first day of their period, in order. */
export function eventsByPeriod(
	shop: Shop,
	unit: CohortUnit,
	from: string,
	to: string,
): Map<string, ShopEvent[]> {
	const periods = new Map<string, ShopEvent[]>();
	for (const day of daysBetween(from, to)) {
		const start = startOf(unit, day);
		const events = periods.get(start) ?? [];
		events.push(...shop.eventsOf(day));
		periods.set(start, events);
	}
	return periods;
}

/** Percent with two decimals. */
export function percent(part: number, whole: number): number {
	return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
