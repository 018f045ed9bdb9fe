import type { Steps } from '../../../credentials/http/slices';
import { listColumns } from '../query/columns';
import { comparedCells } from '../table/compare';
import { compareGrids, type Line, type Partner, plainLines } from '../table/lines';
import type { Grid } from '../table/grid';
import { orderSteps } from '../table/order';
import { blockRows, lazyRows, type RowSet } from '../table/rowSet';
import type { Cell, Table } from '../table/table';
import { factsOf } from './facts';
import { notesOf } from './notes';
import type { Series } from './series';
import { rankBy } from './ranks';
import { hasDates, isWhole, type Side, totalsOf } from './side';
import { type FetchedReport, type Sides, sidesSteps } from './sides';

/** The table as it is wanted: joined, filled, compared, ordered (docs/calendar.md). */
export function* arrangeSteps(series: Series, fetched: FetchedReport): Steps<Table> {
	const { columns } = series;
	const isDated = hasDates(fetched.current);
	const sides = yield* sidesSteps(series, fetched, isDated);
	yield 'long';
	const shown = shownPlaces(sides, series);
	const lines = yield* orderSteps(
		linesOf(sides, shown, series.isFilled),
		series.ordering,
		rankBy(series, sides),
	);
	const own = isDated ? columns : { ...columns, date: undefined };
	const used = usedPlaces(lines);
	const partial = used.flatMap((place) => {
		const { name, isPartial } = sides.now.periods[place] ?? { name: '', isPartial: false };
		return isPartial ? [name] : [];
	});
	return {
		columns: listColumns(own),
		rows: rowsOf(lines, shown, sides, isDated),
		points: isDated ? used.map((place) => sides.now.periods[place]?.name ?? '') : [],
		totals: series.hasTotals ? totalRows(sides, ({ totals }) => totals) : undefined,
		sums: series.addsUp ? totalRows(sides, totalsOf) : undefined,
		partial,
		notes: notesOf(series, sides, used, partial),
		...factsOf(fetched),
	};
}

/** Places with a row of any line; most lines share one list of them. */
function usedPlaces(lines: readonly Line[]): number[] {
	const lists = new Set(lines.map(({ shown }) => shown));
	return [...new Set([...lists].flat())].sort((a, b) => a - b);
}

function shownPlaces({ now, compared }: Sides, { isFilled, wholeUnit }: Series): number[] {
	return now.periods.flatMap((period, place) => {
		const isThere = now.isLive[place] && (isFilled || compared || now.grid.isTold[place]);
		return isThere && (wholeUnit === undefined || isWhole(period)) ? [place] : [];
	});
}

function linesOf(
	{ now, compared }: Sides,
	shown: readonly number[],
	isFilled: boolean,
): readonly Line[] {
	if (!compared) return plainLines(now.grid, shown);
	const { before, pairs } = compared;
	return compareGrids(now.grid, before.grid, pairs, shown, isFilled);
}

/** Without a comparison the lists stay those that came. */
function rowsOf(
	lines: readonly Line[],
	shown: readonly number[],
	{ now, compared }: Sides,
	isDated: boolean,
): RowSet {
	if (!compared) {
		const isAll = shown.length === now.periods.length;
		return blockRows({
			...(isDated ? { points: shown.map((place) => now.periods[place]?.name ?? '') } : {}),
			groups: lines.map(({ group, now: cells }) => ({
				group,
				values: isAll ? cells : shown.map((place) => cells[place] ?? []),
			})),
		});
	}
	const { before, pairs } = compared;
	const datesAt = (place: number): Cell[] => {
		const { partner } = pairs[place] as Partner;
		const previous = partner === undefined ? null : (before.periods[partner]?.name ?? null);
		return [now.periods[place]?.name ?? null, previous];
	};
	const length = lines.reduce((sum, line) => sum + line.shown.length, 0);
	return lazyRows(length, function* () {
		for (const line of lines) {
			for (const place of line.shown) {
				const cells = comparedCells(line, place, pairs[place] as Partner);
				yield [...(isDated ? datesAt(place) : []), ...line.group, ...cells];
			}
		}
	});
}

function totalRows(
	{ now, compared }: Sides,
	totalsIn: (side: Side) => Grid | undefined,
): Cell[][] | undefined {
	const totals = totalsIn(now);
	if (!totals) return undefined;
	if (!compared) return totals.groups.map(({ group, cells }) => [...group, ...(cells[0] ?? [])]);
	const { before, totalPair } = compared;
	const totalsBefore = totalsIn(before);
	if (!totalsBefore) return undefined;
	return compareGrids(totals, totalsBefore, [totalPair], [0], true).map((line) => [
		...line.group,
		...comparedCells(line, 0, totalPair),
	]);
}
