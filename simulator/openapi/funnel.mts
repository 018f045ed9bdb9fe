import { z } from 'zod';

import type { ShopEvent, ShopUser } from '../data/shop.mts';
import { minutesAfter, secondsOf } from '../data/times.mts';
import { compileEvent } from '../report/cohorts.mts';
import { findField } from '../report/fields.mts';
import { compileFilter } from '../report/filter.mts';
import { filterOfStep } from '../report/funnel.mts';
import { daysBetween } from '../report/periods.mts';
import type { Filter } from '../report/query.mts';
import { ParameterFault } from './fault.mts';
import { rate } from './rates.mts';
import type { Report, Setting } from './reports.mts';
import { eventWithFilter, limited, ranged, readBody, unit } from './schema.mts';
import { generalName } from './segmentation.mts';
import type { Cell, Column } from './table.mts';

export const funnelQuery = z.object({
	...ranged,
	unit: unit.optional(),
	funnel: z.object({
		steps: z.array(eventWithFilter).min(2, 'must have at least two steps'),
		/** Minutes (docs/service.md, "OpenAPI"). */
		max_convert_time: z.number().positive(),
	}),
	extend_over_end_date: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
	filter_field_steps: z.array(z.number().int()).optional(),
	by_field_steps: z.array(z.number().int()).optional(),
});

/** A user's conversion that started at one moment. */
interface Way {
	user: ShopUser;
	level: number;
	/** Seconds from each step to the next one. */
	seconds: number[];
}

/**
 * Funnel (docs/service.md, "OpenAPI"): a line per day of the first step and group, or only the
 * totals.
 */
export const funnel: Report = (body, setting) => {
	const query = readBody(funnelQuery, body);
	const { traits } = setting;
	const { steps } = query.funnel;
	const lines = waysOf(query, setting);
	const fields = query.by_fields ?? [];

	const transitions = steps.slice(1).map((_, index) => index + 1);
	const { rows, isCut } = limited([...lines], query.limit);
	return {
		columns: [
			{ name: 'date', type: 'DATE' },
			...fields.map(
				(_, index): Column => ({
					name: generalName(query.by_fields?.[index] as string),
					type: 'STRING',
				}),
			),
			{ name: 'funnel_root', type: 'STRING' },
			...transitions.map((n): Column => ({ name: `funnel_level_${n}`, type: 'STRING' })),
			{ name: 'total_user', type: 'LONG' },
			...transitions.flatMap((n): Column[] => [
				{ name: `convert_user_step_${n}`, type: 'LONG' },
				{ name: `wastage_user_step_${n}`, type: 'LONG' },
				{ name: `convert_rate_step_${n}`, type: 'DOUBLE' },
				{ name: `median_converted_time_step_${n}`, type: 'DOUBLE' },
			]),
			{ name: 'completion_converted_user', type: 'LONG' },
			{ name: 'completion_rate', type: 'DOUBLE' },
		],
		details: rows.map(([key, ways]): Cell[] => {
			const [date, ...group] = JSON.parse(key) as [string, ...Cell[]];
			const reached = (level: number) => ways.filter((way) => way.level >= level).length;
			const total = reached(1);
			const done = reached(steps.length);
			return [
				`${date} 00:00:00`,
				...group,
				...steps.map(({ event_name: name }) => name),
				total,
				...transitions.flatMap((n): Cell[] => {
					const [before, after] = [reached(n), reached(n + 1)];
					const times = ways.flatMap(({ seconds }) => seconds[n - 1] ?? []);
					return [after, before - after, rate(after, before, traits), median(times)];
				}),
				done,
				rate(done, total, traits),
			];
		}),
		isTruncated: isCut,
	};
};

/**
 * Returns the conversions of the users by line, the one with the most steps for each user. Keys are
 * texts of lists of a date and the values of the groups.
 */
export function waysOf(
	query: z.infer<typeof funnelQuery>,
	{ shop, today, account }: Setting,
): Map<string, Way[]> {
	checkSteps(query.filter, query.filter_field_steps);
	const { steps, max_convert_time: minutes } = query.funnel;
	const tests = steps.map((step, index) => {
		const isStep = compileEvent(step, `funnel.steps.${index}`, today, account);
		const own = filterOfStep(query.filter, index, steps, query.filter_field_steps);
		const passes = compileFilter(own, 'filter', today);
		return (event: ShopEvent) => isStep(event) && passes(event);
	});
	const fields = (query.by_fields ?? []).map((field, index) =>
		findField(field, `by_fields.${index}`),
	);
	const mayEndLater = String(query.extend_over_end_date) === 'true';
	const byUser = new Map<string, ShopEvent[]>();
	for (const date of daysBetween(query.from_date, mayEndLater ? today : query.to_date)) {
		for (const event of shop.eventsOf(date)) {
			const own = byUser.get(event.user.id);
			if (own) own.push(event);
			else byUser.set(event.user.id, [event]);
		}
	}

	const lines = new Map<string, Way[]>();
	for (const events of byUser.values()) {
		const best = new Map<string, Way>();
		for (const first of events) {
			const date = first.time.slice(0, 10);
			if (!tests[0]?.(first) || date > query.to_date) continue;
			const group = fields.map(({ valueOf }) => valueOf(first));
			const key = JSON.stringify([query.rollup ? query.from_date : date, ...group]);
			const way = walk(first, events, tests, minutes);
			if (way.level > (best.get(key)?.level ?? 0)) best.set(key, way);
		}
		for (const [key, way] of best) lines.set(key, [...(lines.get(key) ?? []), way]);
	}
	return lines;
}

/** The vendor's client sends `filter_field_steps` whenever the filter uses properties of events. */
function checkSteps(filter: Filter | undefined, steps: number[] | undefined): void {
	const conditions = filter?.conditions ?? [];
	const isOfEvent = conditions.some(({ field }) => field.startsWith('event.'));
	if (isOfEvent && steps?.length !== conditions.length)
		throw new ParameterFault('filter_field_steps: must name a step for each condition');
}

function walk(
	first: ShopEvent,
	events: ShopEvent[],
	tests: Array<(event: ShopEvent) => boolean>,
	minutes: number,
): Way {
	const limit = minutesAfter(first.time, minutes);
	const way: Way = { user: first.user, level: 1, seconds: [] };
	let last = first;
	for (const test of tests.slice(1)) {
		const next = events.find(
			(event) => event !== last && event.time >= last.time && event.time <= limit && test(event),
		);
		if (!next) break;
		way.seconds.push(secondsOf(next.time) - secondsOf(last.time));
		way.level++;
		last = next;
	}
	return way;
}

function median(values: number[]): number | null {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
