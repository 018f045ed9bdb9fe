import { DateTime } from 'luxon';

import type { ReportQuery } from './query.mts';

/** One point of the series: its text, and its days and hours. */
export interface Period {
	/** `yyyy-MM-dd HH:mm:ss`; weeks start on Monday (docs/service.md, "Dates and units"). */
	label: string;
	days: string[];
	/** Only this hour of the (single) day. */
	hour?: string;
}

const DAY_MS = 86_400_000;

export function daysBetween(from: string, to: string): string[] {
	const days: string[] = [];
	const end = Date.parse(to.slice(0, 10));
	for (let day = Date.parse(from.slice(0, 10)); day <= end; day += DAY_MS)
		days.push(new Date(day).toISOString().slice(0, 10));
	return days;
}

export function periodsOf(
	unit: NonNullable<ReportQuery['unit']>,
	from: string,
	to: string,
): Period[] {
	const days = daysBetween(from, to);
	if (unit === 'hour') {
		return days.flatMap((day) =>
			Array.from({ length: 24 }, (_, hour) => {
				const text = String(hour).padStart(2, '0');
				return { label: `${day} ${text}:00:00`, days: [day], hour: text };
			}),
		);
	}
	const periods = new Map<string, Period>();
	for (const day of days) {
		const start = DateTime.fromISO(day, { zone: 'utc' }).startOf(unit).toFormat('yyyy-MM-dd');
		const label = `${start} 00:00:00`;
		const period = periods.get(label) ?? { label, days: [] };
		period.days.push(day);
		periods.set(label, period);
	}
	return [...periods.values()];
}
