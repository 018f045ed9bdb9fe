/** Filter conditions in the forms in which n8n keeps them, old and new; numbers from the events. */
import type { IDataObject } from 'n8n-workflow';

import type { ShopEvent } from '../../simulator/data/shop.mts';
import { measures, TestWorld } from '../support/world.mts';

const DAY = '2026-11-02';
const picked = (value: string, cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

describe('filter conditions', () => {
	let t: TestWorld;
	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());

	const run = async (condition: IDataObject) =>
		await t.report({
			measures: measures({ eventName: 'PayOrder', outputName: 'orders' }),
			unit: 'total',
			dateRange: 'custom',
			fromDate: DAY,
			toDate: DAY,
			filter: { condition: [condition] },
		});
	const count = (isWanted: (event: ShopEvent) => boolean) =>
		t.world
			.shopOf('production')
			.eventsOf(DAY)
			.filter((event) => event.event === 'PayOrder' && isWanted(event)).length;

	// n8n leaves out what is the default: these are rows as it saved them.
	it.each<[string, IDataObject, (event: ShopEvent) => boolean]>([
		[
			'text, saved without kind and function',
			{ field: 'city', values: 'Beijing' },
			({ properties }) => properties.city === 'Beijing',
		],
		[
			'yes or no, saved without its function',
			{ field: 'user.is_member', valueKind: 'boolean', values: 'true' },
			({ user }) => user.properties.is_member === true,
		],
		[
			'a list, saved without its function',
			{ field: 'user.interests', valueKind: 'list', values: 'kitchen' },
			({ user }) => (user.properties.interests as unknown as string[]).includes('kitchen'),
		],
		[
			'a number with the kind of that time',
			{ field: 'amount', valueKind: 'number', function: 'greater', values: '100' },
			({ properties }) => Number(properties.amount) > 100,
		],
		[
			'a picked number, saved without kind and function',
			{ field: picked('event.PayOrder.item_count', 'item_count · number'), values: '1' },
			({ properties }) => properties.item_count === 1,
		],
		[
			'a picked yes or no',
			{ field: picked('user.is_member', 'User: is_member · yes or no'), values: 'no' },
			({ user }) => user.properties.is_member === false,
		],
	])('%s', async (_case, condition, isWanted) => {
		const expected = count(isWanted);
		expect(expected).toBeGreaterThan(0);
		expect((await run(condition)).rows).toMatchObject([{ orders: expected }]);
	});

	it.each([
		['is', undefined],
		['is', '={{ $json.nothing }}'],
		['is not', ''],
	])('refuses yes or no without a value: %s %j', async (operator, values) => {
		const { error } = await run({
			...{ field: 'user.is_member', valueKind: 'boolean' },
			...{ function: operator === 'is' ? 'equal' : 'notEqual', values },
		});
		expect(error?.message).toMatch(/^'Value' of condition 1 of 'Filter' is empty/);
	});

	it('refuses what does not fit before anything is sent', async () => {
		t.takeRequests();
		const { error } = await run({
			field: picked('event.PayOrder.city', '城市 (city) · text'),
			function: 'include',
			values: 'Beijing',
		});
		expect(error?.message).toMatch(/'Operator' of condition 1 of 'Filter' is 'Includes'/);
		expect(t.takeRequests()).toEqual([]);
	});

	const NOTHING = '={{ $json.nothing }}';
	it.each<[string, unknown]>([
		['a text', NOTHING],
		['a field of a list', { __rl: true, mode: 'list', value: NOTHING }],
		['a typed name', { __rl: true, mode: 'name', value: NOTHING }],
	])('is not an empty row if an expression returns nothing: %s', async (_case, field) => {
		t.takeRequests();
		const { error } = await run({ field: field as string, function: 'isSet' });
		expect(error?.message).toBe(
			"'Property' of condition 1 of 'Filter' is empty. Choose a property, enter its name, or remove the condition",
		);
		const form = { measures: measures({ eventName: 'PayOrder' }), fromDate: DAY, toDate: DAY };
		const grouped = await t.report({
			...form,
			dateRange: 'custom',
			groupBy: { group: [{ field: field as string }] },
		});
		expect(grouped.error?.message).toBe(
			"'Property' of group 1 in 'Group By' is empty. Choose a property, enter its name, or remove the group",
		);
		expect(t.takeRequests()).toEqual([]);
	});

	it('counts all where the row that the form starts with is blank, and keeps any of several', async () => {
		const blank = { __rl: true, mode: 'list', value: '' };
		const { rows } = await run({ field: blank });
		expect(rows).toEqual([{ orders: count(() => true) }]);
		const both = await t.report({
			measures: measures({ eventName: 'PayOrder', outputName: 'orders' }),
			unit: 'total',
			dateRange: 'custom',
			fromDate: DAY,
			toDate: DAY,
			filter: {
				condition: [
					{ field: 'city', values: 'Beijing' },
					{ field: 'city', values: 'Shanghai' },
				],
			},
			groupBy: { group: [{ field: blank }] },
			options: { filterJoin: 'or' },
		});
		const wanted = ['Beijing', 'Shanghai'];
		expect(both.rows).toEqual([
			{ orders: count(({ properties: { city } }) => wanted.includes(String(city))) },
		]);
	});

	it.each([
		[
			'getFunnelReport',
			{ steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] } },
			'Only “浏览商品” events where 城市 is Beijing',
		],
		[
			'getRetentionReport',
			{ firstEvent: 'ViewProduct', secondEvent: 'PayOrder' },
			'Only “浏览商品” events where 城市 is Beijing',
		],
		[
			'getRetentionReport',
			{ firstEvent: 'ViewProduct', secondEvent: 'ViewProduct' },
			'Start: only events where 城市 is Beijing',
		],
	])(
		'of any event are of the first one, which the message names: %s',
		async (operation, form, said) => {
			const filteredBy = async (field: string, output = 'rows') => {
				const filter = { condition: [{ field, function: 'equal', values: 'Beijing' }] };
				const dates = { dateRange: 'custom', fromDate: DAY, toDate: DAY };
				return await t.operation('report', operation, { ...form, ...dates, filter, output });
			};
			const picked = await filteredBy('event.$Anything.city');
			expect(picked.error).toBeUndefined();
			expect(picked.rows).toEqual((await filteredBy('event.ViewProduct.city')).rows);
			const { rows } = await filteredBy('event.$Anything.city', 'markdown');
			expect(String(rows[0]?.markdown)).toContain(said);
		},
	);

	const ADS = { channel: 'ads' };
	const FROM_ADS = { event: 'PayOrder', filter: ADS };
	const OF_ORDERS = { filter: { 'event.PayOrder.channel': 'ads' } };
	it.each([
		['getRetentionReport', { first: 'SignUp', periods: 2 }, 'returning'],
		['getIntervalReport', { first: 'ViewProduct', unit: 'week' }, 'second'],
		['getPathReport', { event: 'ViewProduct' }, 'events'],
		['getAttributionReport', { target: 'SignUp' }, 'touchpoints'],
	])('of a named event restrict no other one: %s', async (operation, query, key) => {
		const ask = async (more: IDataObject) => {
			const queryDefinition = { ...query, range: '2026-11-02..2026-11-15', ...more };
			const form = { queryMode: 'definition', queryDefinition };
			return await t.operation('report', operation, form, { credential: 'key' });
		};
		const isList = ['events', 'touchpoints'].includes(key);
		const of = (event: IDataObject | string) => ({ [key]: isList ? [event] : event });
		const whole = await ask({ ...of('PayOrder'), ...OF_ORDERS });
		expect(whole.error).toBeUndefined();
		expect(whole.rows).toEqual((await ask(of(FROM_ADS))).rows);
		expect(whole.rows).not.toEqual((await ask(of('PayOrder'))).rows);
	});

	it.each([
		[
			'getPathReport',
			{ event: 'PayOrder', events: ['ViewProduct'] },
			/Start: only events where 渠道/,
		],
		[
			'getIntervalReport',
			{ first: 'PayOrder', second: 'PayOrder', unit: 'week' },
			/Start:|only events/,
		],
	])('of an event that is in two places are said once: %s', async (operation, query, other) => {
		const queryDefinition = { ...query, range: '2026-11-02..2026-11-15', ...OF_ORDERS };
		const form = { queryMode: 'definition', queryDefinition, output: 'markdown' };
		const { rows } = await t.operation('report', operation, form, { credential: 'key' });
		const text = String(rows[0]?.markdown);
		expect(text.match(/渠道 is ads/g)).toHaveLength(1);
		expect(text).not.toMatch(other);
	});

	const eitherOf = (...fields: string[]) => ({ or: fields.map((one) => ({ [one]: 'Beijing' })) });

	it.each(['key', 'secret'] as const)(
		'by OR of an event and of users restrict the first step with the event, signed in by %s',
		async (credential) => {
			const ask = async (steps: unknown[], filter?: object) => {
				const queryDefinition = { steps, range: '2026-11-02..2026-11-15', filter };
				const form = { queryMode: 'definition', queryDefinition };
				return await t.operation('report', 'getFunnelReport', form, { credential });
			};
			for (const [steps, place] of [
				[['ViewProduct', 'PayOrder'], 0],
				[['ViewProduct', 'ViewProduct'], 0],
				[['SignUp', 'ViewProduct'], 1],
			] as const) {
				const filter = eitherOf('event.ViewProduct.city', 'user.level');
				const own = steps.map((event, at) => (at === place ? { event, filter } : event));
				const { rows, error } = await ask([...steps], filter);
				expect(error).toBeUndefined();
				expect(rows).toEqual((await ask(own)).rows);
			}
		},
	);

	it.each<[string, IDataObject]>([
		['getFunnelReport', { steps: ['ViewProduct', 'PayOrder'] }],
		['getRetentionReport', { first: 'ViewProduct', returning: 'PayOrder' }],
		['getIntervalReport', { first: 'ViewProduct', second: 'PayOrder' }],
		['getLifetimeValueReport', { start: 'ViewProduct', value: 'PayOrder' }],
		['getAttributionReport', { target: 'PayOrder', touchpoints: ['ViewProduct'] }],
		['getPathReport', { event: 'ViewProduct', events: ['PayOrder'] }],
	])('by OR of two events are an error: %s', async (operation, query) => {
		const filter = eitherOf('event.ViewProduct.city', 'event.PayOrder.city');
		const queryDefinition = { ...query, range: 'last week', filter };
		const form = { queryMode: 'definition', queryDefinition };
		const { error } = await t.operation('report', operation, form, { credential: 'key' });
		expect(error?.message).toMatch(
			/^'Filter' combines conditions on ViewProduct, PayOrder with others by OR, .* Give each event its own filter\./,
		);
	});

	it.each(['registered_on', 'interests'])(
		'with an API key, errors propose no operators for dates and lists: %s',
		async (property) => {
			const filter = { [`user.${property}`]: { '>': 5 } };
			const queryDefinition = { measures: ['支付订单'], range: '2026-11-02', filter };
			const form = { queryMode: 'definition', queryDefinition };
			const { error } = await t.operation('report', 'getEventReport', form, { credential: 'key' });
			expect(error?.message).toMatch(/can't compare\. Use one of: is_set, not_set$/);
		},
	);

	const TWICE = {
		funnel: {
			max_convert_time: 1440,
			steps: [{ event_name: 'ViewProduct' }, { event_name: 'ViewProduct' }],
		},
		extend_over_end_date: false,
	};
	const BACK = {
		first_event: { event_name: 'SignUp' },
		second_event: { event_name: 'PayOrder' },
		unit: 'day',
		duration: 1,
		extend_over_end_date: true,
	};
	it.each([
		['funnel', TWICE, 'channel', { funnel: { steps: [{ filter: {} }, {}] } }],
		['retention', BACK, 'channel', { first_event: { filter: {} } }],
		['retention', BACK, 'event.PayOrder.channel', { second_event: { filter: {} } }],
	])('added to a saved %s go into the event: %j, %s', async (type, query, field, sent) => {
		const data = JSON.stringify({ ...query, from_date: '2026-11-02', to_date: '2026-11-08' });
		const body = { id: 999, type: `/${type}/`, name: 'Saved', data };
		t.simulator.faults.add({ path: /bookmark/, reaction: { answer: { body } } });
		t.takeRequests();
		const filter = { condition: [{ field, function: 'equal', values: 'ads' }] };
		const form = { savedReport: '999', dateRange: 'asPasted', filter };
		const run = await t.operation('savedReport', 'runSavedReport', form);
		t.simulator.faults.clear();
		expect(run.error).toBeUndefined();
		const request = t.takeRequests().find(({ path }) => path.endsWith('/report'))?.body;
		const only = { relation: 'and', conditions: [expect.anything()] as unknown[] };
		const filled = JSON.parse(JSON.stringify(sent), (key, value: object) =>
			key === 'filter' ? only : value,
		) as object;
		expect(request).toMatchObject(filled);
		expect(request).not.toHaveProperty('filter');
	});

	const runSaved = async (
		type: string,
		query: IDataObject,
		field: string,
		form?: IDataObject,
		mode: 'trigger' | 'manual' = 'trigger',
	) => {
		const body = { id: 999, type, name: 'Saved', data: JSON.stringify(query) };
		t.simulator.faults.add({ path: /bookmark/, reaction: { answer: { body } } });
		t.takeRequests();
		const filter = { condition: [{ field, function: 'equal', values: 'gold' }] };
		const saved = { savedReport: '999', dateRange: 'asPasted', filter, ...form };
		const run = await t.operation('savedReport', 'runSavedReport', saved, { mode });
		t.simulator.faults.clear();
		const [hint] = run.run.data.resultData.runData['Sensors Analytics']?.[0]?.hints ?? [];
		const requests = t.takeRequests().filter(({ path }) => /report/.test(path));
		return { ...run, hint: hint?.message, request: requests[0]?.body };
	};

	it('added to a saved user property report are about users, and its dates are none', async () => {
		const query = { measures: [{ event_name: 'user', aggregator: 'count' }] };
		const form = { dateRange: 'yesterday' };
		const { request, hint } = await runSaved('/user_analytics/', query, 'level', form);
		expect(request).toMatchObject({ filter: { conditions: [{ field: 'user.level' }] } });
		expect(hint).toMatch(/has no dates, so the node ignores 'Date Range'/);
		const named = await runSaved('/user_analytics/', query, 'event.PayOrder.city');
		expect(named.error?.message).toMatch(/^'Filter' has a condition on the event property/);
	});

	it.each([
		[{ relation: 'or' }, 'conditions'],
		[{ relation: 'and' }, 'filters'],
	])('are not added to a saved funnel whose steps would be of others: %j', async (filter, key) => {
		const conditions = ['ViewProduct', 'PayOrder'].map((event) => ({
			...{ field: `event.${event}.city`, function: 'equal', params: ['Beijing'] },
		}));
		const steps = [{ event_name: 'ViewProduct' }, { event_name: 'PayOrder' }];
		const { error, request } = await runSaved(
			'/funnel/',
			{
				...{ from_date: '2026-11-02', to_date: '2026-11-08', filter_field_steps: [0, 1] },
				funnel_define: { max_convert_time: 1440, steps },
				filter: {
					...filter,
					[key]: key === 'filters' ? [{ relation: 'or', conditions }] : conditions,
				},
			},
			'user.level',
		);
		expect(request).toBeUndefined();
		expect(error?.message).toMatch(
			/^The node can't add 'Filter' to this saved funnel.* without groups/,
		);
	});

	it('added to a saved funnel without a filter get their steps, although its list is empty', async () => {
		const steps = [{ event_name: 'ViewProduct' }, { event_name: 'PayOrder' }];
		const query = {
			...{ from_date: '2026-11-02', to_date: '2026-11-08', filter: {}, filter_field_steps: [] },
			funnel_define: { max_convert_time: 1440, steps },
		};
		const { error, request } = await runSaved('/funnel/', query, 'user.level');
		expect(error).toBeUndefined();
		expect(request).toMatchObject({ filter_field_steps: [-1] });
		const ofSecond = await runSaved('/funnel/', query, 'event.PayOrder.city');
		expect(ofSecond.request).toMatchObject({ filter_field_steps: [1] });
	});

	it('by OR are added to the first of two steps with the same event of a saved funnel', async () => {
		const dated = { ...TWICE, from_date: '2026-11-02', to_date: '2026-11-08' };
		const conditions = ['event.ViewProduct.city', 'user.level'].map((field) => ({
			...{ field, function: 'equal', values: 'gold' },
		}));
		const either = { filter: { condition: conditions }, options: { filterJoin: 'or' } };
		const { error, request } = await runSaved('/funnel/', dated, '', either);
		expect(error).toBeUndefined();
		const [first, second] = (request as typeof TWICE).funnel.steps;
		expect(first).toMatchObject({ filter: { relation: 'or', conditions: [{}, {}] } });
		expect(second).toEqual({ event_name: 'ViewProduct' });
	});

	it('added to a saved report are errors if they name another event, or several by OR', async () => {
		const dated = { ...BACK, from_date: '2026-11-02', to_date: '2026-11-08' };
		const other = await runSaved('/retention/', dated, 'event.AddToCart.product', {}, 'manual');
		expect(other.error?.message).toMatch(/^'Filter' has a condition on 'event.AddToCart.product'/);
		const conditions = ['event.SignUp.channel', 'event.PayOrder.city'].map((field) => ({
			...{ field, function: 'equal', values: 'gold' },
		}));
		const either = { filter: { condition: conditions }, options: { filterJoin: 'or' } };
		const mixed = await runSaved('/retention/', dated, '', either);
		expect(mixed.error?.message).toMatch(/^'Filter' combines conditions on SignUp, PayOrder with/);
		expect([other.request, mixed.request]).toEqual([undefined, undefined]);
	});

	it.each(['level', '会员等级'])(
		'by OR of an event and of users by a short name: %s',
		async (name) => {
			const ask = async (property: string) => {
				const filter = { or: [{ 'event.PayOrder.coupon': true }, { [property]: 'gold' }] };
				const queryDefinition = {
					...{ first: 'ViewProduct', returning: 'PayOrder' },
					...{ range: '2026-11-02..2026-11-15', filter },
				};
				const form = { queryMode: 'definition', queryDefinition };
				return await t.operation('report', 'getRetentionReport', form);
			};
			const { rows, error } = await ask(name);
			expect(error).toBeUndefined();
			expect(rows).toEqual((await ask('user.level')).rows);
		},
	);

	it('of a lifetime value restrict the start, unless they name the event of the value', async () => {
		const ask = async (filter: IDataObject) => {
			const query = { start: 'SignUp', value: 'PayOrder', range: '2026-11-02..2026-11-15' };
			const form = { queryMode: 'definition', queryDefinition: { ...query, filter } };
			const options = { credential: 'key' };
			const { rows } = await t.operation('report', 'getLifetimeValueReport', form, options);
			return rows[0];
		};
		const started = (channel?: string) =>
			new Set(
				t
					.events('2026-11-02', '2026-11-02', 'SignUp')
					.filter(({ properties }) => channel === undefined || properties.channel === channel)
					.map(({ user }) => user.id),
			).size;
		expect((await ask(ADS))?.initial_users).toBe(started('ads'));
		expect((await ask(OF_ORDERS.filter))?.initial_users).toBe(started());
	});
});
