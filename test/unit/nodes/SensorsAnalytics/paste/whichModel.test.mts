import { assertModel, whichModel } from '../../../../../nodes/SensorsAnalytics/paste/whichModel';

const EVENTS = { first_event: { event_name: 'A' }, second_event: { event_name: 'B' } };

describe('the model of a payload', () => {
	it.each<[object, string | undefined]>([
		[{ funnel: {} }, 'funnel'],
		[{ ...EVENTS, duration: 7 }, 'retention'],
		[{ ...EVENTS, quantiles: [50] }, 'interval'],
		[{ ...EVENTS, by_event: 'first' }, 'interval'],
		[{ start_sign: {}, measures: [{ event_name: 'A' }] }, 'ltv'],
		[{ target_event: {}, model_type: 'last' }, 'attribution'],
		[{ attribution_events: {} }, 'attribution'],
		[{ event_name: 'A', measure_type: 'times' }, 'distribution'],
		[{ measures: [{ event_name: 'A' }] }, 'event'],
		[{ measures: [{ aggregator: 'count' }] }, 'userProperties'],
		[{}, undefined],
	])('%j is %s', (payload, model) => {
		expect(whichModel({ ...payload })).toBe(model);
	});

	it('of another kind is an error that names the operation', () => {
		expect(() => assertModel({ ...EVENTS, quantiles: [50] }, 'retention')).toThrow(
			"Choose the 'Operation' Get Interval Report",
		);
		expect(() => assertModel({ start_sign: {} }, 'event')).toThrow('Get Lifetime Value Report');
	});
});
