/**
 * What the service knows in a case, drawn without a rule if no document has one, and what it
 * answers: each group once, without what comes later, perhaps cut.
 */
import fc from 'fast-check';

import type { Value } from '../wire.mts';
import type { Case } from './cases.mts';

/** Touchpoints and steps; the query asks for the first two. */
const EVENTS = ['A', 'B', 'C'];
export const DATES = {
	day: ['2026-11-01', '2026-11-02', '2026-11-03'],
	week: ['2026-11-02', '2026-11-09', '2026-11-16'],
	month: ['2026-09-01', '2026-10-01', '2026-11-01'],
};
export type Unit = keyof typeof DATES;

const VALUES: Value[] = [
	null,
	'Beijing',
	'San Francisco',
	'2026-11-01',
	'',
	7,
	true,
	false,
	9007199254740993n,
	9007199254740992n,
	-8961289991947891759n,
];

/** A touchpoint of a group, and what it is credited with. */
interface Credit {
	group: Value[];
	/** None for what no touchpoint led to. */
	event: string | null;
	touches: number;
	converting: number;
	users: number;
	conversions: number;
}

/** What users who started on a date, or of a group, came to after each period. */
interface Worth {
	day: number;
	group: Value[];
	users: number;
	/** As the service computes them, with two decimals. */
	values: number[];
}

/** Intervals that began on a date, of one group: those of each user, in seconds. */
export interface Waits {
	day: number;
	group: Value[];
	users: number[][];
}

/** A number of paths with the same events after the first one. */
interface Way {
	/** Indices of events; the first one is left out. */
	steps: number[];
	groups: number[];
	times: number;
}

export interface World {
	credits: Credit[];
	worths: Worth[];
	waits: Waits[];
	ways: Way[];
}

const group = fc.array(fc.constantFrom(...VALUES), { minLength: 2, maxLength: 2 });
const day = fc.nat(2);
const count = fc.oneof(fc.nat(9), fc.nat(5000));
const keyOf = (value: unknown) =>
	JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'bigint' ? `long ${inner}` : inner,
	);

export const worlds: fc.Arbitrary<World> = fc.record({
	credits: fc.array(
		fc.record({
			group,
			event: fc.constantFrom('A', 'A', 'B', 'B', null),
			touches: count,
			converting: count,
			users: count,
			conversions: fc.oneof(
				fc.nat(1),
				count,
				fc.integer({ min: -400, max: 4000 }).map((n) => n / 4),
			),
		}),
		{ maxLength: 8 },
	),
	worths: fc.array(
		fc.record({
			day,
			group,
			users: count,
			values: fc.array(
				fc.integer({ min: -200, max: 200_000 }).map((n) => n / 100),
				{ minLength: 4, maxLength: 4 },
			),
		}),
		{ maxLength: 6 },
	),
	waits: fc.array(
		fc.record({
			day,
			group,
			users: fc.array(
				fc.array(fc.oneof(fc.nat(90), fc.nat(400_000)), { minLength: 1, maxLength: 4 }),
				{ maxLength: 4 },
			),
		}),
		{ maxLength: 7 },
	),
	ways: fc.array(
		fc.record({
			steps: fc.array(fc.nat(2), { maxLength: 4 }),
			groups: fc.array(fc.nat(1), { minLength: 5, maxLength: 5 }),
			times: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1000, max: 9000 })),
		}),
		{ maxLength: 8 },
	),
});

/** Of those that are the same for the service, the first one. */
function distinct<One>(list: One[], identity: (one: One) => unknown): One[] {
	const seen = new Set<string>();
	return list.filter((one) => {
		const key = keyOf(identity(one));
		return !seen.has(key) && seen.add(key);
	});
}

interface Times {
	intervals: number;
	users: number;
	least: number;
	most: number;
	average: number;
	averageOfUsers: number;
	/** The time at or below which this percentage is. */
	at: (percent: number) => number;
}

/** @returns nothing where there are no intervals */
export function timesOf({ users }: Waits): Times | undefined {
	const all = users.flat().sort((a, b) => a - b);
	const [least] = all;
	if (least === undefined) return undefined;
	const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
	return {
		intervals: all.length,
		users: users.length,
		least,
		most: all.at(-1) as number,
		average: mean(all),
		averageOfUsers: mean(users.map(mean)),
		at: (percent) => all[Math.ceil((percent / 100) * all.length) - 1] as number,
	};
}

/** An event of a step. */
export interface Node {
	step: number;
	/** None for several events together. */
	event: string | null;
	group: string | undefined;
	times: number;
}

export interface Link {
	step: number;
	from: Node;
	/** None where the path ends. */
	to: Node | null;
	times: number;
}

interface Paths {
	nodes: Node[];
	links: Link[];
	/** Nodes left out, by step. */
	leftOut: number[];
	goesOn: boolean;
}

const GROUPS = ['express', 'pickup'];

/** The steps of all ways: the most frequent events of each, others left out or put together. */
function pathsOf(
	ways: Way[],
	query: { steps: number; width: number; isGrouped: boolean; rest: 'left out' | 'together' },
): Paths {
	const nodes = new Map<string, Node>();
	const chains = ways.map(({ steps, groups, times }) =>
		[0, ...steps].slice(0, query.steps).map((event, step) => {
			const own = query.isGrouped ? GROUPS[groups[step] as number] : undefined;
			const key = `${step} ${event} ${own}`;
			const node = nodes.get(key) ?? {
				step,
				event: EVENTS[event] as string,
				group: own,
				times: 0,
			};
			nodes.set(key, node);
			node.times += times;
			return node;
		}),
	);
	const kept = new Set<Node>();
	const places = new Map<Node, Node>();
	const leftOut: number[] = [];
	for (let step = 0; step < query.steps; step++) {
		const own = [...nodes.values()].filter((node) => node.step === step);
		own.sort((a, b) => b.times - a.times);
		// The first one is the event asked for, of each group.
		const width = step === 0 ? own.length : query.width;
		own.slice(0, width).forEach((node) => kept.add(node));
		const rest = own.slice(width);
		const isTogether = query.rest === 'together' && rest.length > 1;
		leftOut.push(isTogether ? 0 : rest.length);
		if (!isTogether) continue;
		const times = rest.reduce((sum, node) => sum + node.times, 0);
		const together: Node = { step, event: null, group: undefined, times };
		kept.add(together);
		rest.forEach((node) => places.set(node, together));
	}
	const links = new Map<string, Link>();
	const ids = [...kept];
	chains.forEach((chain, index) => {
		const { times } = ways[index] as Way;
		chain.forEach((node, step) => {
			if (step === query.steps - 1) return;
			const from = places.get(node) ?? node;
			const next = chain[step + 1];
			const to = next === undefined ? null : (places.get(next) ?? next);
			if (!kept.has(from) || (to !== null && !kept.has(to))) return;
			const key = `${ids.indexOf(from)} ${to === null ? '-' : ids.indexOf(to)}`;
			const link = links.get(key) ?? { step, from, to, times: 0 };
			links.set(key, link);
			link.times += times;
		});
	});
	return {
		nodes: ids,
		links: [...links.values()],
		leftOut,
		goesOn: ways.some(({ steps }) => steps.length >= query.steps),
	};
}

const DAY = 86_400_000;

export const rangeOf = ({ unit }: Case) => ({
	from: DATES[unit][0] as string,
	to: DATES[unit].at(-1) as string,
});

/**
 * The last day that the request must have. A message of lifetime values by groups leaves out the
 * starts whose first period is not over, unless none is (docs/messages.md, "Retention").
 */
export function lastDayOf(one: Case): string {
	const { from, to } = rangeOf(one);
	const isOfMessage = one.output === 'slack' || one.output === 'markdown';
	if (one.model !== 'ltv' || one.fields.length === 0 || !isOfMessage) return to;
	const open = DATES[one.unit].find((date) => later(date, 2, one.unit) > todayOf(one));
	return open === undefined || open === from ? to : later(open, -1, 'day');
}

/** The day on which the report runs. */
export function todayOf(one: Case): string {
	return later(rangeOf(one).from, one.age, 'day');
}

function later(date: string, count: number, unit: Unit): string {
	const at = new Date(`${date}T00:00:00Z`);
	if (unit === 'month') at.setUTCMonth(at.getUTCMonth() + count);
	else at.setTime(at.getTime() + count * DAY * (unit === 'week' ? 7 : 1));
	return at.toISOString().slice(0, 10);
}

/** How many periods behind a date have begun. */
export function followed(one: Case, date: string): number {
	let count = 0;
	while (count < 400 && later(date, count + 1, one.unit) <= todayOf(one)) count++;
	return count;
}

const cut = <Row,>({ shape }: Case, rows: Row[]) =>
	shape.isCut ? rows.slice(0, Math.ceil((rows.length * 2) / 3)) : rows;
const own = (one: Case, group: Value[]) => group.slice(0, one.fields.length);

export function creditsOf(one: Case): Credit[] {
	const reported = one.world.credits
		.filter(({ event }) => event !== null || one.hasDirect)
		.map((credit) => ({
			...credit,
			group: own(one, credit.group),
			// Events are no fewer than none; what a property comes to may be.
			conversions: one.value === 'general' ? Math.abs(credit.conversions) : credit.conversions,
		}));
	return cut(
		one,
		distinct(reported, ({ group, event }) => [group, event]),
	);
}

export interface ReturnedWorth {
	/** None for the whole range. */
	date: string | null;
	group: Value[];
	users: number;
	/** Of each period; none where it has not begun. */
	values: Array<number | null>;
}

export function worthsOf(one: Case): ReturnedWorth[] {
	const isGrouped = one.fields.length > 0;
	const { from } = rangeOf(one);
	const reported = distinct(
		one.world.worths.map((worth) => ({ ...worth, group: own(one, worth.group) })),
		({ day, group }) => (isGrouped ? group : day),
	);
	const dated = reported.map((worth: Worth): ReturnedWorth => {
		const date = DATES[one.unit][worth.day] as string;
		const start = isGrouped ? from : date;
		return {
			date: isGrouped ? null : date,
			group: worth.group,
			users: worth.users,
			values: worth.values
				.slice(0, one.duration + 1)
				.map((value, period) => (period <= followed(one, start) ? value : null)),
		};
	});
	return cut(
		one,
		dated.filter(({ date }) => date === null || date <= todayOf(one)),
	);
}

export function waitsOf(one: Case): Waits[] {
	const reported = one.world.waits.map((wait) => ({ ...wait, group: own(one, wait.group) }));
	return cut(
		one,
		distinct(reported, ({ day, group }) => [day, group]),
	);
}

/** Of each group, over all dates. */
export function wholesOf(one: Case): Waits[] {
	const waits = waitsOf(one);
	return distinct(waits, ({ group }) => group).map((first) => ({
		...first,
		users: waits
			.filter(({ group }) => group.every((value, index) => value === first.group[index]))
			.flatMap(({ users }) => users),
	}));
}

export function returnedPaths(one: Case): Paths {
	const { steps, width, rest, fields } = one;
	return pathsOf(one.world.ways, { steps, width, rest, isGrouped: fields.length > 0 });
}
