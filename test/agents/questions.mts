/**
 * What analysts ask, in English and Chinese, and what somebody who knows no name of the project
 * does about it. Words in [brackets] are of the question: nothing else is looked for. MEANINGS are
 * what everybody knows who speaks the language.
 */
import type { Answer } from './answer.mts';
import type { Truth } from './truth.mts';

/** A fact that an answer has to contain. */
export type Fact = string | number;

/** Something to find out first. */
export interface Find {
	what: 'event' | 'property';
	/** A word of the question, or what it means. */
	word: string;
}

/**
 * A report to ask for: `$1` is the name of what was found first, `$1.event` an event that has it,
 * `$week before` are the dates of the week before the last one.
 */
interface Ask {
	tool: string;
	query: unknown;
}

export interface Question {
	ask: string;
	finds: Find[];
	asks: Ask[];
	/** Returns the facts that the model reports, from the answers of its tools. */
	tell: (answers: Answer[]) => Fact[];
	/** The right facts, from the events of the shop; none where it can't be answered. */
	truth?: (truth: Truth) => Fact[];
}

/** Words of questions in other words, none of them a name of the project. */
export const MEANINGS: Record<string, string> = {
	earned: '金额',
	revenue: '金额',
	value: '金额',
	'over 500': '金额',
	ordered: 'order',
	paid: 'order',
	bought: 'order',
	visitors: 'page view',
	visits: 'page view',
	购物车: '购物',
};

const event = (word: string): Find => ({ what: 'event', word });
const property = (word: string): Find => ({ what: 'property', word });
const report = (query: object): Ask => ({ tool: 'Event report', query });
const funnel = (query: object): Ask => ({ tool: 'Funnel report', query });
const users = (query: object): Ask => ({ tool: 'User report', query });

const number = ([answer]: Answer[]): Fact[] => [answer?.number() ?? NaN];
const top = ([answer]: Answer[]): Fact[] => answer?.first() ?? [];
const rows = ([answer]: Answer[]): Fact[] => answer?.all() ?? [];
const steps = (answers: Answer[]): Fact[] => answers.map((answer) => answer.lastShare());
const none = (): Fact[] => [];

const DAY = { unit: 'total', range: 'yesterday' };
const WEEK = { unit: 'total', range: 'last week' };
const MONTH = { unit: 'total', range: 'last month' };

export const questions: Question[] = [
	{
		ask: 'How many [orders] were there yesterday?',
		finds: [event('orders')],
		asks: [report({ measures: ['$1'], ...DAY })],
		tell: number,
		truth: (t) => [t.orders('yesterday').length],
	},
	{
		ask: 'Which [city] [earned] most last week?',
		finds: [property('earned'), property('city')],
		asks: [
			report({
				measures: [{ event: '$1.event', aggregate: 'sum', property: '$1' }],
				group_by: ['$2'],
				top: 1,
				...WEEK,
			}),
		],
		tell: top,
		truth: (t) => t.most(t.by(t.orders('last week'), 'city', 'amount')),
	},
	{
		ask: 'What was the [revenue] of last month?',
		finds: [property('revenue')],
		asks: [
			report({ measures: [{ event: '$1.event', aggregate: 'sum', property: '$1' }], ...MONTH }),
		],
		tell: number,
		truth: (t) => [t.sum(t.orders('last month'), 'amount')],
	},
	{
		ask: 'How many [sign-ups] were there last week?',
		finds: [event('sign-ups')],
		asks: [report({ measures: ['$1'], ...WEEK })],
		tell: number,
		truth: (t) => [t.events('last week', 'SignUp').length],
	},
	{
		ask: 'How many [orders] by [channel] in the last 7 days?',
		finds: [event('orders'), property('channel')],
		asks: [report({ measures: ['$1'], group_by: ['$2'], unit: 'total', range: 'last 7 days' })],
		tell: rows,
		truth: (t) => t.list(t.by(t.orders('last 7 days'), 'channel')),
	},
	{
		ask: 'How many [orders] [over 500] were there last month?',
		finds: [event('orders'), property('over 500')],
		asks: [report({ measures: ['$1'], filter: { $2: { '>': 500 } }, ...MONTH })],
		tell: number,
		truth: (t) => [t.orders('last month').filter((e) => Number(e.properties.amount) > 500).length],
	},
	{
		ask: '[Orders] [over 500] by [channel], last week?',
		finds: [event('Orders'), property('over 500'), property('channel')],
		asks: [report({ measures: ['$1'], filter: { $2: { gt: 500 } }, group_by: '$3', ...WEEK })],
		tell: rows,
		truth: (t) =>
			t.list(
				t.by(
					t.orders('last week').filter((e) => Number(e.properties.amount) > 500),
					'channel',
				),
			),
	},
	{
		ask: 'How many customers [ordered] last week?',
		finds: [event('ordered')],
		asks: [report({ measures: [{ event: '$1', aggregate: 'users' }], ...WEEK })],
		tell: number,
		truth: (t) => [t.people(t.orders('last week'))],
	},
	{
		ask: 'What was the average order [value] yesterday?',
		finds: [property('value')],
		asks: [
			report({ measures: [{ event: '$1.event', aggregate: 'average', property: '$1' }], ...DAY }),
		],
		tell: number,
		truth: (t) => [t.sum(t.orders('yesterday'), 'amount') / t.orders('yesterday').length],
	},
	{
		ask: 'Did we have more [orders] last week than the week before?',
		finds: [event('orders')],
		asks: [report({ measures: ['$1'], compare: 'previous period', ...WEEK })],
		tell: ([answer]) => answer?.numbers(2) ?? [],
		truth: (t) => [t.orders('last week').length, t.orders('the week before').length],
	},
	{
		ask: 'How many of those who had a [sign-up] from 2026-11-01 to 2026-11-07 [ordered] 7 days later?',
		finds: [event('sign-up'), event('ordered')],
		asks: [
			{
				tool: 'Retention report',
				query: { first: '$1', returning: '$2', periods: 7, range: '2026-11-01..2026-11-07' },
			},
		],
		tell: ([answer]) => [answer?.sumWhere('period', 7, 'users') ?? NaN],
		truth: (t) => [t.cameBack('SignUp', 'PayOrder', '2026-11-01', '2026-11-07', 7)],
	},
	{
		ask: 'What share of those who looked at a [product] [paid] within a day, last week?',
		finds: [event('product'), event('paid')],
		asks: [funnel({ steps: ['$1', '$2'], within: '1 day', range: 'last week' })],
		tell: steps,
		truth: (t) => [t.funnel('last week', ['ViewProduct', 'PayOrder'], 24 * 60)],
	},
	{
		ask: 'Where do people stop between [product], [cart] and [order] within a week, last week?',
		finds: [event('product'), event('cart'), event('order')],
		asks: [funnel({ steps: ['$1', '$2', '$3'], within: '7 days', range: 'last week' })],
		tell: ([answer]) => answer?.column('users') ?? [],
		truth: (t) => t.steps('last week', ['ViewProduct', 'AddToCart', 'PayOrder'], 7 * 24 * 60),
	},
	{
		ask: 'How many users are of [level] gold?',
		finds: [property('level')],
		asks: [users({ filter: { $1: 'gold' } })],
		tell: number,
		truth: (t) => [t.users().filter(({ level }) => level === 'gold').length],
	},
	{
		ask: 'What is the average [age] of users by [level]?',
		finds: [property('age'), property('level')],
		asks: [users({ aggregate: 'avg', property: '$1', group_by: ['$2'] })],
		tell: rows,
		truth: (t) => t.averages(t.users(), 'level', 'age'),
	},
	{
		ask: 'How many [orders] came from the [city] of Beijing last week?',
		finds: [event('orders'), property('city')],
		asks: [report({ measures: ['$1'], filter: { $2: 'Beijing' }, ...WEEK })],
		tell: number,
		truth: (t) => [t.by(t.orders('last week'), 'city').get('Beijing') ?? 0],
	},
	{
		ask: 'Which day of last week had the most [orders]?',
		finds: [event('orders')],
		asks: [report({ measures: ['$1'], unit: 'day', range: 'last week' })],
		tell: ([answer]) => answer?.largest() ?? [],
		truth: (t) => t.most(t.byDay(t.orders('last week'))),
	},
	{
		ask: 'How many [page views] were there yesterday?',
		finds: [event('page views')],
		asks: [report({ measures: ['$1'], ...DAY })],
		tell: number,
		truth: (t) => [t.events('yesterday', '$pageview').length],
	},
	{
		ask: 'How many [orders] used [coupons] last month?',
		finds: [event('orders'), property('coupons')],
		asks: [report({ measures: ['$1'], filter: { $2: true }, ...MONTH })],
		tell: number,
		truth: (t) => [t.orders('last month').filter((e) => e.properties.coupon === true).length],
	},
	{
		ask: 'What was the largest order [value] of last week?',
		finds: [property('value')],
		asks: [
			report({ measures: [{ event: '$1.event', aggregate: 'maximum', property: '$1' }], ...WEEK }),
		],
		tell: number,
		truth: (t) => [Math.max(...t.orders('last week').map((e) => Number(e.properties.amount)))],
	},
	{
		ask: 'Which [device] had the most [sign-ups] last month?',
		finds: [property('device'), event('sign-ups')],
		asks: [report({ measures: ['$2'], group_by: ['$1'], top: 1, ...MONTH })],
		tell: top,
		truth: (t) => t.most(t.by(t.events('last month', 'SignUp'), 'device')),
	},
	{
		ask: 'How many [refunds] were there yesterday?',
		finds: [event('refunds')],
		asks: [report({ measures: ['$1'], ...DAY })],
		tell: number,
	},
	{
		ask: 'Which [supplier] delivered late last week?',
		finds: [property('supplier')],
		asks: [report({ measures: ['$Anything'], group_by: ['$1'], ...WEEK })],
		tell: top,
	},
	{
		ask: 'What will the [revenue] be next week?',
		finds: [property('revenue')],
		asks: [
			report({
				measures: [{ event: '$1.event', aggregate: 'sum', property: '$1' }],
				unit: 'total',
				range: 'next week',
			}),
		],
		tell: number,
	},
	{
		ask: 'How many [complaints] did we get last month?',
		finds: [event('complaints')],
		asks: [report({ measures: ['$1'], ...MONTH })],
		tell: number,
	},
	{
		ask: '昨日有多少[支付]订单？',
		finds: [event('支付')],
		asks: [report({ measures: ['$1'], unit: 'total', range: '昨日' })],
		tell: number,
		truth: (t) => [t.orders('yesterday').length],
	},
	{
		ask: '上周哪个[城市]的[金额]最高？',
		finds: [property('城市'), property('金额')],
		asks: [
			report({
				measures: [{ event: '$2.event', aggregate: 'sum', property: '$2' }],
				group_by: ['$1'],
				top: 1,
				unit: 'total',
				range: '上周',
			}),
		],
		tell: top,
		truth: (t) => t.most(t.by(t.orders('last week'), 'city', 'amount')),
	},
	{
		ask: '过去7天每天有多少人[注册]？',
		finds: [event('注册')],
		asks: [
			report({ measures: [{ event: '$1', aggregate: 'users' }], unit: 'day', range: '过去7天' }),
		],
		tell: rows,
		truth: (t) => t.list(t.peopleByDay(t.events('last 7 days', 'SignUp'))),
	},
	{
		ask: '上个月有多少人[支付]？',
		finds: [event('支付')],
		asks: [
			report({ measures: [{ event: '$1', aggregate: 'users' }], unit: 'total', range: '上个月' }),
		],
		tell: number,
		truth: (t) => [t.people(t.orders('last month'))],
	},
	{
		ask: '上周从[商品]到[支付]的转化率比前一周？（一天内）',
		finds: [event('商品'), event('支付')],
		asks: [
			funnel({ steps: ['$1', '$2'], within: '1 day', range: '上周' }),
			funnel({ steps: ['$1', '$2'], within: '1 day', range: '$week before' }),
		],
		tell: steps,
		truth: (t) => [
			t.funnel('last week', ['ViewProduct', 'PayOrder'], 24 * 60),
			t.funnel('the week before', ['ViewProduct', 'PayOrder'], 24 * 60),
		],
	},
	{
		ask: '上周各[渠道]的[支付]订单数是多少？',
		finds: [property('渠道'), event('支付')],
		asks: [report({ measures: ['$2'], group_by: ['$1'], unit: '合计', range: '上周' })],
		tell: rows,
		truth: (t) => t.list(t.by(t.orders('last week'), 'channel')),
	},
	{
		ask: '各[会员等级]有多少用户？',
		finds: [property('会员等级')],
		asks: [users({ group_by: ['$1'] })],
		tell: rows,
		truth: (t) => t.counts(t.users(), 'level'),
	},
	{
		ask: '上周加入[购物车]后一天内[支付]的比例？',
		finds: [event('购物车'), event('支付')],
		asks: [funnel({ steps: ['$1', '$2'], within: '1 day', range: '上周' })],
		tell: steps,
		truth: (t) => [t.funnel('last week', ['AddToCart', 'PayOrder'], 24 * 60)],
	},
	{
		ask: '昨日[页面]浏览的用户数？',
		finds: [event('页面')],
		asks: [report({ measures: [{ event: '$1', aggregate: 'users' }], ...DAY })],
		tell: number,
		truth: (t) => [t.people(t.events('yesterday', '$pageview'))],
	},
	{
		ask: '上周[金额]超过500的[支付]订单有多少？',
		finds: [property('金额'), event('支付')],
		asks: [
			report({ measures: ['$2'], filter: { $1: { 大于: 500 } }, unit: 'total', range: '上周' }),
		],
		tell: number,
		truth: (t) => [t.orders('last week').filter((e) => Number(e.properties.amount) > 500).length],
	},
	{
		ask: '上个月订单的平均[金额]是多少？',
		finds: [property('金额')],
		asks: [
			report({ measures: [{ event: '$1.event', aggregate: 'avg', property: '$1' }], ...MONTH }),
		],
		tell: number,
		truth: (t) => [t.sum(t.orders('last month'), 'amount') / t.orders('last month').length],
	},
	{
		ask: '上周哪个[设备]的[支付]最多？',
		finds: [property('设备'), event('支付')],
		asks: [report({ measures: ['$2'], group_by: ['$1'], top: 1, unit: 'total', range: '上周' })],
		tell: top,
		truth: (t) => t.most(t.by(t.orders('last week'), 'device')),
	},
	{
		ask: '昨日有多少[退款]？',
		finds: [event('退款')],
		asks: [report({ measures: ['$1'], ...DAY })],
		tell: number,
	},
	{
		ask: '[库存]还剩多少？',
		finds: [property('库存')],
		asks: [users({ group_by: ['$1'] })],
		tell: none,
	},
	{
		ask: '过去30天[支付]最多的是哪一天？',
		finds: [event('支付')],
		asks: [report({ measures: ['$1'], unit: 'day', range: '过去30天' })],
		tell: ([answer]) => answer?.largest() ?? [],
		truth: (t) => t.most(t.byDay(t.orders('last 30 days'))),
	},
];
