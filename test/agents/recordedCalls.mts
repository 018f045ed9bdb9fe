/**
 * What a model asked to answer the sixty questions of docs/agents.md, on dates that are over, and the
 * numbers that its answers have to hold. They were computed by SQL from the events, not by the node.
 */
import type { Call } from './scriptedModel.mts';

interface Requested extends Call {
	/** Numbers among its rows, or what the whole answer is like. */
	truth: number[] | RegExp;
}

const WEEK = '2026-11-16..2026-11-22';
const DAY = '2026-11-17';
const OCTOBER = '2026-10';
const sum = { event: 'PayOrder', aggregate: 'sum', property: 'amount' };
const average = { ...sum, aggregate: 'avg' };
const users = (event: string) => ({ event, aggregate: 'users' });
const ask =
	(tool: string) =>
	(query: object, truth: Requested['truth']): Requested => ({ tool, args: { query }, truth });
const events = (
	measures: unknown[],
	range: string,
	more: object,
	truth: Requested['truth'],
): Requested => ask('Event report')({ measures, range, unit: 'total', ...more }, truth);
const funnel = ask('Funnel report');
const retention = ask('Retention report');
const call =
	(tool: string) =>
	(args: object, truth: Requested['truth']): Requested => ({ tool, args: { ...args }, truth });
const [sql, properties, values] = ['SQL', 'Find properties', 'Property values'].map(call) as [
	ReturnType<typeof call>,
	ReturnType<typeof call>,
	ReturnType<typeof call>,
];
const of = 'PayOrder';
const inOctober = "event = 'PayOrder' AND date BETWEEN '2026-10-01' AND '2026-10-31'";
const young = { or: [{ age: { '<=': 40 } }, { age: 'not_set' }] };

export const RECORDED_CALLS: readonly Requested[] = [
	events([sum], DAY, {}, [21_980.19]),
	events([of], WEEK, { compare: 'previous_period' }, [344, 315, 29, 9.21]),
	events([users(of)], OCTOBER, {}, [390]),
	events(
		[sum],
		OCTOBER,
		{ group_by: ['event.PayOrder.city'], order: 'descending' },
		[167_251.92, 119_685.77, 103_495.35, 59_067.04, 44_411.84, 22_077.84, 15_272.84],
	),
	events(
		[of],
		WEEK,
		{ filter: { city: 'Shanghai', 'event.PayOrder.channel': 'ads', device: 'phone' } },
		[20],
	),
	events([sum, users(of)], OCTOBER, { filter: { 'user.level': 'gold' } }, [55_751.22, 48]),
	events([of], OCTOBER, { filter: { 'user.city': 'Shanghai' } }, [329]),
	events([average, of], OCTOBER, { group_by: ['coupon'] }, [335.23, 263, 377.75, 1173]),
	events([of], OCTOBER, { unit: 'hour_of_day', order_by: of, top: 3 }, [105, 99, 97]),
	sql(
		{ sql: `SELECT hour(time) AS h, COUNT(*) AS n FROM events WHERE ${inOctober} GROUP BY 1` },
		[105, 99, 97],
	),
	events(
		[sum],
		'2026-08-01..2026-10-31',
		{ unit: 'weekday' },
		[293_148.38, 271_062.87, 231_665.13, 221_553.68, 212_809.99, 200_225.55, 195_302.56],
	),
	funnel(
		{ steps: ['ViewProduct', 'AddToCart', of], within: '30 minutes', range: WEEK },
		[377, 312, 229, 60.74],
	),
	funnel({ steps: ['ViewProduct', of], within: '1 hour', range: WEEK }, [377, 229, 60.74]),
	retention(
		{ first: of, returning: of, unit: 'month', periods: 1, range: '2026-09' },
		[384, 374, 97.4],
	),
	retention(
		{ first: '$pageview', returning: '$pageview', periods: 7, range: '2026-11-16..2026-11-16' },
		[162, 63, 38.89],
	),
	ask('Distribution report')(
		{ event: of, of: 'times', buckets: [2, 5], unit: 'month', range: OCTOBER },
		[390, 31, 107],
	),
	ask('Session report')(
		{ session: 'app_visit', measures: ['$Anything'], range: DAY, unit: 'total' },
		[238],
	),
	sql(
		{
			sql: `SELECT SUM(CASE WHEN prev IS NULL OR unix_timestamp(time) - unix_timestamp(prev) > 1800 THEN 1 ELSE 0 END) AS visits FROM (SELECT time, LAG(time) OVER (PARTITION BY user_id ORDER BY time) AS prev FROM events WHERE date = '${DAY}') t LIMIT 1`,
		},
		[238],
	),
	ask('Interval report')(
		{ first: 'ViewProduct', second: of, unit: 'month', percentiles: [50], range: OCTOBER },
		[115_866, 3713, 390],
	),
	events(['SignUp', users('SignUp')], DAY, {}, [9, 9]),
	properties({}, /^(?!.*(cost|margin|profit)).*amount/s),
	events([sum], '2099-01', {}, /in the future: today is/),
	properties({ event: of }, /^(?!.*"product").*category/s),
	call('Find events')({ search: 'refund' }, /None of the 5 events match 'refund'/),
	events([users('AddToWishlist')], WEEK, {}, /no event called 'AddToWishlist'/),
	values({ property: 'user.level' }, /^(?!.*platinum)(?=.*gold)(?=.*silver).*bronze/s),
	values({ property: 'event.$Anything.channel' }, /(?=.*search)(?=.*ads)(?=.*friends).*direct/s),
	events([of], DAY, { filter: { $os: 'iOS' }, group_by: ['device'] }, [15, 10]),
	events(
		[sum],
		WEEK,
		{ group_by: ['category'], order: 'ascending' },
		[386.1, 30_440.49, 38_902.3, 55_018.17],
	),
	events(
		[sum],
		OCTOBER,
		{ unit: 'day', order_by: 'amount', top: 3 },
		[23_150.35, 23_010.94, 21_631.15],
	),
	events(
		[sum],
		WEEK,
		{ group_by: ['city'], compare: 'previous_period' },
		[33_862.91, 20_948.36, 12_914.55],
	),
	events(
		[sum],
		OCTOBER,
		{ group_by: ['category'], compare: 'last_month' },
		[193_986.2, 204_917.94, -10_931.74],
	),
	values(
		{ property: 'event.$pageview.page' },
		/(?=.*home)(?=.*list)(?=.*product)(?=.*cart).*help/s,
	),
	events(['ViewProduct'], OCTOBER, { group_by: ['product'], top: 3 }, [1192, 978, 840]),
	events(['AddToCart'], OCTOBER, { filter: { device: 'tablet', price: { '>=': 300 } } }, [239]),
	events([{ ...average, property: 'age' }], WEEK, {}, /counted once per event/),
	sql(
		{
			sql: "SELECT COUNT(*) AS people, AVG(u.age) AS age FROM (SELECT DISTINCT user_id FROM events WHERE event = 'PayOrder' AND date BETWEEN '2026-11-16' AND '2026-11-22') o JOIN users u ON u.id = o.user_id",
		},
		[229, 41.91],
	),
	events(
		[
			{ ...average, filter: { age: { '>': 40 } } },
			{ ...average, filter: young },
		],
		OCTOBER,
		{},
		[376.97, 362.14],
	),
	events([of], OCTOBER, { group_by: ['channel'] }, [127]),
	events([of], OCTOBER, { filter: { 'user.interests': { includes: 'audio' } } }, [524]),
	funnel(
		{ steps: ['ViewProduct', of], within: '1 hour', group_by: 'user.level', range: WEEK },
		[46, 31, 67.39, 210, 129, 61.43],
	),
	funnel({ steps: ['SignUp', of], within: '7 days', range: OCTOBER }, [255, 189, 74.12]),
	retention(
		{ first: 'ViewProduct', returning: of, periods: 3, range: '2026-11-02..2026-11-02' },
		[111, 15, 13.51],
	),
	ask('Session report')(
		{ session: 'app_visit', measures: ['$Anything'], range: WEEK, unit: 'total' },
		[1700],
	),
	events(['$Anything'], WEEK, {}, [6460]),
	ask('Interval report')(
		{ first: 'AddToCart', second: of, unit: 'month', percentiles: [50], range: OCTOBER },
		[190, 2224],
	),
	events([users('$pageview')], WEEK, { compare: 'previous_period' }, [395, 394]),
	events(
		[{ event: '$pageview', aggregate: 'avg', property: '$event_duration' }],
		OCTOBER,
		{ group_by: ['page'] },
		[89.73, 89.7],
	),
	events(['SignUp'], OCTOBER, { group_by: ['invited'] }, [107, 298]),
	events([of], WEEK, { unit: 'hour_of_day' }, [26, 17]),
	events([sum], '2026-11-01..2026-11-20', { compare: 'last_month' }, [357_413.84, 338_829.86]),
	events([of], DAY, { group_by: ['channel'] }, [23, 16, 10, 2, 3]),
	events([of], OCTOBER, { group_by: ['city'] }, /^(?!.*Wuhan).*Beijing/s),
	events([sum], WEEK, { filter: { category: 'electronics' } }, /'electronics' isn't a value/),
	events(['SignUp'], OCTOBER, { group_by: ['channel'] }, [159, 112, 79, 19, 36]),
	properties({ search: '性别' }, /None of the 21 properties of all events and of users match/),
	properties({ search: 'stock' }, /None of the 21 properties of all/),
	properties({ search: '支付方式' }, /None of the 21 properties of all/),
	call('Find events')({ search: 'delivery' }, /None of the 5 events match/),
	properties({ search: 'amount', event: of }, /"amount"/),
];
