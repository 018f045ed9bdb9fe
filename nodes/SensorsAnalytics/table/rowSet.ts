import { atOnce, type Steps } from '../../../credentials/http/slices';
import type { Cell } from './cell';

/**
 * Rows of a table. What comes from the service is kept as blocks, one per group, in the lists in
 * which it came: a large result that goes straight to its output is never copied.
 */
export interface RowSet {
	readonly length: number;
	/** The rows one by one, cells in the order of the columns; made as they are asked for. */
	each(): Iterable<Cell[]>;
	/** All of them, made once. */
	toArray(): Cell[][];
	/** As toArray, so many rows a step. */
	arraySteps(): Steps<Cell[][]>;
	readonly blocks?: Blocks;
}

/** Groups × points in time × measures. */
export interface Blocks {
	/** In front of each row of a block; without them there is one row per block. */
	points?: readonly string[];
	/** A point that a group has no row for is undefined in its values; only where it is sparse. */
	groups: Array<{ group: readonly Cell[]; values: ReadonlyArray<readonly Cell[] | undefined> }>;
	isSparse?: boolean;
}

/** Rows that are made or taken in one step of work: some milliseconds. */
export const ROWS_A_STEP = 2000;

export function listRows(rows: Cell[][]): RowSet {
	return rowSet(rows.length, () => rows, rows);
}

/** So many rows that are made when they are asked for, each time anew. */
export function lazyRows(length: number, each: () => Iterable<Cell[]>): RowSet {
	return rowSet(length, each);
}

export function blockRows(blocks: Blocks): RowSet {
	return { ...rowSet(countRows(blocks), () => unfold(blocks)), blocks };
}

function countRows({ groups, points, isSparse }: Blocks): number {
	if (isSparse !== true && points) return groups.length * points.length;
	const isThere = (list: readonly Cell[] | undefined) => list !== undefined;
	return groups.reduce((sum, { values }) => sum + values.filter(isThere).length, 0);
}

/** The first rows; those behind them are not made. */
export function firstRows(rows: RowSet, most = Infinity): RowSet {
	if (rows.length <= most) return rows;
	const first = rowSet(most, function* () {
		let left = most;
		for (const row of rows.each()) {
			if (left-- === 0) return;
			yield row;
		}
	});
	const { blocks } = rows;
	return blocks && !blocks.isSparse ? { ...first, blocks: firstBlocks(blocks, most) } : first;
}

function rowSet(length: number, each: () => Iterable<Cell[]>, made?: Cell[][]): RowSet {
	let rows = made;
	const arraySteps = function* (): Steps<Cell[][]> {
		if (rows) return rows;
		const list: Cell[][] = [];
		for (const row of each()) {
			list.push(row);
			if (list.length % ROWS_A_STEP === 0) yield;
		}
		rows = list;
		return list;
	};
	return { length, each: () => rows ?? each(), toArray: () => atOnce(arraySteps()), arraySteps };
}

function* unfold({ points, groups }: Blocks): Generator<Cell[]> {
	for (const { group, values } of groups) {
		for (const [index, measures] of values.entries()) {
			if (measures === undefined) continue;
			yield points ? [points[index] as string, ...group, ...measures] : [...group, ...measures];
		}
	}
}

function firstBlocks({ points, groups }: Blocks, most: number): Blocks {
	const each = points?.length ?? 1;
	const kept = groups.slice(0, Math.ceil(most / each)).map(({ group, values }, index) => ({
		group,
		values: values.slice(0, most - index * each),
	}));
	return { points, groups: kept };
}
