import { type Amount, amountOf, percentChange, subtract } from './decimal';
import type { Line, Partner } from './lines';
import type { Cell } from './table';

/** Value, value before, difference, percent (R4 of docs/calendar.md). */
export function compareCells(
	now: Cell,
	before: Cell,
	mayChange = true,
): [Cell, Cell, Amount | null, number | null] {
	const [to, from] = mayChange ? [amountOf(now), amountOf(before)] : [];
	if (to === undefined || from === undefined) return [now, before, null, null];
	return [now, before, subtract(to, from), percentChange(to, from)];
}

/** The cells of a line at a period, each measure with what a comparison adds. */
export function comparedCells(
	{ now, before }: Line,
	place: number,
	{ mayChange }: Partner,
): Cell[] {
	const then = before?.[place];
	return (now[place] ?? []).flatMap((value, index) =>
		compareCells(value, then?.[index] ?? null, mayChange && then !== undefined),
	);
}
