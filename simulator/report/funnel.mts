import { z } from 'zod';

import type { Shop, ShopEvent } from '../data/shop.mts';
import { minutesAfter } from '../data/times.mts';
import type { Account } from '../identity/accounts.mts';
import {
	cohortQuery,
	compileEvent,
	eventWithFilter,
	groupOf,
	percent,
	readBody,
} from './cohorts.mts';
import { compileFilter } from './filter.mts';
import { type Filter, flag } from './query.mts';
import { daysBetween } from './periods.mts';

const schema = z.object({
	...cohortQuery,
	funnel: z.object({
		steps: z.array(eventWithFilter).min(2, 'must have at least two steps'),
		/** Minutes. */
		max_convert_time: z.number().positive(),
	}),
	extend_over_end_date: flag.optional(),
	state: z.string().optional(),
});

/**
 * Computes users by the number of steps that they took in order within the window period
 * (docs/service.md, "Funnel"; the names inside a step are uncertain). The result has one entry for
 * all users, and one per value of `by_field`; with `state: "trends"` each has another one per day
 * of the first step.
 */
export function computeFunnel(shop: Shop, body: unknown, today: string, account?: Account): object {
	const query = readBody(schema, body);
	const { steps, max_convert_time: minutes } = query.funnel;
	const tests = steps.map((step, index) => {
		const isStep = compileEvent(step, `funnel.steps.${index}`, today, account);
		const passes = compileFilter(filterOfStep(query.filter, index, steps), 'filter', today);
		return (event: ShopEvent) => isStep(event) && passes(event);
	});
	const isUser = compileFilter(query.user_filter, 'user_filter', today);
	const valueOf = groupOf(query.by_field);
	const from = query.from_date.slice(0, 10);
	const to = query.to_date.slice(0, 10);
	const end = query.extend_over_end_date ? today : to;
	const byUser = new Map<string, ShopEvent[]>();
	for (const event of daysBetween(from, end).flatMap((day) => shop.eventsOf(day))) {
		if (!isUser(event)) continue;
		byUser.set(event.user.id, [...(byUser.get(event.user.id) ?? []), event]);
	}

	const isByDay = query.state === 'trends';
	const reached = new Map<string, { place: Place; counts: number[] }>();
	const entryOf = (place: Place) => {
		const key = JSON.stringify(place);
		const entry = reached.get(key) ?? { place, counts: steps.map(() => 0) };
		reached.set(key, entry);
		return entry;
	};
	entryOf({});
	for (const events of byUser.values()) {
		const best = new Map<string, { place: Place; level: number }>();
		for (const first of events.filter(
			(event) => tests[0]?.(event) && event.time.slice(0, 10) <= to,
		)) {
			const level = levelFrom(first, events, tests, minutes);
			const group = query.by_field ? { by_value: valueOf(first) } : {};
			const date = { date: `${first.time.slice(0, 10)} 00:00:00` };
			const places: Place[] = isByDay ? [{}, group, { ...date, ...group }] : [{}, group];
			for (const place of places) {
				const key = JSON.stringify(place);
				best.set(key, { place, level: Math.max(best.get(key)?.level ?? 0, level) });
			}
		}
		for (const { place, level } of best.values()) {
			const { counts } = entryOf(place);
			for (let step = 0; step < level; step++) counts[step] = (counts[step] as number) + 1;
		}
	}
	const keys = [...reached.keys()].sort((a, b) => a.localeCompare(b));
	return {
		by_field: query.by_field ?? '',
		funnel_detail: keys.map((key) => {
			const { place, counts } = reached.get(key) as { place: Place; counts: number[] };
			return {
				...place,
				steps: steps.map(({ event_name: name }, index) => ({
					event_name: name,
					converted_user: counts[index],
					conversion_rate:
						index === 0 ? 100 : percent(counts[index] as number, counts[index - 1] as number),
				})),
				completion_converted_user: counts.at(-1),
				completion_rate: percent(counts.at(-1) as number, counts[0] as number),
			};
		}),
	};
}

/**
 * Returns the conditions on a step: those on properties of its event, and those on users
 * (docs/service.md, "OpenAPI").
 * @param owners the step of each condition, if the request names them
 */
export function filterOfStep(
	filter: Filter | undefined,
	step: number,
	steps: ReadonlyArray<{ event_name: string }>,
	owners?: readonly number[],
): Filter | undefined {
	if (!filter) return undefined;
	const isOwn = ({ field }: { field: string }, index: number) => {
		const [scope, event] = field.split('.');
		if (scope !== 'event') return true;
		if (event === '$Anything' && !owners) return true;
		return owners ? owners[index] === step : steps[step]?.event_name === event;
	};
	const conditions = filter.conditions?.filter(isOwn) ?? [];
	const filters = (filter.filters ?? []).flatMap((one) => filterOfStep(one, step, steps) ?? []);
	return conditions.length + filters.length === 0 ? undefined : { ...filter, conditions, filters };
}

interface Place {
	date?: string;
	by_value?: string | null;
}

/** Returns how many steps follow this first one, in order and within the window period. */
function levelFrom(
	first: ShopEvent,
	events: ShopEvent[],
	tests: Array<(event: ShopEvent) => boolean>,
	minutes: number,
): number {
	const limit = minutesAfter(first.time, minutes);
	let level = 1;
	let last = first;
	for (const test of tests.slice(1)) {
		const next = events.find(
			(event) => event !== last && event.time >= last.time && event.time <= limit && test(event),
		);
		if (!next) break;
		last = next;
		level++;
	}
	return level;
}
