/** What the service tells of a world: each group once, what has come already, perhaps cut. */
import type { Case } from './cases.mts';
import {
	type Credit,
	DATES,
	distinct,
	type Paths,
	pathsOf,
	type Unit,
	type Value,
	type Waits,
	type Worth,
} from './world.mts';

const DAY = 86_400_000;

export const rangeOf = ({ unit }: Case) => ({
	from: DATES[unit][0] as string,
	to: DATES[unit].at(-1) as string,
});

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
	const told = one.world.credits
		.filter(({ event }) => event !== null || one.hasDirect)
		.map((credit) => ({
			...credit,
			group: own(one, credit.group),
			// Events are no fewer than none; what a property comes to may be.
			conversions: one.value === 'general' ? Math.abs(credit.conversions) : credit.conversions,
		}));
	return cut(
		one,
		distinct(told, ({ group, event }) => [group, event]),
	);
}

export interface ToldWorth {
	/** None for the whole range. */
	date: string | null;
	group: Value[];
	users: number;
	/** Of each period; none where it has not begun. */
	values: Array<number | null>;
}

export function worthsOf(one: Case): ToldWorth[] {
	const isGrouped = one.fields.length > 0;
	const { from } = rangeOf(one);
	const told = distinct(
		one.world.worths.map((worth) => ({ ...worth, group: own(one, worth.group) })),
		({ day, group }) => (isGrouped ? group : day),
	);
	const dated = told.map((worth: Worth): ToldWorth => {
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
	const told = one.world.waits.map((wait) => ({ ...wait, group: own(one, wait.group) }));
	return cut(
		one,
		distinct(told, ({ day, group }) => [day, group]),
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

export function toldPaths(one: Case): Paths {
	const { steps, width, rest, fields } = one;
	return pathsOf(one.world.ways, { steps, width, rest, isGrouped: fields.length > 0 });
}
