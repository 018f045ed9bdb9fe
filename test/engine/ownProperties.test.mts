import { NEEDS_KEY } from '../support/operationDocs.mts';
import { sharedWorld } from '../support/world.mts';

/** What a list offers for a step: the properties of all events in the form. */
const only = (field: string, values: string) => ({
	isFiltered: true,
	filter: { condition: [{ field, function: 'equal', values }] },
});
const t = sharedWorld({ hasClock: true });

it.each([
	[
		'a step',
		'getFunnelReport',
		{
			steps: {
				step: [
					{ eventName: 'ViewProduct' },
					{ eventName: 'PayOrder', ...only('event.$Anything.product', 'wok') },
				],
			},
		},
		"The filter of PayOrder: PayOrder has no property 'product', but ViewProduct has it. Choose a property of PayOrder, or remove the condition",
	],
	[
		'a measure',
		'getEventReport',
		{
			measures: {
				measure: [
					{ eventName: 'ViewProduct', aggregator: 'general' },
					{ eventName: 'SignUp', aggregator: 'general', ...only('event.$Anything.product', 'wok') },
				],
			},
		},
		"The filter of SignUp: SignUp has no property 'product', but ViewProduct has it. Choose a property of SignUp, or remove the condition",
	],
	[
		'all measures',
		'getEventReport',
		{
			measures: {
				measure: [
					{ eventName: 'ViewProduct', aggregator: 'general' },
					{ eventName: 'SignUp', aggregator: 'general' },
				],
			},
			filter: only('event.$Anything.product', 'wok').filter,
		},
		"The filter of all measures: SignUp has no property 'product', but ViewProduct has it. Filter only the measures of ViewProduct",
	],
])('a filter of %s by a property of another event is an error, not 0', async (...of) => {
	const [, operation, form, message] = of;
	const { error } = await t.operation('report', operation, form, { mode: 'manual' });
	expect(error?.message).toBe(message);
});

it.each([
	[
		'a measure',
		'getEventReport',
		{
			measures: {
				measure: [
					{ eventName: 'PayOrder', aggregator: 'sum', field: 'event.PayOrder.amount' },
					{ eventName: 'SignUp', aggregator: 'sum', field: 'event.PayOrder.amount' },
				],
			},
		},
		"The measure of SignUp: SignUp has no property 'amount', but PayOrder has it, so there is nothing to compute. Choose a property of SignUp",
	],
	[
		'an average alone',
		'getEventReport',
		{
			measures: {
				measure: [{ eventName: 'SignUp', aggregator: 'avg', field: 'event.PayOrder.amount' }],
			},
		},
		"The measure of SignUp: SignUp has no property 'amount', but PayOrder has it, so there is nothing to compute. Choose a property of SignUp",
	],
	[
		'the filter of an event report',
		'getEventReport',
		{
			measures: { measure: [{ eventName: 'SignUp' }] },
			filter: only('event.PayOrder.coupon', 'false').filter,
		},
		"'Filter': SignUp has no property 'coupon', but PayOrder has it. Choose another property, or remove the condition",
	],
	[
		'the filter of a lifetime value',
		'getLifetimeValueReport',
		{
			...{ startEvent: 'SignUp', lifetimeValue: 'sum', valueEvent: 'PayOrder' },
			...{ valueProperty: 'amount', filter: only('event.ViewProduct.product', 'wok').filter },
		},
		"'Filter' has a condition on 'event.ViewProduct.product', but ViewProduct isn't an event of the report. Choose a property of SignUp, PayOrder, or one of users",
	],
])('%s by a property of another event is an error, not 0', async (...of) => {
	const [, operation, form, message] = of;
	const own = { ...form, dateRange: 'yesterday' };
	const key = { credential: 'key' } as const;
	const { error } = await t.operation('report', operation, own, { ...key, mode: 'manual' });
	expect(error?.message).toBe(message);
	const scheduled = await t.operation('report', operation, own, key);
	expect(scheduled.error).toBeUndefined();
});

it('is an error as well if the rows of a distribution have boundaries, and no users', async () => {
	const cells = [{ people: 0, percent: 0, bucket_start: 1, bucket_end: 3 }];
	const rows = [{ by_value: '2026-11-16', total_people: 0, cells }];
	const body = { by_field: '', rows, truncated: false };
	t.simulator.faults.add({
		path: /addictions\/report/,
		reaction: { answer: { status: 200, body } },
	});
	const { error } = await t.operation(
		'report',
		'getDistributionReport',
		{ eventName: 'SignUp', filter: only('event.SignUp.coupon', 'false').filter },
		{ mode: 'manual' },
	);
	expect(error?.message).toMatch(/^'Filter': SignUp has no property 'coupon'/);
});

it.each([
	['getEventReport', { groupBy: { group: [{ field: 'event.ViewProduct.product' }] } }],
	['getFunnelReport', { groupByField: 'event.ViewProduct.product' }],
])('a group of %s by a property of another event is an error, not one group', async (...of) => {
	const [operation, groups] = of;
	const names = ['SignUp', 'PayOrder'].map((eventName) => ({ eventName }));
	const form = {
		...{ measures: { measure: names }, steps: { step: names }, dateRange: 'yesterday' },
		...groups,
	};
	const { error } = await t.operation('report', operation, form, { mode: 'manual' });
	expect(error?.message).toBe(
		"'Group By': None of SignUp, PayOrder has the property 'product', so all numbers would be in one group without a value. Choose another property, or remove it",
	);
	const scheduled = await t.operation('report', operation, form);
	expect(scheduled.error).toBeUndefined();
});

it('is one as well if only a later step has the property', async () => {
	const steps = ['SignUp', 'PayOrder'].map((event) => ({ event_name: event, converted_user: 3 }));
	const body = { by_field: 'event.SignUp.coupon', funnel_detail: [{ by_value: null, steps }] };
	t.simulator.faults.add({ path: /funnel/, reaction: { answer: { status: 200, body } } });
	const form = {
		steps: { step: [{ eventName: 'SignUp' }, { eventName: 'PayOrder' }] },
		...{ groupByField: 'coupon', dateRange: 'yesterday' },
	};
	const { error } = await t.operation('report', 'getFunnelReport', form, { mode: 'manual' });
	expect(error?.message).toBe(
		"'Group By': SignUp has no property 'coupon', but PayOrder has it, so all numbers would be in one group without a value. Choose another property, or remove it",
	);
});

const PRICE = 'event.AddToCart.price';
const ofWok = (event: string) => ({ event, filter: { 'event.ViewProduct.product': 'wok' } });
const PER_CART = 'count(event.PayOrder)/count(event.AddToCart)';

/** What names a property of another event, by operation, and what the error says. */
const FOREIGN: Array<[string, string, object, string]> = [
	[
		'a distribution',
		'getDistributionReport',
		{ event: 'PayOrder', of: 'sum', property: PRICE, buckets: [10] },
		'The measure of PayOrder: PayOrder has no property ’price’, but AddToCart has it, so there is nothing to compute',
	],
	[
		'a lifetime value',
		'getLifetimeValueReport',
		{ start: 'SignUp', value: { event: 'PayOrder', aggregate: 'sum', property: PRICE } },
		'The measure of PayOrder: PayOrder has no property ’price’',
	],
	[
		'the target of an attribution',
		'getAttributionReport',
		{
			target: { event: 'PayOrder', aggregate: 'sum', property: PRICE },
			touchpoints: ['ViewProduct'],
		},
		'The measure of PayOrder: PayOrder has no property ’price’',
	],
	[
		'a touchpoint',
		'getAttributionReport',
		{ target: 'PayOrder', touchpoints: ['ViewProduct', ofWok('SignUp')] },
		'The filter of SignUp: SignUp has no property ’product’, but ViewProduct has it',
	],
	[
		'the returning event',
		'getRetentionReport',
		{ first: 'ViewProduct', returning: ofWok('PayOrder') },
		'The filter of PayOrder: PayOrder has no property ’product’, but ViewProduct has it',
	],
	[
		'the second event of an interval',
		'getIntervalReport',
		{ first: 'ViewProduct', second: ofWok('PayOrder') },
		'The filter of PayOrder: PayOrder has no property ’product’',
	],
	[
		'an event of a path',
		'getPathReport',
		{ source: 'ViewProduct', events: ['AddToCart', ofWok('PayOrder')] },
		'The filter of PayOrder: PayOrder has no property ’product’',
	],
	[
		'an excluded value',
		'getEventReport',
		{ measures: ['ViewProduct', { event: 'PayOrder', filter: { [PRICE]: { '!=': 5 } } }] },
		'The filter of PayOrder: PayOrder has no property ’price’',
	],
	[
		'a formula',
		'getEventReport',
		{ measures: [{ formula: PER_CART, filter: { product: 'wok' } }] },
		`The formula ’${PER_CART}’: PayOrder has no property ’product’, but AddToCart has it. Filter by a property that all its events have, or use a measure for each event instead of the formula`,
	],
	[
		'all measures, of which one is a formula',
		'getEventReport',
		{
			measures: [{ formula: 'count(event.SignUp)-count(event.PayOrder)' }],
			filter: { invited: true },
		},
		'The formula ’count(event.SignUp)-count(event.PayOrder)’: PayOrder has no property ’invited’',
	],
	[
		'the groups of a formula',
		'getEventReport',
		{ measures: [{ formula: PER_CART }], group_by: ['event.AddToCart.product'] },
		`The formula ’${PER_CART}’: PayOrder has no property ’product’, but AddToCart has it. Group by a property`,
	],
	...[{ product: { '!=': 'wok' } }, { or: [{ product: 'wok' }, { city: 'Riga' }] }].map(
		(filter): (typeof FOREIGN)[number] => [
			`a formula and ${JSON.stringify(filter)}`,
			'getEventReport',
			{ measures: [{ formula: PER_CART, filter }] },
			'PayOrder has no property ’product’, but AddToCart has it',
		],
	),
	[
		'a formula with a property of the platform',
		'getEventReport',
		{
			measures: [{ formula: 'count(event.PayOrder)/count(event.$pageview)' }],
			filter: { 'event.$pageview.$event_duration': { '>': 60 } },
		},
		'PayOrder has no property ’$event_duration’, but $pageview has it',
	],
	[
		'several measures, of which one has it',
		'getEventReport',
		{ measures: ['ViewProduct', 'PayOrder'], filter: { 'event.ViewProduct.product': 'wok' } },
		'The filter of all measures: PayOrder has no property ’product’, but ViewProduct has it. Filter only the measures of ViewProduct',
	],
	...[
		['getAttributionReport', { target: 'PayOrder', touchpoints: ['ViewProduct'], direct: true }],
		['getPathReport', { event: 'ViewProduct', events: ['AddToCart', 'PayOrder'] }],
		['getIntervalReport', { first: 'ViewProduct', second: 'PayOrder' }],
	].map(([operation, query]): (typeof FOREIGN)[number] => [
		`a short name in ${String(operation)}`,
		String(operation),
		{ ...(query as object), filter: { coupon: true } },
		'’Filter’: ViewProduct has no property ’coupon’, but PayOrder has it. To restrict only PayOrder, use event.PayOrder.coupon',
	]),
	...[{ '!=': 'wok' }, { not_set: true }].map((condition): (typeof FOREIGN)[number] => [
		`several measures and ${JSON.stringify(condition)}`,
		'getEventReport',
		{ measures: ['PayOrder', 'AddToCart'], filter: { 'event.AddToCart.product': condition } },
		'The filter of all measures: PayOrder has no property ’product’, but AddToCart has it',
	]),
	[
		'a formula of any event',
		'getEventReport',
		{
			measures: [{ formula: 'count(event.PayOrder)/count(event.$Anything)' }],
			filter: { product: 'wok' },
		},
		'PayOrder has no property ’product’. Filter by a property that all its events have',
	],
	[
		'a funnel of any event',
		'getFunnelReport',
		{ steps: ['$Anything', 'PayOrder'], filter: { 'event.ViewProduct.product': 'wok' } },
		'ViewProduct isn’t an event of the report. Choose a property of $Anything, PayOrder',
	],
	[
		'a touchpoint of any event',
		'getAttributionReport',
		{ target: 'PayOrder', touchpoints: ['$Anything'], filter: { product: 'wok' } },
		'’Filter’: PayOrder has no property ’product’. Choose another property',
	],
	[
		'the group of an interval',
		'getIntervalReport',
		{ first: 'ViewProduct', second: 'PayOrder', group_by: ['event.$pageview.page'] },
		'None of ViewProduct, PayOrder has the property ’page’',
	],
	...['getEventReport', 'getSessionReport'].map((operation): (typeof FOREIGN)[number] => [
		`the filter of ${operation}`,
		operation,
		{
			...{ measures: ['PayOrder'], filter: { [PRICE]: { '!=': 599 } } },
			...(operation === 'getSessionReport' ? { session: 'app_visit' } : {}),
		},
		'’Filter’: PayOrder has no property ’price’, but AddToCart has it. Choose another property',
	]),
	...[
		['getFunnelReport', { steps: ['ViewProduct', 'PayOrder'] }],
		['getRetentionReport', { first: 'ViewProduct', returning: 'PayOrder' }],
		['getIntervalReport', { first: 'ViewProduct', second: 'PayOrder' }],
		['getDistributionReport', { event: 'ViewProduct' }],
		['getLifetimeValueReport', { start: 'ViewProduct', value: 'PayOrder' }],
		['getAttributionReport', { target: 'PayOrder', touchpoints: ['ViewProduct'] }],
		['getPathReport', { source: 'ViewProduct', events: ['PayOrder'] }],
	].map(([operation, query]): (typeof FOREIGN)[number] => [
		`the filter of ${String(operation)}`,
		String(operation),
		{ ...(query as object), filter: { [PRICE]: { '!=': 599 } } },
		'’Filter’ has a condition on ’event.AddToCart.price’, but AddToCart isn’t an event of the report. Choose a property of ',
	]),
	[
		'measures of any event and of one',
		'getEventReport',
		{ measures: ['$Anything', 'PayOrder'], filter: { invited: true } },
		'The filter of all measures: PayOrder has no property ’invited’',
	],
];

describe.each(['secret', 'key'] as const)('queries as JSON, signed in by %s', (credential) => {
	it.each(
		FOREIGN.filter(([, operation]) => credential === 'key' || !NEEDS_KEY.includes(operation)),
	)('%s with a property of another event is an error', async (_what, operation, query, said) => {
		const form = {
			queryMode: 'definition',
			queryDefinition: JSON.stringify({ range: 'last 7 days', ...query }),
		};
		const { error } = await t.operation('report', operation, form, { credential, mode: 'manual' });
		expect(error?.message.replace(/'/g, '’')).toContain(said.replace(/'/g, '’'));
	});

	it('events in another spelling are those of the report', async () => {
		const form = {
			queryMode: 'definition',
			queryDefinition: JSON.stringify({
				...{ steps: ['viewproduct', 'payorder'], range: 'last 7 days' },
				filter: { 'event.PayOrder.city': 'Beijing' },
			}),
		};
		const { error, rows } = await t.operation('report', 'getFunnelReport', form, {
			...{ credential, mode: 'manual' },
		});
		expect(error).toBeUndefined();
		expect(rows.length).toBeGreaterThan(1);
	});

	it('what no event of a formula has by the lists is left to the service', async () => {
		const formula = 'count(event.PayOrder)/count(event.SignUp)';
		const form = {
			queryMode: 'definition',
			queryDefinition: JSON.stringify({
				measures: [{ formula }],
				range: 'last 7 days',
				group_by: ['event.PayOrder.hidden_from_the_lists'],
			}),
		};
		const { error } = await t.operation('report', 'getEventReport', form, {
			...{ credential, mode: 'manual' },
		});
		expect(error?.message ?? '').not.toContain('The formula');
	});

	it('those of its own event, or of all events of a formula, are none', async () => {
		const measures = [
			{ event: 'PayOrder', filter: { 'event.PayOrder.city': { '!=': 'Riga' } } },
			{ formula: PER_CART, filter: { 'event.AddToCart.city': 'Beijing' } },
		];
		const form = {
			queryMode: 'definition',
			queryDefinition: JSON.stringify({ measures, range: 'last 7 days', group_by: ['city'] }),
		};
		const { error, rows } = await t.operation('report', 'getEventReport', form, {
			...{ credential, mode: 'manual' },
		});
		expect(error).toBeUndefined();
		expect(rows.length).toBeGreaterThan(0);
	});
});

describe('what may be right is no error', () => {
	const SIGNED_UP = { eventName: 'SignUp', aggregator: 'general' };
	const nowhere = { field: 'city', function: 'equal', values: 'Nowhere' };
	const coupon = { field: 'event.$Anything.coupon', function: 'isTrue', values: '' };

	it.each([
		[
			'a filter of any event, which may have the property',
			'getDistributionReport',
			{
				...{ eventName: '$Anything', distributionOf: 'times' },
				filter: { condition: [nowhere] },
			},
		],
		[
			'a formula, whose events have the property of the groups',
			'getEventReport',
			{
				measures: {
					measure: [
						{ aggregator: 'formula', expression: 'count(event.PayOrder)', outputName: 'x' },
					],
				},
				groupBy: { group: [{ field: 'event.PayOrder.coupon' }] },
				filter: { condition: [{ ...nowhere, field: 'event.PayOrder.city' }] },
			},
		],
		[
			'a condition of several, of which one is enough',
			'getEventReport',
			{
				measures: { measure: [SIGNED_UP] },
				filter: { condition: [coupon, { ...nowhere, field: 'event.SignUp.channel' }] },
				options: { filterJoin: 'or' },
			},
		],
		[
			'a value that no event of a property has',
			'getEventReport',
			{
				measures: { measure: [SIGNED_UP] },
				filter: { condition: [{ ...nowhere, field: 'event.SignUp.channel' }] },
			},
		],
	])('%s', async (_what, operation, form) => {
		const { error } = await t.operation(
			'report',
			operation,
			{ ...form, dateRange: 'yesterday' },
			{ credential: 'key', mode: 'manual' },
		);
		expect(error?.message).toBeUndefined();
	});
});

it('is an error in JSON, too, and no error if all events have the property', async () => {
	const ask = async (filter: object) =>
		await t.report(
			{
				queryMode: 'definition',
				queryDefinition: { measures: ['ViewProduct', 'SignUp'], range: '2026-11-20', filter },
			},
			{ mode: 'manual' },
		);
	expect((await ask({ product: 'wok' })).error?.message).toMatch(
		/^The filter of all measures: SignUp has no property 'product'/,
	);
	const { error, rows } = await ask({ city: 'Nowhere', product: { '!=': 'wok' } });
	expect(error).toBeUndefined();
	expect(rows[0]).toMatchObject({ ViewProduct_events: 0, SignUp_events: 0 });
});

it('a value that never occurs is a result, and a filter with results costs no request', async () => {
	const steps = (field: string, value: string) => ({
		steps: {
			step: [
				{ eventName: 'ViewProduct' },
				{ eventName: 'PayOrder', ...only(`event.$Anything.${field}`, value) },
			],
		},
	});
	const manual = { mode: 'manual' } as const;
	const none = await t.operation(
		'report',
		'getFunnelReport',
		steps('category', 'no such thing'),
		manual,
	);
	expect(none.error).toBeUndefined();
	expect(none.rows.at(-1)).toMatchObject({ users: 0 });
	t.takeRequests();
	const some = await t.operation('report', 'getFunnelReport', steps('category', 'kitchen'), manual);
	expect(Number(some.rows.at(-1)?.users)).toBeGreaterThan(0);
	expect(t.takeRequests().filter(({ path }) => path.includes('propert'))).toHaveLength(0);
});

it.each(['notSet', 'notEqual'])(
	'a condition that events without the property meet, %s, is no error',
	async (name) => {
		const step = only('event.$Anything.product', 'wok');
		const [condition] = step.filter.condition;
		const own = { isFiltered: true, filter: { condition: [{ ...condition, function: name }] } };
		const never = only('event.$Anything.category', 'no such thing');
		const { error, rows } = await t.report({
			measures: {
				measure: [
					{ eventName: 'PayOrder', aggregator: 'general', ...own },
					{ eventName: 'ViewProduct', aggregator: 'general', ...never },
				],
			},
		});
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(1);
	},
);

it.each([
	['a filter', { filter: { level: 'gold' } }, { values: [[0]] }],
	['a group', { group_by: ['level'] }, { values: [[5]], by_values: [null] }],
])('the error on %s of JSON has the name of users in full', async (...of) => {
	const [, part, row] = of;
	const queryDefinition = { measures: ['PayOrder'], range: '2026-11-20', unit: 'total', ...part };
	const body = { series: ['2026-11-20 00:00:00'], rows: [row], truncated: false };
	t.simulator.faults.add({
		...{ path: /events\/report/, times: 1 },
		reaction: { answer: { status: 200, body } },
	});
	const form = { queryMode: 'definition', queryDefinition };
	const { error } = await t.report(form, { mode: 'manual' });
	expect(error?.message).toMatch(
		/PayOrder has no property 'level'.*\. For the property of users, use user\.level$/,
	);
});
