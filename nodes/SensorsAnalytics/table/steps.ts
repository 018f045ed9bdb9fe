/** Work on long lists, so much a step: what takes long lets n8n answer others meanwhile. */
import type { Steps } from '../../../credentials/http/slices';
import { ROWS_A_STEP } from './rowSet';

/** Cells that are read in one step: some milliseconds. */
const CELLS_A_STEP = 10 * ROWS_A_STEP;

/**
 * As `map` of a list.
 * @param cells in one entry, about
 */
export function* mapSteps<One, Result>(
	list: readonly One[],
	map: (one: One, index: number) => Result,
	cells = 1,
): Steps<Result[]> {
	const results: Result[] = [];
	const stride = strideOf(cells);
	for (const [index, one] of list.entries()) {
		results.push(map(one, index));
		if (results.length % stride === 0) yield;
	}
	return results;
}

/** Entries of so many cells that are one step. */
function strideOf(cells: number): number {
	return Math.max(1, Math.min(ROWS_A_STEP, Math.floor(CELLS_A_STEP / Math.max(1, cells))));
}

/** As `toSorted` of a list: runs of it are sorted, and merged. */
export function* sortSteps<One>(
	list: readonly One[],
	compare: (a: One, b: One) => number,
): Steps<One[]> {
	let runs: One[][] = [];
	for (let start = 0; start < list.length; start += ROWS_A_STEP) {
		runs.push(list.slice(start, start + ROWS_A_STEP).sort(compare));
		yield;
	}
	while (runs.length > 1) {
		const merged: One[][] = [];
		for (let index = 0; index < runs.length; index += 2) {
			const [first, second] = [runs[index] as One[], runs[index + 1]];
			merged.push(second ? yield* mergeSteps(first, second, compare) : first);
		}
		runs = merged;
	}
	return runs[0] ?? [];
}

/** Of what is alike, the first run's comes first. */
function* mergeSteps<One>(
	first: readonly One[],
	second: readonly One[],
	compare: (a: One, b: One) => number,
): Steps<One[]> {
	const merged: One[] = [];
	let [i, j] = [0, 0];
	while (i < first.length || j < second.length) {
		const takesFirst =
			j === second.length || (i < first.length && compare(first[i] as One, second[j] as One) <= 0);
		merged.push((takesFirst ? first[i++] : second[j++]) as One);
		if (merged.length % ROWS_A_STEP === 0) yield;
	}
	return merged;
}
