/** Retention: `POST /api/retentions/report` (field notes 11.3; body after 7.3). */
import type { RetentionQuery } from '../../../query/modelQueries';
import type { Cell } from '../../../table/table';
import { flagIn, type JsonObject } from '../json';
import { UnknownForm } from '../unknownForm';
import { type Entry, toTable } from './arrange';
import { writeEvent, writeGroupAndFilter } from './cohort';
import { column, countIn, filledCells, objectsOf, percentOf, type WireModel } from './model';
import { groupingOf, placeOf } from './place';

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

const COLUMNS = [
	column('period', 'group'),
	column('initial_users', 'measure'),
	column('users', 'measure'),
	column('percent', 'measure'),
];

/** One row per start (or group) and period; periods that have not come yet have none. */
export const retention: WireModel = {
	path: '/api/retentions/report',
	hasDates: true,
	read(answer, body) {
		const rows = objectsOf(answer.rows, "'rows'");
		const grouping = groupingOf(
			answer,
			body,
			COLUMNS.map(({ key }) => key),
		);
		// Without the first day, the cells begin with the period after it.
		const first = flagIn(answer, 'has_first_day') === false ? 1 : 0;
		const entries = rows.map((row, index): Entry => {
			const name = `row ${index + 1}`;
			return { ...placeOf(row, grouping, name), lines: readPeriods(row, first, name) };
		});
		return toTable(answer, grouping, COLUMNS, entries, 'any', 'percent');
	},
};

function readPeriods(row: JsonObject, first: number, name: string): Cell[][] {
	const initial = countIn(row, 'total_people', name);
	return filledCells(row.cells, name).map(({ cell, index }) => {
		const users = countIn(cell, 'people', `cell ${index + 1} of ${name}`);
		if (users > initial) throw new UnknownForm(`${name} has more users than came first`);
		return [index + first, initial, users, percentOf(users, initial)];
	});
}
