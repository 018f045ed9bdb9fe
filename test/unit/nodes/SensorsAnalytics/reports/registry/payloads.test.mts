import {
	reportOfPayload,
	reportSavedAs as modelSavedAs,
} from '../../../../../../nodes/SensorsAnalytics/reports/registry';

const EVENTS = { first_event: { event_name: 'A' }, second_event: { event_name: 'B' } };

describe('the model of a payload', () => {
	it.each<[object, string | undefined]>([
		[{ funnel: {} }, 'funnel'],
		[{ source_event: {}, event_names: ['A'] }, 'path'],
		[{ ...EVENTS, duration: 7 }, 'retention'],
		[{ ...EVENTS, quantiles: [50] }, 'interval'],
		[{ ...EVENTS, by_event: 'first' }, 'interval'],
		[{ start_sign: {}, measures: [{ event_name: 'A' }] }, 'ltv'],
		[{ target_event: {}, model_type: 'last' }, 'attribution'],
		[{ attribution_events: {} }, 'attribution'],
		[{ event_name: 'A', measure_type: 'times' }, 'distribution'],
		[{ session_name: 's', measures: [{ event_name: 'A' }] }, 'session'],
		[{ measures: [{ event_name: 'A' }] }, 'event'],
		[{ measures: [{ aggregator: 'count' }] }, 'userProperties'],
		[{ measures: [] }, undefined],
		[{}, undefined],
	])('%j is %s', (payload, model) => {
		expect(reportOfPayload({ ...payload })).toBe(model);
	});
});

describe('the model of a saved report', () => {
	it.each([
		['/segmentation/', 'event'],
		['SEGMENTATION_MODEL', 'event'],
		['/funnel/', 'funnel'],
		['FUNNEL_MODEL', 'funnel'],
		['/retention/', 'retention'],
		['RETENTION_MODEL', 'retention'],
		['/addiction/', 'distribution'],
		['ADDICTION_MODEL', 'distribution'],
		['DISTRIBUTION_MODEL', 'distribution'],
		['USER_ANALYTICS_MODEL', 'userProperties'],
		['/user_analytics/', 'userProperties'],
		['ATTRIBUTION_MODEL', 'attribution'],
		['LTV_MODEL', 'ltv'],
		['INTERVAL_MODEL', 'interval'],
		['SESSION_MODEL', 'session'],
		['/path/', 'path'],
		['BEHAVIOR_PATH_MODEL', 'path'],
		['CUSTOM_SQL_MODEL', undefined],
		['FANCY_METRIC_MODEL', undefined],
		['RFM_MODEL', undefined],
		['', undefined],
	])('%s is %s', (name, model) => {
		expect(modelSavedAs(name)?.name).toBe(model);
	});
});
