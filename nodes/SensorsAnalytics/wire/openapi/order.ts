import type { Cell } from '../../table/table';
import { compareValues } from '../../table/values';

/**
 * Entries with the largest groups first, as the web page shows them: rows come in no order. Groups
 * of one size are in the order of their values, entries of one group as they were.
 */
export function largestFirst<Entry extends { group: readonly Cell[] }>(
	entries: readonly Entry[],
	sizeOf: (entry: Entry) => Cell,
): Entry[] {
	const keyed = entries.map((entry) => ({ entry, key: JSON.stringify(entry.group) }));
	const sizes = new Map<string, number>();
	for (const { entry, key } of keyed) {
		const size = sizeOf(entry);
		sizes.set(key, (sizes.get(key) ?? 0) + (typeof size === 'number' ? size : 0));
	}
	const sizeAt = (key: string) => sizes.get(key) as number;
	return keyed
		.sort((a, b) => sizeAt(b.key) - sizeAt(a.key) || compareGroups(a.entry.group, b.entry.group))
		.map(({ entry }) => entry);
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
