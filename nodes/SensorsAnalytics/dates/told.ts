import { momentInZone, withOffset } from './zone';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[-+]\d{2}:?\d{2})$/;

/**
 * A moment that the service tells, in the way in which all are written: `YYYY-MM-DDTHH:mm:ss+08:00`,
 * parts of a second only if there are any. One without an offset is what the clocks of the zone
 * show. What is no moment (a date, another text) stays as it is.
 */
export function tellMoment(text: string, timeZone: string): string {
	if (WITH_OFFSET.test(text)) {
		const moment = new Date(text.replace(' ', 'T'));
		return Number.isNaN(moment.getTime()) ? text : momentInZone(moment, timeZone);
	}
	const [, date, time, rest = ''] = LOCAL.exec(text) ?? [];
	if (date === undefined || Number.isNaN(Date.parse(`${date}T${time}Z`))) return text;
	const told = withOffset(`${date}T${time}`, timeZone);
	return /[1-9]/.test(rest) ? `${told.slice(0, 19)}.${rest}${told.slice(19)}` : told;
}

/** The date of a moment that is the beginning of a day on the clocks of the zone; none of any other. */
export function dayOf(moment: Date, timeZone: string): string | undefined {
	const [date, time = ''] = momentInZone(moment, timeZone).split('T');
	return /^00:00:00[-+]/.test(time) ? date : undefined;
}
