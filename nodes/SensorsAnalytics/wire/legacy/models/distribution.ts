/** Distribution: `POST /api/addictions/report` (field notes 11.4). */
import type { DistributionQuery } from '../../../query/modelQueries';
import type { Cell } from '../../../table/table';
import { toExpression } from '../fieldExpression';
import { type JsonObject, numberIn } from '../json';
import { UnknownForm } from '../unknownForm';
import { type Entry, toTable } from './arrange';
import { writeGroupAndFilter } from './cohort';
import { column, countIn, filledCells, objectsOf, percentOf, type WireModel } from './model';
import { groupingOf, placeOf } from './place';

export function writeDistribution(query: DistributionQuery): JsonObject {
	const { of, buckets } = query;
	return {
		event_name: query.event,
		unit: query.unit,
		measure_type: of === 'periods' ? 'period' : 'times',
		...(typeof of === 'object'
			? { measure: { aggregator: of.aggregator, field: toExpression(of.property) } }
			: {}),
		...(buckets.length > 0 ? { result_bucket_param: buckets } : {}),
		...writeGroupAndFilter(query),
	};
}

const COLUMNS = [
	column('bucket', 'group', 'string'),
	column('bucket_from', 'measure'),
	column('bucket_to', 'measure'),
	column('total_users', 'measure'),
	column('users', 'measure'),
	column('percent', 'measure'),
];

/** One row per date (or group) and bucket. */
export const distribution: WireModel = {
	path: '/api/addictions/report',
	hasDates: true,
	read(answer, body) {
		const rows = objectsOf(answer.rows, "'rows'");
		const grouping = groupingOf(
			answer,
			body,
			COLUMNS.map(({ key }) => key),
		);
		const entries = rows.map((row, index): Entry => {
			const name = `row ${index + 1}`;
			return { ...placeOf(row, grouping, name), lines: readBuckets(row, name) };
		});
		return toTable(answer, grouping, COLUMNS, entries, 'any', 'users');
	},
};

function readBuckets(row: JsonObject, name: string): Cell[][] {
	const total = countIn(row, 'total_people', name);
	return filledCells(row.cells, name)
		.map(({ cell, index }) => {
			const place = `cell ${index + 1} of ${name}`;
			const users = countIn(cell, 'people', place);
			if (users > total) throw new UnknownForm(`${place} has more users than ${name}`);
			const from = limitIn(cell, 'bucket_start', place);
			const to = limitIn(cell, 'bucket_end', place);
			return { from, to, users };
		})
		.sort(
			(a, b) =>
				(a.from ?? -Infinity) - (b.from ?? -Infinity) || (a.to ?? Infinity) - (b.to ?? Infinity),
		)
		.map(({ from, to, users }) => [
			nameOf(from, to),
			from,
			to,
			total,
			users,
			percentOf(users, total),
		]);
}

/** The first bucket may have no start, the last one no end. */
function limitIn(cell: JsonObject, key: string, place: string): number | null {
	if (cell[key] === undefined || cell[key] === null) return null;
	const limit = numberIn(cell, key);
	if (limit === undefined) throw new UnknownForm(`'${key}' of ${place} is no number`);
	return limit;
}

function nameOf(from: number | null, to: number | null): string {
	if (from === null) return to === null ? 'all' : `<${to}`;
	return to === null ? `${from}+` : `${from}–${to}`;
}
