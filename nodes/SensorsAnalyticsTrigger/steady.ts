import { inSlices, type Steps } from '../../credentials/http/slices';
import { ROWS_A_STEP } from '../SensorsAnalytics/table/rowSet';
import { type Cell, positionsOf } from '../SensorsAnalytics/table/table';
import type { Look } from './look';
import { markOf, newSalt } from './marks';
import type { Looks } from './memory';

/** What was seen, and what is remembered of it where something has to be seen again. */
export interface Compared {
	seen: Look;
	/** Marks of all periods that were given; undefined where the service tells when data arrived. */
	looks?: Looks;
}

/**
 * What was seen, and which periods were others, or not looked at, in a poll before: where the
 * service does not tell when data arrived, numbers that still move have not (docs/trigger.md, T22).
 * @param periods that look complete
 * @param before what a poll before has seen
 */
export async function comparedWith(
	before: Looks | undefined,
	periods: readonly string[],
	seen: Look,
): Promise<Compared> {
	if (!seen.reach.isOnlySettled || periods.length === 0) return { seen };
	const salt = before?.salt ?? newSalt();
	const marks = await inSlices(marksOf(seen, periods, salt));
	const known = new Map(Object.entries(before?.marks ?? {}));
	const unseen = new Set(periods.filter((period) => !known.has(period)));
	const moving = new Set(periods.filter((period) => known.get(period) !== marks[period]));
	return { seen: { ...seen, reach: { ...seen.reach, unseen, moving } }, looks: { salt, marks } };
}

/** Marks of the rows of some periods, in an order that does not depend on the answer. */
function* marksOf(
	{ table }: Look,
	periods: readonly string[],
	salt: string,
): Steps<Looks['marks']> {
	const { date, measures } = positionsOf(table);
	const texts = new Map<string, string[]>(periods.map((period) => [period, []]));
	// A group in which nothing happened may have a row or none, by what else was asked for.
	const isNothing = (row: Cell[]) =>
		measures.every((at) => row[at] === null || row[at] === table.columns[at]?.whenEmpty);
	let count = 0;
	for (const row of yield* table.rows.arraySteps()) {
		if (++count % ROWS_A_STEP === 0) yield;
		if (!isNothing(row)) texts.get(String(row[date]).slice(0, 19))?.push(JSON.stringify(row));
	}
	const marks: Looks['marks'] = {};
	for (const [period, rows] of texts) {
		marks[period] = markOf(salt, rows.sort());
		yield;
	}
	return marks;
}
