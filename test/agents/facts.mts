/** Right answers, computed from the simulator's events alone. */
import { DateTime } from 'luxon';

import type { ShopEvent, Value } from '../../simulator/data/shop.mts';
import type { TestWorld } from '../support/world.mts';
import { sumOf, usersOf } from '../support/orders.mts';

const ZONE = 'Asia/Shanghai';

export interface Days {
	from: string;
	to: string;
}

/** Events of the shop, on days that people speak of. */
export class Facts {
	private readonly today = DateTime.now().setZone(ZONE).startOf('day');

	constructor(private readonly world: TestWorld) {}

	yesterday(): Days {
		return this.days(this.today.minus({ days: 1 }), 1);
	}

	/** Monday to Sunday, so many weeks ago. */
	week(ago = 1): Days {
		return this.days(this.today.startOf('week').minus({ weeks: ago }), 7);
	}

	/** Ends yesterday. */
	last(count: number): Days {
		return this.days(this.today.minus({ days: count }), count);
	}

	lastMonth(): Days {
		const start = this.today.startOf('month').minus({ months: 1 });
		return this.days(start, start.daysInMonth as number);
	}

	events({ from, to }: Days, name: string): ShopEvent[] {
		return this.world.events(from, to, name);
	}

	/** By a property of the events, the largest first. */
	by(
		events: readonly ShopEvent[],
		key: (event: ShopEvent) => Value | undefined,
		number: (own: ShopEvent[]) => number = (own) => own.length,
	): Array<[Value, number]> {
		const groups = new Map<Value, ShopEvent[]>();
		for (const event of events) {
			const value = key(event) ?? null;
			groups.set(value, [...(groups.get(value) ?? []), event]);
		}
		return [...groups]
			.map(([value, own]): [Value, number] => [value, number(own)])
			.sort((a, b) => b[1] - a[1]);
	}

	sum(events: ShopEvent[]): number {
		return sumOf(events);
	}

	users(events: ShopEvent[]): number {
		return usersOf(events);
	}

	/** How many there are now, by a property of theirs, the most first. */
	people(
		key: string,
		isWanted: (properties: { [name: string]: Value }) => boolean,
	): Array<[Value, number]> {
		const groups = new Map<Value, number>();
		for (const { properties } of this.world.world.shopOf('production').users) {
			const value = properties[key] ?? null;
			if (isWanted(properties)) groups.set(value, (groups.get(value) ?? 0) + 1);
		}
		return [...groups].sort((a, b) => b[1] - a[1]);
	}

	private days(from: DateTime, count: number): Days {
		return {
			from: from.toISODate() as string,
			to: from.plus({ days: count - 1 }).toISODate() as string,
		};
	}
}
