/** What both forms of a funnel's answer are read into. */
import type { Cell } from '../../../table/table';
import { type JsonObject, numberIn, textIn } from '../json';
import { UnknownForm } from '../unknownForm';
import { column, percentOf } from './model';
import type { Place } from './place';

export const COLUMNS = [
	column('step', 'group'),
	column('event', 'group', 'string'),
	column('users', 'measure'),
	column('percent_of_previous', 'measure'),
	column('percent_of_first', 'measure'),
];

export interface FunnelStep {
	users: number;
	event?: string;
}

/** The steps of a date and group. */
export interface FunnelEntry extends Place {
	steps: FunnelStep[];
	/** Of the entry, for errors. */
	name: string;
}

/** Step, event, users, percents. */
export function toLines({ steps }: FunnelEntry, asked: readonly JsonObject[]): Cell[][] {
	const first = steps[0]?.users ?? 0;
	return steps.map(({ users, event }, index): Cell[] => {
		const before = steps[index - 1];
		return [
			index + 1,
			event ?? textIn(asked[index] ?? {}, 'event_name') ?? null,
			users,
			before ? percentOf(users, before.users) : null,
			percentOf(users, first),
		];
	});
}

/**
 * The one number that an object tells under several names.
 * @throws UnknownForm for none, for two that differ, and for one below 0
 */
export function usersIn(object: JsonObject, keys: readonly string[], place: string): number {
	const told = keys.filter((key) => object[key] !== undefined && object[key] !== null);
	const numbers = new Set(told.map((key) => numberIn(object, key)));
	const [users] = numbers;
	if (numbers.size > 1) {
		throw new UnknownForm(`${place} has different numbers of users (${told.join(', ')})`);
	}
	if (users === undefined) throw new UnknownForm(`${place} tells no users`);
	if (users < 0) throw new UnknownForm(`${place} has users below 0`);
	return users;
}

/** @throws UnknownForm where what came at the end is not what took the last step */
export function checkEnd({ steps, name }: FunnelEntry, ends: ReadonlyArray<number | undefined>) {
	const last = steps.at(-1)?.users;
	if (ends.some((end) => end !== undefined && end !== last)) {
		throw new UnknownForm(`${name} has different numbers of users at its end`);
	}
}
