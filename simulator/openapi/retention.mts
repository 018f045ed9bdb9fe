import { z } from 'zod';

import type { ShopEvent, ShopUser } from '../data/shop.mts';
import { type CohortUnit, compileEvent, eventsByPeriod, later } from '../report/cohorts.mts';
import { findField } from '../report/fields.mts';
import { compileFilter } from '../report/filter.mts';
import { rate } from './rates.mts';
import type { Report, Setting } from './reports.mts';
import { eventWithFilter, filter, limited, ranged, readBody } from './schema.mts';
import { generalName } from './segmentation.mts';
import type { Cell, Column } from './table.mts';

export const retentionQuery = z.object({
	...ranged,
	first_event: eventWithFilter,
	second_event: eventWithFilter,
	user_filter: filter.optional(),
	/** Hours aren't supported. */
	unit: z.enum(['DAY', 'WEEK', 'MONTH']),
	duration: z.number().int().min(1).max(60),
	is_wastage: z.boolean().optional(),
	extend_over_end_date: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
});

interface Line {
	initial: ShopUser[];
	/** Users per period; undefined for future periods. */
	came: Array<ShopUser[] | undefined>;
}

/** Retention (docs/service.md, "OpenAPI"): every line has all columns; future periods are null. */
export const retention: Report = (body, setting) => {
	const query = readBody(retentionQuery, body);
	const { traits } = setting;
	const numbers = numbersOf(query);
	const isWhole = query.rollup === true && (query.by_fields ?? []).length === 0;
	const lines = isWhole
		? together(linesOf(query, setting), query.from_date)
		: linesOf(query, setting);
	const { rows, isCut } = limited([...lines], query.limit);
	return {
		columns: [
			{ name: 'date', type: 'DATE' },
			...(query.by_fields ?? []).map(
				(field): Column => ({ name: generalName(field), type: 'STRING' }),
			),
			{ name: 'initial_user', type: 'LONG' },
			...numbers.flatMap((n): Column[] => [
				{ name: `retention_user_date_period_${n}`, type: 'LONG' },
				{ name: `retention_rate_date_period_${n}`, type: 'DOUBLE' },
			]),
		],
		details: rows.map(([key, { initial, came }]): Cell[] => [
			...(JSON.parse(key) as Cell[]),
			initial.length,
			// Rates are sent as text.
			...came.flatMap((people): Cell[] =>
				people === undefined
					? [null, null]
					: [
							people.length,
							rate(people.length, initial.length, traits).toFixed(traits.rates === 'ratio' ? 4 : 2),
						],
			),
		]),
		isTruncated: isCut,
	};
};

/** Merges all starts into one line, each counted. */
function together(lines: Map<string, Line>, start: string): Map<string, Line> {
	const all = [...lines.values()];
	if (all.length === 0) return lines;
	const periods = all[0]?.came ?? [];
	const came = periods.map((_, n) => {
		const reported = all.flatMap((line) => (line.came[n] === undefined ? [] : [line.came[n]]));
		return reported.length === 0 ? undefined : reported.flat();
	});
	return new Map([
		[JSON.stringify([start]), { initial: all.flatMap(({ initial }) => initial), came }],
	]);
}

/** Numbers of the periods, including the first one. */
const numbersOf = ({ duration }: { duration: number }) =>
	Array.from({ length: duration + 1 }, (_, n) => n);

/** Returns users by line: keys are texts of lists of a start and the values of the groups. */
export function linesOf(
	query: z.infer<typeof retentionQuery>,
	{ shop, today, account }: Setting,
): Map<string, Line> {
	const unit = query.unit.toLowerCase() as CohortUnit;
	const isFirst = compileEvent(query.first_event, 'first_event', today, account);
	const isSecond = compileEvent(query.second_event, 'second_event', today, account);
	const passes = compileFilter(query.filter, 'filter', today);
	const isUser = compileFilter(query.user_filter, 'user_filter', today);
	const fields = (query.by_fields ?? []).map((field, index) =>
		findField(field, `by_fields.${index}`),
	);
	const end = String(query.extend_over_end_date) === 'true' ? today : query.to_date;
	const starts = [...eventsByPeriod(shop, unit, query.from_date, query.to_date).keys()];
	const periods = eventsByPeriod(shop, unit, starts[0] as string, end);
	const numbers = numbersOf(query);
	const userOf = new Map(shop.users.map((user) => [user.id, user]));

	const lines = new Map<string, Line>();
	for (const start of starts) {
		const initial = new Map<string, string>();
		for (const event of periods.get(start) ?? []) {
			const date = event.time.slice(0, 10);
			if (date < query.from_date || date > query.to_date) continue;
			if (!isFirst(event) || !passes(event) || !isUser(event) || initial.has(event.user.id))
				continue;
			const group = fields.map(({ valueOf }) => valueOf(event));
			initial.set(event.user.id, JSON.stringify([start, ...group]));
		}
		for (const [id, key] of initial) {
			const line = lines.get(key) ?? { initial: [], came: numbers.map(() => undefined) };
			line.initial.push(userOf.get(id) as ShopUser);
			lines.set(key, line);
		}
		for (const n of numbers) count(n, periods.get(later(unit, start, n)), initial);
	}

	function count(n: number, events: ShopEvent[] | undefined, initial: Map<string, string>): void {
		if (events === undefined) return;
		const came = new Set(events.filter(isSecond).map(({ user }) => user.id));
		for (const [id, key] of initial) {
			const line = lines.get(key) as Line;
			const isCounted = came.has(id) !== (query.is_wastage === true);
			const people = (line.came[n] ??= []);
			if (isCounted) people.push(userOf.get(id) as ShopUser);
		}
	}
	return lines;
}
