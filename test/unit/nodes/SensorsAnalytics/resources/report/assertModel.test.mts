import { assertModel } from '../../../../../../nodes/SensorsAnalytics/resources/report/assertModel';

const EVENTS = { first_event: { event_name: 'A' }, second_event: { event_name: 'B' } };

describe('a pasted payload', () => {
	it('of another model is an error that names the operation', () => {
		expect(() => assertModel({ ...EVENTS, quantiles: [50] }, 'retention')).toThrow(
			"'Query JSON' is the query of an interval report. Choose the 'Operation' Get Interval Report for it",
		);
		expect(() => assertModel({ start_sign: {} }, 'event')).toThrow('Get Lifetime Value Report');
	});

	it('of the model, or of one that its keys do not tell, is fine', () => {
		expect(() => assertModel({ ...EVENTS, duration: 7 }, 'retention')).not.toThrow();
		expect(() => assertModel({ unit: 'day' }, 'retention')).not.toThrow();
	});
});
