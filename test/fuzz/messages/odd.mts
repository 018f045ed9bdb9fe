/**
 * Days that are honest and unusual: nobody does anything, refunds exceed sales, a group has no name, or
 * the name of what messages say of groups. The simulator counts them as it counts ordinary ones.
 */
import type { ShopEvent, Value } from '../../../simulator/data/shop.mts';
import type { World } from '../../../simulator/world.mts';

type Chance = () => number;
/** Undefined leaves the event out. */
type Change = (event: ShopEvent, index: number) => ShopEvent | undefined;

const set =
	(name: string, of: (value: Value, event: ShopEvent, index: number) => Value): Change =>
	(event, index) => {
		const value = event.properties[name];
		const changed = value === undefined ? value : of(value, event, index);
		return changed === value || changed === undefined
			? event
			: { ...event, properties: { ...event.properties, [name]: changed } };
	};
const only =
	(test: (event: ShopEvent, index: number) => boolean): Change =>
	(event, index) =>
		test(event, index) ? event : undefined;
const dayOf = ({ time }: ShopEvent) => Number(time.slice(8, 10));
const numberOf = ({ user }: ShopEvent) => Number(user.id.slice(1));
const renamed = (from: string, to: Value) => set('city', (value) => (value === from ? to : value));

const CHANGES = {
	'no orders': only(({ event }) => event !== 'PayOrder'),
	'orders on one day of five': only((one) => one.event !== 'PayOrder' || dayOf(one) % 5 === 1),
	'nothing on odd days': only((one) => dayOf(one) % 2 === 0),
	'nothing at all': only(() => false),
	'one user': only((one) => numberOf(one) === 7),
	'three users': only((one) => numberOf(one) % 133 === 7),
	'few users': only((one) => numberOf(one) % 20 === 7),
	refunds: set('amount', (value, { properties }) =>
		properties.channel === 'search' ? -Number(value) : value,
	),
	'more refunds than sales': set('amount', (value, event) =>
		numberOf(event) % 3 > 0 ? -Number(value) : value,
	),
	'free of charge': set('amount', () => 0),
	'amounts unknown in a city': set('amount', (value, { properties }) =>
		properties.city === 'Beijing' ? null : value,
	),
	'large amounts': set('amount', (value) => Number(value) * 1e7),
	'an empty city': renamed('Beijing', ''),
	'no city known': set('city', () => null),
	'one city': set('city', () => 'Beijing'),
	'cities alike': set('city', (value) => (value === 'Shanghai' ? 'beijing' : value)),
	'a city of a message': set('city', (value) =>
		value === 'Shanghai' ? 'other' : value === 'Chengdu' ? '(other)' : value,
	),
	'a city of numbers': set('city', (value) =>
		value === 'Shanghai' ? '12%' : value === 'Chengdu' ? '2026' : value,
	),
	'thirty cities': set('city', (value, event) =>
		value ? `${value}-${String(numberOf(event) % 5)}` : value,
	),
	'a new city': set('city', (value, one) =>
		value === 'Beijing' && one.time.slice(0, 10) < '2026-10-10' ? 'Shanghai' : value,
	),
	'a city that ends': only((one) => one.properties.city !== 'Beijing' || dayOf(one) < 12),
	'cities tied': set(
		'city',
		(_, __, index) => ['Beijing', 'Shanghai', 'Chengdu'][index % 3] ?? null,
	),
	'the same each day': only((_, index) => index < 40),
	'orders twice': (one) => one,
} satisfies { [name: string]: Change };
export type Oddity = keyof typeof CHANGES;
const NAMES = Object.keys(CHANGES) as Oddity[];

export function drawOddities(chance: Chance): Oddity[] {
	const pick = () => NAMES[Math.floor(chance() * NAMES.length)] as Oddity;
	return chance() < 0.5 ? [pick()] : [pick(), pick()];
}

const own = new WeakMap<World, { eventsOf: (day: string) => readonly ShopEvent[]; kind: string }>();

/** Makes the shop one of these days; of none as it was. */
export function plant(world: World, oddities: readonly Oddity[]): void {
	const shop = world.shopOf('production');
	const plain = own.get(world) ?? { eventsOf: shop.eventsOf.bind(shop), kind: shop.kind };
	own.set(world, plain);
	const known = new Map<string, readonly ShopEvent[]>();
	const changed = (day: string) => {
		let events = plain.eventsOf(day);
		for (const name of oddities) {
			const change: Change = CHANGES[name];
			const kept: ShopEvent[] = [];
			for (let index = 0; index < events.length; index++) {
				const event = change(events[index] as ShopEvent, index);
				if (event) kept.push(event);
			}
			events = kept;
		}
		return events;
	};
	shop.eventsOf = (day) => {
		const events = known.get(day) ?? changed(day);
		known.set(day, events);
		return events;
	};
	Object.defineProperty(shop, 'kind', {
		value: [plain.kind, ...oddities].join('/'),
		configurable: true,
	});
}
