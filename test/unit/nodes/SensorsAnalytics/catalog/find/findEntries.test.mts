import type { Catalog } from '../../../../../../nodes/SensorsAnalytics/catalog/catalog';
import { findEvents, findProperty } from '../../../../../../nodes/SensorsAnalytics/catalog/find';

const entry = (name: string, displayName = name) => ({ name, displayName });
const EVENTS = [entry('PayOrder', '支付订单'), entry('SignUp', '注册'), entry('signup', '旧注册')];
const catalog = {
	events: async () => await Promise.resolve(EVENTS),
	eventProperties: async (events: readonly string[]) =>
		await Promise.resolve(
			[entry('city', '城市'), entry('amount', '金额')].slice(events.length > 1 ? 0 : 1),
		),
	userProperties: async () =>
		await Promise.resolve([entry('city', '城市'), entry('level', '等级')]),
} as unknown as Catalog;
const names = async (typed: unknown) => (await findEvents(catalog, typed)).map(({ name }) => name);

describe('events are found', () => {
	it.each<[unknown, string[]]>([
		['', ['PayOrder', 'SignUp', 'signup']],
		['$Anything', ['PayOrder', 'SignUp', 'signup']],
		['PayOrder', ['PayOrder']],
		[{ __rl: true, mode: 'list', value: 'SignUp' }, ['SignUp']],
		['signup, 支付订单, PayOrder', ['signup', 'PayOrder']],
		['["SignUp", "pay_order"]', ['SignUp', 'PayOrder']],
		['旧注册 (signup), PayOrder (支付订单)', ['signup', 'PayOrder']],
	])('by %j', async (typed, found) => {
		expect(await names(typed)).toEqual(found);
	});

	it('by both names, as they are written, in front of another spelling', async () => {
		const all = [entry('App', '启动'), entry('MyStart', 'App启动')];
		const own = { events: async () => await Promise.resolve(all) } as unknown as Catalog;
		expect((await findEvents(own, 'App (启动)')).map(({ name }) => name)).toEqual(['App']);
	});

	it('by no spelling that two of them have', async () => {
		await expect(names('SIGNUP')).rejects.toThrow(
			"The project has no event 'SIGNUP' that the account can see. Did you mean 注册 (SignUp), 旧注册 (signup)?",
		);
	});

	it('or the answer says where to look', async () => {
		await expect(names('Refund')).rejects.toThrow(
			/The project has no event 'Refund' that the account can see\. Search for another word with Event: Get Many/,
		);
	});
});

describe('a property is found', () => {
	it.each([
		['event.PayOrder.a.b', EVENTS, { of: 'event', event: 'PayOrder', name: 'a.b' }],
		['user.x', EVENTS, { of: 'user', name: 'x' }],
		['city', EVENTS, { of: 'event', event: '$Anything', name: 'city' }],
		['金额', EVENTS.slice(0, 1), { of: 'event', event: 'PayOrder', name: 'amount' }],
		['city', EVENTS.slice(0, 1), { of: 'user', name: 'city' }],
		['等级', EVENTS, { of: 'user', name: 'level' }],
		['等级 (level)', EVENTS, { of: 'user', name: 'level' }],
	])('by %s', async (typed, events, property) => {
		expect(await findProperty(catalog, typed, events)).toEqual(property);
	});

	it('or the answer names the nearest ones', async () => {
		await expect(findProperty(catalog, 'level of the user', EVENTS)).rejects.toThrow(
			/no property 'level of the user' .* Did you mean 等级 \(level\)/,
		);
	});
});
