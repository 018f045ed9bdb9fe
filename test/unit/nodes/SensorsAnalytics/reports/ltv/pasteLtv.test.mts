import { reports } from '../../../../../../nodes/SensorsAnalytics/reports/registry';

const read = (payload: { [key: string]: unknown }) => reports.ltv.payload.read(payload, 'UTC');
const PAYLOAD = {
	start_sign: { start_event: 'SignUp' },
	measures: [
		{ event_name: 'PayOrder', aggregator: 'LTV_AVG', field: 'event.PayOrder.amount', name: 'x' },
	],
	unit: 'WEEK',
	duration: '7',
	by_fields: ['user.level'],
};

describe('the payload of a report on lifetime value', () => {
	it('is read into the neutral query', () => {
		const { query, unread } = read(PAYLOAD);
		expect(query).toEqual({
			start: { event: 'SignUp' },
			value: {
				kind: 'event',
				event: 'PayOrder',
				aggregator: 'LTV_AVG',
				property: { of: 'event', event: 'PayOrder', name: 'amount' },
				name: 'x',
			},
			unit: 'week',
			duration: 7,
			groupBy: [{ of: 'user', name: 'level' }],
		});
		expect(unread).toBeUndefined();
	});

	it('may start at the date in a property, with conditions', () => {
		const filter = { conditions: [{ field: 'user.city', function: 'isSet', params: [] }] };
		const { query } = read({
			...PAYLOAD,
			start_sign: { start_time_field: 'user.registered_on', filter },
		});
		expect(query.start).toMatchObject({
			time: { of: 'user', name: 'registered_on' },
			filter: { conditions: [{ function: 'isSet' }] },
		});
	});

	it.each([
		['no start', { start_sign: { event_name: 'SignUp' } }, "neither 'start_event' nor"],
		['two numbers', { measures: [...PAYLOAD.measures, {}] }, "has 2 'measures'"],
		['no number', { measures: [] }, "has 0 'measures'"],
		['a formula', { measures: [{ expression: '1' }] }, 'Measure 1 in the pasted JSON is a formula'],
		['no duration', { duration: null }, "'duration' in the pasted JSON isn't a number"],
		['quarters', { unit: 'QUARTER' }, 'must be day, week or month'],
	])('is not understood with %s', (_what, more, said) => {
		expect(read({ ...PAYLOAD, ...more }).unread?.message).toContain(said);
	});
});
