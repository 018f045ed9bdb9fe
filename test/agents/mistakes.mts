/**
 * Sixty mistakes that models make: wrong names, values, dates and types. Each has what the answer has
 * to say, so that the next call is right.
 */
import type { Call } from './scriptedModel.mts';

export interface Mistake extends Call {
	/** What leads to the right call: all of it. */
	leads: RegExp[];
}

const WEEK = 'last week';
const ask =
	(tool: string) =>
	(query: unknown, ...leads: RegExp[]): Mistake => ({ tool, args: { query }, leads });
const event = ask('Event report');
const funnel = ask('Funnel report');
const retention = ask('Retention report');
const distribution = ask('Distribution report');
const users = ask('User report');
const sql = (text: string, ...leads: RegExp[]): Mistake => ({
	tool: 'SQL',
	args: { sql: text },
	leads,
});
const orders = (more: object) => ({ measures: ['PayOrder'], unit: 'total', range: WEEK, ...more });
const sum = (property: string) => ({ event: 'PayOrder', aggregate: 'sum', property });
const TABLES = [/events \(event, user_id, time, date, .*amount/, /users \(id, .*level/];

export const names: Mistake[] = [
	event({ measures: ['PayOrdr'], range: WEEK }, /did you mean PayOrder/i),
	event({ measures: ['Order'], range: WEEK }, /PayOrder/),
	event({ measures: ['purchase'], range: WEEK }, /PayOrder/),
	event({ measures: ['payments'], range: WEEK }, /PayOrder/),
	event({ measures: ['page_views'], range: WEEK }, /\$pageview/),
	event({ measures: ['Registration'], range: WEEK }, /SignUp/),
	event({ measures: ['Refund'], range: WEEK }, /no event called 'Refund'/, /PayOrder/),
	event(orders({ group_by: ['citty'] }), /city/),
	event(
		orders({ group_by: ['product'] }),
		/PayOrder has no property 'product'/,
		/ViewProduct/,
		/AddToCart/,
	),
	event(orders({ group_by: ['user.tier'] }), /level/),
	event(orders({ group_by: ['date'] }), /Dates aren't a property/, /'unit'/),
	event(orders({ filter: { day: '2026-11-03' } }), /Dates aren't a property/, /'range'/),
	event(
		orders({ filter: { 'user.registered_on': { '>=': '2026/11/01' } } }),
		/compares numbers, not dates/,
		/"between": \["2026-11-01", "2026-11-07"\]/,
	),
	event({ measures: [sum('revenue')], unit: 'total', range: WEEK }, /amount/),
	event({ measures: [sum('price')], unit: 'total', range: WEEK }, /ViewProduct/, /amount/),
	funnel(
		{ steps: ['ViewProduct', 'Checkout'], range: WEEK },
		/no event called 'Checkout'/,
		/PayOrder/,
	),
	retention({ first: 'SignUp', returning: 'Pay', range: WEEK }, /PayOrder/),
	users({ group_by: ['Tier'] }, /level/),
];

export const values: Mistake[] = [
	event(orders({ filter: { city: 'Peking' } }), /'Peking' isn't a value/, /Beijing/),
	event(orders({ filter: { city: '上海' } }), /'上海' isn't a value/, /Shanghai/),
	event(orders({ filter: { city: ['Shanghai', 'Peking'] } }), /'Peking' isn't a value/, /Beijing/),
	event(orders({ filter: { city: 'shanghai' } }), /'shanghai' isn't a value/, /: Shanghai/),
	event(orders({ filter: { city: { '!=': 'Peking' } } }), /'Peking' isn't a value/),
	event(
		orders({ filter: { or: [{ city: 'Peking' }, { channel: 'ads' }] } }),
		/'Peking' isn't a value/,
		/Beijing/,
	),
	event(
		{
			measures: [
				{ event: 'PayOrder', filter: { city: 'Shanghai' }, name: 'a' },
				{ event: 'PayOrder', filter: { city: 'Peking' }, name: 'b' },
			],
			unit: 'total',
			range: WEEK,
		},
		/'Peking' isn't a value/,
		/Beijing/,
	),
	event(orders({ filter: { channel: 'advertising' } }), /ads/),
	// A sign that compares or excludes is not a spelling: without it, the numbers would be others.
	event(
		orders({ filter: { 'amount >': 500 } }),
		/write {"city": {"!=": "Beijing"}}/,
		/did you mean amount/i,
	),
	event(
		orders({ filter: { 'city !=': 'Beijing' } }),
		/write {"city": {"!=": "Beijing"}}/,
		/\bcity\b/,
	),
	event(
		orders({ filter: { '!city': 'Beijing' } }),
		/write {"city": {"!=": "Beijing"}}/,
		/\bcity\b/,
	),
	event(
		orders({ filter: { '-city': 'Beijing' } }),
		/write {"city": {"!=": "Beijing"}}/,
		/\bcity\b/,
	),
	event(orders({ filter: { city: { '!matches': 'Bei' } } }), /can't be '!matches'/),
	event(
		orders({ filter: { city: { '-contains': 'Bei' } } }),
		/can't be '-contains'/,
		/not_contains/,
	),
	event(orders({ '!filter': { city: 'Beijing' } }), /unknown key: '!filter'/),
	event(orders({ group_by: ['city'], order_by: '-PayOrder' }), /'order_by' doesn't name a column/),
	users(
		{ group_by: ['level'], filter: { 'age >': 30 } },
		/write {"city": {"!=": "Beijing"}}/,
		/age/,
	),
	// A filter that one of two events can't meet makes its number 0.
	event(
		orders({ measures: ['PayOrder', 'SignUp'], filter: { amount: { '>': 100 } } }),
		/SignUp has no property 'amount', but PayOrder has it/,
		/Filter only the measures of PayOrder/,
	),
	funnel(
		{ steps: ['ViewProduct', '!AddToCart', 'PayOrder'], range: WEEK },
		/no event called '!AddToCart'/,
	),
	retention(
		{ first: 'SignUp', returning: 'PayOrder', count: '!returned', range: WEEK },
		/can't be '!returned'/,
		/churned/,
	),
	event(orders({ filter: { 'user.level': 'Gold' } }), /'Gold' isn't a value/, /gold/),
	event(
		orders({ filter: { 'user.level': ['gold', 'platinum'] } }),
		/'platinum' isn't a value/,
		/silver/,
	),
	event(orders({ filter: { city: 'Peking', channel: 'google' } }), /'Peking'/, /'google'/),
	funnel(
		{ steps: ['ViewProduct', { event: 'PayOrder', filter: { city: 'shanghai' } }], range: WEEK },
		/'shanghai' isn't a value/,
		/: Shanghai/,
	),
	retention(
		{ first: 'SignUp', returning: { event: 'PayOrder', filter: { city: 'Peking' } }, range: WEEK },
		/'Peking' isn't a value/,
	),
	users({ filter: { level: 'vip' } }, /'vip' isn't a value/, /gold/),
	distribution(
		{ event: 'PayOrder', filter: { city: 'Peking' }, range: WEEK },
		/'Peking' isn't a value/,
	),
];

export const dates: Mistake[] = [
	event(orders({ range: undefined }), /'range' is missing/, /last 7 days/),
	event(orders({ range: 'someday' }), /'range' can't be/, /2026-11-01\.\.2026-11-07/),
	event(orders({ range: '2026/11/01' }), /'range' can't be|2026-11-01/),
	event(orders({ range: '2026-11-31' }), /2026-11-31/),
	event(orders({ range: '2026-13' }), /'range' can't be/, /2026-11/),
	event(orders({ range: '2026-11-07..2026-11-01' }), /after|before/),
	event(orders({ range: '2099-01-01..2099-01-07' }), /in the future: today is/),
	event(
		orders({ range: '2026-11-01..2099-01-07' }),
		/Today is .*not happened yet|longest|days|span more/i,
	),
	event(orders({ range: WEEK, unit: 'fortnight' }), /'unit'/, /hour, day, week, month, total/),
	event(orders({ compare: 'yesteryear' }), /'compare'/, /last_year/),
	funnel(
		{ steps: ['ViewProduct', 'PayOrder'], within: 'soon', range: WEEK },
		/'within'/,
		/7 days|days/,
	),
	retention(
		{ first: 'SignUp', returning: 'PayOrder', unit: 'year', range: WEEK },
		/'unit'/,
		/day, week, month/,
	),
];

export const types: Mistake[] = [
	event(orders({ time_zone: 'UTC' }), /option 'Time Zone' of the tool sets the time zone/),
	event(orders({ groupby: ['city'], group: ['city'] }), /group_by/),
	event(orders({ measures: undefined }), /'measures'/),
	event({ measures: [{ ...sum('city') }], range: WEEK }, /must hold numbers/, /amount/),
	event(
		{ measures: [{ event: 'PayOrder', aggregate: 'total', property: 'amount' }], range: WEEK },
		/sum/,
	),
	event(
		{ measures: [{ event: 'PayOrder', aggregate: 'sum' }], range: WEEK },
		/'property'|property/,
	),
	event(orders({ filter: { amount: 'many' } }), /number/),
	event(orders({ filter: { amount: { above: 5 } } }), />/),
	event(orders({ filter: { city: { '>': 5 } } }), /text/),
	event(orders({ top: 'five' }), /'top' must be a whole number/),
	event(orders({ order_by: 'revenue', top: 3 }), /order_by/, /PayOrder/),
	{ tool: 'Event report', args: { query: '{"measures": ["PayOrder"' }, leads: [/JSON/] },
	distribution(
		{ event: 'PayOrder', unit: 'total', range: WEEK },
		/'unit' can't be 'total'/,
		/month with the range 2026-11/,
	),
];

export const others: Mistake[] = [
	sql('SELECT town, COUNT(*) AS n FROM events GROUP BY town', ...TABLES),
	sql('SELECT properties FROM events LIMIT 5', ...TABLES),
	sql('SELECT COUNT(*) AS n FROM orders', ...TABLES),
	sql('SELEC 1', ...TABLES),
	{
		tool: 'Find events',
		args: { search: 'refund' },
		leads: [/None of the 5 events match 'refund'/, /PayOrder/],
	},
	{ tool: 'Property values', args: { property: 'event.PayOrder.citty' }, leads: [/city/] },
	{
		tool: 'Property values',
		args: { property: 'event.PayOrder.town' },
		leads: [/None of the \d+ properties of PayOrder match 'town'.*城市 \(city\)/],
	},
	{
		tool: 'Property values',
		args: { property: 'user.town' },
		leads: [/ properties of users .*city/],
	},
	{
		tool: 'Run saved report',
		args: { chart: '999', from: '2026-11-10', to: '2026-11-23' },
		leads: [/does not exist.*use 'Saved Report: Get Many'/],
	},
];
