import type { Findable } from '../../../../../../nodes/SensorsAnalytics/query/names';
import { atOnce } from '../../../../../../credentials/http/slices';
import { nearestSteps, searchSteps } from '../../../../../../nodes/SensorsAnalytics/query/names';

const entry = (name: string, displayName = name, more: Partial<Findable> = {}): Findable => ({
	name,
	displayName,
	...more,
});
const EVENTS = [
	entry('$pageview', '页面浏览'),
	entry('ViewProduct', '浏览商品', { description: 'A page of a product was opened' }),
	entry('PayOrderDetail', '支付订单明细'),
	entry('PayOrder', '支付订单', { tags: ['交易', 'Checkout'] }),
	entry('order_pay_failed', '支付失败'),
	entry('SubmitOrder', '提交订单'),
	entry('SignUp', '注册', { description: 'Somebody became a member' }),
	entry('AppURLOpen', '打开链接'),
];
const found = (text: string, entries = EVENTS) =>
	atOnce(searchSteps(entries, text)).map(({ name }) => name);

describe('a search', () => {
	it.each([
		['a name as it is', 'PayOrder'],
		['whatever the case', 'payorder'],
		['with spaces', 'pay order'],
		['with signs', 'pay_order'],
		['in full width', 'Ｐａｙ　Ｏｒｄｅｒ'],
		['in another order of words', 'order pay'],
		['in the plural', 'pay orders'],
		['by its display name', '支付订单'],
		['by a display name with a space', '支付 订单'],
	])('finds %s', (_how, text) => {
		expect(found(text)[0]).toBe('PayOrder');
	});

	it('puts the exact name first, then the display name, a beginning, words, parts, the rest', () => {
		const all = [
			entry('a', 'A thing', { description: 'before the order' }),
			entry('b', 'reorders'),
			entry('c', 'the last order'),
			entry('d', 'Order of today'),
			entry('e', 'Order'),
			entry('ORDER', 'f'),
			entry('order', 'g'),
		];
		expect(found('order', all)).toEqual(['order', 'ORDER', 'e', 'd', 'c', 'b', 'a']);
	});

	it('puts the more used one first among equal matches, then the shorter one', () => {
		const all = [
			entry('order_of_a_gift'),
			entry('order_again'),
			entry('order_back', 'x', { count: 5 }),
			entry('order_by_phone', 'x', { count: 7 }),
		];
		expect(found('order', all)).toEqual([
			...['order_by_phone', 'order_back', 'order_again', 'order_of_a_gift'],
		]);
	});

	it('takes all words, so that more of them find less', () => {
		expect(found('order')).toEqual([
			...['order_pay_failed', 'PayOrder', 'SubmitOrder', 'PayOrderDetail'],
		]);
		expect(found('order failed')).toEqual(['order_pay_failed']);
		expect(found('order refunded')).toEqual([]);
	});

	it('needs no words that say nothing', () => {
		expect(found('the orders of a pay')).toContain('PayOrder');
		expect(found('of', [entry('of'), entry('office')])[0]).toBe('of');
	});

	it.each([
		['订单', 'SubmitOrder'],
		['订单数', 'SubmitOrder'],
		['支付的订单', 'PayOrder'],
		['失败次数', 'order_pay_failed'],
		['交易', 'PayOrder'],
		['checkout', 'PayOrder'],
		['member', 'SignUp'],
		['url open', 'AppURLOpen'],
		['product pages', 'ViewProduct'],
	])('finds what %s means', (text, name) => {
		expect(found(text)).toContain(name);
	});

	it.each(['paying', 'payment', 'payments', 'paid orders', '付款', '付款订单', '购买', 'bought'])(
		'finds an order that is paid by %s',
		(text) => {
			const only = [entry('PayOrder', '支付订单'), entry('SubmitOrder', '提交订单')];
			expect(found(text, only)).toEqual(['PayOrder']);
		},
	);

	it('puts what has the word itself before what has another one for it', () => {
		const all = [entry('PayOrder', 'x'), entry('a', 'x', { description: 'A purchase' })];
		expect(found('purchase', all)).toEqual(['a', 'PayOrder']);
		expect(found('refund', all)).toEqual([]);
		expect(found('registration')).toEqual(['SignUp']);
	});

	it('finds plurals of whatever kind', () => {
		expect(found('sign-ups')).toEqual(['SignUp']);
		const all = [entry('category'), entry('address'), entry('status'), entry('box')];
		for (const [text, name] of [
			['categories', 'category'],
			['addresses', 'address'],
			['status', 'status'],
			['boxes', 'box'],
		])
			expect(found(text as string, all)).toEqual([name]);
	});

	it('of nothing finds all, in their order; of signs only exact names', () => {
		expect(found('  ')).toEqual(EVENTS.map(({ name }) => name));
		expect(found('%')).toEqual([]);
		expect(found('%', [entry('%'), entry('$')])).toEqual(['%']);
	});
});

describe('what is nearest', () => {
	const near = (text: string, most = 3) =>
		atOnce(nearestSteps(EVENTS, text, most)).map(({ name }) => name);

	it('shares a word, or two Chinese characters', () => {
		expect(near('refund orders')).toContain('PayOrder');
		expect(near('支付转化率')).toContain('PayOrder');
		expect(near('shipped by whom')).toEqual([]);
	});

	it('shares most first, up to the limit', () => {
		expect(near('failed orders of robots', 1)).toEqual(['order_pay_failed']);
		expect(near('order', 2)).toHaveLength(2);
	});
});
