import { OperationalError } from 'n8n-workflow';

import { amountOrNull } from '../table/decimal';
import { type Grid } from '../table/grid';
import { comparedCells } from '../table/compare';
import { compareGrids, type Line, type Partner, plainLines } from '../table/lines';
import type { Cell } from '../table/table';
import type { Series } from './series';
import { type Side, totalsOf } from './side';
import type { Sides } from './sides';

/** What groups are ordered by: a value of theirs, or the total of a measure (O1 to O3). */
export function rankBy(series: Series, sides: Sides): (line: Line) => Cell {
	const { by } = series.ordering;
	const { groups, measures, compared } = series.columns;
	const group = groups.findIndex(({ key }) => key === by);
	if (group >= 0) {
		return ({ group: values }) => {
			const value = values[group] ?? null;
			// An empty text is nothing, too.
			return value === '' ? null : value;
		};
	}
	const measure = measures.findIndex(
		({ key }, index) => key === by || compared?.measures[index]?.some((own) => own.key === by),
	);
	// By the date: groups keep the order of the service.
	if (measure < 0) return () => null;
	const own = [measures[measure], ...(compared?.measures[measure] ?? [])];
	const place = measure * own.length + own.findIndex((column) => column?.key === by);
	const totals = new Map(
		totalLines(sides, (side) => totalsFor(series, side, measure)).map(([key, cells]) => [
			key,
			cells[place] ?? null,
		]),
	);
	return ({ key }) => amountOrNull(totals.get(key));
}

/** @throws OperationalError where the service does not tell what can't be added up */
function totalsFor({ columns, query }: Series, side: Side, measure: number): Grid {
	const column = columns.measures[measure];
	const isOne = side.periods.length === 1 && columns.date === undefined;
	if (side.totals ?? (isOne || column?.canAddUp)) return totalsOf(side);
	throw new OperationalError(
		`'Order By' goes by the total of '${column?.key}' over the whole range, which Sensors Analytics did not tell`,
		{
			description: `Order by a measure that can be added up, such as a number of events, or by a group. The unit is '${query.unit}'.`,
		},
	);
}

function totalLines(
	{ now, compared }: Sides,
	totalsOfSide: (side: Side) => Grid,
): Array<[string, readonly Cell[]]> {
	if (!compared) {
		return plainLines(totalsOfSide(now), [0]).map(({ key, now: cells }) => [key, cells[0] ?? []]);
	}
	const { before, totalPair } = compared;
	const pair: Partner = totalPair;
	return compareGrids(totalsOfSide(now), totalsOfSide(before), [pair], [0], true).map((line) => [
		line.key,
		comparedCells(line, 0, pair),
	]);
}
