/** Distribution: `POST /api/addictions/report` (field notes 11.4). */
import type { DistributionQuery } from '../../../query/modelQueries';
import { toExpression } from '../fieldExpression';
import { type JsonObject, numberIn } from '../json';
import { writeGroupAndFilter } from './cohort';
import {
	column,
	dateOrValue,
	groupOrDate,
	objectList,
	percentOf,
	tableOf,
	type WireModel,
} from './model';

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

/** One row per date (or group) and bucket. */
export const distribution: WireModel = {
	path: '/api/addictions/report',
	hasDates: true,
	read(answer, body) {
		const rows = objectList(answer.rows);
		if (rows === undefined) return undefined;
		const first = groupOrDate(body);
		const columns = [
			first,
			column('bucket', 'group', 'string'),
			column('bucket_from', 'measure'),
			column('bucket_to', 'measure'),
			column('total_users', 'measure'),
			column('users', 'measure'),
			column('percent', 'measure'),
		];
		const cells = rows.map((row) => {
			const total = numberIn(row, 'total_people');
			return objectList(row.cells)?.map((cell) => {
				const users = numberIn(cell, 'people');
				const from = numberIn(cell, 'bucket_start');
				if (users === undefined || total === undefined || from === undefined) return undefined;
				// The last bucket has no end, the group "no value" no value.
				const to = numberIn(cell, 'bucket_end') ?? null;
				const percent = numberIn(cell, 'percent') ?? percentOf(users, total);
				const bucket = to === null ? `${from}+` : `${from}–${to}`;
				return [dateOrValue(row.by_value, first), bucket, from, to, total, users, percent];
			});
		});
		const flat = cells.flatMap((list) => list ?? [undefined]);
		return flat.every((row) => row !== undefined) ? tableOf(answer, columns, flat) : undefined;
	},
};
