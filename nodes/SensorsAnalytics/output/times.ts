import { tellMoment } from '../dates/told';

/** Writes a moment that the service tells; null where it tells none. */
export type WriteTime = (told: string | undefined) => string | null;

/** As all moments are written, by the clocks of the zone. */
export function timesIn(timeZone: string): WriteTime {
	return (told) => (told === undefined ? null : tellMoment(told, timeZone));
}
