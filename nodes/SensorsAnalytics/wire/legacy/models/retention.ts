/** Retention: `POST /api/retentions/report` (field notes 11.3; body after 7.3). */
import type { RetentionQuery } from '../../../query/modelQueries';
import { type JsonObject, numberIn } from '../json';
import { writeEvent, writeGroupAndFilter } from './cohort';
import {
	column,
	dateOrValue,
	groupOrDate,
	objectList,
	percentOf,
	tableOf,
	type WireModel,
} from './model';

export function writeRetention(query: RetentionQuery): JsonObject {
	return {
		first_event: writeEvent(query.first),
		second_event: writeEvent(query.second),
		unit: query.unit,
		duration: query.duration,
		is_wastage: query.isChurn,
		extend_over_end_date: query.mayEndLater,
		...writeGroupAndFilter(query),
	};
}

/** One row per start (or group) and period; periods that have not come yet have none. */
export const retention: WireModel = {
	path: '/api/retentions/report',
	hasDates: true,
	read(answer, body) {
		const rows = objectList(answer.rows);
		if (rows === undefined) return undefined;
		const first = groupOrDate(body);
		// Without the first day, the cells begin with the period after it.
		const offset = answer.has_first_day === false ? 1 : 0;
		const columns = [
			first,
			column('period', 'group'),
			column('initial_users', 'measure'),
			column('users', 'measure'),
			column('percent', 'measure'),
		];
		const cells = rows.map((row) => {
			const list = objectList(row.cells);
			const initial = numberIn(row, 'total_people');
			return list?.map((cell, index) => {
				const users = numberIn(cell, 'people');
				if (users === undefined || initial === undefined) return undefined;
				const percent = numberIn(cell, 'percent') ?? percentOf(users, initial);
				return [dateOrValue(row.by_value, first), index + offset, initial, users, percent];
			});
		});
		const flat = cells.flatMap((list) => list ?? [undefined]);
		return flat.every((row) => row !== undefined) ? tableOf(answer, columns, flat) : undefined;
	},
};
