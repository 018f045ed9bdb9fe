import type { JsonObject } from '../../../../credentials/http/json';
import type { RetentionQuery } from '../../query/query';
import { periodLine, RETENTION_KEYS, retentionSteps, usersIn } from '../reportRows';
import { countIn } from '../rows';
import { COHORT_KEYS, openapiReport, ownGroups, writeEvent, writeGroupAndFilter } from './request';
import { cohortSteps } from './table';

/** Retention: `POST /model/retention/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	read: [
		...COHORT_KEYS.read,
		...['first_event', 'second_event', 'duration', 'is_wastage', 'extend_over_end_date'],
		// Measures of the users who came back, which no row shows.
		'measures',
		'rollup_date',
	],
	sent: COHORT_KEYS.sent,
	filters: ['user_filter'],
};
/** Names in the samples, and in the text of the documents. */
const INITIAL = ['initial_user', 'total_user'];
const USERS = /^retention_user_date_period_(\d+)$/;

export const retentionWire = openapiReport<RetentionQuery>(
	'retention',
	KEYS,
	writeRetention,
	function* (answer, query) {
		const { facts, grouping, entries } = yield* cohortSteps(answer, query, {
			keys: RETENTION_KEYS,
			period: USERS,
			isGapless: true,
			initialIn: (cells, name) => usersIn(cells, INITIAL, name),
			lineOf: (period, initial, cells, key, name) =>
				periodLine(period, initial, countIn(cells, key, name), name),
		});
		return yield* retentionSteps(facts, grouping, entries, query);
	},
);

export function writeRetention(query: RetentionQuery, page: JsonObject = {}): JsonObject {
	return {
		first_event: writeEvent(query.first, page.first_event, "'first_event'"),
		second_event: writeEvent(query.second, page.second_event, "'second_event'"),
		unit: query.unit.toUpperCase(),
		duration: query.duration,
		is_wastage: query.isChurn,
		extend_over_end_date: query.mayEndLater,
		// Rows are dates, or groups over the date range.
		rollup: query.isWhole === true || ownGroups(query.groupBy).length > 0,
		...writeGroupAndFilter(query),
	};
}
