import { catalogOf } from '../../../../../../nodes/SensorsAnalytics/catalog/catalog';
import type { ServiceRequest } from '../../../../../../credentials/http/request';
import type { Service } from '../../../../../../nodes/SensorsAnalytics/transport/service';

it('any event has the properties of all events', async () => {
	const requests: ServiceRequest[] = [];
	const service = {
		connectionOf: async () => await Promise.resolve({ mode: 'apiSecret' }),
		usageOf: async () => await Promise.resolve({ leftOut: new Set() }),
		callOnce: async (_item: number, request: ServiceRequest) => {
			requests.push(request);
			const tags = { name: 'tags', data_type: 'LIST' };
			return await Promise.resolve(
				request.path === '/api/events/all'
					? [{ name: 'PayOrder' }, { name: 'SignUp' }]
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
});
