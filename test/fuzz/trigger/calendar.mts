/** Days and hours of a zone, from Luxon alone: a list of instants cut where the clocks change their hour. */
import { DateTime } from 'luxon';

export type Unit = 'day' | 'hour';

export interface Period {
	/** As reports name it: `YYYY-MM-DD`, `YYYY-MM-DDTHH:00:00`. */
	name: string;
	/** As the trigger tells it. */
	label: string;
	/** Milliseconds since 1970. */
	start: number;
	end: number;
	/** A day later on the clocks than its end. */
	dayAfterEnd: number;
	/** Where it was seven days before; -1 where the clocks skipped it. */
	lastWeek: number;
}

export interface Calendar {
	zone: string;
	unit: Unit;
	periods: Period[];
	/** Index by name. */
	byName: Map<string, number>;
	/** The first and the last index of a day. */
	byDay: Map<string, [number, number]>;
}

const FROM = '2026-01-01';
const TO = '2027-01-01';
const HOUR = 3_600_000;
const made = new Map<string, Calendar>();

/** All periods of the year in which lives take place. */
export function calendarOf(zone: string, unit: Unit): Calendar {
	const key = `${zone} ${unit}`;
	const calendar = made.get(key) ?? makeCalendar(zone, unit);
	made.set(key, calendar);
	return calendar;
}

export function labelAt(calendar: Calendar, index: number): string {
	return calendar.periods[index]?.label ?? '';
}

/** Indexes of the periods of some days, both included. */
export function indexesOf(calendar: Calendar, from: string, to: string): number[] {
	const first = calendar.byDay.get(from)?.[0] ?? 0;
	const last = calendar.byDay.get(to)?.[1] ?? -1;
	return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
}

/** How the service writes a moment. */
export function serviceTime(ms: number, zone: string): string {
	return DateTime.fromMillis(ms, { zone }).toFormat('yyyy-MM-dd HH:mm:ss.SSS');
}

function makeCalendar(zone: string, unit: Unit): Calendar {
	const periods: Period[] = [];
	const format = unit === 'day' ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH':00:00'";
	const end = DateTime.fromISO(TO, { zone }).toMillis();
	let open: { name: string; start: DateTime } | undefined;
	for (let ms = DateTime.fromISO(FROM, { zone }).toMillis(); ms <= end; ms += HOUR) {
		const moment = DateTime.fromMillis(ms, { zone });
		const name = moment.toFormat(format);
		if (open?.name === name) continue;
		if (open) periods.push(close(open, moment, unit));
		open = { name, start: moment };
	}
	const byName = new Map(periods.map(({ name }, index) => [name, index]));
	for (const period of periods) {
		const date = DateTime.fromISO(period.name.slice(0, 10), { zone: 'utc' }).minus({ weeks: 1 });
		period.lastWeek = byName.get((date.toISODate() as string) + period.name.slice(10)) ?? -1;
	}
	const byDay = new Map<string, [number, number]>();
	for (const [index, { name }] of periods.entries()) {
		const day = name.slice(0, 10);
		byDay.set(day, [byDay.get(day)?.[0] ?? index, index]);
	}
	return { zone, unit, periods, byName, byDay };
}

function close(
	{ name, start }: { name: string; start: DateTime },
	end: DateTime,
	unit: Unit,
): Period {
	const label =
		unit === 'day' ? name : start.toISO({ suppressMilliseconds: true, includeOffset: true });
	const dayAfterEnd = end.plus({ days: 1 }).toMillis();
	return {
		name,
		label: label as string,
		start: start.toMillis(),
		end: end.toMillis(),
		dayAfterEnd,
		lastWeek: -1,
	};
}
