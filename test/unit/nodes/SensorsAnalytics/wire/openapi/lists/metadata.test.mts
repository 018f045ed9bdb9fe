import {
	eventPropertiesRequests,
	readEventProperties,
	readEvents,
	readUserProperties,
} from '../../../../../../../nodes/SensorsAnalytics/wire/openapi/lists/metadata';

const answer = (data: object) => ({ code: 'SUCCESS', data });

describe('metadata of the OpenAPI', () => {
	it('events have their display names', () => {
		const events = [{ name: 'Pay', cname: '支付' }, { name: 'x' }, { cname: 'nameless' }];
		expect(readEvents(answer({ events }))).toEqual([
			{ name: 'Pay', displayName: '支付' },
			{ name: 'x', displayName: 'x' },
		]);
		expect(readEvents(answer({}))).toEqual([]);
	});

	it.each([
		['STRING', 'text'],
		['NUMBER', 'number'],
		['BOOL', 'boolean'],
		['DATETIME', 'date'],
		['DATE', 'date'],
		['LIST', 'list'],
		['NEW', undefined],
	])('a property of type %s is of kind %s', (data_type, kind) => {
		expect(readUserProperties(answer({ user_properties: [{ name: 'p', data_type }] }))).toEqual([
			{ name: 'p', displayName: 'p', ...(kind ? { kind } : {}) },
		]);
	});

	it('properties of several events are one list', () => {
		const of = (...names: string[]) => ({
			event_define: {},
			properties: names.map((name) => ({ name, data_type: 'STRING' })),
		});
		const event_properties = [of('a', 'b'), of('b', 'c'), { event_define: {} }];
		expect(readEventProperties(answer({ event_properties })).map(({ name }) => name)).toEqual([
			'a',
			'b',
			'c',
		]);
	});

	it('many events take several requests', () => {
		const names = Array.from({ length: 201 }, (_, n) => `e${n}`);
		const bodies = eventPropertiesRequests(names).map(({ body }) => body as { events: string[] });
		expect(bodies.map(({ events }) => events.length)).toEqual([200, 1]);
		expect(eventPropertiesRequests([])).toEqual([]);
	});
});
