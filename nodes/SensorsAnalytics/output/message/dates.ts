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
	const points = dates.map((date) => ({ date, time: Date.parse(date) }));
	// NaN is above nothing.
	const isInOrder = points.every(({ time }, i) => i === 0 || time >= (points[i - 1]?.time ?? NaN));
	if (isInOrder || points.some(({ time }) => Number.isNaN(time))) return dates;
	return points.sort((a, b) => a.time - b.time).map(({ date }) => date);
}
