import type { Steps } from '../../../../credentials/http/slices';
import { ROWS_A_STEP } from '../../table/rowSet';
import { type Cell, keyOfGroup } from '../../table/table';
import type { Entry } from './entries';

/** Lines that came one by one, as the entries that they belong to, in the order of the first ones. */
export function* gatherSteps(
	lines: ReadonlyArray<{ date?: string | null; group: Cell[]; line: Cell[] }>,
): Steps<Entry[]> {
	const entries = new Map<string, Entry>();
	let done = 0;
	for (const { date = null, group, line } of lines) {
		if (++done % ROWS_A_STEP === 0) yield;
		const key = keyOfGroup([date, ...group]);
		const entry = entries.get(key) ?? { date, group, isGroupTold: true, lines: [] };
		entry.lines.push(line);
		entries.set(key, entry);
	}
	return [...entries.values()];
}
