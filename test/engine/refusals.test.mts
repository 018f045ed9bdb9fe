/** What a person reads when a request is refused, and what of it an item carries. */
import type { IDataObject } from 'n8n-workflow';

import { groupBy, measures, TestWorld } from '../support/world.mts';

const DAY = { dateRange: 'custom', fromDate: '2026-11-02', toDate: '2026-11-02' };

describe('refusals', () => {
	let t: TestWorld;
	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => t.takeRequests());

	const run = async (form: IDataObject, options = {}) =>
		await t.report({ ...DAY, ...form }, options);
	const orders = { eventName: 'PayOrder', outputName: 'orders' };

	it.each<[string, IDataObject]>([
		["The option 'Combine Conditions' can't be 'OR'", { options: { filterJoin: 'OR' } }],
		[
			"The option 'Order Direction' can't be 'asc'",
			{ groupBy: groupBy('city'), options: { orderDirection: '={{ "asc" }}' } },
		],
		["The option 'Combine Conditions' is empty", { options: { filterJoin: '={{ undefined }}' } }],
		["'Query' can't be 'form'", { queryMode: 'form' }],
		["'Language' can't be 'Chinese'", { output: 'slack', messageLanguage: '={{ "Chinese" }}' }],
		["'When to Send' can't be 'changed'", { output: 'slack', messageWhen: 'changed' }],
	])('a choice that the list does not have is not replaced by another: %s', async (words, form) => {
		expect((await run(form)).error?.message).toContain(`${words}. Use one of: `);
		expect(t.takeRequests()).toEqual([]);
	});

	it.each(['secret', 'key'])(
		'words that a parser uses are not taken for a refused %s',
		async (credential) => {
			const error = 'line 1:8: invalid token FORM';
			t.simulator.faults.add({
				path: /report|segmentation/,
				reaction: { answer: { status: 400, body: { error, code: 'X', message: error } } },
			});
			const { error: shown } = await run({ measures: measures(orders) }, { credential });
			t.simulator.faults.clear();
			expect(shown?.message).toContain(`rejected the request: ${error}`);
			expect(shown?.description).toMatch(/Check event names.*about the sign-in: Check 'API /);
			t.takeRequests();
		},
	);

	it.each<[string, string, IDataObject]>([
		["'Count' is empty", 'getRetentionReport', { countOf: '={{ undefined }}' }],
		["'Aggregator' is empty", 'getUserPropertyReport', { aggregator: '={{ $json.no }}' }],
		["The option 'Limit' is empty", 'getUserPropertyReport', { options: { limit: '={{ null }}' } }],
		[
			"'Language' is empty",
			'getEventReport',
			{ output: 'markdown', messageLanguage: '={{ $json.no }}' },
		],
		[
			"The expression of 'Mention' returns nothing",
			'getEventReport',
			{ output: 'dingtalk', message: { mention: '={{ $json.no }}' } },
		],
		[
			"The expression of 'Buckets (Numbers Only)' of group 1 returns nothing",
			'getEventReport',
			{ groupBy: { group: [{ field: 'amount', buckets: '={{ $json.no }}' }] } },
		],
		["'Window Period' is empty", 'getFunnelReport', { window: '={{ "" }}' }],
		[
			"'Top Groups (0 = All)' of group 1 is empty",
			'getEventReport',
			{ groupBy: { group: [{ field: 'city', topGroups: '={{ $json.no }}' }] } },
		],
	])('an expression without a value is not the default: %s', async (words, operation, form) => {
		const filled = {
			...{ firstEvent: 'SignUp', secondEvent: 'PayOrder', measures: measures(orders) },
			steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
		};
		const { error } = await t.operation('report', operation, { ...DAY, ...filled, ...form });
		expect(error?.message).toContain(`${words}. `);
		expect(t.takeRequests()).toEqual([]);
	});

	it.each<[string, IDataObject, RegExp, RegExp]>([
		[
			'an event',
			{ measures: measures(orders, { eventName: 'PayOrders', outputName: 'x' }) },
			/Sensors Analytics rejected the request: 'Event Name' of measure 2: the event "PayOrders" does not exist or is no longer valid \(BAD_REQUEST\)/,
			/^'PayOrders': did you mean PayOrder\? /,
		],
		[
			'a display name',
			{ measures: measures({ eventName: '支付订单' }) },
			/measure 1: the event "支付订单"/,
			/^'支付订单' is the display name of PayOrder\. /,
		],
		[
			'a property',
			{ measures: measures({ eventName: 'PayOrder', aggregator: 'sum', field: 'amont' }) },
			/'Property' of measure 1: the field "event.PayOrder.amont"/,
			/^'amont': did you mean amount\? /,
		],
		[
			'a property of users',
			{ measures: measures(orders), groupBy: groupBy('user.levle') },
			/'Property' of group 1: the field "user.levle"/,
			/^'levle': did you mean level\? /,
		],
		[
			'a condition',
			{
				measures: measures(orders),
				filter: { condition: [{ field: 'citi', values: 'Beijing' }] },
			},
			/'Property' of condition 1 of 'Filter': the field "event.PayOrder.citi"/,
			/did you mean city\?/,
		],
		[
			'a property that is no number',
			{ measures: measures(orders, { eventName: 'PayOrder', aggregator: 'sum', field: 'city' }) },
			/Sensors Analytics rejected the request: 'Property' of measure 2: "event\.PayOrder\.city" is no number \(BAD_REQUEST\)/,
			/^Check event names/,
		],
	])('name the place as the form does, and suggest: %s', async (_case, form, message, advice) => {
		const { error } = await run(form);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(advice);
	});

	it('request lists only after a refusal', async () => {
		await run({ measures: measures(orders) });
		expect(t.takeRequests().map(({ path }) => path.split('?')[0])).toEqual(['/api/events/report']);
	});

	it('say the refusal alone where the lists are refused, too', async () => {
		t.simulator.faults.add({
			path: /events\/all/,
			reaction: { answer: { status: 403, body: { error: 'no' } } },
		});
		const { error } = await run({ measures: measures({ eventName: 'PayOrders' }) });
		t.simulator.faults.clear();
		expect(error?.message).toMatch(/the event "PayOrders"/);
		expect(error?.description).toMatch(/^Check event names/);
	});

	it('suggest in an item, too, under Continue On Fail', async () => {
		const { rows } = await run(
			{ measures: measures({ eventName: 'PayOrders' }) },
			{ items: [{ id: 1 }], onError: 'continueRegularOutput' },
		);
		expect(rows).toMatchObject([
			{ id: 1, error: expect.stringMatching(/'PayOrders': did you mean PayOrder\?$/) as string },
		]);
	});

	it.each([
		[
			'secret',
			{ rowLimit: 5 },
			/The option 'Row Limit' requires an API Key \(OpenAPI\)\. Use the option 'Group Limit' or 'Top Groups' instead/,
		],
		[
			'key',
			{ groupLimit: 5 },
			/The option 'Group Limit' isn't available with an API Key \(OpenAPI\)\. Use the option 'Row Limit' or 'Top Groups' instead/,
		],
	])('name the limit of the other generation, with a %s', async (credential, limit, words) => {
		const { error } = await run({ measures: measures(orders), options: limit }, { credential });
		expect(error?.message).toMatch(words);
		expect(t.takeRequests()).toEqual([]);
	});

	describe('of what is not supported with a key', () => {
		const steps = (filter?: IDataObject) => ({
			step: [
				{ eventName: 'ViewProduct' },
				{ eventName: 'PayOrder', ...(filter ? { isFiltered: true, filter } : {}) },
			],
		});
		const elsewhere = { field: 'event.SignUp.city', values: 'Beijing' };
		const listed = { condition: [{ field: 'user.interests', function: 'include', values: 'x' }] };
		const filtered = (...condition: IDataObject[]) => ({
			filter: { condition },
		});
		const ask = async (form: IDataObject, operation = 'getFunnelReport') =>
			await t.operation('report', operation, { ...DAY, ...form }, { credential: 'key' });

		it.each<[string, IDataObject, string]>([
			[
				'a condition',
				{ steps: steps(), ...filtered({ field: 'user.level', values: 'gold' }, elsewhere) },
				"'Property' of condition 2 of 'Filter': event.SignUp.city doesn't belong to a step of the funnel. Use properties of users, or of events that are steps",
			],
			[
				'a group',
				{ steps: steps(), groupByField: 'event.SignUp.city' },
				"'Group By': event.SignUp.city doesn't belong to a step of the funnel. Use properties of users, or of events that are steps",
			],
			[
				"a step's condition",
				{ steps: steps(listed) },
				"'Operator' of condition 1 of step 2: The condition 'Includes' on user.interests isn't available in the OpenAPI. Filter by a user group that uses this condition, or use a credential with an API secret or an account",
			],
		])('name the place as the form does: %s', async (_case, form, words) => {
			expect((await ask(form)).error?.message).toContain(words);
			expect(t.takeRequests()).toEqual([]);
		});

		it('name the place in a measure, too', async () => {
			const measure = { eventName: 'PayOrder', isFiltered: true, filter: listed };
			const { error } = await ask({ measures: measures(orders, measure) }, 'getEventReport');
			expect(error?.message).toMatch(/^'Operator' of condition 1 of measure 2: .* 'Includes'/);
		});

		it('name the place in the pasted query', async () => {
			const { error } = await ask({
				queryMode: 'json',
				queryJson: JSON.stringify({
					funnel: { steps: [{ event_name: 'A' }, { event_name: 'B' }], max_convert_time: 60 },
					filter: { conditions: [{ field: 'event.C.x', function: 'isSet', params: [] }] },
				}),
			});
			expect(error?.message).toMatch(
				/^filter\.conditions\.0\.field: event\.C\.x doesn't belong to a step of the funnel\. Use properties of users, or of events that are steps/,
			);
		});
	});

	it('leave an item its own fields under Continue On Fail, each with its own options', async () => {
		const items = [
			{ id: 1, timeout: 60 },
			{ id: 2, timeout: -5 },
			{ id: 3, timeout: 60 },
		];
		const { rows, error } = await run(
			{ measures: measures(orders), options: { timeout: '={{ $json.timeout }}' } },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([
			{ orders: expect.any(Number) as number },
			{
				id: 2,
				timeout: -5,
				error: "The option 'Timeout (Seconds)' must be a number from 0.001 to 86400, not '-5'",
			},
			{ orders: expect.any(Number) as number },
		]);
	});

	it('send an item with its own fields to the error output', async () => {
		const { run: done } = await run(
			{ measures: measures(orders), options: { timeout: '={{ $json.timeout }}' } },
			{
				items: [
					{ id: 1, timeout: 60 },
					{ id: 2, timeout: -5 },
				],
				onError: 'continueErrorOutput',
			},
		);
		const outputs = done.data.resultData.runData['Sensors Analytics']?.[0]?.data?.main ?? [];
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([{ date: '2026-11-02' }]);
		expect(outputs[1]?.map(({ json }) => json)).toMatchObject([
			{ id: 2, timeout: -5, error: expect.stringMatching(/Timeout/) as string },
		]);
	});

	it.each<[string, object, RegExp]>([
		[
			'a funnel',
			{ funnel: { steps: [] } },
			/'Report URL or JSON' is the query of the funnel report\. Choose the 'Operation' Get Funnel Report for this query/,
		],
		['retention', { first_event: {}, second_event: {} }, /Get Retention Report/],
		['distribution', { event_name: 'A', measure_type: 'times' }, /Get Distribution Report/],
		['users', { measures: [{ aggregator: 'count', field: '' }] }, /Get User Property Report/],
	])("name the report of another model's query: %s", async (_case, payload, words) => {
		const { error } = await t.report({ queryMode: 'json', queryJson: JSON.stringify(payload) });
		expect(error?.message).toMatch(words);
	});

	it('name the report of an event query pasted into a funnel, and of a complete request', async () => {
		const paste = async (queryJson: string) =>
			await t.engine.runNode(
				{ resource: 'report', operation: 'getFunnelReport', queryMode: 'json', queryJson },
				{ credential: 'secret' },
			);
		const event = await paste('{"measures":[{"event_name":"A","aggregator":"general"}]}');
		expect(event.error?.message).toMatch(
			/'Report URL or JSON' is the query of the event report\. Choose the 'Operation' Get Event Report for this query/,
		);
		for (const text of ["curl 'https://x/api/events/report' -b 'sid=1'", 'fetch("https://x")']) {
			const { error } = await paste(text);
			expect(error?.message).toMatch(/'Report URL or JSON' is a whole request.*cookie.*Payload/);
			expect(error?.message).not.toContain('sid');
		}
	});
});
