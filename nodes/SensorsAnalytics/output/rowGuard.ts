import { UserError } from 'n8n-workflow';

import type { Table } from '../table/table';

/** Rows of a report that are made without asking. */
export const DEFAULT_LARGEST_REPORT = 250_000;
/** A row in a list needs about so many times less memory than one as an item. */
const LIST_ADVANTAGE = 4;

/** What will be made of an answer. */
export interface ReportSize {
	/** Groups that are kept. */
	groups: number;
	/** Points in time per group; 1 for totals. */
	points: number;
}

/** What is made of the rows of a report, as far as memory goes. */
export interface RowUse {
	/** Rows that are made without asking. */
	largest: number;
	/** Whether all rows go into one item, as lists. */
	isList: boolean;
	/** Rows that are made at most, however many there are. */
	limit?: number;
}

/**
 * The size of a report whose answers, one or one per slice, have been read.
 * @param points points in time that it has or that are filled in
 * @param top groups that are kept, if not all
 */
export function sizeOf(tables: readonly Table[], points: number, top = Infinity): ReportSize {
	const groups = Math.max(...tables.map(groupsIn));
	return { groups: Math.min(groups, top), points: Math.max(1, points) };
}

/** At least so many groups are in a table; those of slices are mostly the same. */
function groupsIn({ rows, points }: Table): number {
	return rows.blocks?.groups.length ?? Math.ceil(rows.length / Math.max(1, points.length));
}

/**
 * Refuses an event report that would use up n8n's memory, before rows are made of it.
 * @throws UserError that tells the count and the ways out
 */
export function assertRowsFit({ groups, points }: ReportSize, use: RowUse): void {
	const parts = ` (${written(groups)} groups × ${written(points)} points in time)`;
	const ways =
		"a longer 'Unit', fewer fields in 'Group By', a shorter 'Date Range' (several runs for its parts), or the option 'Top Groups'";
	assertFits(groups * points, parts, waysOut(ways, use), use);
}

/**
 * As assertRowsFit, for a table of another model, before items are made of it.
 * @throws UserError
 */
export function assertTableFits({ rows }: Table, use: RowUse): void {
	const ways = "fewer fields in 'Group By', or a shorter 'Date Range' (several runs for its parts)";
	assertFits(rows.length, '', waysOut(ways, use), use);
}

/**
 * As assertRowsFit, for what the trigger tells of a report.
 * @param points periods that are told
 * @throws UserError
 */
export function assertToldFit(table: Table, points: number): void {
	const { groups } = sizeOf([table], points);
	const parts = ` (${written(groups)} groups × ${written(points)} points in time)`;
	const ways =
		"Choose fewer fields in 'Group By', or a smaller number in the option 'Most Periods to Catch Up'.";
	assertFits(groups * points, parts, ways, { largest: DEFAULT_LARGEST_REPORT, isList: false });
}

function waysOut(ways: string, { isList }: RowUse): string {
	const forms = isList
		? ''
		: " 'Output' Table needs a quarter of the memory; Rows with a 'Limit' makes no more than that.";
	return `Choose ${ways}.${forms} If n8n has the memory, raise the option 'Largest Report (Rows)'.`;
}

function assertFits(
	count: number,
	parts: string,
	description: string,
	{ largest, isList, limit = Infinity }: RowUse,
): void {
	if (Math.min(count, limit) <= largest * (isList ? LIST_ADVANTAGE : 1)) return;
	throw new UserError(
		`The report has ${written(count)} rows${parts}, more than the ${written(largest)} that are made without asking`,
		{ description },
	);
}

function written(number: number): string {
	return number.toLocaleString('en-US');
}
