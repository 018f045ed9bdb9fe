/** A case, filled into the form of the node, and the request that the service must get (docs/service.md, "OpenAPI"). */
import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { Sent } from '../../harness/node.mts';
import { isOfProperties, readsListGroups } from '../lists.mts';
import type { Case } from './cases.mts';
import { lastDayOf, rangeOf } from './world.mts';

const OPERATIONS = {
	attribution: 'getAttributionReport',
	ltv: 'getLifetimeValueReport',
	interval: 'getIntervalReport',
	path: 'getPathReport',
};

export function formOf(one: Case, output: string): IDataObject {
	const { from, to } = rangeOf(one);
	const shared = {
		resource: 'report',
		operation: OPERATIONS[one.model],
		output,
		// The oracle knows the rows; how people read them is another matter.
		message: { maxRows: 1000, thousands: false, layout: 'rows', names: 'query' },
		options: {
			requestsPerSecond: 0,
			...(one.hasFilter && one.query === 'form'
				? { filterJson: JSON.stringify({ ...FILTER, relation: 'and' }) }
				: {}),
		},
		pathRows: one.returned,
	};
	switch (one.query) {
		case 'json': {
			// A payload of the web page has none of what the node decides by itself.
			const { rollup: _, ...payload } = bodyOf(one);
			const queryJson = JSON.stringify({ ...payload, to_date: to });
			return { ...shared, queryMode: 'json', queryJson, dateRange: 'asPasted' };
		}
		case 'definition': {
			const queryDefinition = JSON.stringify({ ...definitionOf(one), range: `${from}..${to}` });
			return { ...shared, queryMode: 'definition', queryDefinition };
		}
		case 'form':
			return {
				...shared,
				queryMode: 'fields',
				dateRange: 'custom',
				fromDate: from,
				toDate: to,
				groupByField: one.typedFields[0] ?? '',
				unit: one.unit,
				...fieldsOf(one),
			};
	}
}

const events = (names: string[]) => names.map((eventName) => ({ eventName }));

function fieldsOf(one: Case): IDataObject {
	switch (one.model) {
		case 'attribution':
			return {
				targetEvent: 'PayOrder',
				targetValue: one.value,
				targetProperty: 'amount',
				touchpoints: { touchpoint: events(['A', 'B']) },
				attributionRule: one.rule,
				lookbackDays: one.lookback,
				directConversion: one.hasDirect,
			};
		case 'ltv':
			return {
				startEvent: 'A',
				lifetimeValue: one.value === 'general' ? 'events' : 'sum',
				valueEvent: 'PayOrder',
				valueProperty: 'amount',
				followedPeriods: one.duration,
			};
		case 'interval':
			return { intervalFrom: 'A', intervalTo: 'B', percentiles: one.percentiles.join(', ') };
		case 'path':
			return {
				pathDirection: one.isBackward ? 'before' : 'after',
				pathEvent: 'A',
				pathEvents: { event: events(['B', 'C']) },
				pathSteps: one.steps,
				pathWidth: one.width,
				pathPause: one.pause,
			};
	}
}

const CONDITION = { 'user.level': 'gold' };

function definitionOf(one: Case): object {
	const shared = {
		...(one.hasFilter ? { filter: CONDITION } : {}),
		...(one.fields.length > 0 ? { group_by: one.typedFields } : {}),
	};
	const value =
		one.value === 'general'
			? { event: 'PayOrder', aggregate: one.model === 'ltv' ? 'events_per_user' : 'events' }
			: { event: 'PayOrder', aggregate: 'sum', property: 'amount' };
	const filtered = (event: string) => (one.hasEventFilter ? { event, filter: CONDITION } : event);
	switch (one.model) {
		case 'attribution':
			return {
				...shared,
				target: value,
				touchpoints: [filtered('A'), 'B'],
				rule: one.rule,
				within: `${one.lookback} days`,
				direct: one.hasDirect,
			};
		case 'ltv':
			return { ...shared, start: filtered('A'), value, unit: one.unit, periods: one.duration };
		case 'interval':
			return {
				...shared,
				first: filtered('A'),
				second: 'B',
				unit: one.unit,
				percentiles: one.percentiles,
			};
		case 'path':
			return {
				...shared,
				event: 'A',
				direction: one.isBackward ? 'before' : 'after',
				events: [filtered('B'), 'C'],
				steps: one.steps,
				events_per_step: one.width,
				pause: `${one.pause} minutes`,
				return: one.returned,
			};
	}
}

type Json = { [key: string]: unknown };
const BASE = '/api/v3/analytics/v1/model/';
const PATHS = {
	attribution: 'attribution/report',
	ltv: 'ltv/report',
	interval: 'interval/report',
	path: 'path/analytics/report',
};
const FILTER = {
	relation: 'AND',
	conditions: [{ field: 'user.level', function: 'equal', params: ['gold'] }],
};

/** The query in the service's own words. */
function bodyOf(one: Case): Json {
	const shared = {
		from_date: rangeOf(one).from,
		to_date: lastDayOf(one),
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
 * a query as JSON asks for values also where one of its numbers is 0 or unknown, and for names where
 * a part has a filter
 * @returns what the service would not take, or take for something else
 */
export function judgeRequests(one: Case, sent: Sent[], isEmpty: boolean): string | undefined {
	const url = `${BASE}${PATHS[one.model]}`;
	const [report, ...more] = sent.filter((request) => request.path === url);
	if (!report) return `no report was asked for: ${JSON.stringify(sent)}`;
	if (more.length > 0) return `asked ${sent.length} times`;
	const others = sent.filter((request) => request !== report);
	const isQuery = one.query === 'definition';
	const mayLackValues = isEmpty || isQuery;
	const mayReadLists = isEmpty || (isQuery && one.hasEventFilter);
	const isAllowed = ({ path: other }: Sent) =>
		(readsListGroups(one) && isOfProperties(other)) ||
		((one.hasFilter || isQuery) &&
			((mayReadLists && /-meta\//.test(other)) || (mayLackValues && /user-analytics/.test(other))));
	if (!others.every(isAllowed)) return `asked for more: ${JSON.stringify(others)}`;
	const got = JSON.parse(report.body) as Json;
	return isDeepStrictEqual(got, bodyOf(one))
		? undefined
		: `request:\n got    ${report.body}\n wanted ${JSON.stringify(bodyOf(one))}`;
}
