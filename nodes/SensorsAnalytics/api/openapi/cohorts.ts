import { arrayOrEmpty, type JsonObject, objectOrEmpty } from '../../../../credentials/http/json';
import { type LtvQuery, type RetentionQuery, toExpression } from '../../query/query';
import { periodLine, RETENTION_KEYS, retentionSteps, usersIn } from '../reportRows';
import { columnWith, countIn, numberOf, tableSteps } from '../rows';
import {
	assertPlainFilter,
	COHORT_KEYS,
	openapiReport,
	ownGroups,
	sentOf,
	writeEvent,
	writeFilter,
	writeGroupAndFilter,
	writeTarget,
} from './request';
import { cohortSteps } from './table';

/** Retention: `POST /model/retention/report` (docs/service.md, "OpenAPI"). */

const RETENTION_QUERY = {
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
	RETENTION_QUERY,
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

/** Lifetime value: `POST /model/ltv/report` (docs/service.md, "OpenAPI"). */

const LTV_QUERY = {
	read: [...COHORT_KEYS.read, 'start_sign', 'measures', 'duration', 'need_show_ltv_columns'],
	sent: COHORT_KEYS.sent,
};
const START_KEYS = { read: ['start_event', 'start_time_field', 'filter'] };
const START = "'start_sign' of the pasted or saved query";
const AMOUNT = /^amount_ltv_(\d+)$/;

const LTV_COLUMNS = [
	columnWith('period', 'group'),
	columnWith('initial_users', 'measure'),
	columnWith('value_per_user', 'measure'),
];
const LTV_KEYS = LTV_COLUMNS.map(({ key }) => key);

/** Reads one row per start (or group) and period; future periods have none. */
export const ltvWire = openapiReport<LtvQuery>(
	'ltv',
	LTV_QUERY,
	writeLtv,
	function* (answer, query) {
		const { facts, grouping, entries } = yield* cohortSteps(answer, query, {
			keys: LTV_KEYS,
			period: AMOUNT,
			isGapless: false,
			initialIn: (cells, name) => countIn(cells, 'initial_user', name),
			lineOf: (period, initial, cells, key, name) => [period, initial, numberOf(cells, key, name)],
		});
		return yield* tableSteps(facts, grouping, LTV_COLUMNS, entries, 'any', 'value_per_user');
	},
);

function writeLtv(query: LtvQuery, page: JsonObject): JsonObject {
	const { start, value, duration } = query;
	const sign = objectOrEmpty(page.start_sign);
	assertPlainFilter(sign.filter, `'filter' of ${START}`);
	const periods = Array.from({ length: duration + 1 }, (_, period) => period);
	return {
		start_sign: {
			...sentOf(sign, START_KEYS, START),
			...('event' in start
				? { start_event: start.event }
				: { start_time_field: toExpression(start.time) }),
			...(start.filter ? { filter: writeFilter(start.filter) } : {}),
		},
		measures: [
			writeTarget(value, arrayOrEmpty(page.measures)[0], "'measures' of the pasted or saved query"),
		],
		unit: query.unit.toUpperCase(),
		duration,
		// If the list is left out, the service may choose only some periods.
		need_show_ltv_columns: periods.join(','),
		// Rows are dates, or groups over the date range.
		rollup: ownGroups(query.groupBy).length > 0,
		...writeGroupAndFilter(query),
	};
}
