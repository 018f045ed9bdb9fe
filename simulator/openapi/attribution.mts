import { DateTime } from 'luxon';
import { z } from 'zod';

import type { ShopEvent } from '../data/shop.mts';
import { compileEvent } from '../report/cohorts.mts';
import { findField } from '../report/fields.mts';
import { compileFilter } from '../report/filter.mts';
import { daysBetween } from '../report/periods.mts';
import { ParameterFault } from './fault.mts';
import { rate } from './rates.mts';
import type { Report } from './reports.mts';
import { eventWithFilter, filter, limited, ranged, readBody } from './schema.mts';
import { generalName } from './segmentation.mts';
import type { Cell, Column } from './table.mts';

const schema = z.object({
	...ranged,
	target_event: eventWithFilter.extend({
		aggregator: z.enum(['general', 'sum']),
		field: z.string().optional(),
	}),
	/** Must be an object; a list is refused. */
	attribution_events: z.object({
		events: z.array(eventWithFilter).min(1, 'must have at least one event'),
		filter: filter.optional(),
		by_fields: z.array(z.string()).optional(),
	}),
	model_type: z.enum(['first', 'last', 'linear', 'position', 'time_decay']),
	lookback_window: z.object({
		unit: z.enum(['MINUTE', 'HOUR', 'DAY', 'WEEK']),
		value: z.number().int().min(0),
	}),
	direct_conversion: z.boolean().optional(),
});

const MINUTES = { MINUTE: 1, HOUR: 60, DAY: 24 * 60, WEEK: 7 * 24 * 60 };
/** Days in which a touchpoint loses half of its weight. */
const HALF_LIFE = 7;
/** Weight of the first one, and of the last one; the others share the rest. */
const ENDS = 0.4;

interface Line {
	clicks: number;
	converting: Set<ShopEvent>;
	users: Set<string>;
	goal: number;
}

/** Attribution (docs/service.md, "OpenAPI"): a line per touchpoint and group; direct conversions have no event. */
export const attribution: Report = (body, { shop, today, account, traits }) => {
	const query = readBody(schema, body);
	const { target_event: target, attribution_events: touched, lookback_window: window } = query;
	const isTarget = compileEvent(target, 'target_event', today, account);
	const tests = touched.events.map((event, index) =>
		compileEvent(event, `attribution_events.events.${index}`, today, account),
	);
	const passes = compileFilter(query.filter, 'filter', today);
	const counts = compileFilter(touched.filter, 'attribution_events.filter', today);
	const fields = (touched.by_fields ?? []).map((field, index) =>
		findField(field, `attribution_events.by_fields.${index}`),
	);
	if (target.aggregator === 'sum' && !target.field)
		throw new ParameterFault('target_event.field: is missing');
	const value = target.field ? findField(target.field, 'target_event.field') : undefined;
	const windowMs = window.value * MINUTES[window.unit] * 60_000;
	const before = (time: string) =>
		new Date(Date.parse(`${time.replace(' ', 'T')}Z`) - windowMs)
			.toISOString()
			.slice(0, 19)
			.replace('T', ' ');

	const lines = new Map<string, Line>();
	const lineOf = (key: string) => {
		const line = lines.get(key) ?? { clicks: 0, converting: new Set(), users: new Set(), goal: 0 };
		lines.set(key, line);
		return line;
	};
	const placeOf = (event: ShopEvent) => {
		const index = tests.findIndex((test) => test(event));
		if (index < 0 || !counts(event)) return undefined;
		return JSON.stringify([
			touched.events[index]?.event_name,
			...fields.map(({ valueOf }) => valueOf(event)),
		]);
	};
	const direct = JSON.stringify([null, ...fields.map(() => null)]);
	const start = before(`${query.from_date} 00:00:00`).slice(0, 10);
	const events = daysBetween(start, query.to_date)
		.flatMap((day) => shop.eventsOf(day))
		.filter(passes);
	const touches = new Map<string, Array<{ event: ShopEvent; key: string }>>();
	let whole = 0;
	for (const event of events) {
		const id = event.user.id;
		const own = touches.get(id) ?? [];
		const isInRange = event.time.slice(0, 10) >= query.from_date;
		if (isTarget(event) && isInRange) {
			const goal = value ? Number(value.valueOf(event) ?? 0) : 1;
			whole += goal;
			const since = before(event.time);
			const led = own.filter((touch) => touch.event.time >= since);
			const weights = weigh(query.model_type, led, event);
			led.forEach((touch, index) => {
				const weight = weights[index] as number;
				if (weight === 0) return;
				const line = lineOf(touch.key);
				line.goal += goal * weight;
				line.converting.add(touch.event);
				line.users.add(id);
			});
			if (led.length === 0 && query.direct_conversion === true) {
				const line = lineOf(direct);
				line.goal += goal;
				line.users.add(id);
			}
		}
		const key = placeOf(event);
		if (key === undefined) continue;
		own.push({ event, key });
		touches.set(id, own);
		if (isInRange) lineOf(key).clicks++;
	}

	const { rows, isCut } = limited([...lines], query.limit);
	return {
		columns: [
			{ name: 'event_name', type: 'STRING' },
			...(touched.by_fields ?? []).map(
				(field): Column => ({ name: generalName(field), type: 'STRING' }),
			),
			{ name: 'click_times', type: 'LONG' },
			{ name: 'converted_number', type: 'LONG' },
			{ name: 'converted_user_number', type: 'LONG' },
			{ name: 'goal_conversion', type: 'DOUBLE' },
			{ name: 'conversion_value_rate', type: 'DOUBLE' },
		],
		details: rows.map(([key, { clicks, converting, users, goal }]): Cell[] => [
			...(JSON.parse(key) as Cell[]),
			clicks,
			converting.size,
			users.size,
			goal,
			rate(goal, whole, traits),
		]),
		isTruncated: isCut,
	};
};

/** Returns the credit of each touchpoint of a target, in order. */
function weigh(model: string, led: Array<{ event: ShopEvent }>, target: ShopEvent): number[] {
	const count = led.length;
	const last = count - 1;
	const share = (parts: number[]) => {
		const sum = parts.reduce((a, b) => a + b, 0);
		return parts.map((part) => part / sum);
	};
	switch (model) {
		case 'first':
			return led.map((_, index) => Number(index === 0));
		case 'last':
			return led.map((_, index) => Number(index === last));
		case 'position':
			return count < 3
				? led.map(() => 1 / count)
				: led.map((_, index) =>
						index === 0 || index === last ? ENDS : (1 - 2 * ENDS) / (count - 2),
					);
		case 'time_decay':
			return share(
				led.map(({ event }) => {
					const [from, to] = [event, target].map(({ time }) =>
						DateTime.fromSQL(time, { zone: 'utc' }),
					);
					const passed = (to as DateTime).diff(from as DateTime, 'days');
					return 0.5 ** (passed.days / HALF_LIFE);
				}),
			);
		default:
			return led.map(() => 1 / count);
	}
}
