import { type Amount, compareAmounts, percentOf } from '../../table/decimal';
import type { Steps } from '../../../../credentials/http/slices';
import type { Cell, Table } from '../../table/table';
import { column } from './cells';
import { type Entry, type Facts, ofWholeRange, tableSteps } from './entries';
import type { Grouping } from './place';
import { UnknownForm } from './unknownForm';

const COLUMNS = [
	column('bucket', 'group', 'string'),
	column('bucket_from', 'measure'),
	column('bucket_to', 'measure'),
	column('total_users', 'measure'),
	column('users', 'measure'),
	column('percent', 'measure'),
];

/** Keys of the own columns. */
export const DISTRIBUTION_KEYS = COLUMNS.map(({ key }) => key);

/** Users between two limits; the first bucket may have no start, the last one no end. */
export interface Bucket {
	from: Amount | null;
	to: Amount | null;
	users: Amount;
	/** For errors. */
	name: string;
}

/** One row per date (or group) and bucket. */
export function distributionSteps(
	facts: Facts,
	grouping: Grouping,
	entries: Entry[],
	{ isWhole = false }: { isWhole?: boolean },
): Steps<Table> {
	return isWhole
		? tableSteps(facts, grouping, COLUMNS, ofWholeRange(entries), 'whole', 'users')
		: tableSteps(facts, grouping, COLUMNS, entries, 'any', 'users');
}

/**
 * Lines of the buckets of one date and group, ascending.
 * @throws UnknownForm for more users in a bucket than there are
 */
export function bucketLines(buckets: readonly Bucket[], total: Amount, name: string): Cell[][] {
	const tooMany = buckets.find(({ users }) => compareAmounts(users, total) > 0);
	if (tooMany) throw new UnknownForm(`${tooMany.name} has more users than ${name}`);
	return [...buckets]
		.sort(
			(a, b) =>
				compareAmounts(a.from ?? -Infinity, b.from ?? -Infinity) ||
				compareAmounts(a.to ?? Infinity, b.to ?? Infinity),
		)
		.map(({ from, to, users }) => [
			nameOf(from, to),
			from,
			to,
			total,
			users,
			percentOf(users, total),
		]);
}

function nameOf(from: Amount | null, to: Amount | null): string {
	if (from === null) return to === null ? 'all' : `<${to}`;
	return to === null ? `${from}+` : `${from}–${to}`;
}
