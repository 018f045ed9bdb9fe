import { type Cell, keyOfGroup } from '../../table/table';
import type { Entry } from './entries';

/** Lines that came one by one, as the entries that they belong to, in the order of the first ones. */
export function gatherLines(
	lines: ReadonlyArray<{ date?: string | null; group: Cell[]; line: Cell[] }>,
): Entry[] {
	const entries = new Map<string, Entry>();
	for (const { date = null, group, line } of lines) {
		const key = keyOfGroup([date, ...group]);
		const entry = entries.get(key) ?? { date, group, isGroupTold: true, lines: [] };
		entry.lines.push(line);
		entries.set(key, entry);
	}
	return [...entries.values()];
}
