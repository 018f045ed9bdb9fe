/** A little world of users and events, and what each report says of it. */

import type { Value } from '../wire.mts';
import type { Case } from './cases.mts';
import type { OutputName } from '../judge.mts';

interface Happening {
	/** Index into EVENTS. */
	event: number;
	day: number;
	minute: number;
	values: Value[];
}
interface Person {
	values: Value[];
	happenings: Happening[];
}
export type World = Person[];

export const EVENTS = ['A', 'B', 'C'];
export const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03'];

/** A field to group by: of users, or of the first event. */
export interface Field {
	expression: string;
	/** How a form has it. */
	typed?: string;
	/** Position in the values of a person, or of an event. */
	place: number;
}

/** What a report says of one date and group. */
export interface Fact {
	/** None for the whole range. */
	date: string | null;
	/** None for all groups together. */
	group: Value[] | null;
	/** Counts: of steps, periods (null: not reached yet) or buckets. */
	counts: Array<number | null>;
	/** Users at all. */
	total: number;
}

/** Users that are counted once for each key. */
class Tally {
	private readonly entries = new Map<string, Fact>();

	constructor(private readonly size: number) {}

	at(date: string | null, group: Value[] | null): Fact {
		const key = JSON.stringify([date, group], (_key, value: unknown) =>
			typeof value === 'bigint' ? `big ${value}` : value,
		);
		const fact = this.entries.get(key) ?? {
			date,
			group,
			counts: Array.from({ length: this.size }, () => 0),
			total: 0,
		};
		this.entries.set(key, fact);
		return fact;
	}

	get facts(): Fact[] {
		return [...this.entries.values()];
	}
}

function groupOf(person: Person, happening: Happening, fields: Field[]): Value[] {
	return fields.map(
		({ expression, place }) =>
			(expression.startsWith('user.') ? person : happening).values[place] ?? null,
	);
}

const sameGroup = (a: Value[], b: Value[]) => a.every((value, index) => value === b[index]);

/** Each group once. */
function distinct(groups: Value[][]): Value[][] {
	return groups.filter(
		(group, index) => groups.findIndex((one) => sameGroup(one, group)) === index,
	);
}

/**
 * Of those with event A on a day, those with event B this number of days later. With a key groups
 * are by date, too.
 */
function retention(one: Case, until: string): Fact[] {
	const { world, fields, hasKey: isByDate } = one;
	// The OpenAPI returns the requested number of periods after the first one.
	const periods = one.size + (isByDate ? 1 : 0);
	const tally = new Tally(periods);
	const starts = DAYS.filter((day) => day <= until);
	starts.forEach((date, day) => {
		for (const person of world) {
			const first = person.happenings.find((one) => one.event === 0 && one.day === day);
			if (!first) continue;
			const group = groupOf(person, first, fields);
			const isGrouped = fields.length > 0;
			for (const fact of [
				...(isByDate || !isGrouped ? [tally.at(date, group)] : []),
				tally.at(null, isGrouped ? group : null),
			]) {
				fact.total++;
				for (let period = 0; period < periods && day + period < DAYS.length; period++) {
					const came = person.happenings.some((one) => one.event === 1 && one.day === day + period);
					fact.counts[period] = (fact.counts[period] as number) + (came ? 1 : 0);
				}
			}
		}
	});
	// What no day of a fact has reached is not known.
	return tally.facts.map((fact) => {
		const start = fact.date === null ? 0 : DAYS.indexOf(fact.date);
		return {
			...fact,
			counts: fact.counts.map((count, period) => (start + period < DAYS.length ? count : null)),
		};
	});
}

/** How many users did event A how often; per day, or per group. */
function distribution(world: World, fields: Field[], limits: number[]): Fact[] {
	const tally = new Tally(limits.length + 1);
	const count = (fact: Fact, times: number) => {
		fact.total++;
		const bucket = limits.filter((limit) => times >= limit).length;
		fact.counts[bucket] = (fact.counts[bucket] as number) + 1;
	};
	for (const person of world) {
		const own = person.happenings.filter(({ event }) => event === 0);
		if (fields.length > 0) {
			const groups = own.map((one) => groupOf(person, one, fields));
			for (const group of distinct(groups)) {
				count(tally.at(null, group), groups.filter((one) => sameGroup(one, group)).length);
			}
			continue;
		}
		DAYS.forEach((date, day) => {
			const times = own.filter((one) => one.day === day).length;
			if (times > 0) count(tally.at(date, []), times);
		});
		if (own.length > 0) count(tally.at(null, null), own.length);
	}
	return tally.facts;
}

/** Users by how many steps they took in order; of each day and of all, of each group and of all. */
function funnel(world: World, fields: Field[], steps: number): Fact[] {
	const tally = new Tally(steps);
	for (const person of world) {
		const sorted = [...person.happenings].sort((a, b) => a.day - b.day || a.minute - b.minute);
		const best = new Map<Fact, number>();
		sorted.forEach((first, index) => {
			if (first.event !== 0) return;
			let level = 1;
			for (const later of sorted.slice(index + 1))
				if (level < steps && later.event === level) level++;
			const group = groupOf(person, first, fields);
			const date = DAYS[first.day] as string;
			for (const fact of [
				tally.at(null, group),
				tally.at(date, group),
				...(fields.length > 0 ? [tally.at(null, null), tally.at(date, null)] : []),
			]) {
				best.set(fact, Math.max(best.get(fact) ?? 0, level));
			}
		});
		for (const [fact, level] of best) {
			fact.total++;
			for (let step = 0; step < level; step++)
				fact.counts[step] = (fact.counts[step] as number) + 1;
		}
	}
	return tally.facts;
}

/** Users by their own properties. */
function userProperties(world: World, fields: Field[]): Fact[] {
	const tally = new Tally(1);
	for (const person of world) {
		const group = fields.map(({ place }) => person.values[place] ?? null);
		const fact = tally.at(null, group);
		fact.total++;
		fact.counts[0] = fact.total;
	}
	return tally.facts;
}

/** The limits of buckets: 1, 2, … */
export function limitsOf(size: number): number[] {
	return Array.from({ length: size }, (_, index) => index + 2);
}

/** All facts of the report, by dates and of the whole range, which ends with a day. */
export function factsOf(one: Case, until = lastDayOf(one)): Fact[] {
	const { model, world, fields, size, weight, hasKey } = one;
	const all = {
		retention: () => retention(one, until),
		distribution: () =>
			hasKey ? fromFirstStart(one) : distribution(world, fields, limitsOf(size)),
		funnel: () => funnel(world, fields, size),
		userProperties: () => userProperties(world, fields),
	}[model]();
	return all.map((fact) => ({
		...fact,
		total: fact.total * weight,
		counts: fact.counts.map((count) => (count === null ? null : count * weight)),
	}));
}

/** Users below the first start are in no region. */
function fromFirstStart(one: Case): Fact[] {
	return distribution(one.world, one.fields, startsOf(one)).map((fact) => ({
		...fact,
		counts: fact.counts.slice(1),
	}));
}

/** Where regions of the OpenAPI start: at the limits of the form, or at some of the service's own. */
export function startsOf(one: Case): number[] {
	const limits = limitsOf(one.size);
	return hasOwnLimits(one) || one.shape.limits === 'all' ? [1, ...limits] : limits;
}

/** Whether the form says limits. */
export function hasOwnLimits({ model, query, key, hasKey }: Case): boolean {
	return hasKey && model === 'distribution' && query === 'form' && key.hasBuckets;
}

export interface Region {
	from: number | null;
	to: number | null;
}

/** The regions of a distribution, as they must come out. */
export function regionsOf(one: Case): Region[] {
	const limits = limitsOf(one.size);
	const starts = one.hasKey
		? startsOf(one)
		: [one.shape.limits === 'noFirst' ? null : 1, ...limits];
	return starts.map((from, index) => ({ from, to: starts[index + 1] ?? null }));
}

const MESSAGES: readonly OutputName[] = ['slack', 'markdown', 'feishu', 'html'];

/**
 * Returns the last day that the request must have. A message of a retention by groups leaves out the
 * starts whose first period is not over, unless returns are counted until that day alone, or none
 * is over (docs/messages.md, "Retention").
 */
export function lastDayOf(one: Case): string {
	const last = DAYS.at(-1) as string;
	const { model, fields, output, query, mayEndLater, today, shape } = one;
	const isGrouped = fields.length > 0 && shape.fieldKey !== 'answer';
	const isOfMessage = model === 'retention' && isGrouped && MESSAGES.includes(output);
	if (!isOfMessage || !(query === 'form' || mayEndLater)) return last;
	return DAYS.findLast((day) => dayAfter(day, 1) < today) ?? last;
}

export function dayAfter(day: string, count: number): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}
