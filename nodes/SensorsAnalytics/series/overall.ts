import { addCells, type Grid } from '../table/grid';
import { comparedCells } from '../table/compare';
import type { Cell } from '../table/table';
import type { Series } from './series';
import { type Answers, type Side, totalsOf } from './side';
import type { FetchedReport, Sides } from './sides';

/**
 * All groups together over the whole range, as a total of the service would be: told by it where
 * there is one group, else added up where that may be done and no group is missing.
 */
export function overallOf(
	{ columns }: Series,
	{ now, compared }: Sides,
	fetched: FetchedReport,
): Cell[] {
	const cellsOf = (side: Side, answers: Answers | undefined) => {
		const isCut = answers?.tables.some(({ isTruncated }) => isTruncated) ?? false;
		const added = isCut ? undefined : totalsOf(side);
		const isOne = side.periods.length === 1 && columns.date === undefined;
		return columns.measures.map(({ canAddUp, whenEmpty }, measure) => {
			const isSum = canAddUp === true;
			if (isCut || (columns.groups.length > 0 && !isSum)) return null;
			const grid = side.totals ?? (isSum || isOne ? added : undefined);
			return grid ? sumAt(grid, measure, whenEmpty) : null;
		});
	};
	const own = cellsOf(now, fetched.current);
	if (!compared) return own;
	const { before, totalPair } = compared;
	const line = {
		key: '',
		group: [],
		now: [own],
		before: totalPair.partner === undefined ? undefined : [cellsOf(before, fetched.before)],
		shown: [0],
	};
	return comparedCells(line, 0, totalPair);
}

function sumAt({ groups }: Grid, measure: number, whenEmpty: Cell): Cell {
	const cells = groups.map((group) => group.cells[0]?.[measure] ?? null);
	const [first = whenEmpty, ...others] = cells;
	return others.reduce((sum, cell) => addCells(sum, cell), first);
}
