/** One suite for both generations of the API: the same forms give the same items from the same events. */
import type { IDataObject } from 'n8n-workflow';

import { OUTPUT_FORMS } from '../../nodes/SensorsAnalytics/output/message/forms';
import { BOOKMARKS } from '../../simulator/data/catalog.mts';
import { TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const DAYS = { dateRange: 'custom', fromDate: '2026-11-03', toDate: '2026-11-08' };
const measures = (...measure: IDataObject[]) => ({ measures: { measure } });
const groups = (...group: IDataObject[]) => ({ groupBy: { group } });
const ORDERS = { eventName: 'PayOrder' };
const REVENUE = { eventName: 'PayOrder', aggregator: 'sum', field: 'amount', outputName: 'gmv' };
const BUYERS = { eventName: 'PayOrder', aggregator: 'unique' };
const condition = (...all: IDataObject[]) => ({
	filter: { condition: all },
});
const byCity = groups({ field: 'city' });
const event = (form: IDataObject = {}): [string, string, IDataObject] => [
	'report',
	'getEventReport',
	{ ...measures(ORDERS, REVENUE), ...DAYS, ...form },
];
const model = (operation: string, form: IDataObject): [string, string, IDataObject] => [
	'report',
	operation,
	{ ...DAYS, ...form },
];
const FUNNEL = {
	steps: {
		step: [{ eventName: 'ViewProduct' }, { eventName: 'AddToCart' }, { eventName: 'PayOrder' }],
	},
	window: 2,
	windowUnit: 'hours',
};
const RETENTION = { firstEvent: '$pageview', secondEvent: 'PayOrder', unit: 'day', duration: 3 };
const DISTRIBUTION = { eventName: '$pageview', unit: 'day', buckets: '2, 5' };
const USERS = groups({ field: 'level' });
const PAYLOAD = {
	measures: [
		{ event_name: 'PayOrder', aggregator: 'SUM', field: 'event.PayOrder.amount', name: 'a' },
	],
	unit: 'day',
	by_fields: ['event.PayOrder.city'],
	from_date: '2026-11-01',
	to_date: '2026-11-03',
	rangeText: '',
	chartsType: 'line',
};
const RANGES: IDataObject[] = [
	...['yesterday', 'today', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'].map((dateRange) => ({
		dateRange,
	})),
	{ dateRange: 'last', lastCount: 3, lastUnit: 'days' },
	{ dateRange: 'last', lastCount: 2, lastUnit: 'weeks' },
];
const COMPARED: IDataObject[] = [
	...['previousPeriod', 'lastWeek', 'lastMonth', 'lastYear'].map((compareWith) => ({
		compareWith,
	})),
	{ compareWith: 'custom', compareFromDate: '2026-10-01', compareToDate: '2026-10-06' },
];
const OPTIONS: IDataObject[] = [
	{ totals: true },
	{ totals: true, sliceDays: 2 },
	{ orderBy: 'gmv', restInOneRow: true },
	{ orderBy: 'gmv', orderDirection: 'ascending' },
	{ sliceDays: 2 },
	{ wholePeriodsOnly: true },
	{ fillMissingDates: false },
	{ samplingFactor: 32, useCache: false, approximate: true, requestId: 'r' },
	{ timeZone: 'America/New_York' },
	{ whenEmpty: 'item', includeMeta: true },
];

type Form = [string, string, IDataObject];
const FORMS: { [name: string]: Form } = {
	'an event report': event(),
	'by city': event(byCity),
	'by two properties, one in buckets': event(
		groups({ field: 'city' }, { field: 'amount', buckets: '100, 300' }),
	),
	'of users': event({ ...measures(BUYERS, ORDERS), ...byCity }),
	'ordered by users': event({
		...measures(BUYERS, ORDERS),
		...groups({ field: 'city', topGroups: 2 }),
		options: { orderBy: 'PayOrder_users' },
	}),
	'totals of users, compared': event({
		...measures(BUYERS),
		...byCity,
		compareWith: 'lastWeek',
		output: 'table',
		options: { totals: true },
	}),
	'of a formula': event(
		measures({
			aggregator: 'formula',
			expression: 'sum(event.PayOrder.amount)/count(event.PayOrder)',
			events: 'PayOrder',
			outputName: 'x',
		}),
	),
	filtered: event({
		...byCity,
		...condition({
			field: 'city',
			valueKind: 'text',
			function: 'equal',
			values: 'Beijing, Shanghai',
		}),
	}),
	'filtered by a number': event(
		condition({ field: 'amount', valueKind: 'number', function: 'between', values: '100, 300' }),
	),
	'without rows': event({
		...condition({ field: 'city', valueKind: 'text', function: 'equal', values: 'Nowhere' }),
		options: { whenEmpty: 'item' },
	}),
	'of any event': event(measures({ eventName: '$Anything' })),
	pasted: event({ queryMode: 'json', queryJson: JSON.stringify(PAYLOAD), dateRange: 'asPasted' }),
	...Object.fromEntries(
		['hour', 'week', 'month', 'total'].map((unit) => [`by ${unit}`, event({ unit, ...byCity })]),
	),
	...Object.fromEntries(RANGES.map((range) => [`of ${JSON.stringify(range)}`, event(range)])),
	...Object.fromEntries(
		COMPARED.map((compared) => [
			`compared ${JSON.stringify(compared)}`,
			event({ ...byCity, ...compared }),
		]),
	),
	...Object.fromEntries(
		OPTIONS.map((options) => [`with ${JSON.stringify(options)}`, event({ ...byCity, options })]),
	),
	...Object.fromEntries(
		OUTPUT_FORMS.filter((output) => output !== 'raw').map((output) => [
			`as ${output}`,
			event({ ...byCity, output, compareWith: 'lastWeek' }),
		]),
	),
	'a funnel': model('getFunnelReport', FUNNEL),
	'a funnel by date': model('getFunnelReport', { ...FUNNEL, splitByDate: true }),
	'a funnel by group': model('getFunnelReport', { ...FUNNEL, groupByField: 'user.level' }),
	'a funnel by group and date': model('getFunnelReport', {
		...FUNNEL,
		groupByField: 'user.level',
		splitByDate: true,
	}),
	'a funnel, filtered': model('getFunnelReport', {
		...FUNNEL,
		...condition({ field: 'user.level', valueKind: 'text', function: 'equal', values: 'gold' }),
	}),
	'a funnel with an event twice, filtered by its property': model('getFunnelReport', {
		...FUNNEL,
		steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'ViewProduct' }] },
		windowUnit: 'days',
		...condition(
			{ field: 'channel', valueKind: 'text', function: 'equal', values: 'ads' },
			{ field: 'user.level', valueKind: 'text', function: 'equal', values: 'gold' },
		),
	}),
	'a funnel that starts with any event, filtered': model('getFunnelReport', {
		...FUNNEL,
		steps: { step: [{ eventName: '$Anything' }, { eventName: 'PayOrder' }] },
		...condition({ field: 'channel', valueKind: 'text', function: 'equal', values: 'ads' }),
	}),
	'a funnel as a message': model('getFunnelReport', { ...FUNNEL, output: 'slack' }),
	retention: model('getRetentionReport', RETENTION),
	'who did not come back': model('getRetentionReport', { ...RETENTION, countOf: 'churned' }),
	'retention of the last days': model('getRetentionReport', {
		...RETENTION,
		dateRange: 'last',
		lastCount: 3,
		lastUnit: 'days',
		includeCurrent: true,
	}),
	'retention as table': model('getRetentionReport', { ...RETENTION, output: 'table' }),
	'a distribution': model('getDistributionReport', DISTRIBUTION),
	'a distribution by group': model('getDistributionReport', {
		...DISTRIBUTION,
		groupByField: 'user.level',
	}),
	'a distribution of hours': model('getDistributionReport', {
		...DISTRIBUTION,
		distributionOf: 'periods',
	}),
	'a distribution of sums': model('getDistributionReport', {
		...DISTRIBUTION,
		eventName: 'PayOrder',
		distributionOf: 'sum',
		property: 'amount',
		buckets: '100, 500',
	}),
	'users by level': ['report', 'getUserPropertyReport', USERS],
	'the age of users': [
		'report',
		'getUserPropertyReport',
		{ ...USERS, aggregator: 'avg', property: 'user.age' },
	],
	'users as wide': ['report', 'getUserPropertyReport', { ...USERS, output: 'wide' }],
	'saved reports': ['savedReport', 'getManySavedReports', { returnAll: true }],
	dashboards: ['dashboard', 'getManyDashboards', { returnAll: true }],
	'user groups': ['userGroup', 'getManyUserGroups', { returnAll: true }],
	'a user group': ['userGroup', 'getUserGroup', { userGroup: 'gold_members' }],
	SQL: [
		'sqlQuery',
		'runSqlQuery',
		{
			sql: 'SELECT event, COUNT(*) AS n FROM events WHERE date = :day GROUP BY event ORDER BY n DESC LIMIT 5',
			parameters: { parameter: [{ name: 'day', kind: 'date', value: '2026-11-03' }] },
		},
	],
	...Object.fromEntries(
		// Paths need a key, and one is of a kind that can't be run.
		BOOKMARKS.filter(({ type }) => !/path|fancy/.test(type)).map(({ id, name }) => [
			`the saved report ${name}`,
			['savedReport', 'runSavedReport', { savedReport: String(id), ...DAYS }] as Form,
		]),
	),
};

/** Of the OpenAPI: with columns by name and totals next to details, and without. */
const RELEASES = {
	'3.0.5': { rates: 'ratio', hasTotalLines: true },
	'3.0.4': { rates: 'percent', hasTotalLines: true },
} as const;
/** What the release has no part in: presets, what is made of rows, lists, SQL. */
const NOT_BY_RELEASE = /^(of \{|as |saved reports|dashboards|user groups|a user group|SQL)/;
const CASES = Object.keys(FORMS).flatMap((name) => [
	['3.0.5', name] as const,
	...(NOT_BY_RELEASE.test(name) ? [] : [['3.0.4', name] as const]),
]);

/** What the service itself reports differently: docs/service.md, "Two generations". */
const OWN: { [name: string]: (row: IDataObject) => IDataObject } = {
	'user groups': ({ name, display_name, users }) => ({ name, display_name, users }),
	'a user group': ({ name, display_name, users }) => ({ name, display_name, users }),
	// A kind that one of them alone can run.
	'saved reports': ({ model, can_be_run, ...row }) => ({
		...row,
		model: model !== 'path' && can_be_run && model,
	}),
};
const MOMENTS = ['requested_at', 'data_updated_at', 'data_sufficient_at'];

/** In one order: groups come in the order of the service, and the OpenAPI promises none. */
function comparable(name: string, rows: IDataObject[]): string[] {
	return rows
		.map((row) => withoutUnits(JSON.stringify(OWN[name]?.(row) ?? row, withoutMoments)))
		.sort((a, b) => a.localeCompare(b, 'en'));
}

/** The older API doesn't return the currency of a property, so its messages have none. */
function withoutUnits(text: string): string {
	return text.replaceAll('¥', '');
}

function withoutMoments(key: string, value: unknown): unknown {
	return MOMENTS.includes(key) ? undefined : value;
}

describe('Both generations', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
		t.setClock();
	});
	afterAll(async () => await t.stop());

	const run = async (name: string, credential: string) => {
		const [resource, operation, form] = FORMS[name] as Form;
		const { rows, error } = await t.operation(resource, operation, form, { credential });
		expect([name, error?.message]).toEqual([name, undefined]);
		return rows;
	};
	/** The answers of the API under `/api/` are the same for each release of the other one. */
	const reported = new Map<string, IDataObject[]>();

	it.each(CASES)('return the same with version %s: %s', async (release, name) => {
		Object.assign(t.world.openapi, { release, ...RELEASES[release] });
		const legacy = reported.get(name) ?? (await run(name, 'user'));
		reported.set(name, legacy);
		const key = await run(name, 'key');
		expect(key).not.toEqual([]);
		expect(comparable(name, key)).toEqual(comparable(name, legacy));
	});

	it('return the same retention by group, which the OpenAPI also splits by date', async () => {
		const form = { ...DAYS, ...RETENTION, groupByField: 'user.level' };
		const run = async (credential: string) =>
			(await t.operation('report', 'getRetentionReport', form, { credential })).rows;
		const sums = (rows: IDataObject[]) => {
			const users: { [group: string]: number } = {};
			for (const { level, period, users: count } of rows) {
				const key = `${String(level)} ${String(period)}`;
				users[key] = (users[key] ?? 0) + Number(count);
			}
			return users;
		};
		const [legacy, key] = [await run('user'), await run('key')];
		expect(sums(key)).toEqual(sums(legacy));
		expect(key.every(({ date }) => date !== undefined)).toBe(true);
	});
});
