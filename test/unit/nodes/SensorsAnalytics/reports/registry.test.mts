import type { JsonObject } from '../../../../../credentials/http/json';
import { readPasted, reports } from '../../../../../nodes/SensorsAnalytics/reports/registry';

type Reports = typeof reports;
/** Reports that the web page has, too. */
type OnPage = {
	[Name in keyof Reports]: Reports[Name] extends { payload: object } ? Name : never;
}[keyof Reports];

const EVENTS = { first_event: { event_name: 'A' }, second_event: { event_name: 'B' } };

const paste = (payload: JsonObject, wanted: OnPage, advice?: string) => {
	// Each report takes what is missing as unread.
	const read = () => ({ query: {} as never });
	const report = { name: wanted, payload: { ...reports[wanted].payload, read } };
	return readPasted(report, () => JSON.stringify(payload), 'UTC', advice);
};

describe('a pasted payload', () => {
	it('of another model is an error that names the operation', () => {
		expect(() => paste({ ...EVENTS, quantiles: [50] }, 'retention')).toThrow(
			"'Report URL or JSON' is the query of the interval report. Choose the 'Operation' Get Interval Report for this query",
		);
		expect(() => paste({ start_sign: {} }, 'event')).toThrow('Get Lifetime Value Report');
	});

	const measured = { measures: [{ event_name: 'A', aggregator: 'general' }] };
	const payloads: Record<OnPage, JsonObject> = {
		attribution: { target_event: {}, attribution_events: {} },
		distribution: { event_name: 'A', measure_type: 'times' },
		event: measured,
		funnel: { funnel_define: {} },
		interval: { ...EVENTS, quantiles: [50] },
		ltv: { ...measured, start_sign: {} },
		path: { source_event: {}, source_type: 'initial_event' },
		retention: { ...EVENTS, duration: 7 },
		session: { ...measured, session_name: 'visit' },
		userProperties: { measures: [{ aggregator: 'count' }] },
	};
	it.each(Object.entries(payloads) as Array<[OnPage, JsonObject]>)(
		'of %s is recognized in all other reports',
		(own, payload) => {
			const { name } = reports[own].option;
			for (const wanted of Object.keys(payloads) as OnPage[]) {
				const pasted = expect(() => paste(payload, wanted));
				if (wanted === own) pasted.not.toThrow();
				else pasted.toThrow(`Choose the 'Operation' ${name} for this query`);
			}
		},
	);

	it('of the model, or with ambiguous keys, is accepted', () => {
		expect(() => paste({ ...EVENTS, duration: 7 }, 'retention')).not.toThrow();
		expect(() => paste({ unit: 'day' }, 'retention')).not.toThrow();
	});
});
