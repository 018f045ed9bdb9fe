import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';

import { Recent } from './recent.mts';

/** Value of a property; missing ones are null. */
export type Value = string | number | boolean | string[] | null;

export interface ShopUser {
	id: string;
	properties: Record<string, Value>;
}

export interface ShopEvent {
	event: string;
	user: ShopUser;
	/** Wall-clock time in the service's zone: `YYYY-MM-DD HH:mm:ss`. */
	time: string;
	properties: Record<string, Value>;
}

/** Kinds of values of the project's properties. */
export type ValueKind = 'string' | 'number' | 'bool' | 'date' | 'list';

const COMMON: Record<string, ValueKind> = {
	city: 'string',
	channel: 'string',
	device: 'string',
	$os: 'string',
	$is_first_day: 'bool',
};

/** Events of the shop with their properties. */
export const EVENTS: Record<string, Record<string, ValueKind>> = {
	$pageview: { ...COMMON, page: 'string', $event_duration: 'number' },
	ViewProduct: { ...COMMON, product: 'string', category: 'string', price: 'number' },
	AddToCart: {
		...COMMON,
		product: 'string',
		category: 'string',
		price: 'number',
		quantity: 'number',
	},
	PayOrder: {
		...COMMON,
		amount: 'number',
		item_count: 'number',
		coupon: 'bool',
		category: 'string',
	},
	SignUp: { ...COMMON, invited: 'bool' },
};

export const USER_PROPERTIES: Record<string, ValueKind> = {
	city: 'string',
	level: 'string',
	age: 'number',
	is_member: 'bool',
	registered_on: 'date',
	interests: 'list',
};

const CITIES = ['Beijing', 'Shanghai', 'Guangzhou', 'Shenzhen', 'Chengdu', 'Hangzhou'];
const CHANNELS = ['search', 'ads', 'friends', 'direct'];
const DEVICES = ['phone', 'tablet', 'computer'];
const SYSTEMS = ['iOS', 'Android', 'Windows', 'macOS'];
const PAGES = ['home', 'list', 'product', 'cart', 'help'];
const INTERESTS = ['kitchen', 'home', 'audio', 'office'];
const LEVELS = ['bronze', 'silver', 'gold'];
const PRODUCTS: Array<[string, string, number]> = [
	['kettle', 'kitchen', 129.9],
	['wok', 'kitchen', 219.5],
	['lamp', 'home', 89],
	['rug', 'home', 349.99],
	['headphones', 'audio', 599],
	['speaker', 'audio', 449.25],
	['notebook', 'office', 19.8],
];
const USERS = 400;
const SESSIONS_PER_DAY = 220;
/**
 * A day is always generated with the same events, so that not all years need memory. The history of
 * weeks takes two years: with fewer days, none of them would be at hand the second time.
 */
const DAYS_AT_HAND = 800;
const PROJECTS_AT_HAND = 4;

/** Draws from one seeded stream. */
class Draw {
	private readonly generator;

	constructor(seed: number) {
		this.generator = xoroshiro128plus(seed);
	}

	int(from: number, to: number): number {
		return uniformInt(this.generator, from, to);
	}

	of<T>(list: readonly T[]): T {
		return list[this.int(0, list.length - 1)] as T;
	}

	/** Returns an entry of the list, the first ones more often. */
	skewed<T>(list: readonly T[]): T {
		return list[Math.min(this.int(0, list.length - 1), this.int(0, list.length - 1))] as T;
	}

	chance(percent: number): boolean {
		return this.int(1, 100) <= percent;
	}
}

/** Generated data of a project: always the same. */
class Sales {
	readonly users: readonly ShopUser[];
	private readonly days = new Recent((day: string) => this.generate(day), DAYS_AT_HAND);

	constructor(private readonly project: string) {
		const draw = new Draw(hash(`${project}/users`));
		this.users = Array.from({ length: USERS }, (_, index) => ({
			id: `u${index + 1}`,
			properties: {
				city: draw.chance(5) ? null : draw.skewed(CITIES),
				level: draw.skewed(LEVELS),
				age: draw.int(18, 65),
				is_member: draw.chance(30),
				registered_on: `202${draw.int(3, 6)}-0${draw.int(1, 9)}-1${draw.int(0, 9)}`,
				interests: INTERESTS.filter(() => draw.chance(40)),
			},
		}));
	}

	eventsOf(day: string): readonly ShopEvent[] {
		return this.days.get(day);
	}

	private generate(day: string): readonly ShopEvent[] {
		const draw = new Draw(hash(`${this.project}/${day}`));
		const weekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
		const sessions = Math.round(SESSIONS_PER_DAY * (weekend ? 1.3 : 1) * (draw.int(85, 115) / 100));
		const events: Array<{ second: number; event: ShopEvent }> = [];
		for (let i = 0; i < sessions; i++) this.addSession(day, draw, events);
		return events.sort((a, b) => a.second - b.second).map(({ event }) => event);
	}

	private addSession(
		day: string,
		draw: Draw,
		events: Array<{ second: number; event: ShopEvent }>,
	): void {
		const user = draw.of(this.users);
		let second = draw.int(6 * 3600, 23 * 3600);
		const device = draw.skewed(DEVICES);
		const city = draw.chance(3) ? null : draw.skewed(CITIES);
		const channel = draw.chance(8) ? null : draw.skewed(CHANNELS);
		const $os = device === 'computer' ? draw.of(SYSTEMS.slice(2)) : draw.of(SYSTEMS.slice(0, 2));
		const $is_first_day = draw.chance(10);
		// All properties are written out: to spread some takes fifty times as long, for years of events.
		const add = (event: string, properties: Record<string, Value>) => {
			events.push({
				second,
				event: { event, user, time: `${day} ${clockTime(second)}`, properties },
			});
			second = Math.min(second + draw.int(5, 240), 86_399);
		};

		if ($is_first_day && draw.chance(50))
			add('SignUp', { city, channel, device, $os, $is_first_day, invited: draw.chance(25) });
		for (let views = draw.int(1, 4); views > 0; views--) {
			add('$pageview', {
				city,
				channel,
				device,
				$os,
				$is_first_day,
				page: draw.skewed(PAGES),
				$event_duration: draw.int(1, 180),
			});
		}
		if (!draw.chance(60)) return;
		const [product, category, price] = draw.skewed(PRODUCTS);
		add('ViewProduct', { city, channel, device, $os, $is_first_day, product, category, price });
		if (!draw.chance(55)) return;
		const quantity = draw.skewed([1, 2, 3]);
		add('AddToCart', {
			city,
			channel,
			device,
			$os,
			$is_first_day,
			product,
			category,
			price,
			quantity,
		});
		if (!draw.chance(60)) return;
		const coupon = draw.chance(20);
		const amount = Math.round(price * quantity * (coupon ? 0.9 : 1) * 100) / 100;
		add('PayOrder', {
			city,
			channel,
			device,
			$os,
			$is_first_day,
			amount,
			item_count: quantity,
			coupon,
			category,
		});
	}
}

/** A process may have many worlds, one after another. */
const sales = new Recent((project: string) => new Sales(project), PROJECTS_AT_HAND);

/** The events of a shop: always the same for the same day of the same project. */
export class Shop {
	private readonly badDays = new Set<string>();

	/** @param now moment that no event is after, in the format of their times; undefined for all */
	constructor(
		private readonly project: string,
		private readonly now: () => string | undefined = () => undefined,
	) {}

	get users(): readonly ShopUser[] {
		return sales.get(this.project).users;
	}

	/** Identifies shops with the same users and events. */
	get kind(): string {
		return [this.project, ...[...this.badDays].sort(), this.now()?.slice(0, 16)].join('/');
	}

	/** Removes all payments of a day, so that alerts fire. */
	spoil(day: string): void {
		this.badDays.add(day);
	}

	/** Returns all events of a day (`YYYY-MM-DD`), in the order of time. */
	eventsOf(day: string): readonly ShopEvent[] {
		const events = sales.get(this.project).eventsOf(day);
		const now = this.now();
		const isHidden = ({ event, time }: ShopEvent) =>
			(this.badDays.has(day) && event === 'PayOrder') || (now !== undefined && time > now);
		const isWhole = !this.badDays.has(day) && (now === undefined || day < now.slice(0, 10));
		return isWhole ? events : events.filter((event) => !isHidden(event));
	}
}

const clockTimes: string[] = [];

/** Returns `HH:mm:ss`, of which years of events share the 86,400. */
function clockTime(second: number): string {
	return (clockTimes[second] ??= new Date(second * 1000).toISOString().slice(11, 19));
}

/** FNV-1a. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) as number), 0x01000193);
	return value | 0;
}
