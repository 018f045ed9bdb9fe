import { type Amount, compareAmounts, percentOf } from '../../table/decimal';
import type { Steps } from '../../../../credentials/http/slices';
import type { Cell, Table } from '../../table/table';
import { column } from './cells';
import { type Entry, type Facts, ofWholeRange, tableSteps } from './entries';
import type { Grouping } from './place';
import { UnknownForm } from './unknownForm';

const COLUMNS = [
	column('period', 'group'),
	column('initial_users', 'measure'),
	column('users', 'measure'),
	column('percent', 'measure'),
];

/** Keys of the own columns. */
export const RETENTION_KEYS = COLUMNS.map(({ key }) => key);

/** One row per start (or group) and period; periods that have not come yet have none. */
export function retentionSteps(
	facts: Facts,
	grouping: Grouping,
	entries: Entry[],
	{ isWhole = false }: { isWhole?: boolean },
): Steps<Table> {
	return isWhole
		? tableSteps(facts, grouping, COLUMNS, ofWholeRange(entries), 'whole', 'percent')
		: tableSteps(facts, grouping, COLUMNS, entries, 'any', 'percent');
}

/**
 * Period, users at the start, users in it, percent.
 * @throws UnknownForm for more users than came first
 */
export function periodLine(period: number, initial: Amount, users: Amount, name: string): Cell[] {
	if (compareAmounts(users, initial) > 0)
		throw new UnknownForm(`${name} has more users than came first`);
	return [period, initial, users, percentOf(users, initial)];
}
