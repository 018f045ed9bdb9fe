/** What the forms of a funnel's answer are read into, and the table made of it. */
import { type Amount, compareAmounts, percentOf } from '../../table/decimal';
import type { Steps } from '../../../../credentials/http/slices';
import { amountIn, type JsonObject } from '../../query/json';
import type { FunnelQuery } from '../../query/modelQueries';
import { mapSteps } from '../../table/steps';
import type { Cell, Table } from '../../table/table';
import { column } from './cells';
import { distinctSteps } from './distinct';
import { type Facts, tableSteps } from './entries';
import { withoutWhole } from './funnelWhole';
import { ALL_VALUES, type Grouping, type Place } from './place';
import { UnknownForm } from './unknownForm';

const COLUMNS = [
	column('step', 'group'),
	column('event', 'group', 'string'),
	column('users', 'measure'),
	column('percent_of_previous', 'measure'),
	column('percent_of_first', 'measure'),
];

export interface FunnelStep {
	users: Amount;
	event?: string;
}

/** The steps of a date and group. */
export interface FunnelEntry extends Place {
	steps: FunnelStep[];
	/** Of the entry, for errors. */
	name: string;
}

/** Keys of the own columns. */
export const FUNNEL_KEYS = COLUMNS.map(({ key }) => key);

/**
 * One row per step for each date or group, or for the whole range (docs/reports.md).
 * @param whole entries of the same report without groups, if it was asked for
 * @throws UnknownForm for numbers that no funnel can have, and for what was not asked for
 */
export function* funnelSteps(
	facts: Facts,
	grouping: Grouping,
	all: readonly FunnelEntry[],
	{ steps, isByDate }: Pick<FunnelQuery, 'steps' | 'isByDate'>,
	whole?: readonly FunnelEntry[],
): Steps<Table> {
	const entries = all.filter(({ group }) => !group.includes(ALL_VALUES));
	const count = steps.length || all[0]?.steps.length || 0;
	yield* mapSteps(all, (entry) => checkSteps(entry, count), count);
	yield* distinctSteps(
		entries.map(({ date, isGroupTold, group }) => [date, isGroupTold, ...group]),
		'entries',
	);
	const own = withoutWhole(entries, grouping, whole);
	const isDated = ({ date }: FunnelEntry) => date !== null;
	if (own.length > 0 && isByDate && !own.some(isDated)) {
		throw new UnknownForm('no dates, which were asked for');
	}
	if (own.length > 0 && !isByDate && own.every(isDated)) {
		throw new UnknownForm(
			'dates alone, where the whole range was asked for (a user may have come on several)',
		);
	}
	const lines = yield* mapSteps(
		own,
		(entry) => ({ ...entry, lines: toLines(entry, steps) }),
		count,
	);
	return yield* tableSteps(facts, grouping, COLUMNS, lines, isByDate ? 'dates' : 'whole', 'users');
}

/** @throws UnknownForm for numbers that no funnel can have */
function checkSteps({ steps, name }: FunnelEntry, count: number): void {
	if (steps.length !== count) {
		throw new UnknownForm(`${name} has ${steps.length} steps, where there are ${count}`);
	}
	steps.forEach(({ users }, index) => {
		const before = steps[index - 1];
		if (before && compareAmounts(users, before.users) > 0) {
			throw new UnknownForm(`${name} has more users in step ${index + 1} than before`);
		}
	});
}

/** Step, event, users, percents. */
function toLines({ steps }: FunnelEntry, asked: FunnelQuery['steps']): Cell[][] {
	const first = steps[0]?.users ?? 0;
	return steps.map(({ users, event }, index): Cell[] => {
		const before = steps[index - 1];
		return [
			index + 1,
			event ?? (asked[index]?.event || null),
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
export function usersIn(object: JsonObject, keys: readonly string[], place: string): Amount {
	const told = keys.filter((key) => object[key] !== undefined && object[key] !== null);
	const numbers = new Set(told.map((key) => amountIn(object, key)));
	const [users] = numbers;
	if (numbers.size > 1) {
		throw new UnknownForm(`${place} has different numbers of users (${told.join(', ')})`);
	}
	if (users === undefined) throw new UnknownForm(`${place} tells no users`);
	if (compareAmounts(users, 0) < 0) throw new UnknownForm(`${place} has users below 0`);
	return users;
}

/** @throws UnknownForm where what came at the end is not what took the last step */
export function checkEnd({ steps, name }: FunnelEntry, ends: ReadonlyArray<Amount | undefined>) {
	const last = steps.at(-1)?.users;
	if (ends.some((end) => end !== undefined && end !== last)) {
		throw new UnknownForm(`${name} has different numbers of users at its end`);
	}
}
