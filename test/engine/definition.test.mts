/** Queries as JSON (docs/query.md): the same numbers as the form's, by both generations of the API. */
import type { IDataObject } from 'n8n-workflow';

import { SensorsAnalytics } from '../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { NEEDS_KEY } from '../support/operationDocs.mts';
import { datesFrom, sumOf, usersOf } from '../support/orders.mts';
import { groupBy, measures, type Mode, TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const DAYS = '2026-11-02..2026-11-08';
const [FROM, TO] = DAYS.split('..') as [string, string];
const dates = { dateRange: 'custom', fromDate: FROM, toDate: TO };
const REVENUE = { event: 'PayOrder', aggregate: 'sum', property: 'amount', name: 'revenue' };
const REPORT = 'getEventReport';
const FUNNEL = ['ViewProduct', 'AddToCart', 'PayOrder'];
/** Made once: for each order, it took most of the time of these tests. */
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** By operation. */
const EXAMPLES = new SensorsAnalytics().description.properties
	.filter(({ name, displayOptions }) =>
		Boolean(name === 'queryDefinition' && displayOptions?.show?.['@tool']?.includes(false)),
	)
	.map(({ displayOptions, hint = '' }): [string, string] => [
		String(displayOptions?.show?.operation?.[0]),
		hint.slice(hint.indexOf('{')),
	]);

const DAYS_ONLY = { measures: ['PayOrder'], compare: undefined };

interface Answer {
	columns: string[];
	rows: unknown[][];
	totals?: { columns: string[]; rows: unknown[][] };
	all_groups?: IDataObject;
	notes?: string[];
	shown: string;
	dates: IDataObject;
}

describe.each<Mode>(['secret', 'key'])('queries as JSON, signed in by %s', (credential) => {
	let t: TestWorld;
	beforeAll(async () => {
		t = await TestWorld.start();
		t.setClock();
	});
	afterAll(async () => await t.stop());

	const run = async (operation: string, query: unknown, form: IDataObject = {}) => {
		t.takeRequests();
		const queryDefinition = typeof query === 'string' ? query : JSON.stringify(query);
		const given = { queryMode: 'definition', queryDefinition, ...form };
		const { rows, error } = await t.operation('report', operation, given, { credential });
		const paths = t.takeRequests().map(({ path }) => path);
		return { rows, error, requests: paths.filter((path) => !/login/.test(path)).length };
	};
	const ask = async (query: unknown, form: IDataObject = {}, operation = REPORT) => {
		const { rows, error, requests } = await run(operation, query, { output: 'agent', ...form });
		return { answer: rows[0] as unknown as Answer, error, requests };
	};

	it.each<[string, IDataObject, IDataObject]>([
		[
			REPORT,
			{ measures: [REVENUE, 'PayOrder'], group_by: ['city'], range: DAYS, compare: 'last_week' },
			{
				measures: measures(
					{ eventName: 'PayOrder', aggregator: 'sum', field: 'amount', outputName: 'revenue' },
					{ eventName: 'PayOrder' },
				),
				groupBy: groupBy('city'),
				...dates,
				compareWith: 'lastWeek',
			},
		],
		[
			REPORT,
			{
				...{ measures: { event: '支付订单', aggregate: '触发用户数' }, unit: 'week' },
				...{ filter: { 渠道: ['ads', 'search'], 订单金额: { '>=': '100' } }, range: DAYS },
			},
			{
				measures: measures({ eventName: 'PayOrder', aggregator: 'unique' }),
				unit: 'week',
				filter: {
					condition: [
						{ field: 'channel', valueKind: 'text', function: 'equal', values: 'ads, search' },
						{ field: 'amount', valueKind: 'number', function: 'greaterEqual', values: 100 },
					],
				},
				...dates,
			},
		],
		[
			'getFunnelReport',
			{ steps: FUNNEL, within: '2 hours', by_date: true, group_by: 'user.level', range: DAYS },
			{
				steps: { step: FUNNEL.map((eventName) => ({ eventName })) },
				...{ window: 2, windowUnit: 'hours', splitByDate: true, groupByField: 'user.level' },
				...dates,
			},
		],
		[
			'getRetentionReport',
			{ first: '注册', returning: 'PayOrder', periods: 3, count: 'churned', range: DAYS },
			{
				...{ firstEvent: 'SignUp', secondEvent: 'PayOrder', unit: 'day', duration: 3 },
				countOf: 'churned',
				...dates,
			},
		],
		[
			'getDistributionReport',
			{ event: 'PayOrder', of: 'sum', property: 'amount', buckets: [100, 500], range: DAYS },
			{
				...{ eventName: 'PayOrder', distributionOf: 'sum', property: 'amount', unit: 'week' },
				buckets: '100, 500',
				...dates,
			},
		],
		[
			'getUserPropertyReport',
			{ aggregate: 'avg', property: '年龄', group_by: ['会员等级'] },
			{ aggregator: 'avg', property: 'age', groupBy: groupBy('level') },
		],
	])('%s of %j returns what the form returns', async (operation, query, form) => {
		const output = { output: 'table', options: {} };
		const { rows, error } = await run(operation, query, output);
		expect(error).toBeUndefined();
		const filled = await t.operation('report', operation, { ...form, ...output }, { credential });
		const plain = ({ meta, ...table }: IDataObject) => ({
			...table,
			meta: { ...(meta as IDataObject), requested_at: '', data_updated_at: '' },
		});
		expect(plain(rows[0] as IDataObject)).toEqual(plain(filled.rows[0] as IDataObject));
		expect((rows[0]?.rows as unknown[]).length).toBeGreaterThan(0);
	});

	it.each<[string, IDataObject]>([
		[
			'getAttributionReport',
			{
				target: 'PayOrder',
				touchpoints: ['AddToCart', 'ViewProduct'],
				within: '3 days',
				range: DAYS,
			},
		],
		[
			'getLifetimeValueReport',
			{ start: 'SignUp', value: { ...REVENUE, name: undefined }, periods: 3, range: DAYS },
		],
		['getIntervalReport', { first: 'ViewProduct', second: '支付订单', range: DAYS }],
		['getSessionReport', { session: 'app_visit', measures: ['支付订单'], range: DAYS }],
		['getPathReport', { event: '$pageview', events: ['支付订单'], range: DAYS }],
	])('%s is for keys of the OpenAPI', async (operation, query) => {
		const { answer, error } = await ask(query, {}, operation);
		if (credential === 'key') expect(answer.rows.length).toBeGreaterThan(0);
		else
			expect(error?.message).toMatch(
				/^[A-Z][A-Za-z ]+ reports aren't available with the 'Authentication' of the credential, because the API doesn't offer them\. Use a credential with API Key \(OpenAPI\)/,
			);
	});

	it('has the numbers of the events, totals and all groups', async () => {
		const { answer } = await ask({
			...{ measures: [REVENUE, { event: 'PayOrder', aggregate: 'users', name: 'buyers' }] },
			...{ group_by: 'city', unit: 'day', range: DAYS, top: 2 },
		});
		const orders = t.events(FROM, TO, 'PayOrder');
		const cities = [...new Set(orders.map(({ properties }) => properties.city))].map((city) => {
			const own = orders.filter(({ properties }) => properties.city === city);
			return [city, sumOf(own), usersOf(own)];
		});
		cities.sort((a, b) => Number(b[1]) - Number(a[1]));
		expect(answer.columns).toEqual(['date', 'city', 'revenue', 'buyers']);
		expect(answer.totals?.columns).toEqual(['city', 'revenue', 'buyers']);
		expect(answer.totals?.rows.slice(0, 2)).toEqual(cities.slice(0, 2));
		expect(new Set(answer.totals?.rows.map(String))).toEqual(new Set(cities.map(String)));
		expect(answer.all_groups).toEqual({ revenue: sumOf(orders) });
		const first = orders.filter(({ properties }) => properties.city === cities[0]?.[0]);
		const byDay = datesFrom(FROM, TO).map((day) => {
			const own = first.filter(({ time }) => time.startsWith(day));
			return [day, cities[0]?.[0], sumOf(own), usersOf(own)];
		});
		expect(answer.rows.slice(0, 7)).toEqual(byDay);
		expect(answer.rows).toHaveLength(14);
		expect(answer.notes).toEqual([
			'Settings and filters of this query: revenue: Sum of a Property (amount of PayOrder); buyers: Number of Users (PayOrder)',
			"A user can be in several groups: don't add up buyers. For all, ask without group_by",
			'Rows have the first 2 of 7 groups by revenue. All of them are in totals and all_groups',
		]);
		expect(answer.dates).toEqual({ from: FROM, to: TO, unit: 'day', time_zone: 'Asia/Shanghai' });
	});

	it('orders dates where there are no groups, and says nothing of groups', async () => {
		const query = { measures: ['PayOrder'], unit: 'day', range: `${FROM}..${TO}`, top: 3 };
		const counts = datesFrom(FROM, TO).map((day): [string, number] => [
			day,
			t.events(day, day, 'PayOrder').length,
		]);
		counts.sort((a, b) => a[1] - b[1]);
		const { answer } = await ask(query);
		expect(answer.rows).toEqual(counts.slice(-3).reverse());
		expect(answer.shown).toBe('3 of 7 rows');
		expect(JSON.stringify(answer.notes ?? [])).not.toContain('groups');
		const least = await ask({ ...query, order: 'ascending' });
		expect(least.answer.rows).toEqual(counts.slice(0, 3));
		const { error } = await run(REPORT, query, { output: 'rows' });
		expect(error?.message).toMatch(/the query has no 'group_by'\. Add 'group_by', or remove them/);
	});

	it('orders dates by users without their total, also if the dates have none', async () => {
		const users = { event: 'PayOrder', aggregate: 'users' };
		const query = { measures: [users], order: 'descending' };
		const open = { options: { wholePeriodsOnly: true } };
		const hours = await ask({ ...query, unit: 'hour', range: 'today' }, open);
		expect(hours.error).toBeUndefined();
		const split = { options: { sliceDays: 2 } };
		const days = await ask({ ...query, unit: 'day', range: `${FROM}..${TO}`, top: 3 }, split);
		expect(days.error).toBeUndefined();
		const counts = days.answer.rows.map(([, count]) => Number(count));
		expect(counts).toEqual([...counts].sort((a, b) => b - a));
		expect(counts).toHaveLength(3);
	});

	it('adds up days although the tool has a usual range, which these numbers have not', async () => {
		const query = { measures: ['PayOrder'], unit: 'weekday', range: `${FROM}..${TO}` };
		const { answer, error } = await ask(query, { options: { usualRange: 'all' } });
		expect(error).toBeUndefined();
		expect(answer.rows).toHaveLength(7);
		expect((await ask({ ...query, usual_range: true })).error?.message).toMatch(/'usual_range'/);
	});

	it('orders groups by the first measure if only the direction is set', async () => {
		const query = { measures: ['PayOrder'], group_by: 'city', unit: 'total', range: DAYS };
		const { answer } = await ask({ ...query, order: 'ascending' });
		const counts = answer.rows.map(([, count]) => Number(count));
		expect(counts).toEqual([...counts].sort((a, b) => a - b));
		expect(counts).toHaveLength(7);
	});

	it.each(['weekday', 'hour_of_day'] as const)('adds up days by %s, by group', async (unit) => {
		const [from, to] = ['2026-10-29', '2026-11-08'];
		const query = { measures: ['PayOrder', REVENUE], unit, range: `${from}..${to}` };
		const nameOf = (time: string) =>
			unit === 'weekday' ? WEEKDAY.format(new Date(time.slice(0, 10))) : time.slice(11, 13);
		const orders = t.events(from, to, 'PayOrder');
		const truth = (own: typeof orders) => {
			const byName = new Map<string, typeof orders>();
			for (const one of own) {
				const name = nameOf(one.time);
				const few = byName.get(name) ?? [];
				byName.set(name, few);
				few.push(one);
			}
			return new Map([...byName].map(([name, few]) => [name, [few.length, sumOf(few)]]));
		};
		const { answer } = await ask(query);
		expect(answer.columns).toEqual([unit, 'PayOrder_events', 'revenue']);
		expect(answer.dates.unit).toBe(unit);
		expect(answer.rows).toHaveLength(unit === 'weekday' ? 7 : 24);
		const all = truth(orders);
		for (const [name, ...own] of answer.rows) expect(own).toEqual(all.get(String(name)) ?? [0, 0]);
		expect(answer.totals?.rows).toEqual([[orders.length, sumOf(orders)]]);
		expect(answer.notes).toEqual([
			'Settings and filters of this query: revenue: Sum of a Property (amount of PayOrder)',
			expect.stringMatching(unit === 'weekday' ? /Days: Thursday 2, .*Monday 1/ : /Days: 11 each$/),
		]);
		const grouped = await ask({
			...query,
			group_by: 'city',
			filter: { city: ['Beijing', 'Shanghai'] },
		});
		for (const [name, city, ...own] of grouped.answer.rows) {
			const few = truth(orders.filter(({ properties }) => properties.city === city));
			expect([name, city, ...own]).toEqual([name, city, ...(few.get(String(name)) ?? [0, 0])]);
		}
		expect(grouped.answer.rows).toHaveLength(2 * answer.rows.length);
		// Without events in the answer, a weekday still is in the range.
		const scarce = { ...query, filter: { city: 'Beijing', amount: { '>': 900 } } };
		const few = await ask(scarce, { options: { fillMissingDates: false } });
		expect(few.answer.rows).toHaveLength(answer.rows.length);
		expect(few.answer.notes?.at(-1)).toBe(answer.notes?.at(-1));
		const best = await ask({ ...query, order_by: 'revenue', top: 1 });
		const most = Math.max(...[...all.values()].map(([, revenue]) => Number(revenue)));
		expect(best.answer.rows).toEqual([expect.arrayContaining([most])]);
		// What the query doesn't say is what the options say.
		const capped = await ask({ ...query, order_by: 'revenue' }, { options: { topGroups: 1 } });
		expect(capped.answer.rows).toEqual(best.answer.rows);
		const options = { orderBy: 'revenue', orderDirection: 'ascending' };
		const fewest = await ask({ ...query, top: 1 }, { options });
		expect(fewest.answer.rows).toEqual([
			expect.arrayContaining([Math.min(...answer.rows.map((row) => Number(row[2])))]),
		]);
	});

	it.each([
		[
			{ measures: [{ event: 'PayOrder', aggregate: 'users' }] },
			/users of two days can be the same/,
		],
		[{ measures: [{ ...REVENUE, aggregate: 'avg' }] }, /an average is the sum by the events/],
		[{ compare: 'last_week' }, /'unit' can't be 'weekday' with 'compare'/],
		[{ usual_range: true }, /'unit' can't be 'weekday' with 'compare' or 'usual_range'/],
	])('does not add up days of %j', async (part, fault) => {
		const query = { measures: ['PayOrder'], unit: 'weekday', range: DAYS, ...part };
		const { error, requests } = await ask(query);
		expect(error?.message).toMatch(fault);
		expect(requests).toBe(0);
		const others = await run(REPORT, { ...query, ...DAYS_ONLY }, { output: 'rows' });
		expect(others.error?.message).toMatch(/'unit' can't be 'weekday' in this 'Output'/);
	});

	it('names measures by their filters if they differ only in those', async () => {
		const orders = (filter: object) => ({ event: 'PayOrder', filter });
		const { answer } = await ask({
			measures: [
				'PayOrder',
				orders({ city: ['Beijing', 'Shanghai'], amount: { '>': 100 } }),
				orders({ or: [{ age: { '<': 30 } }, { age: 'not_set' }] }),
			],
			...{ unit: 'total', range: DAYS },
		});
		expect(answer.columns).toEqual([
			'PayOrder_events',
			'PayOrder_events (city = Beijing/Shanghai and amount > 100)',
			'PayOrder_events (age < 30 or age not_set)',
		]);
		const own = t.events(FROM, TO, 'PayOrder');
		const dear = own.filter(
			({ properties: { city, amount } }) =>
				['Beijing', 'Shanghai'].includes(String(city)) && Number(amount) > 100,
		);
		const young = own.filter(
			({ user: { properties } }) => properties.age === undefined || Number(properties.age) < 30,
		);
		expect(answer.rows).toEqual([[own.length, dear.length, young.length]]);
		const twice = [orders({ city: 'Beijing' }), orders({ city: 'Beijing' })];
		const { error } = await ask({ measures: twice, range: DAYS });
		expect(error?.message).toMatch(/Measures 1 and 2 have the same output name/);
	});

	it('cuts a long result at a row, and says how to request less', async () => {
		const query = { measures: ['PayOrder'], group_by: 'city', range: '2026-10-01..2026-11-08' };
		const { answer } = await ask(query, { mostCharacters: 1200 });
		expect(JSON.stringify(answer).length).toBeLessThanOrEqual(1200);
		expect(answer.shown).toMatch(/^\d+ of 273 rows$/);
		expect(answer.totals?.rows).toHaveLength(7);
		expect(answer.notes?.[0]).toMatch(
			/The output is limited to 1200 characters and omits some of the 273 rows\. Don't add up or rank these rows\. To get fewer rows, use a longer unit \(or total\), a shorter date range, a filter, fewer groups \(top with order_by\)/,
		);
		const { error } = await ask(query, { mostCharacters: 10 });
		expect(error?.message).toMatch(/'Maximum Characters' must be a whole number from 500/);
	});

	it('counts all notes as part of a cut result, and advises only what its report can do', async () => {
		const cut = async (query: IDataObject, mostCharacters: number, operation?: string) => {
			const { answer } = await ask(query, { mostCharacters }, operation);
			expect(JSON.stringify(answer).length).toBeLessThanOrEqual(mostCharacters);
			return answer.notes ?? [];
		};
		const open = { measures: ['PayOrder'], group_by: 'city', range: 'this month' };
		for (const most of [1500, 2500, 3500]) {
			const notes = await cut({ ...open, compare: 'previous_period' }, most);
			expect(notes).toContainEqual(expect.stringMatching(/^Totals include /));
		}
		const range = '2026-10-01..2026-11-08';
		const ways = async (operation: string, query: IDataObject) => {
			const [note = ''] = await cut({ ...query, range }, 1500, operation);
			return note.split('To get fewer rows, use ')[1];
		};
		const kept = { first: 'ViewProduct', returning: 'PayOrder' };
		expect(await ways('getRetentionReport', kept)).toBe(
			'a longer unit, a shorter date range, a filter',
		);
		const steps = { steps: FUNNEL, by_date: true, group_by: 'user.level' };
		expect(await ways('getFunnelReport', steps)).toBe(
			'no by_date, a shorter date range, a filter, no group_by',
		);
	});

	it('requests no list for names if all are those of the service', async () => {
		const query = { measures: [REVENUE], filter: { channel: 'ads' }, range: DAYS };
		expect((await ask(query)).requests).toBe(1);
		// Groups of a list property can't be added up, so its type is looked up.
		expect((await ask({ ...query, group_by: 'city' })).requests).toBe(2);
	});

	it('requests lists if a name is displayed, misspelled, or finds nothing', async () => {
		const query = (event: string, filter: object = {}) => ({
			measures: [event],
			filter,
			range: DAYS,
		});
		const count = t.events(FROM, TO, 'PayOrder').length;
		const total = ({ answer }: { answer: Answer }) => answer.totals?.rows[0]?.[0];
		// One list, and the report.
		const displayed = await ask(query('支付订单'));
		expect([total(displayed), displayed.requests]).toEqual([count, 2]);
		// Refused first.
		const misspelled = await ask(query('payOrder'));
		expect([total(misspelled), misspelled.requests]).toEqual([count, 3]);
		// The report, three lists, and the values of the city.
		const nothing = await ask(query('PayOrder', { city: 'Nowhere' }));
		expect([total(nothing), nothing.requests]).toEqual([0, 5]);
		// A property of users alone.
		const gold = t
			.events(FROM, TO, 'PayOrder')
			.filter(({ user }) => user.properties.level === 'gold');
		const ofUsers = await ask(query('PayOrder', { level: 'gold' }));
		expect(total(ofUsers)).toBe(gold.length);
	});

	it('conditions that hide the kind of their property ask the lists, if these can be read', async () => {
		const count = { measures: ['PayOrder'], unit: 'total', range: DAYS };
		const orders = t.events(FROM, TO, 'PayOrder');
		const others = orders.filter(({ properties }) => properties.city !== 'Beijing').length;
		const not = { ...count, filter: { city: { '!=': 'Beijing' } } };
		expect((await ask(not)).answer.rows).toEqual([[others]]);
		const lists = /propert|event-meta|\/events\/all/;
		const empty = { code: 'SUCCESS', data: { events: [], properties: [], event_properties: [] } };
		for (const answer of [{ status: 403, body: {} }, { body: credential === 'key' ? empty : [] }]) {
			t.simulator.faults.add({ path: lists, reaction: { answer } });
			expect((await ask(not)).answer.rows).toEqual([[others]]);
			t.simulator.faults.clear();
		}
		const ofList = { ...count, filter: { 'user.interests': { '!=': 'audio' } } };
		expect((await ask(ofList)).error?.message).toMatch(/is list, which '!=' can't compare/);
		const either = {
			...count,
			filter: { or: [{ 'user.interests': 'audio' }, { city: 'Beijing' }] },
		};
		const { answer, error } = await ask(either);
		const isFound = ({ properties, user }: (typeof orders)[number]) =>
			properties.city === 'Beijing' || (user.properties.interests as string[]).includes('audio');
		const audio = orders.filter(({ user }) =>
			(user.properties.interests as string[]).includes('audio'),
		);
		const ofMeasure = { event: 'PayOrder', filter: { 'user.interests': 'audio' } };
		const both = await ask({ ...count, measures: ['PayOrder', ofMeasure] });
		if (credential === 'key') {
			for (const fault of [error, both.error])
				expect(fault?.message).toMatch(/user\.interests|'interests'/);
		} else {
			expect(answer.rows).toEqual([[orders.filter(isFound).length]]);
			expect(both.answer.rows).toEqual([[orders.length, audio.length]]);
		}
	});

	it('names a value that the property never has, and no other', async () => {
		const notesFor = async (filter: object, group?: string) => {
			const query = { measures: ['PayOrder'], group_by: group, filter, range: DAYS };
			const { answer, error } = await ask(query);
			expect(error).toBeUndefined();
			return (answer.notes ?? []).filter((note) => note.includes('Existing values'));
		};
		const [note, ...others] = await notesFor({ city: '上海', channel: 'ads' });
		expect(others).toEqual([]);
		expect(note).toMatch(
			/^'上海' isn't a value of event\.PayOrder\.city from 2026-11-02 to 2026-11-08\. Existing values: .*Shanghai.*\. Use one of these$/,
		);
		// The nearest first; also of a property of users, and where there are no rows.
		const [near] = await notesFor({ 'user.level': ['goldd', 'Gold'] }, 'city');
		expect(near).toMatch(
			/^'goldd' or 'Gold' isn't a value of user\.level\. Existing values: gold, /,
		);
		expect(await notesFor({ city: 'Nowhere', or: [{ channel: 'no' }] }, 'city')).toHaveLength(2);
		// One of several, and what is left out.
		expect(await notesFor({ city: ['Shanghai', 'Peking'] })).toHaveLength(1);
		expect(await notesFor({ city: { '!=': 'Peking' } })).toHaveLength(1);
		expect(await notesFor({ item_count: [1, 99] })).toHaveLength(1);
		// A right nothing, and numbers of which there are many.
		const rich = await notesFor({ city: 'Beijing', amount: { '>': 1e9 } });
		expect(rich).toEqual([]);
		expect(await notesFor({ amount: [-1, -2] })).toEqual([]);
		expect(await notesFor({ city: { contains: 'Nowhere' } })).toEqual([]);
	});

	it('says what a name can be, so that a second try succeeds', async () => {
		const displayed = await ask({ measures: ['支付订单'], group_by: '城市', range: DAYS });
		const named = await ask({ measures: ['PayOrder'], group_by: 'city', range: DAYS });
		expect(displayed.answer.rows).toEqual(named.answer.rows);
		const none = await ask({ measures: ['Orders'], range: DAYS });
		expect(none.error?.message).toBe(
			"'event' of measure 1: the project has no event called 'Orders'. Did you mean PayOrder (支付订单)?",
		);
		const near = await ask({ measures: ['订单'], range: DAYS });
		expect(near.error?.message).toMatch(/Did you mean PayOrder \(支付订单\)\?$/);
		const property = await ask({
			measures: [{ ...REVENUE, property: 'city' }, '支付订单'],
			range: DAYS,
		});
		expect(property.error?.message).toMatch(
			/must hold numbers, but city \(城市\) is text\. .*amount/,
		);
	});

	it('judges what it can before the first request', async () => {
		for (const [query, message] of [
			[{ measures: ['支付订单'], range: 'next week' }, /^'range' can't be "next week"/],
			[
				{ measures: [{ event: '支付订单', aggregate: 'total' }], range: DAYS },
				/^'aggregate' of measure 1/,
			],
			[
				{ measures: ['PayOrder'], range: DAYS, compare: { from: '2026-10-05' } },
				/^'to' of 'compare' is empty/,
			],
			[
				{ measures: ['PayOrder'], range: DAYS, compare: '2026-10-05 to 2026-10-01' },
				/^'from' of 'compare' \(2026-10-05\) is after 'to' of 'compare'/,
			],
			[
				{ measures: ['PayOrder'], range: DAYS, limit: 5 },
				/The query has an unknown key: 'limit'\. Did you mean 'top'\? Its keys are measures, group_by, filter, unit, usual_range, range, compare, order_by, order, top/,
			],
			[
				'{"measures":',
				/^'Query Definition' isn't valid JSON: Unexpected end of JSON input\. Write a JSON object such as \{"measures": \[\{"event": "PayOrder", "aggregate": "sum", "property": "amount", "name": "revenue"\}\], "group_by": \["city"\], "filter": \{"channel": \["app", "web"\], "amount": \{">=": 100\} \}, "unit": "day", "range": "last 7 days", "compare": "previous_period", "order_by": "revenue", "top": 5\}/,
			],
		] as const) {
			const { error, requests } = await ask(query);
			expect(error?.message).toMatch(message);
			expect(requests).toBe(0);
		}
	});

	it.each(EXAMPLES)('%s takes the example that its field shows', async (operation, example) => {
		const { error } = await ask(example, {}, operation);
		// The error of a query that is no JSON has one with more keys.
		const { error: empty } = await ask('{', {}, operation);
		const whole = /such as (\{.*\})/.exec(empty?.message ?? '')?.[1] ?? '';
		const { error: ofWhole } = await ask(whole, {}, operation);
		if (credential === 'key' || !NEEDS_KEY.includes(operation)) {
			expect([error, ofWhole]).toEqual([undefined, undefined]);
		} else
			expect(error?.message).toMatch(
				/^[A-Z][A-Za-z ]+ reports aren't available with the 'Authentication' of the credential, because the API doesn't offer them\. Use a credential with API Key \(OpenAPI\)/,
			);
	});

	it('keeps the option for a preview, and other outputs', async () => {
		const query = { measures: ['PayOrder'], range: DAYS };
		const preview = await run(REPORT, query, { options: { previewRequest: true } });
		expect(preview.requests).toBe(0);
		expect(JSON.stringify(preview.rows)).toContain(FROM);
		const slack = await run(REPORT, query, { output: 'slack' });
		expect(JSON.stringify(slack.rows)).toContain('支付订单');
	});
});

it('a conversation of twenty calls costs one login', async () => {
	const t = await TestWorld.start();
	const say = async (measure: string, range: string) => {
		const queryDefinition = JSON.stringify({ measures: [measure], range });
		const form = { queryMode: 'definition', queryDefinition, output: 'agent' };
		return await t.operation('report', REPORT, form, { credential: 'account' });
	};
	for (let wrong = 0; wrong < 5; wrong++) {
		expect((await say('支付订单', 'some day')).error?.message).toMatch(/'range'/);
	}
	expect(t.takeLogins()).toBe(0);
	for (const name of ['支付订单', 'PayOrder', 'payorder', 'Orders', '订单'])
		for (const range of [DAYS, 'yesterday', 'last week']) await say(name, range);
	expect(t.takeLogins()).toBe(1);
	await t.stop();
});
