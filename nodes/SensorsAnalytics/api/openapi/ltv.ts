import { arrayOrEmpty, type JsonObject, objectOrEmpty } from '../../../../credentials/http/json';
import { type LtvQuery, toExpression } from '../../query/query';
import { columnWith, countIn, numberOf, tableSteps } from '../rows';
import {
	assertPlainFilter,
	COHORT_KEYS,
	openapiReport,
	ownGroups,
	sentOf,
	writeFilter,
	writeGroupAndFilter,
	writeTarget,
} from './request';
import { cohortSteps } from './table';

/** Lifetime value: `POST /model/ltv/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	read: [...COHORT_KEYS.read, 'start_sign', 'measures', 'duration', 'need_show_ltv_columns'],
	sent: COHORT_KEYS.sent,
};
const START_KEYS = { read: ['start_event', 'start_time_field', 'filter'] };
const START = "'start_sign' of the pasted or saved query";
const AMOUNT = /^amount_ltv_(\d+)$/;

const COLUMNS = [
	columnWith('period', 'group'),
	columnWith('initial_users', 'measure'),
	columnWith('value_per_user', 'measure'),
];
const OWN_KEYS = COLUMNS.map(({ key }) => key);

/** Reads one row per start (or group) and period; future periods have none. */
export const ltvWire = openapiReport<LtvQuery>('ltv', KEYS, writeLtv, function* (answer, query) {
	const { facts, grouping, entries } = yield* cohortSteps(answer, query, {
		keys: OWN_KEYS,
		period: AMOUNT,
		isGapless: false,
		initialIn: (cells, name) => countIn(cells, 'initial_user', name),
		lineOf: (period, initial, cells, key, name) => [period, initial, numberOf(cells, key, name)],
	});
	return yield* tableSteps(facts, grouping, COLUMNS, entries, 'any', 'value_per_user');
});

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
