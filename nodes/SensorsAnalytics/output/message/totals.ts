import type { Amount, Cell } from '../../table/decimal';
import { add, amountOf, percentChange, subtract } from '../../table/decimal';
import type { Derived, Table } from '../../table/table';
import { positionsOf } from '../../table/table';

/** A measure over everything that a report shows, and what it is compared with. */
export interface Total {
	now: Amount;
	/** None where not every row has a partner. */
	before?: Amount;
	difference?: Amount;
	percent?: number | null;
}

/** Where a measure and what a comparison adds to it stand in a row. */
export interface MeasurePlaces {
	index: number;
	previous?: number;
	difference?: number;
	percent?: number;
}

export function placesOf({ columns }: Pick<Table, 'columns'>, index: number): MeasurePlaces {
	const placeOf = (as: Derived['as']) => {
		const place = columns.findIndex(
			({ derived }) => derived?.of === columns[index]?.key && derived?.as === as,
		);
		return place < 0 ? undefined : place;
	};
	return {
		index,
		previous: placeOf('previous'),
		difference: placeOf('change'),
		percent: placeOf('percent'),
	};
}

/**
 * The whole of a measure, where it is known: added up where that may be done and no row is
 * missing, else the exact total where the service was asked for it. Never a guess.
 * @param isTopped whether groups were left out here
 */
export function totalOf(table: Table, places: MeasurePlaces, isTopped = false): Total | undefined {
	const rows = table.rows.toArray();
	const dates = table.columns.filter(({ role }) => role === 'date').length;
	const shift = (place?: number) => (place === undefined ? undefined : place - dates);
	const own = {
		index: places.index - dates,
		previous: shift(places.previous),
		difference: shift(places.difference),
		percent: shift(places.percent),
	};
	if (table.columns[places.index]?.canAddUp) {
		if (!isWhole(table, isTopped)) return undefined;
		// Those of the whole range, days of the other one without a partner among them.
		if (table.sums) return sum(table.sums, own);
		if (rows.length === 1) return inRow(rows[0] as Cell[], places);
		const hasOthers = table.notes?.some(({ kind }) => kind === 'notShown') ?? false;
		return sum(rows, hasOthers ? { index: places.index } : places);
	}
	if (rows.length === 1) return inRow(rows[0] as Cell[], places);
	const { groups } = positionsOf(table);
	const [row] = table.totals ?? [];
	return row && groups.length === 0 ? inRow(row, own) : undefined;
}

function inRow(row: Cell[], { index, previous, difference, percent }: MeasurePlaces) {
	const now = numberAt(row, index);
	if (now === undefined) return undefined;
	const change = numberAt(row, difference);
	if (change === undefined) return { now };
	const share = row[percent ?? -1];
	return {
		now,
		before: numberAt(row, previous),
		difference: change,
		percent: typeof share === 'number' ? share : null,
	};
}

function sum(rows: Cell[][], { index, previous, difference }: MeasurePlaces): Total | undefined {
	const now = addUp(rows, index);
	if (now === undefined) return undefined;
	const isCompared = previous !== undefined && addUp(rows, difference) !== undefined;
	const before = isCompared ? addUp(rows, previous) : undefined;
	if (before === undefined) return { now };
	const change = subtract(now, before);
	return change === null
		? { now }
		: { now, before, difference: change, percent: percentChange(now, before) };
}

/** Undefined where one of them is no number. */
export function addUp(rows: readonly Cell[][], place: number | undefined): Amount | undefined {
	let total: Amount = 0;
	for (const row of rows) {
		const value = numberAt(row, place);
		const next: Amount | null = value === undefined ? null : add(total, value);
		if (next === null) return undefined;
		total = next;
	}
	return total;
}

/** Whether no group is missing. */
export function isWhole({ isTruncated, groupCount }: Table, isTopped: boolean): boolean {
	return !isTruncated && !isTopped && groupCount?.returned === groupCount?.total;
}

function numberAt(row: readonly Cell[], place: number | undefined): Amount | undefined {
	return place === undefined ? undefined : amountOf(row[place]);
}
