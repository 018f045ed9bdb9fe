/** Times of events, `YYYY-MM-DD HH:mm:ss` without a zone; a world needs many. */

/** Returns seconds since 1970. */
export function secondsOf(time: string): number {
	return Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;
}

export function minutesAfter(time: string, minutes: number): string {
	const at = new Date((secondsOf(time) + minutes * 60) * 1000);
	return at.toISOString().slice(0, 19).replace('T', ' ');
}
