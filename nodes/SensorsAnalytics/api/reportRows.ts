import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { quoted } from '../../../credentials/http/redact';
import type { Steps } from '../../../credentials/http/slices';
import { amountIn, textIn } from '../query/json';
import {
	COUNT_USERS,
	type DistributionQuery,
	type FunnelQuery,
	type UserPropertiesQuery,
} from '../query/query';
import {
	add,
	type Amount,
	amountOf,
	type Cell,
	compareAmounts,
	percentOf,
	sumOf,
} from '../table/decimal';
import { type Column, groupedBy, mapSteps, type Table } from '../table/table';
import type { Entry, Grouping, ResponseFacts, RowKey } from './rows';
import {
	columnWith,
	distinctSteps,
	isTotal,
	NeedsUngroupedTable,
	ofRange,
	tableSteps,
	UnexpectedShape,
	withAnswerDates,
} from './rows';

const DISTRIBUTION_COLUMNS = [
	columnWith('bucket', 'group', 'string'),
	columnWith('bucket_from', 'measure'),
	columnWith('bucket_to', 'measure'),
	columnWith('total_users', 'measure'),
	columnWith('users', 'measure'),
	columnWith('percent', 'measure'),
];

export const DISTRIBUTION_KEYS = DISTRIBUTION_COLUMNS.map(({ key }) => key);

/** Refuses rows of weeks and the like, which the node would take for days. */
export function assertDays({ isByDate }: FunnelQuery, page: JsonObject = {}): void {
	const unit = textIn(page, 'unit') ?? 'day';
	if (!isByDate || unit.toLowerCase() === 'day') return;
	throw new UserError(
		`'unit' of the pasted or saved query is ${quoted(unit)}, but funnels support only days. Set 'unit' to day, or save the report by day in Sensors Analytics`,
	);
}

/** A frequency is at least 1; a property may have any value, and its buckets start at 0. */
export function lowestBoundary({ of }: DistributionQuery): number {
	return typeof of === 'object' && of.property ? 0 : 1;
}

/**
 * Returns the boundaries to request: the service starts the first bucket at the first boundary, and
 * users below it would be in no row.
 */
export function boundariesOf(query: DistributionQuery): number[] {
	const [first] = query.buckets;
	return first !== undefined && first > lowestBoundary(query)
		? [lowestBoundary(query), ...query.buckets]
		: query.buckets;
}

/** Users between two boundaries; the first bucket may have no start, the last one no end. */
export interface Bucket {
	from: Amount | null;
	to: Amount | null;
	users: Amount;
	name: string;
}

/** Returns the table of a report on groups of users, which may be about the date range. */
function cohortTable(own: Column[], drawn: string) {
	return (
		facts: ResponseFacts,
		grouping: Grouping,
		entries: Entry[],
		{ isWhole = false }: { isWhole?: boolean },
	): Steps<Table> =>
		isWhole
			? tableSteps(withDates(facts, entries), grouping, own, ofRange(entries), 'whole', drawn)
			: tableSteps(facts, grouping, own, entries, 'any', drawn);
}

/** Adds the dates of all entries, before any of them is left out or read as the date range. */
function withDates(facts: ResponseFacts, entries: readonly RowKey[]): ResponseFacts {
	return withAnswerDates(
		facts,
		entries.map(({ date }) => date),
	);
}

/** Makes one row per date (or group) and bucket. */
export const distributionSteps = cohortTable(DISTRIBUTION_COLUMNS, 'users');

/**
 * Returns the lines of one date and group, ascending. Buckets must not overlap, or have more users
 * than there are.
 */
export function bucketLines(buckets: readonly Bucket[], total: Amount, name: string): Cell[][] {
	const tooMany = buckets.find(({ users }) => compareAmounts(users, total) > 0);
	if (tooMany) throw new UnexpectedShape(`${tooMany.name} has more users than ${name}`);
	// Numbers of a sample are rounded separately.
	const most = add(total, buckets.length) ?? total;
	if (compareAmounts(sumOf(buckets.map(({ users }) => users)) ?? 0, most) > 0)
		throw new UnexpectedShape(`the buckets of ${name} have more users than it`);
	const sorted = [...buckets].sort(
		(a, b) =>
			compareAmounts(a.from ?? -Infinity, b.from ?? -Infinity) ||
			compareAmounts(a.to ?? Infinity, b.to ?? Infinity),
	);
	sorted.forEach(({ from, to, name: place }, index) => {
		const next = sorted[index + 1];
		const end = to ?? Infinity;
		if (compareAmounts(end, from ?? -Infinity) < 0)
			throw new UnexpectedShape(`${place} ends below its start`);
		if (next && compareAmounts(end, next.from ?? -Infinity) > 0)
			throw new UnexpectedShape(`${place} and ${next.name} overlap`);
	});
	return sorted.map(({ from, to, users }) => [
		bucketNameOf(from, to),
		from,
		to,
		total,
		users,
		percentOf(users, total),
	]);
}

function bucketNameOf(from: Amount | null, to: Amount | null): string {
	if (from === null) return to === null ? 'all' : `<${to}`;
	return to === null ? `${from}+` : `[${from}, ${to})`;
}

/** Result of comparing an entry without a group with the other entries of its date. */
type Verdict = 'whole' | 'sum' | 'either' | 'noValue' | 'nothing';

/**
 * With fewer users in all steps and dates, users without a value can have the sum of the groups by
 * chance.
 */
const SMALL_SUM = 50;

/**
 * An entry without a group can be the total, or the group without a value (as in docs/service.md,
 * "Distribution"): its numbers on all dates decide, or the report without groups (`overall`).
 */
export function withoutOverall(
	all: readonly FunnelEntry[],
	{ columns }: Grouping,
	overall?: readonly FunnelEntry[],
): FunnelEntry[] {
	if (columns.length === 0) return [...all];
	const entries = all.filter((entry) => !isOfAll(entry, all));
	const ungrouped = entries.filter(({ hasGroup }) => !hasGroup);
	if (ungrouped.length === 0) return entries;
	const grouped = entries.filter(({ hasGroup }) => hasGroup);
	const byDate = groupedBy(grouped, ({ date }) => date);
	const verdicts = new Set(ungrouped.map((entry) => judge(entry, byDate.get(entry.date) ?? [])));
	const [isWhole, isGroup] = [verdicts.has('whole'), verdicts.has('noValue')];
	const users = ungrouped.flatMap(({ steps }) => steps.map((step) => step.users));
	const isChance = verdicts.has('sum') && compareAmounts(sumOf(users) ?? 0, SMALL_SUM) < 0;
	const isOpen = (verdicts.has('either') || isChance) && !isWhole && !isGroup;
	const stepsOn = new Map(overall?.map(({ date, steps }) => [date, steps]));
	if (isOpen && overall && ungrouped.every((entry) => isIn(stepsOn, entry))) return grouped;
	if (isOpen || (isWhole && isGroup)) {
		const Fault = isOpen && !overall ? NeedsUngroupedTable : UnexpectedShape;
		throw new Fault(
			`${ungrouped[0]?.name} has no group, so it can mean all groups or users without a value. Remove the group, group by a user property, or use a credential with an API key`,
		);
	}
	return isWhole || (verdicts.has('sum') && !isGroup) ? grouped : entries;
}

/**
 * Whether an entry is the total of all dates and groups, which precedes dates by groups
 * (docs/service.md, "Funnel"): a group without a value would be next to other groups of the date
 * range.
 */
function isOfAll({ date, hasGroup }: FunnelEntry, all: readonly FunnelEntry[]): boolean {
	if (date !== null || hasGroup) return false;
	const groups = all.filter((other) => other.hasGroup);
	return groups.length > 0 && groups.every((other) => other.date !== null);
}

/** Whether a report without groups has the same numbers on the date of an entry. */
function isIn(
	overall: ReadonlyMap<string | null, FunnelEntry['steps']>,
	{ date, steps }: FunnelEntry,
): boolean {
	const same = overall.get(date);
	return steps.every(({ users }, index) => users === (same?.[index]?.users ?? 0));
}

function judge({ steps }: FunnelEntry, others: readonly FunnelEntry[]): Verdict {
	if (others.some(({ group }) => group.every((value) => value === null))) return 'whole';
	const first = steps[0]?.users ?? 0;
	if (others.length === 0) return first !== 0 ? 'noValue' : 'nothing';
	const bounds = steps.map(({ users }, index) => {
		const of = others.map((other) => other.steps[index]?.users ?? 0);
		const most = of.reduce((a, b) => (compareAmounts(a, b) < 0 ? b : a));
		return { users, most, sum: sumOf(of) as Amount };
	});
	// A user may be in one or several groups, so the total is between the largest group and the sum.
	if (
		bounds.some(
			({ users, most, sum }) => compareAmounts(users, most) < 0 || compareAmounts(users, sum) > 0,
		)
	)
		return 'noValue';
	if (first === 0) return 'nothing';
	const isSum = others.length > 1 && bounds.every(({ users, sum }) => users === sum);
	return isSum ? 'sum' : 'either';
}

/** The common form of a funnel's answers, and the table made from it. */

const FUNNEL_COLUMNS = [
	columnWith('step', 'group'),
	columnWith('event', 'group', 'string'),
	columnWith('users', 'measure'),
	columnWith('percent_of_previous', 'measure'),
	columnWith('percent_of_first', 'measure'),
];

export interface FunnelStep {
	users: Amount;
	event?: string;
}

/** The steps of a date and group. */
export interface FunnelEntry extends RowKey {
	steps: FunnelStep[];
	name: string;
}

export const FUNNEL_KEYS = FUNNEL_COLUMNS.map(({ key }) => key);

/**
 * Makes one row per step for each date or group, or for the date range (docs/reports.md), and
 * refuses numbers that no funnel can have.
 */
export function* funnelSteps(
	facts: ResponseFacts,
	grouping: Grouping,
	all: readonly FunnelEntry[],
	{ steps, isByDate }: Pick<FunnelQuery, 'steps' | 'isByDate'>,
	overall?: readonly FunnelEntry[],
): Steps<Table> {
	const entries = all.filter(({ group }) => !group.some(isTotal));
	const count = steps.length || all[0]?.steps.length || 0;
	yield* mapSteps(all, (entry) => checkSteps(entry, count), count);
	yield* distinctSteps(
		entries.map(({ date, hasGroup, group }) => [date, hasGroup, ...group]),
		'entries',
	);
	const own = withoutOverall(entries, grouping, overall);
	const isDated = ({ date }: FunnelEntry) => date !== null;
	// If nobody started, the line of the date range may be the only one.
	const hasStarts = own.some((entry) => compareAmounts(entry.steps[0]?.users ?? 0, 0) > 0);
	const isWithoutDates = isByDate && !own.some(isDated);
	if (hasStarts && isWithoutDates) {
		throw new UnexpectedShape('the requested dates are missing');
	}
	if (own.length > 0 && !isByDate && own.every(isDated)) {
		throw new UnexpectedShape(
			'it has only dates instead of the whole date range (a user can appear on several dates)',
		);
	}
	const lines = yield* mapSteps(
		isWithoutDates ? [] : own,
		(entry) => ({ ...entry, lines: toLines(entry, steps) }),
		count,
	);
	return yield* tableSteps(
		withDates(facts, all),
		grouping,
		FUNNEL_COLUMNS,
		lines,
		isByDate ? 'dates' : 'whole',
		'users',
	);
}

function checkSteps({ steps, name }: FunnelEntry, count: number): void {
	if (steps.length !== count) {
		throw new UnexpectedShape(`${name} has ${steps.length} steps instead of ${count}`);
	}
	steps.forEach(({ users }, index) => {
		const before = steps[index - 1];
		if (before && compareAmounts(users, before.users) > 0) {
			throw new UnexpectedShape(
				`${name} has more users in step ${index + 1} than in the previous step`,
			);
		}
	});
}

/** Returns lines of step, event, users, percentages. */
function toLines({ steps }: FunnelEntry, querySteps: FunnelQuery['steps']): Cell[][] {
	const first = steps[0]?.users ?? 0;
	return steps.map(({ users, event }, index): Cell[] => {
		const before = steps[index - 1];
		return [
			index + 1,
			event ?? (querySteps[index]?.event || null),
			users,
			before ? percentOf(users, before.users) : null,
			percentOf(users, first),
		];
	});
}

/** Returns the number that an object may have under several names. */
export function usersIn(object: JsonObject, keys: readonly string[], place: string): Amount {
	const present = keys.filter((key) => object[key] !== undefined && object[key] !== null);
	const numbers = new Set(present.map((key) => amountIn(object, key)));
	const [users] = numbers;
	if (numbers.size > 1) {
		throw new UnexpectedShape(`${place} has different numbers of users (${present.join(', ')})`);
	}
	if (users === undefined) throw new UnexpectedShape(`${place} has no number of users`);
	if (compareAmounts(users, 0) < 0) throw new UnexpectedShape(`${place} has users below 0`);
	return users;
}

export function checkEnd({ steps, name }: FunnelEntry, ends: ReadonlyArray<Amount | undefined>) {
	const last = steps.at(-1)?.users;
	if (ends.some((end) => end !== undefined && end !== last)) {
		throw new UnexpectedShape(`${name} has different numbers of users at its end`);
	}
}

const RETENTION_COLUMNS = [
	columnWith('period', 'group'),
	columnWith('initial_users', 'measure'),
	columnWith('users', 'measure'),
	columnWith('percent', 'measure'),
];

export const RETENTION_KEYS = RETENTION_COLUMNS.map(({ key }) => key);

/** Makes one row per start (or group) and period; future periods have none. */
export const retentionSteps = cohortTable(RETENTION_COLUMNS, 'percent');

/** Returns period, initial users, users in the period, and percent. */
export function periodLine(period: number, initial: Amount, users: Amount, name: string): Cell[] {
	if (compareAmounts(users, initial) > 0)
		throw new UnexpectedShape(`${name} has more users than the first period`);
	return [period, initial, users, percentOf(users, initial)];
}

export function checkUsers(
	{ measures }: Pick<UserPropertiesQuery, 'measures'>,
	rows: Iterable<readonly Cell[]>,
): void {
	const isCount = measures.every((one) => one.kind === 'event' && one.aggregator === COUNT_USERS);
	if (!isCount) return;
	for (const row of rows)
		if (compareAmounts(amountOf(row.at(-1) ?? 0) ?? 0, 0) < 0)
			throw new UnexpectedShape('it has users below 0');
}
