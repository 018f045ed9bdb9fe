/** The right answers, computed from the events of the simulated shop and with a calendar of its own. */
import { DateTime } from 'luxon';

import type { ShopEvent, ShopUser, Value } from '../../simulator/data/shop.mts';
import type { Fact } from './questions.mts';

export const ZONE = 'Asia/Shanghai';
type Words =
	| 'yesterday'
	| 'last week'
	| 'the week before'
	| 'last month'
	| 'last 7 days'
	| 'last 30 days';

interface Shop {
	users: readonly ShopUser[];
	eventsOf(day: string): readonly ShopEvent[];
}

/** First and last day, ISO, both included. @param now the moment that the words count from */
export function daysOf(words: Words, now: DateTime): [string, string] {
	const today = now.setZone(ZONE).startOf('day');
	const range = (from: DateTime, to: DateTime): [string, string] => [
		from.toISODate() as string,
		to.toISODate() as string,
	];
	const week = (back: number) => {
		const start = today.startOf('week').minus({ weeks: back });
		return range(start, start.plus({ days: 6 }));
	};
	const month = today.startOf('month').minus({ months: 1 });
	return {
		yesterday: range(today.minus({ days: 1 }), today.minus({ days: 1 })),
		'last week': week(1),
		'the week before': week(2),
		'last month': range(month, month.endOf('month')),
		'last 7 days': range(today.minus({ days: 7 }), today.minus({ days: 1 })),
		'last 30 days': range(today.minus({ days: 30 }), today.minus({ days: 1 })),
	}[words];
}

export class Truth {
	constructor(
		private readonly shop: Shop,
		private readonly now: DateTime,
	) {}

	private between(from: string, to: string): ShopEvent[] {
		const events: ShopEvent[] = [];
		for (let day = DateTime.fromISO(from); day <= DateTime.fromISO(to); day = day.plus({ days: 1 }))
			events.push(...this.shop.eventsOf(day.toISODate() as string));
		return events;
	}

	events(words: Words, name: string): ShopEvent[] {
		return this.between(...daysOf(words, this.now)).filter(({ event }) => event === name);
	}

	orders(words: Words): ShopEvent[] {
		return this.events(words, 'PayOrder');
	}

	users(): Array<Record<string, Value>> {
		return this.shop.users.map(({ properties }) => properties);
	}

	sum(events: readonly ShopEvent[], name: string): number {
		return events.reduce((sum, { properties }) => sum + Number(properties[name] ?? 0), 0);
	}

	people(events: readonly ShopEvent[]): number {
		return new Set(events.map(({ user }) => user.id)).size;
	}

	/** Numbers of events, or sums of a property, by another one. */
	by(events: readonly ShopEvent[], name: string, summed?: string): Map<string, number> {
		const groups = groupsOf(events, ({ properties }) => String(properties[name]));
		return new Map(
			[...groups].map(([value, own]) => [value, summed ? this.sum(own, summed) : own.length]),
		);
	}

	byDay(events: readonly ShopEvent[]): Map<string, number> {
		const groups = groupsOf(events, ({ time }) => time.slice(0, 10));
		return new Map([...groups].map(([day, own]) => [day, own.length]));
	}

	peopleByDay(events: readonly ShopEvent[]): Map<string, number> {
		const groups = groupsOf(events, ({ time }) => time.slice(0, 10));
		return new Map([...groups].map(([day, own]) => [day, this.people(own)]));
	}

	most(numbers: Map<string, number>): Fact[] {
		return [...numbers].sort(([, a], [, b]) => b - a)[0] ?? [];
	}

	list(numbers: Map<string, number>): Fact[] {
		return [...numbers].filter(([name]) => name !== 'null').flat();
	}

	counts(users: ReadonlyArray<Record<string, Value>>, name: string): Fact[] {
		const groups = groupsOf(users, (user) => String(user[name]));
		return this.list(new Map([...groups].map(([value, own]) => [value, own.length])));
	}

	averages(users: ReadonlyArray<Record<string, Value>>, by: string, name: string): Fact[] {
		const groups = groupsOf(users, (user) => String(user[by]));
		const mean = (own: typeof users) =>
			own.reduce((sum, user) => sum + Number(user[name]), 0) / own.length;
		return this.list(new Map([...groups].map(([value, own]) => [value, mean(own)])));
	}

	/**
	 * Sums, over the days, the users who did one event on a day and another one a number of days
	 * later.
	 */
	cameBack(first: string, then: string, from: string, to: string, days: number): number {
		let sum = 0;
		for (
			let day = DateTime.fromISO(from);
			day <= DateTime.fromISO(to);
			day = day.plus({ days: 1 })
		) {
			const on = (date: DateTime, name: string) =>
				this.shop
					.eventsOf(date.toISODate() as string)
					.filter(({ event }) => event === name)
					.map(({ user }) => user.id);
			const later = new Set(on(day.plus({ days }), then));
			sum += new Set(on(day, first).filter((id) => later.has(id))).size;
		}
		return sum;
	}

	/**
	 * Counts the users who took each step in order within the window, in minutes from the first step.
	 */
	steps(words: Words, names: readonly string[], minutes: number): number[] {
		const byUser = groupsOf(this.between(...daysOf(words, this.now)), ({ user }) => user.id);
		const reached = [...byUser.values()].map((events) => farthest(events, names, minutes));
		return names.map((_name, index) => reached.filter((step) => step > index).length);
	}

	/** Percent of those who took the first step that took all. */
	funnel(words: Words, names: readonly string[], minutes: number): number {
		const counts = this.steps(words, names, minutes);
		return ((counts.at(-1) ?? 0) / (counts[0] ?? 0)) * 100;
	}
}

function farthest(events: readonly ShopEvent[], names: readonly string[], minutes: number): number {
	const sorted = events
		.map(({ event, time }) => ({ event, at: DateTime.fromSQL(time, { zone: 'utc' }).toMillis() }))
		.sort((a, b) => a.at - b.at);
	let best = 0;
	for (const start of sorted.filter(({ event }) => event === names[0])) {
		let [step, at] = [1, start.at];
		for (const { event, at: when } of sorted) {
			if (step < names.length && event === names[step] && when > at) {
				if (when - start.at > minutes * 60_000) break;
				[step, at] = [step + 1, when];
			}
		}
		best = Math.max(best, step);
	}
	return best;
}

function groupsOf<Entry>(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => string,
): Map<string, Entry[]> {
	const groups = new Map<string, Entry[]>();
	for (const entry of entries) {
		const own = groups.get(keyOf(entry));
		if (own) own.push(entry);
		else groups.set(keyOf(entry), [entry]);
	}
	return groups;
}
