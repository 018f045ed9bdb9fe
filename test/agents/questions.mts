/**
 * What analysts ask, in English and Chinese, each with its right answer. A plan holds words of the
 * question, or what such words are called in general: no name of an event or a property.
 */
import type { Facts } from './facts.mts';
import { type Plan, type Word, word } from './model.mts';

/** The compact answer of a tool. */
export interface Told {
	columns: string[];
	rows: Array<Array<string | number | null>>;
	totals?: { columns: string[]; rows: Array<Array<string | number | null>> };
	all_groups?: { [key: string]: number | null };
	notes?: string[];
}

export interface Question extends Plan {
	text: string;
	/** The answer that a reader takes from what the tool told. */
	read?: (told: Told) => unknown;
	right?: (facts: Facts) => unknown;
	/** What the tool says where the project can't tell. */
	unanswerable?: RegExp;
}

const EVENT = 'event report';
const FUNNEL = 'funnel report';
const RETENTION = 'retention report';
const DISTRIBUTION = 'distribution report';
const USERS = 'user property report';

const PAY = 'PayOrder';
const orders = word('orders', 'order', 'pay');
const amount = word('earned', 'money', '金额');
const only = ({ rows }: Told) => rows[0]?.at(-1) ?? 0;
const first = ({ rows }: Told) => rows[0]?.[0];
const list = ({ rows }: Told) => rows.map((row) => [row[0], row.at(-1)]);
const count = (event: Word, more: object = {}) => ({
	tool: EVENT,
	query: { measures: [{ event }], unit: 'total', ...more },
});

export const questions: Question[] = [
	{
		text: 'How many orders were there yesterday?',
		...count(orders, { range: 'yesterday' }),
		read: only,
		right: (f) => f.events(f.yesterday(), PAY).length,
	},
	{
		text: '昨天有多少支付订单？',
		...count(word('支付订单'), { range: '昨天' }),
		read: only,
		right: (f) => f.events(f.yesterday(), PAY).length,
	},
	{
		text: 'How many page views did we have last week?',
		...count(word('page views'), { range: 'last week' }),
		read: only,
		right: (f) => f.events(f.week(), '$pageview').length,
	},
	{
		text: '过去7天有多少人浏览商品？',
		...count(word('浏览商品'), {
			measures: [{ event: word('浏览商品'), aggregate: '人数' }],
			range: '过去7天',
		}),
		read: only,
		right: (f) => f.users(f.events(f.last(7), 'ViewProduct')),
	},
	{
		text: 'Which city earned most with its orders last week?',
		tool: EVENT,
		query: {
			measures: [{ event: orders, aggregate: 'sum', property: amount }],
			...{ group_by: [word('city')], unit: 'total', range: 'last week', top: 1 },
		},
		read: first,
		right: (f) =>
			f.by(
				f.events(f.week(), PAY),
				({ properties }) => properties.city,
				(own) => f.sum(own),
			)[0]?.[0],
	},
	{
		text: '上周哪个城市的订单金额最高？',
		tool: EVENT,
		query: {
			measures: [{ event: word('订单'), aggregate: '总和', property: word('订单金额') }],
			...{ group_by: word('城市'), unit: 'total', range: '上周', top: 1 },
		},
		read: first,
		right: (f) =>
			f.by(
				f.events(f.week(), PAY),
				({ properties }) => properties.city,
				(own) => f.sum(own),
			)[0]?.[0],
	},
	{
		text: 'How many orders over 500 were there by channel last month?',
		...count(orders, {
			group_by: [word('channel')],
			filter: { '?over|money|金额': { '>': 500 } },
			range: 'last month',
		}),
		read: list,
		right: (f) =>
			f.by(
				f.events(f.lastMonth(), PAY).filter(({ properties }) => Number(properties.amount) > 500),
				({ properties }) => properties.channel,
			),
	},
	{
		text: '上周城市为 Beijing 的支付订单有多少？',
		...count(word('支付订单'), { filter: { '?城市': 'Beijing' }, range: '上周' }),
		read: only,
		right: (f) =>
			f.events(f.week(), PAY).filter(({ properties }) => properties.city === 'Beijing').length,
	},
	{
		text: 'How did the number of orders change last week against the week before?',
		...count(orders, { range: 'last week', compare: 'previous_period' }),
		read: ({ columns, rows }) => rows[0]?.[columns.findIndex((name) => name.endsWith('_change'))],
		right: (f) => f.events(f.week(), PAY).length - f.events(f.week(2), PAY).length,
	},
	{
		text: 'What did an order come to on average last week, in money?',
		tool: EVENT,
		query: {
			measures: [{ event: word('order'), aggregate: 'average', property: word('money', '金额') }],
			...{ unit: 'total', range: 'last week' },
		},
		read: (told) => Math.round(Number(only(told)) * 100),
		right: (f) => {
			const own = f.events(f.week(), PAY);
			return Math.round((f.sum(own) / own.length) * 100);
		},
	},
	{
		text: '上周各会员等级有多少人支付订单？',
		...count(word('支付订单'), {
			measures: [{ event: word('支付订单'), aggregate: 'users' }],
			...{ group_by: [word('会员等级')], range: '上周' },
		}),
		read: (told) => new Map(list(told) as Array<[string, number]>),
		right: (f) =>
			new Map(
				f.by(
					f.events(f.week(), PAY),
					({ user }) => user.properties.level,
					(own) => f.users(own),
				),
			),
	},
	{
		text: 'How many of our users have an age above 40, by level?',
		tool: USERS,
		query: { group_by: [word('level')], filter: { '?age': { '>': 40 } } },
		read: list,
		right: (f) => f.people('level', ({ age }) => Number(age) > 40),
	},
	{
		text: 'Of those who saw products last week, how many put one into the cart within a day?',
		tool: FUNNEL,
		query: {
			steps: [word('products', 'product'), word('cart')],
			...{ within: '1 day', range: 'last week' },
		},
		read: ({ rows }) => rows[0]?.[2],
		right: (f) => f.users(f.events(f.week(), 'ViewProduct')),
	},
	{
		text: 'How many who signed up last week came back to see pages after 3 days?',
		tool: RETENTION,
		query: {
			...{ first: word('signed up', 'sign up'), returning: word('pages', 'page') },
			...{ periods: 3, range: 'last week' },
		},
		read: ({ rows }) => rows[0]?.[2],
		right: (f) => f.users(f.events({ ...f.week(), to: f.week().from }, 'SignUp')),
	},
	{
		text: '上周有多少人支付订单只有一次？',
		tool: DISTRIBUTION,
		query: { event: word('支付订单'), of: '次数', unit: '周', buckets: [2], range: '上周' },
		read: ({ rows }) => rows[0]?.[5],
		right: (f) =>
			f.by(f.events(f.week(), PAY), ({ user }) => user.id).filter(([, times]) => times === 1)
				.length,
	},
	{
		text: 'How many refunds were there last week?',
		...count(word('refunds', 'refund'), { range: 'last week' }),
		unanswerable: /no event called 'refund'\. There are: /,
	},
	{
		text: '昨天的天气怎么样？',
		...count(word('天气'), { range: '昨天' }),
		unanswerable: /no event called '天气'\. There are: /,
	},
	{
		text: 'How many orders will there be next week?',
		...count(orders, { range: 'next week' }),
		unanswerable: /'range' can't be "next week"/,
	},
];
