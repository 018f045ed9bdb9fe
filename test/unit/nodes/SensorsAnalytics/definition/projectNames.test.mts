import { faultOf, shop } from '../../../../support/definitions.mts';

const event = (typed: string) => shop.event(typed, "'event' of measure 1");
const property = (typed: string, of = 'PayOrder') =>
	shop.property(typed, of, "'group_by'").property;

describe('names of a project', () => {
	it.each([
		['PayOrder', 'PayOrder'],
		['payorder', 'PayOrder'],
		['pay_order', 'PayOrder'],
		['支付订单', 'PayOrder'],
		['提交订单', 'SubmitOrder'],
		['Any event', '$Anything'],
		['*', '$Anything'],
	])('the event %s is %s', (typed, name) => {
		expect(event(typed)).toBe(name);
	});

	it.each([
		['支付', /can mean several: OldPay \(支付\), NewPay \(支付\)\. Write one of these names$/],
		[
			'订单',
			/^'event' of measure 1: the project has no event called '订单'\. Nearest: PayOrder \(支付订单\), SubmitOrder \(提交订单\)$/,
		],
		['PayOrdr', /Nearest: PayOrder/],
		['Refund', /There are: PayOrder \(支付订单\), SubmitOrder/],
		['!!!', /no event called '!!!'/],
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
		['user.user_group_gold', { of: 'user', name: 'user_group_gold' }],
		['session.$Anything.length', { of: 'other', expression: 'session.$Anything.length' }],
	])('the property %s', (typed, expected) => {
		expect(property(typed)).toEqual(expected);
	});

	it.each([
		['城市', /can mean several: city \(城市\), user\.city \(城市\)/],
		['City', /can mean several: city \(城市\), user\.city \(城市\)/],
		['amonut', /Nearest: amount \(订单金额\)/],
		['user.amount', /no property called 'amount'\. There are: user\.city/],
		['event.PayOrder.levle', /no property called 'levle'\. There are: event\.PayOrder\.city/],
		['event.Refund.city', /no event called 'Refund'/],
	])('the property %s is an error that lists what it can be', (typed, message) => {
		expect(faultOf(() => property(typed))).toMatch(message);
	});

	it('computes numbers of numbers alone', () => {
		const sum = (typed: string) => shop.property(typed, 'PayOrder', "'property'", 'number');
		expect(sum('amount').kind).toBe('number');
		// Of this one nobody knows.
		expect(sum('anything').kind).toBeUndefined();
		expect(faultOf(() => sum('city'))).toMatch(
			/'property' must hold numbers, but city \(城市\) is text\. Properties that hold numbers: amount \(订单金额\), user\.age/,
		);
	});
});
