import { positionsOf } from '../SensorsAnalytics/table/table';
import { wait } from '../SensorsAnalytics/transport/retry';
import type { Look } from './look';

/** Between two answers that have to be the same. */
const PAUSE_MS = 30_000;

/** Waits so many milliseconds. */
export type Pause = (ms: number) => Promise<void>;

export const pause: Pause = async (ms) => await wait(ms, undefined);

/**
 * What was seen, and which periods were others in a second look, half a minute later: where the
 * service does not tell when data arrived, numbers that still move have not (docs/trigger.md, T22).
 * Nothing is asked where it tells.
 * @param periods that look complete
 */
export async function seenTwice(
	periods: readonly string[],
	seen: Look,
	lookAgain: () => Promise<Look>,
	waitFor: Pause,
): Promise<Look> {
	if (!seen.reach.isOnlySettled || periods.length === 0) return seen;
	await waitFor(PAUSE_MS);
	const [before, after] = [rowsByPeriod(seen), rowsByPeriod(await lookAgain())];
	const moving = periods.filter((period) => before.get(period) !== after.get(period));
	return { ...seen, reach: { ...seen.reach, moving: new Set(moving) } };
}

/** Rows as text, in an order that does not depend on the answer. */
function rowsByPeriod({ table }: Look): Map<string, string> {
	const { date } = positionsOf(table);
	const rows = new Map<string, string[]>();
	for (const row of table.rows.toArray()) {
		const period = String(row[date]).slice(0, 19);
		rows.set(period, [...(rows.get(period) ?? []), JSON.stringify(row)]);
	}
	return new Map([...rows].map(([period, texts]) => [period, texts.sort().join()]));
}
