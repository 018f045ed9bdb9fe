import {
	listsWire,
	readEventProperties,
	readPropertiesByEvent,
} from '../../../../../../../nodes/SensorsAnalytics/api/openapi/lists';
import { answering } from '../../../../../../support/answering.mts';

const answer = (data: object) => ({ code: 'SUCCESS', data });

describe('metadata of the OpenAPI', () => {
	it('events have their display names', async () => {
		const events = [{ name: 'Pay', cname: '支付' }, { name: 'x' }, { cname: 'nameless' }];
		expect(await listsWire.events(answering(answer({ events })).ask)).toEqual([
			{ name: 'Pay', displayName: '支付' },
			{ name: 'x', displayName: 'x' },
		]);
		expect(await listsWire.events(answering(answer({})).ask)).toEqual([]);
	});

	it.each([
		['STRING', 'text'],
		['NUMBER', 'number'],
		['BOOL', 'boolean'],
		['DATETIME', 'date'],
		['DATE', 'date'],
		['LIST', 'list'],
		['NEW', undefined],
	])('a property of type %s is of kind %s', async (data_type, kind) => {
		const { ask } = answering(answer({ user_properties: [{ name: 'p', data_type }] }));
		expect(await listsWire.userProperties(ask)).toEqual([
			{
				...{ name: 'p', displayName: 'p', ...(kind ? { kind } : {}) },
				...(data_type === 'DATE' ? { isDay: true } : {}),
			},
		]);
	});

	it('properties of several events are one list', () => {
		const of = (...names: string[]) => ({
			event_define: {},
			properties: names.map((name) => ({ name, data_type: 'STRING' })),
		});
		const event_properties = [of('a', 'b'), of('b', 'c'), { event_define: {} }];
		const all = readEventProperties(answer({ event_properties }));
		expect(all.map(({ properties }) => properties.map(({ name }) => name))).toEqual([
			...[['a', 'b'], ['b', 'c'], []],
		]);
	});

	it('properties belong to the named event, or to the only requested one', () => {
		const of = (name?: string) => ({ event_define: { name }, properties: [{ name: 'p' }] });
		const read = (requests: string[], ...list: object[]) =>
			readPropertiesByEvent(answer({ event_properties: list }), requests).map(({ event }) => event);
		expect(read(['Pay', 'View'], of('View'), of('Pay'))).toEqual(['View', 'Pay']);
		expect(read(['Pay'], of())).toEqual(['Pay']);
		expect(() => read(['Pay', 'View'], of('View'), of())).toThrow(/entry 2 of 'event_properties'/);
		expect(() => read(['Pay'], of(), of())).toThrow(
			/The report has an unexpected structure: entry 1 of 'event_properties' has no event/,
		);
	});

	it('events have what else is known of them', async () => {
		const events = [
			{
				name: 'Pay',
				comment: 'paid',
				trigger_opportunity: 'after',
				tags: [1, 'new', { id: 3, name: 'old' }, null],
				is_virtual: true,
				total_count: '7',
				create_time: 'c',
				update_time: 'u',
			},
		];
		expect(await listsWire.events(answering(answer({ events })).ask)).toEqual([
			{
				name: 'Pay',
				displayName: 'Pay',
				description: 'paid',
				trackedWhen: 'after',
				tagIds: ['1', 'new', 'old'],
				isVirtual: true,
				count: 7,
				createdAt: 'c',
				updatedAt: 'u',
			},
		]);
	});

	it('tags are known by their numbers', async () => {
		const tag_infos = [{ id: 1, name: 'checkout' }, { id: 2 }];
		expect([...(await listsWire.eventTags(answering(answer({ tag_infos })).ask))]).toEqual([
			['1', 'checkout'],
			['2', '2'],
		]);
	});

	it('values may be absent, and are text', async () => {
		const read = async (data: object) =>
			await listsWire.propertyValues?.(answering(answer(data)).ask, 'event', 'p', 10);
		expect(await read({})).toEqual([]);
		expect(await read({ values: ['a', 1, true, null, {}] })).toEqual(['a', '1', 'true']);
		await expect(read({ values: 'a' })).rejects.toThrow(/'values' is not a list/);
	});

	it('many events take several requests', async () => {
		const names = Array.from({ length: 201 }, (_, n) => `e${n}`);
		const requests: number[] = [];
		const ask = async ({ body }: { body?: unknown }) => {
			requests.push((body as { events: string[] }).events.length);
			return await Promise.resolve(answer({}));
		};
		await listsWire.propertiesByEvent(ask, names);
		await listsWire.eventProperties(ask, names);
		await listsWire.eventProperties(ask, []);
		expect(requests).toEqual([200, 1, 200, 1]);
	});
});
