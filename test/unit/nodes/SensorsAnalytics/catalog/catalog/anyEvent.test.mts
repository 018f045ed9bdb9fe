import { catalogOf } from '../../../../../../nodes/SensorsAnalytics/catalog/catalog';
import type { ServiceRequest } from '../../../../../../credentials/http/request';
import type { Service } from '../../../../../../nodes/SensorsAnalytics/transport/service';

it('any event has the properties of all events, requested until those sought are found', async () => {
	const requests: ServiceRequest[] = [];
	let events = ['PayOrder', 'SignUp'];
	const service = {
		connectionOf: async () => await Promise.resolve({ mode: 'apiSecret' }),
		usageOf: async () => await Promise.resolve({ leftOut: new Set() }),
		callOnce: async (_item: number, request: ServiceRequest) => {
			requests.push(request);
			const tags = { name: 'tags', data_type: 'LIST' };
			return await Promise.resolve(
				request.path === '/api/events/all'
					? events.map((name) => ({ name }))
					: { PayOrder: { event: [tags] }, SignUp: { event: [] } },
			);
		},
	} as unknown as Service;
	const { eventProperties } = await catalogOf(service, 0);
	const names = async (...events: string[]) =>
		(await eventProperties(events)).map(({ name, kind }) => [name, kind]);
	expect(await names('$Anything', 'SignUp')).toEqual([['tags', 'list']]);
	expect(requests.at(-1)?.query?.events).toBe('PayOrder,SignUp');
	expect(await names('SignUp')).toEqual([['tags', 'list']]);
	expect(requests.at(-1)?.query?.events).toBe('SignUp');

	// One request has the properties of 20 events.
	events = Array.from({ length: 50 }, (_, n) => `E${n}`);
	const requestsFor = async (...sought: string[]) => {
		requests.length = 0;
		await eventProperties(['$Anything'], sought);
		return requests.filter(({ path }) => path === '/api/event/properties').length;
	};
	expect([await requestsFor('tags'), await requestsFor('tags', 'city')]).toEqual([1, 3]);
});
