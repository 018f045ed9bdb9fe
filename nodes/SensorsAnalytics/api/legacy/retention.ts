import type { JsonObject } from '../../../../credentials/http/json';
import { flagIn } from '../../query/json';
import type { RetentionQuery } from '../../query/query';
import type { Cell } from '../../table/decimal';
import type { ReportWire } from '../api';
import { periodLine, RETENTION_KEYS, retentionSteps } from '../reportRows';
import { countIn, factsIn, filledCells, objectOf } from '../rows';
import {
	entriesSteps,
	groupingOf,
	withRequestParts,
	writeEvent,
	writeGroupAndFilter,
} from './parts';

/** Retention: `POST /api/retentions/report` (docs/service.md, "Retention"). */

export const retentionWire: ReportWire<RetentionQuery> = {
	request({ query, page }, range, how) {
		const body = withRequestParts(page ?? writeRetention(query), range, how);
		return { path: '/api/retentions/report', body };
	},
	*readSteps(response, query) {
		const answer = objectOf(response);
		const grouping = groupingOf(answer, query.groupBy, RETENTION_KEYS);
		// Without the first day, the cells start with the following period.
		const first = flagIn(answer, 'has_first_day') === false ? 1 : 0;
		const entries = yield* entriesSteps(answer, grouping, (row, name) =>
			readPeriods(row, first, name),
		);
		return yield* retentionSteps(factsIn(answer), grouping, entries, query);
	},
};

function writeRetention(query: RetentionQuery): JsonObject {
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

function readPeriods(row: JsonObject, first: number, name: string): Cell[][] {
	const initial = countIn(row, 'total_people', name);
	return filledCells(row.cells, name).map(({ cell, index }) => {
		const users = countIn(cell, 'people', `cell ${index + 1} of ${name}`);
		return periodLine(index + first, initial, users, name);
	});
}
