import { atOnce, type Steps } from '../../../../credentials/http/slices';
import { addQuickly, type Amount, compareAmounts } from '../../table/decimal';
import { sortSteps } from '../../table/steps';
import type { Cell } from '../../table/table';
import { compareValues } from '../../table/values';

/** Some milliseconds, also where each has a row for every hour of a year. */
const ENTRIES_A_STEP = 20;

/**
 * Entries with the largest groups first, as the web page shows them: rows come in no order. Groups
 * of one size are in the order of their values, entries of one group as they were.
 */
export function largestFirst<Entry extends { group: readonly Cell[] }>(
	entries: readonly Entry[],
	sizeOf: (entry: Entry) => Cell,
): Entry[] {
	return atOnce(largestFirstSteps(entries, sizeOf));
}

/** As largestFirst, so many entries a step. */
export function* largestFirstSteps<Entry extends { group: readonly Cell[] }>(
	entries: readonly Entry[],
	sizeOf: (entry: Entry) => Cell,
): Steps<Entry[]> {
	const keyed: Array<{ entry: Entry; key: string }> = [];
	const sizes = new Map<string, Amount>();
	for (const entry of entries) {
		const key = JSON.stringify(entry.group);
		keyed.push({ entry, key });
		sizes.set(key, addQuickly(sizes.get(key) ?? 0, sizeOf(entry)));
		if (keyed.length % ENTRIES_A_STEP === 0) yield;
	}
	const sizeAt = (key: string) => sizes.get(key) as Amount;
	const sorted = yield* sortSteps(
		keyed,
		(a, b) =>
			compareAmounts(sizeAt(b.key), sizeAt(a.key)) ||
			compareGroups(a.entry.group, b.entry.group) ||
			// 1 and "1", 10 and "10~20": in every run the same.
			compareTexts(a.key, b.key),
	);
	return sorted.map(({ entry }) => entry);
}

/** Null is last. */
function compareGroups(a: readonly Cell[], b: readonly Cell[]): number {
	for (const [index, value] of a.entries()) {
		const other = b[index] ?? null;
		const order =
			value === null || other === null
				? Number(value === null) - Number(other === null)
				: compareValues(value, other);
		if (order !== 0) return order;
	}
	return 0;
}

function compareTexts(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
