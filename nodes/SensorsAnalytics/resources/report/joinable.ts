import { UserError } from 'n8n-workflow';

import { aggregatorOf } from '../../query/aggregators';
import { defaultName, type NamedParts, natureOf } from '../../query/columns';
import { type Measure, TOTAL } from '../../query/eventQuery';
import type { Ordering } from '../../table/order';
import type { Column } from '../../table/table';

const CUMULATED = ['rollup_count', 'rollup_uniq'];

/** Whether a measure's numbers of different days or groups can't be added up. */
export function cannotAddUp(measure: Measure | undefined): boolean {
	return measure !== undefined && natureOf(measure) !== 'sum';
}

/**
 * Refuses to join slices of a range where the result would not be that of the whole range: numbers
 * of sessions, those that cumulate from its start, and totals that can't be added up (a user who came in both slices
 * counts once).
 * @param rankedBy position of the measure whose total groups are ordered by, if the service has to
 * tell it
 * @throws UserError that names the measure
 */
export function assertJoinable(
	{ measures, unit }: NamedParts,
	hasTotals: boolean,
	rankedBy?: number,
): void {
	measures.forEach((measure, index) => {
		const name = measure.name ?? defaultName(measure);
		if (measure.isOfSessions) {
			throw new UserError(
				`${told(measure)} counts in sessions, and a slice may cut one. Remove the option 'Split Range (Days)'`,
			);
		}
		if (measure.kind === 'event' && CUMULATED.includes(measure.aggregator)) {
			throw new UserError(
				`'${name}' cumulates from the start of the range: it can't be split. Remove the option 'Split Range (Days)'`,
			);
		}
		const needsTotal = hasTotals || unit === TOTAL || index === rankedBy;
		if (needsTotal && cannotAddUp(measure)) {
			throw new UserError(
				`The total of '${name}' can't be added up from slices. Remove the option 'Split Range (Days)', or ask for no total${index === rankedBy ? ' and no order by it' : ''}`,
			);
		}
	});
}

/**
 * Refuses what would count the hour that is not over, too: the service totals whole days.
 * @param rankedBy position of the measure whose total groups are ordered by, if the service has to
 * tell it
 * @throws UserError
 */
export function assertHours(
	{ measures }: NamedParts,
	isSummary: boolean,
	rankedBy: number | undefined,
): void {
	const ways = "Choose another 'Unit', or remove the option 'Whole Periods Only'";
	if (isSummary) {
		throw new UserError(`A Summary by hour can't leave out the hour that is not over yet. ${ways}`);
	}
	const measure = rankedBy === undefined ? undefined : measures[rankedBy];
	if (measure === undefined) return;
	throw new UserError(
		`'Order By' goes by the total of '${measure.name ?? defaultName(measure)}', which can't be told without the hour that is not over yet. ${ways}`,
	);
}

/**
 * Refuses to make one group of several where their numbers can't be added up.
 * @throws UserError that names the measure
 */
export function assertAddable({ measures }: NamedParts): void {
	const measure = measures.find(cannotAddUp);
	if (measure === undefined) return;
	const why = measure.isOfSessions
		? 'a session may belong to two groups'
		: 'only numbers of events and sums can be';
	throw new UserError(
		`'Rest in One Row' can't add up ${told(measure)}: ${why}. Remove the option, or the measure`,
	);
}

/** A measure by its column, and where sessions count by what is computed: the column may not tell. */
function told(measure: Measure): string {
	const name = `'${measure.name ?? defaultName(measure)}'`;
	const label = measure.kind === 'event' ? aggregatorOf(measure)?.label : undefined;
	return measure.isOfSessions && label !== undefined ? `${name} (${label})` : name;
}

/** @throws UserError when 'Order By' names none of the columns */
export function assertColumn({ by }: Ordering, columns: readonly Column[]): void {
	if (by === undefined || columns.some(({ key }) => key === by)) return;
	const keys = columns.filter(({ role }) => role !== 'date').map(({ key }) => key);
	throw new UserError(`'Order By' names no column: '${by}'. The columns are ${keys.join(', ')}`);
}
