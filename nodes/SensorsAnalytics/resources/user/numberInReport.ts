/**
 * What a list of users behind a number can't be asked for certain: keys of the report that the
 * documents of the list don't have may be ignored without a word (docs/service.md, "Users"). Where
 * one matters, the report is asked for the number that the list must have. A funnel of the form has
 * none of them.
 */
import type { DateRange } from '../../query/eventQuery';
import type { Queries } from '../../query/queries';
import type { Slices, Wanted } from '../../query/users';
import type { Cell, Table } from '../../table/table';
import { UnknownForm } from '../../wire/rows/unknownForm';
import type { Ask, Wire } from '../../wire/wire';

/** Something of the query that may have been ignored. */
export interface Doubt {
	/** As the form calls it, with the key of the service. */
	subject: string;
	/** Why the report's numbers can't tell it; undefined where one does. */
	blind?: string;
	/** Users of the cell as the report counts them. @throws UnknownForm */
	users(ask: Ask, wire: Wire, wanted: Wanted): Promise<number>;
}

/** Undefined where the list is asked for by nothing but what its documents have. */
export function doubtOfRetention(
	query: Queries['retention'],
	range: DateRange,
	{ date, period, group }: Slices['retention'],
): Doubt | undefined {
	// Whoever came in the first period came within the dates.
	if (!query.mayEndLater || period === 0) return undefined;
	const isOfOne = date !== undefined && group === undefined;
	return {
		subject: "what users did after the last day of the dates ('extend_over_end_date')",
		...(isOfOne ? {} : { blind: SEVERAL }),
		users: async (...how) =>
			sumOf(
				await tableOf('retention', query, range, ...how),
				(cell) => cell('date') === date && cell('period') === period,
			),
	};
}

/** As doubtOfRetention. */
export function doubtOfDistribution(
	query: Queries['distribution'],
	range: DateRange,
	slice: Slices['distribution'],
): Doubt | undefined {
	if (query.buckets.length === 0) return undefined;
	const { from, to } = slice;
	const date = 'date' in slice ? slice.date : undefined;
	// The limits of the cell: without an end it takes two of them as well.
	const asked = { ...query, buckets: [from, to ?? from + 1] };
	return {
		subject: "the limits in 'Buckets' ('result_bucket_params')",
		...(date === undefined ? { blind: SEVERAL } : {}),
		users: async (...how) =>
			sumOf(await tableOf('distribution', asked, range, ...how), (cell) => {
				const [low, high] = [cell('bucket_from'), cell('bucket_to')];
				const isBelow = to === undefined || (typeof high === 'number' && high <= to);
				return cell('date') === date && typeof low === 'number' && low >= from && isBelow;
			}),
	};
}

const SEVERAL = 'the cell is of several dates, on each of which the report may count a user anew';

async function tableOf<Model extends 'retention' | 'distribution'>(
	model: Model,
	query: Queries[Model],
	range: DateRange,
	ask: Ask,
	{ reports }: Wire,
	{ useCache, requestId }: Wanted,
): Promise<Table> {
	const report = reports[model];
	if (!report) throw new UnknownForm('there is none');
	const answer = await ask(report.request({ query }, range, { useCache, requestId }));
	return report.read(answer, query);
}

/** Users of the rows that are meant; 0 where the report has none. */
function sumOf(
	{ columns, rows }: Table,
	isMeant: (cell: (key: string) => Cell | undefined) => boolean,
): number {
	const at = new Map(columns.map(({ key }, index) => [key, index]));
	let sum = 0;
	for (const row of rows.each()) {
		const cell = (key: string) => row[at.get(key) ?? -1];
		if (isMeant(cell)) sum += Number(cell('users'));
	}
	return sum;
}
