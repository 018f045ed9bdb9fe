import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';

const read = (payload: { [key: string]: unknown }) =>
	reports.attribution.payload.read(payload, 'UTC');
const PAYLOAD = {
	target_event: { event_name: 'PayOrder', aggregator: 'sum', field: 'event.PayOrder.amount' },
	attribution_events: {
		events: [{ event_name: 'AdClick' }, { event_name: 'PushOpen' }],
		by_fields: ['event.AdClick.campaign'],
	},
	model_type: 'time_decay',
	lookback_window: { unit: 'DAY', value: 7 },
	direct_conversion: true,
	from_date: '2026-11-01',
	to_date: '2026-11-07',
};

describe('the payload of an attribution report', () => {
	it('is read into the neutral query, and also kept without its dates', () => {
		const given = read(PAYLOAD);
		expect(given.query).toEqual({
			target: {
				kind: 'event',
				event: 'PayOrder',
				aggregator: 'sum',
				property: { of: 'event', event: 'PayOrder', name: 'amount' },
			},
			touchpoints: [{ event: 'AdClick' }, { event: 'PushOpen' }],
			rule: 'time_decay',
			lookback: { value: 7, unit: 'day' },
			hasDirect: true,
			groupBy: [{ of: 'event', event: 'AdClick', name: 'campaign' }],
		});
		expect(given.unread).toBeUndefined();
		expect(given.page).not.toHaveProperty('from_date');
	});

	it.each([
		['no events', { attribution_events: {} }, "'attribution_events' in the pasted JSON has no"],
		['a list of events', { attribution_events: [1] }, "'attribution_events' in the pasted JSON"],
		['a nameless event', { attribution_events: { events: [{}] } }, 'Event 1 of'],
		['no target', { target_event: undefined }, "'target_event' in the pasted JSON is missing"],
		['a target without a number', { target_event: { event_name: 'A' } }, "no 'aggregator'"],
		['a formula', { target_event: { expression: 'count(event.A)' } }, 'is a formula'],
		['no rule', { model_type: '' }, "'model_type' is missing"],
		['no window', { lookback_window: { unit: 'DAY' } }, "'lookback_window' in the pasted JSON"],
	])('is not understood with %s', (_what, more, said) => {
		expect(read({ ...PAYLOAD, ...more }).unread?.message).toContain(said);
	});
});
