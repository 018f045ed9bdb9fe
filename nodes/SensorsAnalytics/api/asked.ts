import { firstWords } from '../../../credentials/http/redact';
import { inSlices, type Steps } from '../../../credentials/http/slices';
import { unitName } from '../dates/calendar';
import { mayBeOf, oddPointIn } from '../dates/periods';
import { textIn } from '../query/json';
import { type DateRange, type QueryInput, TOTAL } from '../query/query';
import { type Amount, amountOf, type Cell } from '../table/decimal';
import type { Table } from '../table/table';
import type { Ask, How, ReportWire } from './api';
import { UnexpectedShape } from './rows';

/** Whether an answer is one to what was asked for, in either generation. */

/**
 * The table in an answer to what was asked for.
 * @param range an answer for other dates, of whatever cache or version, says nothing of it
 * @param whole the answer to the same without groups, once it was asked for
 * @throws UnexpectedShape
 */
export function* askedSteps<Query extends object>(
	report: ReportWire<Query>,
	asked: QueryInput<Query>,
	range: DateRange | undefined,
	answer: unknown,
	whole?: unknown,
): Steps<Table> {
	const table = yield* report.readSteps(answer, asked.query, whole);
	const { points, answerDates = [] } = table;
	if (range) assertAsked(range, unitAsked(asked), points, answerDates);
	return table;
}

/** A report beside that of the form, with the checks of all reports. @throws UnexpectedShape */
export async function askedTable<Query extends object>(
	report: ReportWire<Query>,
	query: Query,
	range: DateRange | undefined,
	how: How,
	ask: Ask,
): Promise<Table> {
	const answer = await ask(report.request({ query }, range, how));
	return await inSlices(askedSteps(report, { query }, range, answer));
}

/** What a cell counts: nothing is 0, a text that is no number nobody knows. @throws UnexpectedShape */
export function countOf(cell: Cell | undefined, what: string): Amount {
	const amount = amountOf(cell ?? 0);
	if (amount !== undefined) return amount;
	throw new UnexpectedShape(`${what} is '${firstWords(String(cell))}' instead of a number`);
}

/** The unit of the dates that an answer tells: a total is asked for by that of the page, or by day. */
function unitAsked({ query, page }: QueryInput<object>): string {
	const own = 'unit' in query && query.unit !== TOTAL ? query.unit : textIn(page ?? {}, 'unit');
	return unitName(typeof own === 'string' && own !== '' ? own : 'day');
}

/**
 * @param answerDates may have the day of the whole range, too
 * @throws UnexpectedShape for dates that were not asked for
 */
function assertAsked(
	range: DateRange,
	unit: string,
	points: readonly string[],
	answerDates: readonly string[],
): void {
	const asked = `the requested range from ${range.from} to ${range.to}`;
	for (const date of [...points, ...answerDates]) {
		if (mayBeOf(date.slice(0, 10), range, unit)) continue;
		throw new UnexpectedShape(`it has ${date.replace('T', ' ')}, which is not in ${asked}`);
	}
	const others = answerDates.filter((day) => day !== range.from);
	const odd = oddPointIn(points, range, unit) ?? oddPointIn(others, range, unit);
	if (!odd) return;
	const { point, beside } = odd;
	const first = unit === 'week' ? 'a Monday, a Saturday or a Sunday' : `the first day of a ${unit}`;
	throw new UnexpectedShape(
		`it has ${
			beside === undefined
				? `${point}, which is neither ${first} nor the first day of ${asked}`
				: `${beside} and ${point}, which can't both be the first days of different ${unit}s`
		}. Choose another unit`,
	);
}
