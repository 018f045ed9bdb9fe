import type { ShopEvent, Value } from './shop.mts';

/** How a number is computed from the values of a column. */
export type Aggregation =
	| 'AVG'
	| 'COUNT'
	| 'MAX'
	| 'MIN'
	| 'UNIQ_COUNT'
	| 'APPX_MEDIAN'
	| 'STDDEV_POP'
	| 'VAR_POP'
	| 'SUM';

export interface DatasetColumn {
	name: string;
	cname: string;
	type: 'STRING' | 'NUMBER' | 'BOOL' | 'DATETIME';
	usage: 'DIMENSION' | 'MEASURE' | 'ALL';
	/** Aggregation of a column that is a formula, or of a dataset with details. */
	own?: Aggregation;
	isCalculated?: boolean;
	valueOf(event: ShopEvent): Value;
}

/** A precomputed table of the platform: one row per event of one name. */
export interface Dataset {
	id: number;
	cname: string;
	group: string;
	type: string;
	storage: 'TABLE' | 'ANALYSIS_DETAIL';
	event: string;
	columns: DatasetColumn[];
	/** Whether it is an external table, which can't be refreshed. */
	isExternal?: boolean;
}

const property = (
	name: string,
	cname: string,
	type: DatasetColumn['type'],
	usage: DatasetColumn['usage'],
): DatasetColumn => ({
	name,
	cname,
	type,
	usage,
	valueOf: ({ properties }) => properties[name] ?? null,
});
const day: DatasetColumn = {
	name: 'date',
	cname: '日期',
	type: 'DATETIME',
	usage: 'DIMENSION',
	valueOf: ({ time }) => `${time.slice(0, 10)} 00:00:00`,
};
const user: DatasetColumn = {
	name: 'user_id',
	cname: '用户',
	type: 'STRING',
	usage: 'MEASURE',
	valueOf: ({ user: { id } }) => id,
};

export const DATASETS: Dataset[] = [
	{
		id: 1,
		cname: '每日订单',
		group: 'Sales',
		type: 'CUSTOME_SQL_QUERY',
		storage: 'TABLE',
		event: 'PayOrder',
		columns: [
			day,
			property('city', '城市', 'STRING', 'ALL'),
			property('category', '商品类别', 'STRING', 'DIMENSION'),
			property('coupon', '使用优惠券', 'BOOL', 'DIMENSION'),
			property('amount', '订单金额', 'NUMBER', 'MEASURE'),
			property('item_count', '商品数量', 'NUMBER', 'ALL'),
			user,
			{
				...property('amount', '平均订单金额', 'NUMBER', 'MEASURE'),
				name: 'average_amount',
				own: 'AVG',
				isCalculated: true,
			},
		],
	},
	{
		id: 2,
		cname: '页面浏览明细',
		group: 'Traffic',
		type: 'ANALYSIS_MODEL_SEGMENTATION',
		storage: 'ANALYSIS_DETAIL',
		event: '$pageview',
		columns: [
			day,
			property('page', '页面', 'STRING', 'DIMENSION'),
			property('device', '设备', 'STRING', 'DIMENSION'),
			{ ...user, name: 'views', cname: '浏览次数', type: 'NUMBER', own: 'COUNT' },
			{ ...user, name: 'visitors', cname: '浏览人数', type: 'NUMBER', own: 'UNIQ_COUNT' },
		],
	},
	{
		id: 3,
		cname: '外部成本表',
		group: 'Sales',
		type: 'EXTERNAL_TABLE',
		storage: 'TABLE',
		event: 'AddToCart',
		isExternal: true,
		columns: [
			property('product', '商品', 'STRING', 'DIMENSION'),
			property('price', '价格', 'NUMBER', 'MEASURE'),
		],
	},
];
