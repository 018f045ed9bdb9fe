import {
	eventPropertiesRequests,
	eventsRequest,
	readPropertiesByEvent,
	userPropertiesRequest,
} from '../../../../../../../nodes/SensorsAnalytics/api/legacy/lists';

it('the requests', () => {
	expect(eventsRequest).toEqual({
		method: 'GET',
		path: '/api/events/all',
		query: { cache: 'false' },
	});
	expect(userPropertiesRequest).toEqual({
		method: 'GET',
		path: '/api/property/user/properties',
		query: { show_all: 'true', cache: 'false' },
	});
});

it('properties of many events are requested for 20 events at a time', () => {
	const events = Array.from({ length: 41 }, (_, i) => `e${i}`);
	const requests = eventPropertiesRequests(events);
	expect(requests.map(({ query }) => query?.events?.split(',').length)).toEqual([20, 20, 1]);
	expect(requests.flatMap(({ query }) => query?.events?.split(','))).toEqual(events);
	expect(requests[2]).toEqual({
		method: 'GET',
		path: '/api/event/properties',
		query: { events: 'e40', show_all: 'true', cache: 'false' },
	});
	expect(eventPropertiesRequests([])).toEqual([]);
	expect(eventPropertiesRequests(events.slice(0, 20))).toHaveLength(1);
});

it('properties are read by event', () => {
	const answer = { Pay: { event: [{ name: 'amount' }] }, View: {} };
	expect(readPropertiesByEvent(answer)).toMatchObject([
		{ event: 'Pay', properties: [{ name: 'amount' }] },
		{ event: 'View', properties: [] },
	]);
	expect(readPropertiesByEvent(null)).toEqual([]);
	expect(() => readPropertiesByEvent({ Pay: 7 })).toThrow(/^The list of event properties has/);
});
