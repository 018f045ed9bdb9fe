import { z } from 'zod';

import type { ShopEvent } from '../data/shop.mts';
import { secondsOf } from '../data/times.mts';
import { type CohortUnit, compileEvent, startOf } from '../report/cohorts.mts';
import { findField } from '../report/fields.mts';
import { compileFilter } from '../report/filter.mts';
import { daysBetween } from '../report/periods.mts';
import type { Report } from './reports.mts';
import { eventWithFilter, limited, ranged, readBody } from './schema.mts';
import type { Cell, Column } from './table.mts';

const schema = z.object({
	...ranged,
	first_event: eventWithFilter,
	second_event: eventWithFilter,
	unit: z.enum(['DAY', 'WEEK', 'MONTH']),
	quantiles: z.array(z.number().int().min(0).max(100)).min(1, 'must have at least one'),
	by_event: z.enum(['first', 'second']).optional(),
	by_field: z.string().optional(),
});

/** Interval between two events (docs/service.md, "OpenAPI"): from each first event to the user's next second one. */
export const interval: Report = (body, { shop, today, account }) => {
	const query = readBody(schema, body);
	const isFirst = compileEvent(query.first_event, 'first_event', today, account);
	const isSecond = compileEvent(query.second_event, 'second_event', today, account);
	const passes = compileFilter(query.filter, 'filter', today);
	const field = query.by_field ? findField(query.by_field, 'by_field') : undefined;
	const lines = new Map<string, Map<string, number[]>>();
	const next = new Map<string, ShopEvent>();
	const events = daysBetween(query.from_date, query.to_date).flatMap((day) => shop.eventsOf(day));
	for (const event of events.filter(passes).reverse()) {
		const { id } = event.user;
		const second = next.get(id);
		if (isFirst(event) && second) {
			const reported = query.by_event === 'second' ? second : event;
			const value = field ? String(field.valueOf(reported) ?? '') : '';
			const unit = query.unit.toLowerCase() as CohortUnit;
			const key = JSON.stringify([startOf(unit, event.time.slice(0, 10)), value]);
			const users = lines.get(key) ?? new Map<string, number[]>();
			users.set(id, [...(users.get(id) ?? []), secondsOf(second.time) - secondsOf(event.time)]);
			lines.set(key, users);
		}
		if (isSecond(event)) next.set(id, event);
	}

	const { rows, isCut } = limited([...lines], query.limit);
	const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
	return {
		columns: [
			{ name: 'date', type: 'DATE' },
			{ name: 'by_field', type: 'STRING' },
			{ name: 'people', type: 'LONG' },
			{ name: 'cnt', type: 'LONG' },
			...query.quantiles.map((quantile): Column => ({ name: String(quantile), type: 'DOUBLE' })),
			...['min_time', 'max_time', 'avg_time', 'uniqavg_time', 'uniqavg_cnt'].map(
				(name): Column => ({ name, type: 'DOUBLE' }),
			),
		],
		details: rows.map(([key, users]): Cell[] => {
			const times = [...users.values()].flat().sort((a, b) => a - b);
			const quantileOf = (percent: number) =>
				times[Math.max(0, Math.ceil((percent / 100) * times.length) - 1)] as number;
			return [
				...(JSON.parse(key) as Cell[]),
				users.size,
				times.length,
				...query.quantiles.map(quantileOf),
				times[0] as number,
				times.at(-1) as number,
				mean(times),
				mean([...users.values()].map(mean)),
				times.length / users.size,
			];
		}),
		isTruncated: isCut,
	};
};
