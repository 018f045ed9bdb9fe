import { OperationalError } from 'n8n-workflow';

import type { Steps } from '../../../credentials/http/slices';
import { unitName } from '../dates/calendar';
import { daysIn } from '../dates/comparison';
import type { Period } from '../dates/periods';
import { listColumns } from '../query/columns';
import { TOTAL } from '../query/query';
import { amountOrNull, type Cell } from '../table/decimal';
import type { Grid, GroupSeries, Partner } from '../table/grid';
import { comparedCells, compareGrids, plainLines } from '../table/grid';
import { orderSteps } from '../table/order';
import type { Note, RowSet, Table } from '../table/table';
import { blockRows, groupKeys, keyOfGroup, lazyRows, positionsOf } from '../table/table';
import type { Answers, FetchedReport, Side, Sides, TimeSeriesPlan } from './series';
import { hasDates, isWhole, sidesSteps, totalsOf } from './series';

/** What groups are ordered by: a value of theirs, or the total of a measure (O1 to O3). */
function rankBy(series: TimeSeriesPlan, sides: Sides): (line: GroupSeries) => Cell {
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
function totalsFor({ columns, query }: TimeSeriesPlan, side: Side, measure: number): Grid {
	const column = columns.measures[measure];
	const isOne = side.periods.length === 1 && columns.date === undefined;
	if (side.totals ?? (isOne || column?.canAddUp)) return totalsOf(side);
	throw new OperationalError(
		`'Order By' uses the total of '${column?.key}' over the date range, which Sensors Analytics didn't return`,
		{
			description: `Order by a group, or by a measure that can be added up, such as a number of events. The unit is '${query.unit}'.`,
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

/** Nothing is left of a report of which only whole periods count. */
export function noWholePeriod(unit: string): Note {
	const name = unitName(unit);
	return { kind: 'noWholePeriod', unit: name === TOTAL ? 'day' : name || 'period' };
}

/**
 * What readers have to know to take the numbers for what they are.
 * @param shown places of the periods that have rows
 */
function notesOf(
	{ range, columns, wholeUnit, hasTotals }: TimeSeriesPlan,
	{ now, compared, hasOwnTotals }: Sides,
	shown: readonly number[],
	partial: readonly string[],
): Note[] {
	const nameOf = (place: number) => now.periods[place]?.name ?? '';
	const notes: Note[] = [];
	if (partial.length > 0) {
		const { from, to } = range;
		const whole = columns.date === undefined ? { range: { from, to } } : {};
		notes.push({ kind: 'partial', periods: partial, ...whole });
	}
	if (wholeUnit !== undefined && !now.periods.some(isWhole)) notes.push(noWholePeriod(wholeUnit));
	if (hasOwnTotals && hasTotals && columns.measures.some(({ canAddUp }) => canAddUp !== true))
		notes.push({ kind: 'hoursNotTotalled' });
	if (compared) {
		const { comparison, before, pairs, totalPair } = compared;
		const isTotal = columns.date === undefined;
		const alone = shown.filter((place) => pairs[place]?.partner === undefined);
		if (alone.length > 0) notes.push({ kind: 'noPartner', periods: alone.map(nameOf) });
		const used = new Set(shown.map((place) => pairs[place]?.partner));
		// Partners of hours that are left out are left out, too.
		const left = new Set(
			pairs.flatMap(({ partner }, place) =>
				wholeUnit !== undefined && !isWhole(now.periods[place] as Period) ? [partner] : [],
			),
		);
		const others = before.periods.flatMap(({ name }, place) =>
			before.isLive[place] && !used.has(place) && !left.has(place) ? [name] : [],
		);
		// Where nothing came at all, that is what matters.
		if (comparison.range && shown.length > 0 && others.length > 0)
			notes.push({ kind: 'notShown', periods: others });
		const unchanged = shown.filter(
			(place) => pairs[place]?.partner !== undefined && !pairs[place]?.mayChange,
		);
		if (unchanged.length > 0 && !isTotal)
			notes.push({ kind: 'noChange', periods: unchanged.map(nameOf) });
		if (isTotal || hasTotals) {
			if (totalPair.partner !== undefined && !totalPair.mayChange)
				notes.push({ kind: 'totalNotAlike' });
			const [days, daysBefore] = [daysIn(range), comparison.range ? daysIn(comparison.range) : 0];
			if (comparison.isCustom && days !== daysBefore)
				notes.push({ kind: 'daysDiffer', days, daysBefore });
		}
	}
	const grids = [now, compared?.before].flatMap((side) =>
		side ? [side.grid, ...(side.totals ? [side.totals] : [])] : [],
	);
	if (grids.some((grid) => grid.hasUnknown())) notes.push({ kind: 'unknown' });
	return notes;
}

type SeriesFacts = Pick<
	Table,
	'isTruncated' | 'isSampled' | 'groupCount' | 'dataUpdatedAt' | 'dataSufficientAt'
>;

/** What the answers tell about themselves, as one answer would. */
export function factsOf({ current, before }: { current: Answers; before?: Answers }): SeriesFacts {
	const { tables } = current;
	const all = [...tables, ...(before?.tables ?? [])];
	const latest = (times: Array<string | undefined>) => times.filter(Boolean).sort().at(-1);
	return {
		isTruncated: all.some(({ isTruncated }) => isTruncated),
		isSampled: all.some(({ isSampled }) => isSampled),
		groupCount: tables.length === 1 ? tables[0]?.groupCount : countGroups(tables),
		dataUpdatedAt: latest(tables.map(({ dataUpdatedAt }) => dataUpdatedAt)),
		dataSufficientAt: latest(tables.map(({ dataSufficientAt }) => dataSufficientAt)),
	};
}

/** Groups of all slices together; unknown where one leaves some out. */
function countGroups(tables: readonly Table[]): Table['groupCount'] {
	const isWhole = ({ groupCount }: Table) => groupCount?.returned === groupCount?.total;
	if (!tables.every((table) => table.groupCount && isWhole(table))) return undefined;
	const keys = new Set<string>();
	for (const { rows, columns } of tables) {
		if (rows.blocks) for (const { group } of rows.blocks.groups) keys.add(keyOfGroup(group));
		else
			for (const key of rows.toArray().map(groupKeys(positionsOf({ columns }).groups)))
				keys.add(key);
	}
	return { returned: keys.size, total: keys.size };
}

/** The table as it is wanted: joined, filled, compared, ordered (docs/calendar.md). */
export function* arrangeSteps(series: TimeSeriesPlan, fetched: FetchedReport): Steps<Table> {
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
function usedPlaces(lines: readonly GroupSeries[]): number[] {
	const lists = new Set(lines.map(({ shown }) => shown));
	return [...new Set([...lists].flat())].sort((a, b) => a - b);
}

function shownPlaces({ now, compared }: Sides, { isFilled, wholeUnit }: TimeSeriesPlan): number[] {
	return now.periods.flatMap((period, place) => {
		const isThere = now.isLive[place] && (isFilled || compared || now.grid.isReported[place]);
		return isThere && (wholeUnit === undefined || isWhole(period)) ? [place] : [];
	});
}

function linesOf(
	{ now, compared }: Sides,
	shown: readonly number[],
	isFilled: boolean,
): readonly GroupSeries[] {
	if (!compared) return plainLines(now.grid, shown);
	const { before, pairs } = compared;
	return compareGrids(now.grid, before.grid, pairs, shown, isFilled);
}

/** Without a comparison the lists stay those that came. */
function rowsOf(
	lines: readonly GroupSeries[],
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
