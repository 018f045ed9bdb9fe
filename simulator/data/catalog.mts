import type { Shop } from './shop.mts';

/** Display names of events and properties (`cname`, docs/service.md, "Lists"). */
export const DISPLAY_NAMES: Record<string, string> = {
	$pageview: '页面浏览',
	ViewProduct: '浏览商品',
	AddToCart: '加入购物车',
	PayOrder: '支付订单',
	SignUp: '注册',
	city: '城市',
	channel: '渠道',
	device: '设备',
	$os: '操作系统',
	coupon: '使用优惠券',
	amount: '订单金额',
	category: '商品类别',
	level: '会员等级',
	age: '年龄',
};

/** Descriptions of events by users (docs/service.md, "OpenAPI"). */
export const EVENT_NOTES: Record<
	string,
	{ comment?: string; trigger_opportunity?: string; tags?: number[] }
> = {
	$pageview: { tags: [2], trigger_opportunity: 'When a page is shown' },
	ViewProduct: { tags: [2], comment: 'The page of a product was opened' },
	AddToCart: { tags: [1] },
	PayOrder: { tags: [1], comment: 'An order was paid, by whatever means' },
};
export const EVENT_TAGS = [
	{ id: 1, name: '交易', color: '#04CB94' },
	{ id: 2, name: '流量', color: '#3A7CFF' },
];
/** Units of number properties. */
export const UNITS: Record<string, string> = { amount: '元', price: '元', $event_duration: '秒' };

export interface UserGroup {
	id: number;
	name: string;
	cname: string;
	status: string;
	/** Whether a user is in the group, at the last computation. */
	has(properties: Shop['users'][number]['properties']): boolean;
}

/** User groups of the project. */
export const USER_GROUPS: UserGroup[] = [
	{
		id: 1,
		name: 'gold_members',
		cname: '黄金会员',
		status: 'SUCCESS',
		has: ({ level }) => level === 'gold',
	},
	{
		id: 2,
		name: 'over_40',
		cname: '四十岁以上',
		status: 'SUCCESS',
		has: ({ age }) => Number(age) > 40,
	},
	{ id: 3, name: 'never_computed', cname: '从未计算', status: 'PENDING', has: () => false },
];

/** A saved chart; `data` is the query in the format of the web interface. */
export interface Bookmark {
	id: number;
	type: string;
	name: string;
	data: object;
}

const DATES = { from_date: '2026-10-01', to_date: '2026-10-07', rangeText: '过去 7 天' };

export const BOOKMARKS: Bookmark[] = [
	{
		id: 101,
		type: '/segmentation/',
		name: 'Revenue by city',
		data: {
			measures: [
				{
					event_name: 'PayOrder',
					aggregator: 'SUM',
					field: 'event.PayOrder.amount',
					name: 'revenue',
				},
			],
			unit: 'day',
			by_fields: ['event.PayOrder.city'],
			chartsType: 'line',
			$$render_index: 1,
			...DATES,
		},
	},
	{
		id: 102,
		type: '/funnel/',
		name: 'View to order',
		data: {
			funnel: {
				max_convert_time: 1440,
				steps: [
					{ event_name: 'ViewProduct' },
					{ event_name: 'AddToCart' },
					{ event_name: 'PayOrder' },
				],
			},
			extend_over_end_date: false,
			...DATES,
		},
	},
	{
		id: 103,
		type: '/retention/',
		name: 'Do visitors come back',
		data: {
			first_event: { event_name: '$pageview' },
			second_event: { event_name: '$pageview' },
			unit: 'day',
			duration: 7,
			...DATES,
		},
	},
	{
		id: 104,
		type: '/addiction/',
		name: 'Orders per customer',
		data: {
			event_name: 'PayOrder',
			measure_type: 'times',
			unit: 'week',
			result_bucket_param: [1, 2, 3],
			...DATES,
		},
	},
	{
		id: 105,
		type: '/path/',
		name: 'Ways through the shop',
		data: {
			source_type: 'initial_event',
			source_event: { event_name: '$pageview' },
			event_names: ['$pageview', 'ViewProduct', 'AddToCart', 'PayOrder'],
			col_limit: 4,
			row_limit: 5,
			session_interval: 1800,
			...DATES,
		},
	},
	{ id: 106, type: '/fancy_metric/', name: 'Orders per view', data: { ...DATES } },
];

export const DASHBOARDS: Array<{
	id: number;
	name: string;
	isPublic: boolean;
	bookmarks: number[];
}> = [
	{ id: 11, name: 'Shop overview', isPublic: true, bookmarks: [101, 102, 103] },
	{ id: 12, name: 'Customers', isPublic: false, bookmarks: [104, 105, 106] },
];
