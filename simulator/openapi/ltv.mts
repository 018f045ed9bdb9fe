import { z } from 'zod';

import { type CohortUnit, compileEvent, eventsByPeriod, later } from '../report/cohorts.mts';
import { findField } from '../report/fields.mts';
import { compileFilter } from '../report/filter.mts';
import { ParameterFault } from './fault.mts';
import type { Report } from './reports.mts';
import { filter, limited, ranged, readBody } from './schema.mts';
import { generalName } from './segmentation.mts';
import type { Cell, Column } from './table.mts';

const schema = z.object({
	...ranged,
	start_sign: z.object({
		start_event: z.string({ error: 'start_event should not be null' }).min(1),
		filter: filter.optional(),
	}),
	measures: z
		.array(
			z.object({
				event_name: z.string().min(1),
				/** `average` counts events, `LTV_AVG` adds up a property. */
				aggregator: z.enum(['average', 'LTV_AVG']),
				field: z.string().optional(),
				filter: filter.optional(),
			}),
		)
		.length(1, 'must be one measure'),
	unit: z.enum(['DAY', 'WEEK', 'MONTH']),
	duration: z.number().int().min(1),
	need_show_ltv_columns: z
		.string()
		.regex(/^\d+(,\d+)*$/, 'must be numbers with commas')
		.optional(),
});

interface Line {
	users: number;
	/** Value of the users in a period; undefined for future periods. */
	came: Array<number | undefined>;
}

/**
 * Lifetime value (docs/service.md, "OpenAPI"): the value of users who started in a period, up to a
 * number of later periods.
 */
export const ltv: Report = (body, { shop, today, account }) => {
	const query = readBody(schema, body);
	const unit = query.unit.toLowerCase() as CohortUnit;
	const [measure] = query.measures as [(typeof query.measures)[number]];
	const isStart = compileEvent(
		{ event_name: query.start_sign.start_event, filter: query.start_sign.filter },
		'start_sign',
		today,
		account,
	);
	const isValue = compileEvent(measure, 'measures.0', today, account);
	if ((measure.aggregator === 'LTV_AVG') !== (measure.field !== undefined))
		throw new ParameterFault('measures.0.field: belongs to LTV_AVG');
	const field = measure.field ? findField(measure.field, 'measures.0.field') : undefined;
	const passes = compileFilter(query.filter, 'filter', today);
	const groups = (query.by_fields ?? []).map((name, index) =>
		findField(name, `by_fields.${index}`),
	);
	const shown = query.need_show_ltv_columns?.split(',').map(Number) ?? [0, 1, 2, 7];
	const starts = [...eventsByPeriod(shop, unit, query.from_date, query.to_date).keys()];
	const periods = eventsByPeriod(shop, unit, starts[0] as string, today);

	const lines = new Map<string, Line>();
	for (const start of starts) {
		const keys = new Map<string, string>();
		for (const event of periods.get(start) ?? []) {
			const date = event.time.slice(0, 10);
			if (date < query.from_date || date > query.to_date || keys.has(event.user.id)) continue;
			if (!isStart(event) || !passes(event)) continue;
			const group = groups.map(({ valueOf }) => valueOf(event));
			keys.set(event.user.id, JSON.stringify([query.rollup ? query.from_date : start, ...group]));
		}
		for (const key of keys.values()) {
			const line = lines.get(key) ?? { users: 0, came: [] };
			line.users++;
			lines.set(key, line);
		}
		for (let n = 0; n <= query.duration; n++) {
			const events = periods.get(later(unit, start, n));
			if (!events) break;
			for (const key of new Set(keys.values())) {
				const { came } = lines.get(key) as Line;
				came[n] ??= 0;
			}
			for (const event of events) {
				const key = keys.get(event.user.id);
				if (key === undefined || !isValue(event)) continue;
				const { came } = lines.get(key) as Line;
				came[n] = (came[n] as number) + (field ? Number(field.valueOf(event) ?? 0) : 1);
			}
		}
	}

	const { rows, isCut } = limited([...lines], query.limit);
	return {
		columns: [
			{ name: 'date', type: 'DATE' },
			...(query.by_fields ?? []).map(
				(name): Column => ({ name: generalName(name), type: 'STRING' }),
			),
			{ name: 'measure_name', type: 'STRING' },
			{ name: 'initial_user', type: 'LONG' },
			...shown.flatMap((n): Column[] => [
				{ name: `amount_ltv_${n}`, type: 'STRING' },
				{ name: `percent_ltv_${n}`, type: 'STRING' },
			]),
		],
		details: rows.map(([key, { users, came }]): Cell[] => [
			...(JSON.parse(key) as Cell[]),
			`${measure.event_name}的${measure.aggregator}`,
			users,
			...shown.flatMap((n): Cell[] => {
				if (came[n] === undefined) return [null, null];
				const upTo = (last: number) =>
					came.slice(0, last + 1).reduce<number>((sum, value) => sum + (value ?? 0), 0);
				const growth = n === 0 || upTo(0) === 0 ? 0 : (100 * (upTo(n) - upTo(0))) / upTo(0);
				return [(upTo(n) / users).toFixed(2), growth.toFixed(2)];
			}),
		]),
		isTruncated: isCut,
	};
};
