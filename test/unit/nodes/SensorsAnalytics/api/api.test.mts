/** Both generations are asked the same of the same events: their tables must be the same. */
import type { JsonObject } from '../../../../../credentials/http/json';
import { parseJsonDigits } from '../../../../../credentials/http/json';
import type { ServiceRequest } from '../../../../../credentials/http/request';
import type { How, ReportWire } from '../../../../../nodes/SensorsAnalytics/api/api';
import { legacy } from '../../../../../nodes/SensorsAnalytics/api/legacy/api';
import { distributionWire } from '../../../../../nodes/SensorsAnalytics/api/openapi/distribution';
import { eventWire } from '../../../../../nodes/SensorsAnalytics/api/openapi/event';
import { funnelWire } from '../../../../../nodes/SensorsAnalytics/api/openapi/funnel';
import { retentionWire } from '../../../../../nodes/SensorsAnalytics/api/openapi/cohorts';
import { userPropertiesWire } from '../../../../../nodes/SensorsAnalytics/api/openapi/userProperties';
import type {
	DateRange,
	DistributionQuery,
	EventQuery,
	FunnelQuery,
	Measure,
	RetentionQuery,
	UserPropertiesQuery,
} from '../../../../../nodes/SensorsAnalytics/query/query';
import { measureOfUsers } from '../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../nodes/SensorsAnalytics/reports/registry';
import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Table } from '../../../../../nodes/SensorsAnalytics/table/table';
import { positionsOf } from '../../../../../nodes/SensorsAnalytics/table/table';
import { BOOKMARKS } from '../../../../../simulator/data/catalog.mts';
import { tableOf as readTable } from '../../../../support/tableOf.mts';
import { type Simulator, startSimulator } from '../../../../../simulator/server.mts';

const openapi = {
	event: eventWire,
	funnel: funnelWire,
	retention: retentionWire,
	distribution: distributionWire,
	userProperties: userPropertiesWire,
};
type Model = keyof typeof openapi;

const INSTALLATIONS = {
	'3.0.5': { release: '3.0.5', rates: 'ratio', hasTotalLines: true },
	'3.0.4': { release: '3.0.4', rates: 'percent', hasTotalLines: true },
	'3.0.5, percent, no lines of totals': {
		release: '3.0.5',
		rates: 'percent',
		hasTotalLines: false,
	},
	'3.0.4, ratios, no lines of totals': { release: '3.0.4', rates: 'ratio', hasTotalLines: false },
} as const;

const DAYS: DateRange = { from: '2026-11-06', to: '2026-11-08' };
const WEEKS: DateRange = { from: '2026-10-30', to: '2026-11-03' };
const TOTALS: How = { hasTotals: true };
const ofOrder = (name: string) => ({ of: 'event', event: 'PayOrder', name }) as const;
const ofView = (name: string) => ({ of: 'event', event: 'ViewProduct', name }) as const;
const level = { of: 'user', name: 'level' } as const;
const age = { of: 'user', name: 'age' } as const;
const orders: Measure = { kind: 'event', event: 'PayOrder', aggregator: 'general' };
const buyers: Measure = { kind: 'event', event: 'PayOrder', aggregator: 'unique', name: '10' };
const revenue: Measure = {
	kind: 'event',
	event: 'PayOrder',
	aggregator: 'SUM',
	property: ofOrder('amount'),
	name: '收入',
};
const mean: Measure = { ...revenue, aggregator: 'avg', name: '收入' };
const PER_ORDER = 'sum(event.PayOrder.amount)/count(event.PayOrder)';
const formula = (format: string, expression = PER_ORDER): Measure => ({
	kind: 'formula',
	expression: `${expression}|${format}`,
	events: ['PayOrder'],
	name: 'per order, %',
});
const withCoupon = {
	join: 'or',
	conditions: [
		{ property: ofOrder('coupon'), function: 'isTrue', values: [] },
		{ property: ofOrder('amount'), function: 'between', values: [100, 300] },
	],
	groups: [
		{
			join: 'and',
			conditions: [
				{ property: level, function: 'equal', values: ['gold', 'silver'] },
				{ property: age, function: 'greaterEqual', values: [30] },
			],
			groups: [],
		},
	],
} as EventQuery['filter'];
const isGold = {
	join: 'and',
	conditions: [{ property: level, function: 'equal', values: ['gold'] }],
	groups: [],
} as EventQuery['filter'];
const inHome = {
	join: 'and',
	conditions: [
		{ property: ofView('category'), function: 'equal', values: ['kitchen', 'home'] },
		{ property: level, function: 'notEqual', values: ['bronze'] },
	],
	groups: [],
} as EventQuery['filter'];

const EVENT: EventQuery = { measures: [orders], groupBy: [], unit: 'day' };
const FUNNEL: FunnelQuery = {
	steps: [{ event: 'ViewProduct' }, { event: 'AddToCart' }, { event: 'PayOrder' }],
	windowMinutes: 120,
	mayEndLater: false,
	isByDate: false,
	groupBy: [],
};
const RETENTION: RetentionQuery = {
	first: { event: '$pageview' },
	second: { event: 'PayOrder' },
	unit: 'day',
	duration: 4,
	isChurn: false,
	mayEndLater: true,
	groupBy: [],
};
const DISTRIBUTION: DistributionQuery = {
	event: '$pageview',
	unit: 'week',
	of: 'times',
	buckets: [2, 5, 9],
	groupBy: [],
};
const USERS: UserPropertiesQuery = { measures: [measureOfUsers('count')], groupBy: [] };

interface Case {
	model: Model;
	query: object;
	/** The payload of the web page that the query was read from. */
	page?: JsonObject;
	range?: DateRange;
	how?: How;
	/** Rows that are of one group by date here, and of all dates there. */
	isSummed?: boolean;
}

const of =
	<Query extends object>(model: Model, base: Query) =>
	(change: Partial<Query>, range: DateRange | undefined = DAYS, how: How = {}): Case => ({
		model,
		query: { ...base, ...change },
		range,
		how,
	});
const ev = of('event', EVENT);
const fu = of('funnel', FUNNEL);
const re = of('retention', RETENTION);
const di = of('distribution', DISTRIBUTION);
const us = of('userProperties', USERS);

const SAVED: Record<string, Model> = {
	'/segmentation/': 'event',
	'/funnel/': 'funnel',
	'/retention/': 'retention',
	'/addiction/': 'distribution',
};

const CASES: Record<string, Case> = {
	'events by day': ev({}),
	'several measures, one name twice, one of digits, one in Chinese': ev({
		measures: [orders, revenue, mean, buyers, { ...orders, aggregator: 'average' }],
	}),
	'events by a property and one of users, with totals': ev(
		{ measures: [orders, buyers], groupBy: [{ property: ofOrder('city') }, { property: level }] },
		DAYS,
		TOTALS,
	),
	'events by buckets of a number': ev({
		groupBy: [{ property: ofOrder('amount'), buckets: [50, 200, 500] }],
	}),
	'events by a property that is yes or no': ev({ groupBy: [{ property: ofOrder('coupon') }] }),
	'nested filters, and one of a measure': ev({
		measures: [orders, { ...orders, filter: withCoupon, name: 'some' }],
		filter: isGold,
	}),
	'by hour': ev({ unit: 'hour' }),
	'by week': ev({ measures: [buyers], unit: 'week' }, WEEKS),
	'by month': ev({ measures: [orders, mean], unit: 'month' }, WEEKS),
	'a total by group': ev(
		{
			measures: [buyers, revenue],
			groupBy: [{ property: ofOrder('channel') }],
			unit: 'total',
		},
		DAYS,
		TOTALS,
	),
	'a total': ev({ measures: [buyers, mean], unit: 'total' }, DAYS, TOTALS),
	'a formula of two decimals': ev({ measures: [formula('%2f')], groupBy: [{ property: level }] }),
	'a formula with separators': ev(
		{ measures: [formula('%n', 'count(event.$Anything)')], unit: 'total' },
		DAYS,
		TOTALS,
	),
	'events that never were': ev({ filter: { ...isGold, conditions: [never()] } as never }),
	'a funnel': fu({}),
	'a funnel by date': fu({ isByDate: true }),
	'a funnel by group': fu({ groupBy: [ofView('city')] }),
	'a funnel by group and date': fu({ groupBy: [level], isByDate: true }),
	'a funnel with filters': fu({
		filter: inHome,
		steps: [...FUNNEL.steps.slice(0, 2), { event: 'PayOrder', filter: withCoupon }],
		mayEndLater: true,
	}),
	'a funnel that nobody enters': fu({
		steps: [{ event: 'ViewProduct', filter: { ...isGold, conditions: [never()] } as never }].concat(
			FUNNEL.steps.slice(1) as never,
		),
	}),
	'retention by day': re({}),
	'retention that is not over': re({}, { from: '2026-11-15', to: '2026-11-20' }),
	'churn by week': re({ unit: 'week', isChurn: true, duration: 2 }, WEEKS),
	'retention with filters': re({ first: { event: '$pageview', filter: isGold }, filter: isGold }),
	'retention by group': { ...re({ groupBy: [level] }), isSummed: true },
	'distribution by week': di({}),
	'distribution by day': di({ unit: 'day', buckets: [] }),
	'distribution of hours by group': di({ of: 'periods', unit: 'day', groupBy: [level] }),
	'distribution of a sum': di({
		event: 'PayOrder',
		of: { aggregator: 'sum', property: ofOrder('amount') },
		buckets: [100, 500.5],
		filter: isGold,
	}),
	'distribution by a property with no value for some': di({
		event: 'PayOrder',
		groupBy: [ofOrder('city')],
	}),
	'users by level': us({ groupBy: [level] }, undefined),
	'users by two properties': us({ groupBy: [level, { of: 'user', name: 'city' }] }, undefined),
	'an average of users': us({ measures: [measureOfUsers('avg', age)], groupBy: [level] }),
	'users of a filter': us({ filter: isGold }, undefined),
};

for (const { type, name, data } of BOOKMARKS) {
	const model = SAVED[type];
	if (!model) continue;
	const { query, page } = reports[model].payload.read(data as JsonObject, 'Asia/Shanghai');
	CASES[`saved: ${name}`] = { model, query, page, range: DAYS };
}

function never() {
	return { property: level, function: 'equal', values: ['platinum'] };
}

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator();
	simulator.world.clock.set(new Date('2026-11-21T04:00:00Z'));
});
afterAll(async () => await simulator.close());

async function ask({ path, body }: ServiceRequest): Promise<unknown> {
	const { world, app } = simulator;
	const isKey = path.startsWith('/api/v3/');
	const { body: text, statusCode } = await app.inject({
		method: 'POST',
		url: isKey ? path : `${path}?token=${world.secrets.of('admin')}&project=production`,
		headers: isKey
			? { 'api-key': world.apiKeys.of('analyst'), 'sensorsdata-project': 'production' }
			: {},
		payload: body as object,
	});
	if (statusCode !== 200) throw new Error(text);
	return parseJsonDigits(text);
}

async function tableOf(generation: 'legacy' | 'openapi', requested: Case) {
	const { model, query, page, range, how = {} } = requested;
	const reports = generation === 'legacy' ? legacy.reports : openapi;
	const report = reports[model] as unknown as ReportWire<object>;
	return readTable(report, await ask(report.request({ query, page }, range, how)), query);
}

/** Rows without those in which nothing happened, which only one generation returns. */
function rowsOf({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string[] {
	const { measures } = positionsOf({ columns });
	return setOf(
		rows
			.toArray()
			.filter((row) => measures.some((place) => row[place] !== 0 && row[place] !== null)),
	);
}

function setOf(rows: readonly Cell[][]): string[] {
	return rows.map((row) => JSON.stringify(row)).sort();
}

/** Users of all dates together, for each group and period; percents of these. */
function summed({ columns, rows }: Table): Cell[][] {
	const at = (key: string) => columns.findIndex((column) => column.key === key);
	const lines = new Map<string, number[]>();
	for (const row of rows.toArray()) {
		const key = JSON.stringify([row[at('level')], row[at('period')]]);
		const [initial = 0, users = 0] = lines.get(key) ?? [];
		lines.set(key, [initial + Number(row[at('initial_users')]), users + Number(row[at('users')])]);
	}
	return [...lines].map(([key, [initial = 0, users = 0]]) => [
		...(JSON.parse(key) as Cell[]),
		initial,
		users,
	]);
}

const once = new Map<string, Promise<Table>>();

describe.each(Object.entries(INSTALLATIONS))('the OpenAPI of %s', (_name, traits) => {
	beforeAll(() => Object.assign(simulator.world.openapi, traits));

	it.each(Object.keys(CASES))('returns what the API returns: %s', async (name) => {
		const requested = CASES[name] as Case;
		const [before, now] = await Promise.all([
			once.get(name) ?? tableOf('legacy', requested),
			tableOf('openapi', requested),
		]);
		once.set(name, Promise.resolve(before));
		if (requested.isSummed) {
			expect(summed(now).length).toBeGreaterThan(0);
			expect(setOf(summed(now))).toEqual(
				setOf(before.rows.toArray().map((row) => row.slice(0, -1))),
			);
			return;
		}
		expect(now.columns).toEqual(before.columns);
		expect(now.isTruncated).toBe(false);
		expect(rowsOf(now)).toEqual(rowsOf(before));
		if (!/never|nobody/.test(name)) expect(now.rows.length).toBeGreaterThan(0);
		if (requested.model === 'event' && requested.how?.hasTotals) {
			const isReported =
				traits.release === '3.0.5' || (requested.query as EventQuery).unit === 'total';
			expect(now.totals && setOf(now.totals)).toEqual(
				isReported ? setOf(before.totals as Cell[][]) : undefined,
			);
		}
	});
});
