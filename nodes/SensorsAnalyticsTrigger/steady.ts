import { positionsOf } from '../SensorsAnalytics/table/table';
import { wait } from '../SensorsAnalytics/transport/wait';
import type { Look } from './look';

/** Between two answers that have to be the same. */
const PAUSE_MS = 30_000;

/** Waits so many milliseconds. */
export type Pause = (ms: number) => Promise<void>;

export const pause: Pause = async (ms) => await wait(ms, undefined);

/**
 * The first ones of some periods that are the same in a second look, half a minute later: where the
 * service does not tell when data arrived, numbers that still move are not complete (docs/trigger.md,
 * T22). All of them where it tells.
 * @param periods in their order
 */
export async function steadyOnes(
	periods: string[],
	seen: Look,
	lookAgain: () => Promise<Look>,
	waitFor: Pause,
): Promise<string[]> {
	if (!seen.reach.isOnlySettled || periods.length === 0) return periods;
	await waitFor(PAUSE_MS);
	const [before, after] = [rowsByPeriod(seen), rowsByPeriod(await lookAgain())];
	const moved = periods.findIndex((period) => before.get(period) !== after.get(period));
	return moved < 0 ? periods : periods.slice(0, moved);
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
