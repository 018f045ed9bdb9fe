/** What the service is asked, and reads as strictly as it could (docs/service.md, "OpenAPI"). */
import { isDeepStrictEqual } from 'node:util';

import type { Sent } from '../harness/node.mts';
import type { Case } from './cases.mts';
import { rangeOf } from './told.mts';

type Json = { [key: string]: unknown };
const BASE = '/api/v3/analytics/v1/model/';
const PATHS = {
	attribution: 'attribution/report',
	ltv: 'ltv/report',
	interval: 'interval/report',
	path: 'path/analytics/report',
};
export const FILTER = {
	relation: 'AND',
	conditions: [{ field: 'user.level', function: 'equal', params: ['gold'] }],
};

/** The query in the service's own words. */
export function bodyOf(one: Case): Json {
	const { from, to } = rangeOf(one);
	const shared = {
		from_date: from,
		to_date: to,
		...(one.hasFilter ? { filter: FILTER } : {}),
	};
	const unit = one.unit.toUpperCase();
	const own = one.hasEventFilter ? { filter: FILTER } : {};
	const byFields = one.fields.length > 0 ? { by_fields: one.fields } : {};
	switch (one.model) {
		case 'attribution':
			return {
				...shared,
				target_event: {
					event_name: 'PayOrder',
					aggregator: one.value,
					...(one.value === 'general' ? {} : { field: 'event.PayOrder.amount' }),
				},
				attribution_events: {
					events: [{ event_name: 'A', ...own }, { event_name: 'B' }],
					...byFields,
				},
				model_type: one.rule,
				lookback_window: { unit: 'DAY', value: one.lookback },
				direct_conversion: one.hasDirect,
				limit: -1,
			};
		case 'ltv':
			return {
				...shared,
				start_sign: { start_event: 'A', ...own },
				measures: [
					one.value === 'general'
						? { event_name: 'PayOrder', aggregator: 'average' }
						: { event_name: 'PayOrder', aggregator: 'LTV_AVG', field: 'event.PayOrder.amount' },
				],
				unit,
				duration: one.duration,
				need_show_ltv_columns: Array.from({ length: one.duration + 1 }, (_, n) => n).join(),
				rollup: one.fields.length > 0,
				...byFields,
				limit: -1,
			};
		case 'interval':
			return {
				...shared,
				first_event: { event_name: 'A', ...own },
				second_event: { event_name: 'B' },
				unit,
				quantiles: one.percentiles,
				...(one.fields.length > 0 ? { by_field: one.fields[0] } : {}),
				...(one.fields[0]?.startsWith('event.') ? { by_event: 'first' } : {}),
				rollup: false,
				limit: -1,
			};
		case 'path':
			return {
				...shared,
				source_type: one.isBackward ? 'termination_event' : 'initial_event',
				source_event: { event_name: 'A' },
				event_names: ['A', 'B', 'C'],
				...(one.hasEventFilter ? { single_event_with_filters: { B: FILTER } } : {}),
				col_limit: one.steps,
				row_limit: one.width,
				session_interval: one.pause * 60,
				...byFields,
			};
	}
}

/**
 * @param isEmpty where the report has no rows, names and values may be asked for, too (docs/query.md);
 * a query as JSON asks for values also where one of its numbers is 0 or unknown
 * @returns what the service would not take, or take for something else
 */
export function judgeRequests(one: Case, sent: Sent[], isEmpty: boolean): string | undefined {
	const url = `${BASE}${PATHS[one.model]}`;
	const [report, ...more] = sent.filter((request) => request.path === url);
	if (!report) return `no report was asked for: ${JSON.stringify(sent)}`;
	if (more.length > 0) return `asked ${sent.length} times`;
	const others = sent.filter((request) => request !== report);
	const mayLackValues = isEmpty || one.query === 'definition';
	const isAllowed = ({ path: other }: Sent) =>
		(one.hasFilter || one.query === 'definition') &&
		((isEmpty && /-meta\//.test(other)) || (mayLackValues && /user-analytics/.test(other)));
	if (!others.every(isAllowed)) return `asked for more: ${JSON.stringify(others)}`;
	const got = JSON.parse(report.body) as Json;
	return isDeepStrictEqual(got, bodyOf(one))
		? undefined
		: `request:\n got    ${report.body}\n wanted ${JSON.stringify(bodyOf(one))}`;
}
