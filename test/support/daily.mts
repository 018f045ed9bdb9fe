/**
 * A service with this number of events per day and group, as docs/calendar.md has it in its
 * examples.
 */
import { DateTime } from 'luxon';

import type { Answer } from './askReport.mts';

const TODAY = '2026-11-21';

interface Daily {
	/** Events of a group on a day; one group without a name where there are none. */
	groups?: Array<{ by: unknown; on: (day: string) => number }>;
	/** Whether days without events have a number, too. */
	isSparse?: boolean;
	/** Whether the answer for a range is truncated, and which groups it has. */
	truncatedIn?: (from: string) => unknown[] | undefined;
	/** 7 for Sunday. */
	firstWeekday?: number;
	/** Whether a week that the range cuts is called by the first day of the range. */
	isCut?: boolean;
}

const iso = (day: DateTime) => day.toFormat('yyyy-MM-dd');

/** Numbers of events, by day, week, month, quarter or year, with totals if they are asked for. */
export function daily(shop: Daily = {}): Answer {
	const { isSparse = false, firstWeekday = 1, isCut = false } = shop;
	const groups = shop.groups ?? [{ by: undefined, on: (day) => (day <= TODAY ? 1 : 0) }];
	const nameOf = (day: DateTime, unit: string) => {
		if (unit !== 'week') return iso(day.startOf(unit as 'day'));
		return iso(day.minus({ days: (day.weekday - firstWeekday + 7) % 7 }));
	};
	return ({ from_date: from, to_date: to, unit, detail_and_rollup: hasTotals }) => {
		const days: DateTime[] = [];
		for (let day = DateTime.fromISO(from, { zone: 'utc' }); iso(day) <= to; )
			day = (days.push(day), day.plus({ days: 1 }));
		const periods = new Map<string, string[]>();
		for (const day of days) {
			const start = nameOf(day, String(unit));
			const name = isCut && start < from ? from : start;
			periods.set(name, [...(periods.get(name) ?? []), iso(day)]);
		}
		const kept = shop.truncatedIn?.(from);
		const shown = groups.filter(
			({ by, on }) =>
				(kept === undefined || kept.includes(by)) &&
				(by === undefined || days.some((day) => on(iso(day)) > 0)),
		);
		const sum = (own: string[], on: (day: string) => number) =>
			own.map(on).reduce((a, b) => a + b, 0);
		const reported = [...periods].filter(
			([, own]) => !isSparse || shown.some(({ on }) => sum(own, on) > 0),
		);
		const rowOf = (by: unknown, values: number[][]) =>
			by === undefined ? { values } : { values, by_values: [by] };
		const detail = {
			series: shown.length > 0 ? reported.map(([name]) => `${name} 00:00:00`) : [],
			rows: shown.map(({ by, on }) =>
				rowOf(
					by,
					reported.map(([, own]) => [sum(own, on)]),
				),
			),
			truncated: kept !== undefined,
		};
		if (!hasTotals) return detail;
		const all = days.map(iso);
		const rows = shown.map(({ by, on }) => rowOf(by, [[sum(all, on)]]));
		return { detail_result: detail, rollup_result: { rows }, truncated: kept !== undefined };
	};
}
