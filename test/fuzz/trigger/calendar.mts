/** Days and hours of a zone, from Luxon alone: a list of instants cut where the clocks change their hour. */
import { DateTime } from 'luxon';

export type Unit = 'day' | 'hour';

interface Period {
	/** As reports name it: `YYYY-MM-DD`, `YYYY-MM-DDTHH:00:00`. */
	name: string;
	/** As the trigger writes it. */
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

/** The most days that a trigger may look back to, and that a life may last. */
const DAYS_AROUND = { day: [193, 45], hour: [133, 45] } as const;
const made = new Map<string, Calendar>();

/** The periods around a day on which a life begins. */
export function calendarOf(zone: string, unit: Unit, start: string): Calendar {
	const key = `${zone} ${unit} ${start}`;
	const calendar = made.get(key) ?? makeCalendar(zone, unit, start);
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

function makeCalendar(zone: string, unit: Unit, start: string): Calendar {
	const periods: Period[] = [];
	const format = unit === 'day' ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH':00:00'";
	const [before, behind] = DAYS_AROUND[unit];
	const day = DateTime.fromISO(start, { zone });
	const end = day.plus({ days: behind });
	let open: { name: string; start: DateTime } | undefined;
	// Hours by the time that passes, days by the calendar.
	for (
		let moment = day.minus({ days: before });
		moment <= end;
		moment = moment.plus({ [unit]: 1 }).startOf(unit)
	) {
		const name = moment.toFormat(format);
		if (open?.name === name) continue;
		if (open) periods.push(close(open, moment, unit));
		open = { name, start: moment };
	}
	const byName = new Map(periods.map(({ name }, index) => [name, index]));
	for (const [index, period] of periods.entries()) {
		const date = period.name.slice(0, 10);
		period.lastWeek = byName.get(daysLater(date, -7) + period.name.slice(10)) ?? -1;
		period.dayAfterEnd = startOf(wallEndDayLater(period.name), index);
	}
	/** Of the period with a name, or the next one where the clocks skip it. */
	function startOf(name: string, from: number): number {
		const known = byName.get(name);
		if (known !== undefined) return periods[known]?.start as number;
		return periods.slice(from).find((period) => period.name > name)?.start ?? Infinity;
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
	return {
		name,
		label: label as string,
		start: start.toMillis(),
		end: end.toMillis(),
		dayAfterEnd: 0,
		lastWeek: -1,
	};
}

/** What the clocks show a day after the end of a period, as a period's name. */
function wallEndDayLater(name: string): string {
	const date = name.slice(0, 10);
	if (name.length === 10) return daysLater(date, 2);
	const hour = Number(name.slice(11, 13)) + 1;
	return `${daysLater(date, hour === 24 ? 2 : 1)}T${String(hour % 24).padStart(2, '0')}:00:00`;
}

const dates = new Map<string, string>();

export function daysLater(date: string, days: number): string {
	const key = `${date} ${days}`;
	const known =
		dates.get(key) ?? DateTime.fromISO(date, { zone: 'utc' }).plus({ days }).toISODate();
	dates.set(key, known as string);
	return known as string;
}
