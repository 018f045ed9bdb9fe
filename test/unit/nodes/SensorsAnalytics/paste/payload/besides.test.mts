import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';
import type { PageReport } from '../../../../../../nodes/SensorsAnalytics/reports/report';

const FILTER = {
	relation: 'AND',
	conditions: [{ field: 'user.level', function: 'equal', params: ['gold'] }],
	filters: [{ relation: 'OR', conditions: [] }],
};
const EVENT = { event_name: 'A', filter: FILTER };
const MEASURE = { ...EVENT, aggregator: 'sum', field: 'event.A.x', name: 'n', show_cname: 'A' };
const FORMULA = { expression: 'count(event.A)|%2p', events: ['A'], expression_filters: [null] };
const COHORT = { by_field: 'user.level', filter: FILTER, unit: 'DAY', bucket_params: { x: [1] } };

/** Payloads whose keys are all in the neutral query, or don't change numbers. */
const KNOWN: { [report: string]: object } = {
	event: {
		...{ measures: [MEASURE, FORMULA], by_fields: ['user.level'], bucket_params: { x: [1] } },
		...{ filter: FILTER, unit: 'DAY', rollup: true, sampling_factor: 32, limit: 9 },
		...{ subject_id: 'USER', $$render_index: 1, axis_config: { left: [1] }, by_session: false },
	},
	session: { measures: [MEASURE], unit: 'DAY', session_name: 's', split_by_day: true },
	funnel: {
		...COHORT,
		funnel: { steps: [EVENT, EVENT], max_convert_time: 60, name: 'n', id: 1 },
		...{ filter_field_steps: [1], by_field_steps: [-1], by_field_step: 1, funnel_id: 7 },
		...{ extend_over_end_date: true, calculation_caliber: 'UNIQ' },
	},
	retention: {
		...{ ...COHORT, first_event: EVENT, second_event: EVENT, duration: 3, is_wastage: true },
		...{ extend_over_end_date: true, measures: [{ ...MEASURE, split: true }] },
	},
	distribution: {
		...{ ...COHORT, event_name: 'A', measure_type: 'times', result_bucket_param: [1, 2] },
		measure: { aggregator: 'sum', field: 'event.A.x' },
	},
	userProperties: { ...COHORT, measures: [{ aggregator: 'count', field: '' }] },
	attribution: {
		...{ filter: FILTER, target_event: MEASURE, model_type: 'last', direct_conversion: true },
		attribution_events: { events: [EVENT], by_fields: ['user.level'] },
		lookback_window: { unit: 'DAY', value: 1 },
	},
	ltv: {
		...{ ...COHORT, measures: [MEASURE], duration: 3, need_show_ltv_columns: '0,1' },
		start_sign: { start_event: 'A', filter: FILTER },
	},
	interval: {
		...{ ...COHORT, first_event: EVENT, second_event: EVENT, quantiles: [50], by_event: 'first' },
	},
	path: {
		...{ source_type: 'initial_event', source_event: EVENT, event_names: ['A'], filter: FILTER },
		...{ col_limit: 3, row_limit: 5, session_interval: 60 },
		single_event_with_filters: { A: FILTER },
	},
};

function besidesOf(name: string, more: object = {}) {
	const { payload } = reports[name as keyof typeof reports] as unknown as PageReport;
	const read = payload.read({ ...KNOWN[name], ...more });
	expect(read.unread).toBeUndefined();
	return read.besides;
}

const NOTHING = { hasFilter: false, settings: [], isApproximate: false };
const withSettings = (...settings: string[]) => ({ ...NOTHING, settings });
const FILTERED = { ...NOTHING, hasFilter: true };
const LINK = { link_properties: { current_event_property: 'event.A.x' } };

it.each(Object.keys(KNOWN))('names no key that the %s report knows', (name) => {
	expect(besidesOf(name)).toEqual(NOTHING);
});

it.each(Object.keys(KNOWN))('names every other key of the %s report', (name) => {
	expect(besidesOf(name, { a_new_key: 3, another: [true], third: 'true' })).toEqual(
		withSettings('a_new_key: 3', 'another', 'third'),
	);
	expect(besidesOf(name, { user_filter: FILTER })).toEqual(FILTERED);
	expect(besidesOf(name, { user_filter: { relation: 'AND', conditions: [] } })).toEqual(NOTHING);
});

it.each<[string, object, object]>([
	['event', { measures: [{ ...FORMULA, expression_filters: [null, FILTER] }] }, FILTERED],
	['event', { measures: [{ ...MEASURE, by_session: true }] }, withSettings('by_session')],
	['event', { approx: true }, { ...NOTHING, isApproximate: true }],
	['event', { arith_rollup: 'true', subject_id: 3 }, withSettings('subject_id: 3', 'arith_rollup')],
	['event', { filter: { ...FILTER, negated: true } }, FILTERED],
	['event', { filter: { conditions: [{ ...FILTER.conditions[0], day: '2026-01-01' }] } }, FILTERED],
	['session', { measures: [{ ...MEASURE, profit_rate: 0.3 }] }, withSettings('profit_rate: 0.3')],
	[
		'event',
		{ constructor: { prototype: 1 }, toString: 'x' },
		withSettings('constructor', 'toString: x'),
	],
	[
		'funnel',
		{ funnel: { max_convert_time: 1, steps: [{ ...EVENT, relevance_field: 'event.A.x' }] } },
		withSettings('relevance_field: event.A.x'),
	],
	[
		'distribution',
		{ measure: { aggregator: 'sum', field: 'event.A.x', filter: FILTER } },
		FILTERED,
	],
	['attribution', { link_events: [LINK] }, withSettings('link_events')],
	[
		'attribution',
		{ link_events: [{ ...LINK, filter: FILTER }] },
		{ ...withSettings('link_events'), hasFilter: true },
	],
	['attribution', { attribution_events: { events: [EVENT], filter: FILTER } }, FILTERED],
])('names what the %s report does not know in %j', (name, more, expected) => {
	expect(besidesOf(name, more)).toEqual(expected);
});
