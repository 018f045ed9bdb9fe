const HOUR = /^\d{4}-(\d\d-\d\d)T(\d\d:\d\d)/;

/** A point in time in a table: days as they are, hours without the offset: `2026-11-19 10:00`. */
export function writeDate(date: string): string {
	return HOUR.test(date) ? `${date.slice(0, 10)} ${date.slice(11, 16)}` : date;
}

/** A point in time at an axis, where there is little room: hours as `11-19 10:00`. */
export function writeShortDate(date: string): string {
	return date.replace(HOUR, '$1 $2').slice(0, 11);
}

/** Points in time in their order; as they came where they are none. */
export function inOrder(dates: string[]): string[] {
	const times = new Map(dates.map((date) => [date, Date.parse(date)]));
	if ([...times.values()].some(Number.isNaN)) return dates;
	return dates.sort((a, b) => (times.get(a) as number) - (times.get(b) as number));
}
