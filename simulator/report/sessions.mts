import type { Shop, ShopEvent } from '../data/shop.mts';
import { daysBetween } from './periods.mts';

/** How what users do is cut into sessions (docs/service.md, "OpenAPI"). */
export interface Cut {
	/** Names of the events that count. */
	events: readonly string[];
	/** A longer pause between two of them ends a session. */
	seconds: number;
	endsAtMidnight: boolean;
}

/** What users did between the two days, in sessions: events in their order, of one user each. */
export function sessionsBetween(
	shop: Shop,
	from: string,
	to: string,
	{ events: names, seconds, endsAtMidnight }: Cut,
): ShopEvent[][] {
	const sessions: ShopEvent[][] = [];
	const open = new Map<string, ShopEvent[]>();
	for (const event of daysBetween(from, to).flatMap((day) => shop.eventsOf(day))) {
		if (!names.includes(event.event)) continue;
		const session = open.get(event.user.id);
		const last = session?.at(-1);
		const isNext =
			last !== undefined &&
			secondOf(event) - secondOf(last) <= seconds &&
			!(endsAtMidnight && dayOf(last) !== dayOf(event));
		if (isNext) {
			session?.push(event);
			continue;
		}
		const begun = [event];
		open.set(event.user.id, begun);
		sessions.push(begun);
	}
	return sessions;
}

function secondOf({ time }: ShopEvent): number {
	return Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;
}

function dayOf({ time }: ShopEvent): string {
	return time.slice(0, 10);
}
