import { OperationalError } from 'n8n-workflow';

import type { Steps } from '../../../credentials/http/slices';
import { type Period, periodsOf, type PeriodsAsked } from '../dates/expected';
import type { Told } from '../dates/weekStart';
import { type DateRange, TOTAL } from '../query/eventQuery';
import { addUpGrid, type Answer, type Grid, gridSteps } from '../table/grid';
import type { Blocks } from '../table/rowSet';
import { type Cell, type Column, positionsOf, type Table } from '../table/table';

/** The tables of a range: one, or one per slice. */
export interface Answers {
	tables: readonly Table[];
	/** The range of each. */
	ranges: readonly DateRange[];
}

/** One of the two ranges of a report: its periods, and the numbers in them. */
export interface Side {
	periods: Period[];
	grid: Grid;
	/** For each period, whether it belongs to the report: it has begun, or something is told (P3). */
	isLive: boolean[];
	/** The whole range as one period. */
	whole: Period;
	/** Totals as the service tells them. */
	totals?: Grid;
}

/** Whether a period is over, and lies in the range as a whole. */
export function isWhole({ hasBegun, isPartial }: Period): boolean {
	return hasBegun && !isPartial;
}

/** What all answers tell of points in time. */
export function toldOf({ tables, ranges }: Answers): Told[] {
	return tables.map(({ points }, index) => ({
		points,
		range: ranges[index] as DateRange,
		isLaterSlice: index > 0,
	}));
}

/** Whether rows have a date: not for totals, nor for answers without points in time. */
export function hasDates({ tables }: Answers): boolean {
	const dated = tables.filter((table) => positionsOf(table).date >= 0).length;
	const withRows = tables.filter(({ rows }) => rows.length > 0);
	const undated = withRows.filter((table) => positionsOf(table).date < 0).length;
	if (dated > 0 && undated > 0)
		throw new OperationalError('Some slices of the report have dates, others have none');
	return dated > 0;
}

/**
 * The answers of one range by group and period.
 * @param hasOneGroup whether there is a group even if no answer has one
 */
export function* sideSteps(
	fetched: Answers,
	asked: PeriodsAsked,
	measures: readonly Column[],
	hasOneGroup: boolean,
): Steps<Side> {
	const { tables, ranges } = fetched;
	const { periods, places } = periodsOf(toldOf(fetched), asked);
	const whole = periodsOf([], { ...asked, unit: TOTAL }).periods[0] as Period;
	const answersOf = (blocksOf: (table: Table) => Blocks, at: number[][], all: Period[]): Answer[] =>
		tables.map((table, index) => {
			const { from, to } = ranges[index] as DateRange;
			return {
				blocks: blocksOf(table),
				places: at[index] as number[],
				isTruncated: table.isTruncated,
				isCutByRows: table.isCutByRows,
				covers: (place) => (all[place] as Period).from <= to && (all[place] as Period).to >= from,
			};
		});
	const shapeOf = (all: Period[]) => ({ measures, periods: all.map(({ name }) => name) });
	yield 'long';
	const told = answersOf(blocksIn, places, periods);
	const grid = yield* gridSteps(told, { ...shapeOf(periods), hasOneGroup });
	const totals = tables.every((table) => table.totals)
		? yield* gridSteps(
				answersOf(
					({ totals: rows = [] }) => ungrouped(rows, measures.length),
					tables.map(() => [0]),
					[whole],
				),
				{ ...shapeOf([whole]), hasOneGroup: false },
			)
		: undefined;
	const isLive = periods.map(
		({ hasBegun }, place) => hasBegun || (grid.isTold[place] === true && hasSomething(grid, place)),
	);
	return { periods, grid, isLive, whole, totals };
}

/** Totals of some periods alone: sums, where those may be made. */
export function totalsAt(
	{ grid }: Side,
	places: readonly number[],
	measures: readonly Column[],
): Grid {
	const nothing = measures.map(() => null);
	const none = { ...grid, groups: grid.groups.map((group) => ({ ...group, cells: [nothing] })) };
	if (places.length === 0) return { ...none, isTold: [true], missing: () => nothing };
	const sums = addUpGrid(grid, places);
	const known = (cells: readonly Cell[]) =>
		cells === sums.unknown
			? cells
			: cells.map((cell, index) => (measures[index]?.canAddUp === true ? cell : null));
	return {
		...sums,
		groups: sums.groups.map((group) => ({ ...group, cells: group.cells.map(known) })),
		missing: (period) => known(sums.missing(period)),
	};
}

/** The totals of a side: as they are told, or added up. */
export function totalsOf({ totals, grid, periods }: Side): Grid {
	return totals ?? addUpGrid(grid, [...periods.keys()]);
}

function hasSomething({ groups }: Grid, place: number): boolean {
	return groups.some(({ cells }) =>
		(cells[place] as Cell[]).some((cell) => cell !== null && cell !== 0),
	);
}

function blocksIn(table: Table): Blocks {
	const { blocks } = table.rows;
	if (blocks) return blocks;
	const { groups } = positionsOf(table);
	return ungrouped(table.rows.toArray(), table.columns.length - groups.length);
}

/** Rows without a date, groups in front, as blocks of one list each. */
function ungrouped(rows: readonly Cell[][], measures: number): Blocks {
	return {
		groups: rows.map((row) => ({
			group: row.slice(0, row.length - measures),
			values: [row.slice(row.length - measures)],
		})),
	};
}
