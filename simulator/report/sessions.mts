import type { Shop, ShopEvent } from '../data/shop.mts';
import { daysBetween } from './periods.mts';

/** The definition of sessions (docs/service.md, "OpenAPI"). */
interface Cut {
	/** Names of the events that count. */
	events: readonly string[];
	/** A longer pause between two events ends a session. */
	seconds: number;
	endsAtMidnight: boolean;
}

/** Returns the sessions between two days: events of one user each, in order. */
export function sessionsBetween(
	shop: Shop,
	from: string,
	to: string,
	{ events: names, seconds, endsAtMidnight }: Cut,
): ShopEvent[][] {
	const sessions: ShopEvent[][] = [];
	const open = new Map<string, { events: ShopEvent[]; day: string; second: number }>();
	for (const day of daysBetween(from, to)) {
		const midnight = Date.parse(`${day}T00:00:00Z`) / 1000;
		for (const event of shop.eventsOf(day)) {
			if (!names.includes(event.event)) continue;
			const second = midnight + secondOfDay(event.time);
			const last = open.get(event.user.id);
			if (last && second - last.second <= seconds && !(endsAtMidnight && last.day !== day)) {
				last.events.push(event);
				last.day = day;
				last.second = second;
				continue;
			}
			const events = [event];
			open.set(event.user.id, { events, day, second });
			sessions.push(events);
		}
	}
	return sessions;
}

function secondOfDay(time: string): number {
	const [hours, minutes, seconds] = [11, 14, 17].map((place) =>
		Number(time.slice(place, place + 2)),
	);
	return (hours as number) * 3600 + (minutes as number) * 60 + (seconds as number);
}
