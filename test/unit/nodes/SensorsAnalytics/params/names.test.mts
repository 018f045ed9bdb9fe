import { NearNames, ProjectNames } from '../../../../../nodes/SensorsAnalytics/params/names';
import { define, faultOf, shop } from '../../../../support/definitions.mts';

it('a text that is longer than any name has no suggestion', () => {
	expect(faultOf(() => event(`PayOrdr${'!'.repeat(493)}`))).toMatch(/Nearest: PayOrder/);
	expect(faultOf(() => event(`PayOrdr${'!'.repeat(494)}`))).toMatch(/There are: PayOrder/);
});

it('a cancelled execution ends the search for what may be meant', async () => {
	const lists = { events: [], userProperties: [], eventProperties: new Map() };
	const found = async (cancelled?: AbortSignal) => {
		const near = new NearNames(true);
		new ProjectNames(lists, near).event('PayOrdr', "'event'");
		return await near.look(cancelled);
	};
	expect(await found()).toBe(true);
	expect(await found(new AbortController().signal)).toBe(true);
	expect(await found(AbortSignal.abort())).toBe(false);
});

/** With what is wrong as an error. */
function known<Value>(read: (names: ProjectNames) => Value): Value {
	const names = shop();
	const value = read(names);
	names.assertKnown();
	return value;
}
const event = (typed: string) => known((names) => names.event(typed, "'event' of measure 1"));
const property = (typed: string, of = 'PayOrder') =>
	known((names) => names.property(typed, of, "'group_by'").property);

describe('names of a project', () => {
	it.each([
		['PayOrder', 'PayOrder'],
		['payorder', 'PayOrder'],
		['pay_order', 'PayOrder'],
		['支付订单', 'PayOrder'],
		['提交订单', 'SubmitOrder'],
		// As errors and lists write them.
		['PayOrder (支付订单)', 'PayOrder'],
		['支付订单 (PayOrder)', 'PayOrder'],
		['NewPay (支付)', 'NewPay'],
		['Any event', '$Anything'],
		['*', '$Anything'],
	])('the event %s is %s', (typed, name) => {
		expect(event(typed)).toBe(name);
	});

	it.each([
		[
			'支付',
			/^'event' of measure 1: '支付' can mean several: OldPay \(支付\), NewPay \(支付\)\. Write one of these names$/,
		],
		[
			'订单',
			/^'event' of measure 1: the project has no event called '订单'\. Nearest: PayOrder \(支付订单\), SubmitOrder \(提交订单\)$/,
		],
		['PayOrdr', /Nearest: PayOrder/],
		['Refund', /There are: PayOrder \(支付订单\), SubmitOrder/],
		['!!!', /no event called '!!!'/],
		['PayOrder (提交订单)', /no event called 'PayOrder \(提交订单\)'/],
	])('the event %s is an error that lists what it can be', (typed, message) => {
		expect(faultOf(() => event(typed))).toMatch(message);
	});

	it.each([
		['city', { of: 'event', event: 'PayOrder', name: 'city' }],
		['user.city', { of: 'user', name: 'city' }],
		['user.城市', { of: 'user', name: 'city' }],
		['event.PayOrder.city', { of: 'event', event: 'PayOrder', name: 'city' }],
		['event.支付订单.订单金额', { of: 'event', event: 'PayOrder', name: 'amount' }],
		['订单金额', { of: 'event', event: 'PayOrder', name: 'amount' }],
		['Order-ID', { of: 'event', event: 'PayOrder', name: 'order_id' }],
		['level', { of: 'user', name: 'level' }],
		['会员等级', { of: 'user', name: 'level' }],
		['amount (订单金额)', { of: 'event', event: 'PayOrder', name: 'amount' }],
		['user.level (会员等级)', { of: 'user', name: 'level' }],
		['event.支付订单.city (城市)', { of: 'event', event: 'PayOrder', name: 'city' }],
		// Users have one that is called alike.
		['城市', { of: 'event', event: 'PayOrder', name: 'city' }],
		['City', { of: 'event', event: 'PayOrder', name: 'city' }],
		['user.user_group_gold', { of: 'user', name: 'user_group_gold' }],
		['user.user_segment_vip', { of: 'user', name: 'user_segment_vip' }],
		['user.user_tag_rank', { of: 'user', name: 'user_tag_rank' }],
		['session.$Anything.length', { of: 'other', expression: 'session.$Anything.length' }],
	])('the property %s', (typed, expected) => {
		expect(property(typed)).toEqual(expected);
	});

	it.each([
		[
			'支付',
			/^'group_by': the project has no property called '支付'\. Did you mean paid_at \(支付时间\)\?$/,
		],
		['金额', /no property called '金额'\. Did you mean amount \(订单金额\)\?$/],
		['amonut', /Did you mean amount \(订单金额\)\?$/],
		[
			'手机',
			/'手机' can mean several: phone \(手机\), mobile \(手机\)\. Write one of these names$/,
		],
		['user.amount', /no property called 'amount'\. There are: user\.city/],
		['event.PayOrder.levle', /no property called 'levle'\. There are: event\.PayOrder\.city/],
		['event.Refund.city', /no event called 'Refund'/],
	])('the property %s is an error that lists what it can be', (typed, message) => {
		expect(faultOf(() => property(typed))).toMatch(message);
	});

	it('computes numbers of numbers alone', () => {
		const sum = (typed: string) =>
			known((names) => names.property(typed, 'PayOrder', "'property'", 'number'));
		expect(sum('amount').kind).toBe('number');
		// Of this one nobody knows.
		expect(sum('anything').kind).toBeUndefined();
		expect(faultOf(() => sum('city'))).toMatch(
			/'property' must hold numbers, but city \(城市\) is text\. Properties that hold numbers: amount \(订单金额\), user\.age/,
		);
	});

	it('reports all wrong names at once', () => {
		const read = (names: ProjectNames) =>
			define(
				'event',
				{
					measures: ['Orders', { event: 'PayOrder', aggregate: 'sum', property: 'price' }],
					filter: {
						'event.PayOrder.城': 'Riga',
						'event.Refund.x': 'y',
						'event.PayOrder.cost': { '>': 5 },
					},
					order_by: 'whatever',
					range: 'today',
				},
				names,
			);
		const names = shop();
		read(names);
		expect(names.areFinal).toBe(false);
		expect(faultOf(() => names.assertKnown())).toBe(
			[
				"'event' of measure 1: the project has no event called 'Orders'. Nearest: PayOrder (支付订单), SubmitOrder (提交订单)",
				"'property' of measure 2: the project has no property called 'price'. Properties that hold numbers: amount (订单金额), user.age (年龄)",
				"'event.PayOrder.城' in 'filter': the project has no property called '城'. Did you mean event.PayOrder.city (城市)?",
				"'event.Refund.x' in 'filter': the project has no event called 'Refund'. There are: PayOrder (支付订单), SubmitOrder (提交订单), OldPay (支付), NewPay (支付), $pageview (页面浏览)",
				"'event.PayOrder.cost' in 'filter': the project has no property called 'cost'. Properties that hold numbers: event.PayOrder.amount (订单金额)",
			]
				.join('. ')
				.replaceAll('?.', '?'),
		);
	});

	it('suggests no text property if numbers are required', () => {
		const names = shop();
		names.property('citty', 'PayOrder', "'citty'", 'compared');
		expect(faultOf(() => names.assertKnown())).toMatch(
			/called 'citty'\. Properties that hold numbers: amount/,
		);
	});

	it('judges properties by the event that is likely meant', () => {
		const names = shop();
		const query = {
			measures: [{ event: 'pageviews', aggregate: 'sum', property: 'x' }, 'SubmitOrdr'],
			range: 'today',
		};
		define('event', query, names);
		// Of page views this shop knows no properties.
		expect(faultOf(() => names.assertKnown())).toBe(
			"'event' of measure 1: the project has no event called 'pageviews'. Did you mean $pageview (页面浏览)? 'event' of measure 2: the project has no event called 'SubmitOrdr'. Did you mean SubmitOrder (提交订单)?",
		);
		expect(names.event('SubmitOrdr', 'x')).toBe('SubmitOrder');
		expect(names.event('Orders', 'x')).toBe('Orders');
	});
});
