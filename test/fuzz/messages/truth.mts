/** Numbers from the simulator's events, with nothing but what a message itself says of its scope. */
import type { ShopEvent } from '../../../simulator/data/shop.mts';
import type { World } from '../../../simulator/world.mts';

export interface Measure {
	event: string;
	/** Others are those of Summary and Table. */
	of: 'events' | 'users' | 'amount' | 'distinct' | 'other';
	/** The city of its own filter, which the other measures don't have. */
	city?: string;
}

export type Test = (event: ShopEvent) => boolean;

export class Truth {
	private readonly days = new Map<string, readonly ShopEvent[]>();
	private readonly named = new Map<string, ShopEvent[]>();
	private readonly world: World;

	constructor(world: World) {
		this.world = world;
	}

	eventsOf(from: string, to: string): ShopEvent[] {
		const all: ShopEvent[] = [];
		for (let day = from; day <= to; day = addDays(day, 1)) all.push(...this.eventsOn(day));
		return all;
	}

	private eventsOn(day: string): readonly ShopEvent[] {
		const own = this.days.get(day) ?? this.world.shopOf('production').eventsOf(day);
		this.days.set(day, own);
		return own;
	}

	/** Those of one name that pass a test. */
	private eventsCalled(
		name: string,
		from: string,
		to: string,
		test: Test = () => true,
		city?: string,
	) {
		const found: ShopEvent[] = [];
		for (let day = from; day <= to; day = addDays(day, 1)) {
			const key = `${name} ${day}`;
			const own = this.named.get(key) ?? this.eventsOn(day).filter(({ event }) => event === name);
			this.named.set(key, own);
			for (const event of own)
				if (test(event) && (city === undefined || groupOf(event, 'city') === city))
					found.push(event);
		}
		return found;
	}

	/** A measure over some days. */
	value({ event, of, city }: Measure, from: string, to: string, test: Test): number {
		const own = this.eventsCalled(event, from, to, test, city);
		if (of === 'events') return own.length;
		if (of === 'users') return new Set(own.map(({ user }) => user.id)).size;
		const cents = own.reduce(
			(sum, { properties }) => sum + Math.round(Number(properties.amount) * 100),
			0,
		);
		return cents / 100;
	}

	groups({ event, city }: Measure, by: string, from: string, to: string, test: Test): Set<string> {
		return new Set(this.eventsCalled(event, from, to, test, city).map((one) => groupOf(one, by)));
	}

	/** Users who started on these days by how many steps they took in order within the minutes. */
	funnel(
		steps: readonly string[],
		minutes: number,
		from: string,
		to: string,
		end: string,
		/** Those of the steps: an event property restricts the steps with its event. */
		tests: readonly Test[],
		/** Where the first step has to be. */
		isStart: Test = () => true,
	): number[] {
		const counts = steps.map(() => 0);
		const byUser = new Map<string, ShopEvent[]>();
		for (const event of this.eventsOf(from, end)) {
			const own = byUser.get(event.user.id);
			if (own) own.push(event);
			else byUser.set(event.user.id, [event]);
		}
		for (const events of byUser.values()) {
			let best = 0;
			for (const first of events) {
				if (first.event !== steps[0] || first.time.slice(0, 10) > to) continue;
				if (!isStart(first) || tests[0]?.(first) === false) continue;
				const limit = seconds(first.time) + minutes * 60;
				let [taken, last] = [1, first];
				for (const [index, name] of steps.slice(1).entries()) {
					const next = events.find(
						(one) =>
							one !== last &&
							one.event === name &&
							tests[index + 1]?.(one) !== false &&
							one.time >= last.time &&
							seconds(one.time) <= limit,
					);
					if (!next) break;
					taken += 1;
					last = next;
				}
				best = Math.max(best, taken);
			}
			for (let step = 0; step < best; step++) counts[step] = (counts[step] as number) + 1;
		}
		return counts;
	}

	/** Of who did the first event in one span, how many did the second in another one. */
	returned(
		first: string,
		second: string,
		start: [string, string],
		later: [string, string],
	): [number, number] {
		const users = (name: string, [from, to]: [string, string]) =>
			new Set(this.eventsCalled(name, from, to).map(({ user }) => user.id));
		const initial = users(first, start);
		const came = users(second, later);
		return [initial.size, [...initial].filter((id) => came.has(id)).length];
	}
}

/**
 * Days of which three of four orders and new users don't happen, which is unusual, and days on
 * which what is done in one city is done in another, so that groups move and the whole does not:
 * both must be in the message.
 */
export function plantFalls(world: World): void {
	const shop = world.shopOf('production');
	const own = shop.eventsOf.bind(shop);
	const placeOf = (day: string) => Number(day.slice(8)) % 6;
	const isPlanted = ({ event }: ShopEvent) => event === 'PayOrder' || event === 'SignUp';
	const moved = (one: ShopEvent): ShopEvent =>
		one.properties.city === 'Beijing'
			? { ...one, properties: { ...one.properties, city: 'Hangzhou' } }
			: one;
	const known = new Map<string, readonly ShopEvent[]>();
	Object.assign(shop, {
		eventsOf(day: string): readonly ShopEvent[] {
			const place = placeOf(day);
			if (place !== 1 && place !== 4) return own(day);
			const events =
				known.get(day) ??
				(place === 1
					? own(day).map(moved)
					: own(day).filter((one, index) => !isPlanted(one) || index % 4 === 0));
			known.set(day, events);
			return events;
		},
	});
	// The simulator keeps its counts by the kind of the shop.
	Object.defineProperty(shop, 'kind', { value: 'with falls', configurable: true });
}

/** A group's value as a text: empty of who has none, as an empty text is a value. */
export function groupOf({ properties }: ShopEvent, by: string): string {
	return keyOf(properties[by]);
}

export function keyOf(value: unknown): string {
	return value === '' ? EMPTY : String(value ?? '');
}

export const EMPTY = '(empty)';

export function addDays(day: string, days: number): string {
	return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

export function monday(day: string): string {
	return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function seconds(time: string): number {
	return Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;
}
