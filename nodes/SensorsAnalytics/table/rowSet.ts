import type { Cell } from './table';

/**
 * Rows of a table. What comes from the service is kept as blocks, one per group, in the lists in
 * which it came: a large result that goes straight to its output is never copied.
 */
export interface RowSet {
	readonly length: number;
	/** The rows one by one, cells in the order of the columns. */
	toArray(): Cell[][];
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

export function listRows(rows: Cell[][]): RowSet {
	return { length: rows.length, toArray: () => rows };
}

export function blockRows(blocks: Blocks): RowSet {
	let rows: Cell[][] | undefined;
	const toArray = () => {
		rows ??= unfold(blocks);
		return rows;
	};
	const { groups, points, isSparse } = blocks;
	const length = isSparse === true ? toArray().length : groups.length * (points?.length ?? 1);
	return { length, toArray, blocks };
}

function unfold({ points, groups }: Blocks): Cell[][] {
	return groups.flatMap(({ group, values }) =>
		values.flatMap((measures, index) =>
			measures === undefined
				? []
				: [[...(points ? [points[index] as string] : []), ...group, ...measures]],
		),
	);
}
