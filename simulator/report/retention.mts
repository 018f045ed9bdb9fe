import { z } from 'zod';

import type { Shop, ShopEvent } from '../data/shop.mts';
import type { Account } from '../identity/accounts.mts';
import {
	cohortQuery,
	compileEvent,
	eventsByPeriod,
	eventWithFilter,
	groupOf,
	later,
	percent,
	readBody,
} from './cohorts.mts';
import { compileFilter } from './filter.mts';
import { flag } from './query.mts';
import { defaultReportTraits, type ReportTraits } from './traits.mts';

const schema = z.object({
	...cohortQuery,
	first_event: eventWithFilter,
	second_event: eventWithFilter,
	unit: z.enum(['day', 'week', 'month']),
	duration: z.number().int().min(1).max(60),
	is_wastage: flag.optional(),
	extend_over_end_date: flag.optional(),
});

interface Cell {
	people: number;
	percent: number;
}

/**
 * Computes how many of the users with the first event in a period had the second event a number of
 * periods later (docs/service.md, "Retention"). Rows are periods, or the values of `by_field`;
 * future periods have no cell.
 */
export function computeRetention(
	shop: Shop,
	body: unknown,
	today: string,
	account?: Account,
	traits: Pick<ReportTraits, 'wholeRange'> = defaultReportTraits(),
): object {
	const query = readBody(schema, body);
	const { unit, duration } = query;
	const isFirst = compileEvent(query.first_event, 'first_event', today, account);
	const isSecond = compileEvent(query.second_event, 'second_event', today, account);
	const passes = compileFilter(query.filter, 'filter', today);
	const isUser = compileFilter(query.user_filter, 'user_filter', today);
	const valueOf = groupOf(query.by_field);
	const from = query.from_date.slice(0, 10);
	const to = query.to_date.slice(0, 10);
	const end = query.extend_over_end_date ? today : to;
	const starts = [...eventsByPeriod(shop, unit, from, to).keys()];
	const periods = eventsByPeriod(shop, unit, starts[0] as string, end);

	const rows = new Map<string | null, { total: number; cells: number[] }>();
	for (const start of starts) {
		const inPeriod = (event: ShopEvent) =>
			event.time.slice(0, 10) >= from && event.time.slice(0, 10) <= to;
		const initial = new Map<string, string | null>();
		for (const event of periods.get(start) ?? []) {
			if (!inPeriod(event) || !isFirst(event) || !passes(event) || !isUser(event)) continue;
			if (!initial.has(event.user.id)) initial.set(event.user.id, valueOf(event));
		}
		for (let n = 0; n <= duration; n++) {
			const events = periods.get(later(unit, start, n));
			if (events === undefined) break;
			const came = new Set(events.filter(isSecond).map(({ user }) => user.id));
			for (const [id, value] of initial) {
				// All starts together count each start.
				const key = query.by_field ? value : query.rollup_date ? from : start;
				const row = rows.get(key) ?? { total: 0, cells: [] };
				rows.set(key, row);
				if (n === 0) row.total++;
				const isCounted = came.has(id) !== (query.is_wastage === true);
				row.cells[n] = (row.cells[n] ?? 0) + (isCounted ? 1 : 0);
			}
		}
	}
	return {
		by_field: query.by_field ?? '',
		has_first_day: true,
		rows: [...rows].map(([value, { total, cells }]) => ({
			...(query.rollup_date && !query.by_field && traits.wholeRange === 'noDate'
				? {}
				: { by_value: value }),
			total_people: total,
			cells: cells.map((people): Cell => ({ people, percent: percent(people, total) })),
		})),
	};
}
