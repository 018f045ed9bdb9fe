import { listsWire } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/lists';
import { answering } from '../../../../../../support/answering.mts';

it('the requests', async () => {
	const { ask, requests } = answering([]);
	await listsWire.events(ask);
	await listsWire.userProperties(ask);
	expect(requests).toEqual([
		{ method: 'GET', path: '/api/events/all', query: { cache: 'false' } },
		{
			method: 'GET',
			path: '/api/property/user/properties',
			query: { show_all: 'true', cache: 'false' },
		},
	]);
});

it('properties of many events are requested for 20 events at a time', async () => {
	const events = Array.from({ length: 41 }, (_, i) => `e${i}`);
	const requestsFor = async (some: string[]) => {
		const { ask, requests } = answering({});
		await listsWire.propertiesByEvent(ask, some);
		return requests;
	};
	const requests = await requestsFor(events);
	expect(requests.map(({ query }) => query?.events?.split(',').length)).toEqual([20, 20, 1]);
	expect(requests.flatMap(({ query }) => query?.events?.split(','))).toEqual(events);
	expect(requests[2]).toEqual({
		method: 'GET',
		path: '/api/event/properties',
		query: { events: 'e40', show_all: 'true', cache: 'false' },
	});
	expect(await requestsFor([])).toEqual([]);
	expect(await requestsFor(events.slice(0, 20))).toHaveLength(1);
});

it('properties are read by event', async () => {
	const read = async (answer: unknown) =>
		await listsWire.propertiesByEvent(answering(answer).ask, ['Pay']);
	const answer = { Pay: { event: [{ name: 'amount' }] }, View: {} };
	expect(await read(answer)).toMatchObject([
		{ event: 'Pay', properties: [{ name: 'amount' }] },
		{ event: 'View', properties: [] },
	]);
	for (const other of [null, { Pay: 7 }]) {
		await expect(read(other)).rejects.toThrow(/^The list of event properties has/);
	}
});
