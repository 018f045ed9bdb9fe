import {
	formsOf,
	meantWords,
	pairsOf,
	synonymsOf,
} from '../../../../../../nodes/SensorsAnalytics/query/names';
import { splitWords } from '../../../../../../nodes/SensorsAnalytics/query/spelling';

describe('words', () => {
	it.each([
		['PayOrder', ['pay', 'order']],
		['pay_order-2', ['pay', 'order', '2']],
		['Ｐａｙ　Order', ['pay', 'order']],
		['$AppURLOpen', ['app', 'url', 'open']],
		['page2View', ['page', '2', 'view']],
		['支付订单', ['支付订单']],
		['支付Order成功', ['支付', 'order', '成功']],
		['用户的城市', ['用户', '城市']],
		['Überweisung été', ['überweisung', 'été']],
		['заказ', ['заказ']],
		['注文する', ['注文', 'する']],
		['$%', []],
	])('of %s are %j', (text, words) => {
		expect(splitWords(text)).toEqual(words);
	});

	it('that say nothing are left out, unless there are no others', () => {
		expect(meantWords('the orders of a day')).toEqual(['orders', 'day']);
		expect(meantWords('of the')).toEqual(['of', 'the']);
	});

	it.each([
		['orders', 'order'],
		['boxes', 'box'],
		['categories', 'category'],
		['订单数', '订单'],
		['购买次数', '购买'],
		['活跃人数', '活跃'],
		['paying', 'pay'],
		['payments', 'pay'],
		['ordered', 'order'],
		['purchased', 'purchase'],
		['shopping', 'shop'],
	])('%s may mean %s', (word, form) => {
		expect(formsOf(word)).toContain(form);
	});

	it.each(['bus', '数', '人数', 'order', 'king', 'ring', 'need', 'string'])(
		'%s means itself',
		(word) => {
			expect(formsOf(word)).toEqual([word]);
		},
	);

	it.each([
		['payment', ['purchase', 'buy', '支付', '付款']],
		['bought', ['pay', '购买']],
		['付款', ['pay', '支付', '购买']],
		['付款金额', ['支付金额', '购买金额']],
		['registration', ['signup', '注册']],
		['登陆', ['登录', 'login']],
	])('%s means the same as %j', (word, others) => {
		expect(synonymsOf(word)).toEqual(expect.arrayContaining(others));
		expect(synonymsOf(word)).not.toContain(word);
	});

	it.each(['warehouse', 'weather', '库存', '天气', 'display'])('%s has no other words', (word) => {
		expect(synonymsOf(word)).toEqual([]);
	});

	it('of Chinese characters share pairs of them', () => {
		expect(pairsOf('支付订单')).toEqual(['支付', '付订', '订单']);
		expect(pairsOf('𠮷野家')).toEqual(['𠮷野', '野家']);
		expect([pairsOf('单'), pairsOf('order')]).toEqual([[], []]);
	});
});
