/** What the answers of tools say to a model in addition to their numbers. */
import { callTool, exampleTools } from '../agents/tools.mts';
import { TOOL_TYPE } from '../support/engine.mts';
import { withoutWaits } from '../support/waits.mts';
import { TestWorld } from '../support/world.mts';

beforeAll(() => void withoutWaits());

describe('Answers of tools', () => {
	let t: TestWorld;
	beforeAll(async () => {
		t = await TestWorld.start();
		t.setClock();
		await t.saveCredential('private', {
			...t.dataOf('account'),
			agentNotes: 'Revenue is in CNY',
			leftOutProperties: 'user.age, city',
		});
	});
	afterAll(async () => await t.stop());

	const ask = async (tool: string, args: Record<string, unknown>, credential = 'account') =>
		(await callTool(t, { tool, args }, credential)).replaceAll('\\"', '"');

	const retention = async (query: object) => {
		const [reported] = JSON.parse(await ask('Retention report', { query })) as Array<{
			rows: Array<[string, number, number, number]>;
			all_starts: { columns: string[]; rows: number[][] };
		}>;
		return reported;
	};

	it('of saved reports name what a list has no reports of', async () => {
		const forbidden = { status: 403, body: { error: 'no permission', code: 'SA-D-24-2' } };
		t.simulator.faults.add({ path: /dashboards\/11/, reaction: { answer: forbidden } });
		const answer = await ask('Find saved reports', {});
		t.simulator.faults.clear();
		expect(answer).toMatch(/"shown":"\d.*Orders per customer.*no reports of 1 of \d dashboards/);
	});

	it.each(['day', 'total'])(
		'say that totals by %s compare a day that is not over with a complete one',
		async (unit) => {
			const query = { measures: ['PayOrder'], unit, range: 'this month', compare: 'last_month' };
			expect(await ask('Event report', { query })).toMatch(
				/Totals include 2026-11-23, which isn't over, and compare it with a complete date/,
			);
			const over = { ...query, range: '2026-11-01..2026-11-22' };
			expect(await ask('Event report', { query: over })).not.toContain('Totals include');
			const { compare: _none, ...alone } = query;
			expect(await ask('Event report', { query: alone })).not.toContain('Totals include');
		},
	);

	it('come from each tool of the example, as the model fills it in', async () => {
		const range = '2026-11-01..2026-11-07';
		const two = { first: 'ViewProduct', second: 'PayOrder', range };
		const [from, to] = range.split('..');
		const calls: Record<string, object> = {
			'Find events': { search: 'order' },
			'Find properties': { search: 'revenue', event: 'PayOrder' },
			'Property values': { property: 'event.PayOrder.city' },
			'Event report': { query: { measures: ['PayOrder'], range } },
			'Funnel report': { query: { steps: ['ViewProduct', 'PayOrder'], range } },
			'Retention report': { query: { first: 'SignUp', returning: 'PayOrder', range } },
			'Distribution report': { query: { event: 'PayOrder', range } },
			'User report': { query: { group_by: ['level'] } },
			'Explain change': { query: { measure: 'PayOrder', dimensions: ['city'], range } },
			'Find saved reports': {},
			'Run saved report': { chart: '101', from, to },
			SQL: { sql: `SELECT COUNT(*) AS n FROM events WHERE date = '${from}'` },
			'Session report': { query: { session: 'app_visit', measures: ['$Anything'], range } },
			'Interval report': { query: two },
			'Path report': { query: { event: '$pageview', events: ['$pageview', 'PayOrder'], range } },
			'Users behind a number': { first: 'AddToCart', then: 'PayOrder', both: false, from, to },
		};
		expect(Object.keys(calls)).toEqual(exampleTools().map(({ name }) => name));
		for (const { name, credentials } of exampleTools()) {
			// Tools that are not connected name none: n8n would not start a workflow without it.
			const answer = await ask(name, calls[name] as never, credentials ? 'account' : 'key');
			expect([name, answer]).toEqual([name, expect.stringMatching(/"rows":\[\[/)]);
		}
	});

	it('say which steps of a funnel a filter restricts', async () => {
		const steps = ['ViewProduct', 'PayOrder'];
		const only = async (filter: object) =>
			await ask('Funnel report', { query: { steps, range: 'last week', filter } });
		for (const property of ['city', 'event.PayOrder.city'])
			expect(await only({ [property]: 'Beijing' })).toMatch(
				/A filter by a property of an event restricts only its steps \(a short name: step 1\)/,
			);
		expect(await only({ 'user.city': 'Beijing' })).not.toContain('restricts only its steps');
	});

	it('say until when later steps of a funnel count', async () => {
		const query = { steps: ['ViewProduct', 'PayOrder'], range: '2026-11-01..2026-11-14' };
		expect(await ask('Funnel report', { query })).toMatch(
			/within 7 days of the first step, and only until 2026-11-14.*assumed.*Users who start after 2026-11-07 have less time/,
		);
	});

	it('list the sessions if one is wrong or missing, and say when one ends', async () => {
		const query = { measures: ['$Anything'], range: '2026-11-01..2026-11-07' };
		const sessions = (session?: string) =>
			ask('Session report', { query: { ...query, session } }, 'key');
		expect(await sessions()).toMatch(/'session' is missing\. There are: app_visit/);
		expect(await sessions('thirty_minutes')).toMatch(
			/the project has no session called 'thirty_minutes'\. There are: app_visit/,
		);
		const reported = await sessions('app_visit');
		expect(reported).toMatch(/"units":{"any_event_times":"sessions"}/);
		expect(reported).toContain("A session 'app_visit' ends after a pause of 30 minutes");
		expect(await sessions('App Visit')).toContain('"rows":[["2026-11-01",');
	});

	it('contain the units of amounts, averages and buckets that the service returns', async () => {
		const range = '2026-11-01..2026-11-07';
		const sum = { event: 'PayOrder', aggregate: 'sum', property: 'amount' };
		const report = { query: { measures: [sum], range, compare: 'last_week' } };
		const units = { PayOrder_sum_amount: '元', PayOrder_sum_amount_change_percent: '%' };
		const unitsIn = async (tool: string, args: Record<string, unknown>, credential: string) =>
			(JSON.parse(await ask(tool, args, credential)) as [{ units?: object }])[0].units ?? {};
		expect(await unitsIn('Event report', report, 'key')).toMatchObject(units);
		expect(await unitsIn('Event report', report, 'account')).not.toHaveProperty(
			'PayOrder_sum_amount',
		);
		const buckets = { query: { ...sum, aggregate: undefined, of: 'sum', buckets: [100], range } };
		expect(await unitsIn('Distribution report', buckets, 'key')).toMatchObject({
			bucket_from: '元',
			bucket_to: '元',
		});
	});

	it('write short windows in hours, and no rates of all for a single start', async () => {
		const range = '2026-11-01..2026-11-07';
		const query = { steps: ['ViewProduct', 'PayOrder'], within: '30 minutes', range };
		expect(await ask('Funnel report', { query })).toMatch(
			/until 2026-11-07, the end .*Users who start in its last 30 minutes have less time"/,
		);
		const day = { first: 'PayOrder', returning: 'PayOrder', periods: 1, range: '2026-11-01' };
		expect(await retention(day)).not.toHaveProperty('all_starts');
	});

	it('say that properties of users count once for each event, and name the range of a total', async () => {
		const age = { event: 'PayOrder', aggregate: 'avg', property: 'age' };
		const measures = [age, { ...age, aggregate: 'median' }, 'PayOrder'];
		const query = { measures, unit: 'total', range: 'this month' };
		const reported = await ask('Event report', { query });
		expect(reported).toMatch(
			/PayOrder_avg_age, PayOrder_median_age: a user property, counted once per event/,
		);
		// On the first of a month it is one day.
		expect(reported).toMatch(/"Incomplete periods[^"]*: \d{4}-\d\d-01( to \d{4}-\d\d-\d\d)?"/);
	});

	it('say from which period on groups of a retention are incomplete', async () => {
		const query = { first: 'ViewProduct', returning: 'PayOrder', unit: 'week', periods: 3 };
		const ofGroups = async (range: string) =>
			await ask('Retention report', { query: { ...query, group_by: 'user.level', range } });
		expect(await ofGroups('last 4 weeks')).toMatch(
			/From period 1 on, not all starts had the full time/,
		);
		expect(await ofGroups('2026-08-03..2026-08-30')).not.toMatch(
			/not all starts had the full time/,
		);
	});

	it('name dates of a distribution that the range cuts, and what an attribution leaves out', async () => {
		const weeks = { event: 'PayOrder', of: 'times', buckets: [2, 5], unit: 'week' };
		const ofWeeks = async (range: string) =>
			await ask('Distribution report', { query: { ...weeks, range } });
		const cut = /"Incomplete periods[^"]*: 2026-11-09"/;
		expect(await ofWeeks('2026-11-12..2026-11-22')).toMatch(cut);
		expect(await ofWeeks('2026-11-09..2026-11-22')).not.toMatch(/Incomplete/);
		const query = { target: 'PayOrder', touchpoints: ['SignUp'], range: '2026-11-16..2026-11-22' };
		const attributed = async (more: object = {}) => {
			const queryDefinition = JSON.stringify({ ...query, ...more });
			const form = { queryMode: 'definition', queryDefinition, output: 'agent' };
			const { rows } = await t.operation('report', 'getAttributionReport', form, {
				credential: 'key',
			});
			return JSON.stringify(rows);
		};
		const left = /Conversions without a touchpoint aren't included/;
		expect(await attributed()).toMatch(left);
		expect(await attributed({ direct: true })).not.toMatch(left);
	});

	it('say that users of a distribution count once for each period, also in rows of all', async () => {
		const query = { event: 'PayOrder', range: '2026-11-09..2026-11-22' };
		const ofWeeks = async (more: object) =>
			await ask('Distribution report', { query: { ...query, ...more } });
		const together = "users aren't distinct: a user counts once for each week";
		expect(await ofWeeks({ group_by: 'user.level' })).toContain(together);
		expect(await ofWeeks({})).toMatch(/A user counts once for each week: don't add up users/);
		const one = await ofWeeks({ group_by: 'user.level', range: '2026-11-16..2026-11-22' });
		expect(one).not.toMatch(/counts once/);
	});

	it('say that users can be in several groups, and in several dates without totals', async () => {
		const users = { event: 'PayOrder', aggregate: 'users' };
		const query = { measures: ['PayOrder', users], range: '2026-11-09..2026-11-22', unit: 'day' };
		const of = async (more: object, options = {}) => {
			const queryDefinition = JSON.stringify({ ...query, ...more });
			const form = { queryMode: 'definition', queryDefinition, output: 'agent', options };
			return JSON.stringify((await t.operation('report', 'getEventReport', form)).rows);
		};
		const said = (places: string) =>
			`A user can be in several ${places}: don't add up PayOrder_users`;
		expect(await of({ group_by: ['city'] })).toContain(
			`${said('groups')}. For all, ask without group_by`,
		);
		expect(await of({ group_by: ['city'] }, { sliceDays: 5 })).toContain(said('groups and dates'));
		expect(await of({}, { sliceDays: 5 })).toContain(`${said('dates')}"`);
		for (const more of [{}, { group_by: ['user.level'] }, { measures: ['PayOrder'] }])
			expect(await of(more)).not.toContain('A user can be');
		const steps = ['ViewProduct', 'PayOrder'];
		const funnel = { query: { steps, range: query.range, group_by: 'channel' } };
		expect(await ask('Funnel report', funnel)).toContain("in several groups: don't add up");
	});

	it('say what the form and defaults decide about a query of the model', async () => {
		const range = '2026-11-09..2026-11-22';
		const of = async (operation: string, query: object, credential = 'key') => {
			const queryDefinition = "={{ $fromAI('query', 'x', 'json') }}";
			const form = { queryMode: 'definition', queryDefinition, output: 'agent' };
			const options = { approximate: credential === 'account' };
			const more = { credential, type: TOOL_TYPE, items: [{ query: { ...query, range } }] };
			return JSON.stringify(
				(await t.operation('report', operation, { ...form, options }, more)).rows,
			);
		};
		const attributed = { target: 'PayOrder', touchpoints: ['AddToCart'], filter: { city: 'x' } };
		expect(await of('getAttributionReport', attributed)).toContain(
			'"Settings and filters of this query: Attribution model: last; Attribution window: 7 days"',
		);
		const path = { event: '$pageview', events: ['$pageview', 'PayOrder'] };
		expect(await of('getPathReport', path)).toMatch(
			/query: Each step has its 10 most frequent events; A path ends after a pause of 30 minutes"/,
		);
		const users = { event: 'PayOrder', aggregate: 'users' };
		const counted = await of('getEventReport', { measures: [users] }, 'account');
		expect(counted).toContain('Numbers of distinct users or values are approximate');
		expect(counted).not.toContain('Settings');
		const explained = await of(
			'explainChange',
			{ measure: users, dimensions: ['city'] },
			'account',
		);
		expect(explained).toContain('Numbers of distinct users or values are approximate');
	});

	it('say that rows are left out if only complete periods count', async () => {
		const of = async (operation: string, query: object, output = 'agent') => {
			const queryDefinition = JSON.stringify({ range: '2026-11-10..2026-11-23', ...query });
			const options = { wholePeriodsOnly: true };
			const form = { queryMode: 'definition', queryDefinition, output, options };
			return JSON.stringify((await t.operation('report', operation, form)).rows);
		};
		const left = "Rows that aren't complete are left out";
		const weeks = { event: 'PayOrder', unit: 'week' };
		expect(await of('getDistributionReport', weeks)).toContain(left);
		expect(await of('getDistributionReport', weeks, 'table')).toContain(left);
		expect(await of('getDistributionReport', weeks, 'markdown')).not.toContain('left out');
		const whole = { ...weeks, range: '2026-11-09..2026-11-22' };
		expect(await of('getDistributionReport', whole)).not.toContain('left out');
		const retention = { first: 'SignUp', returning: 'PayOrder', group_by: 'city' };
		const range = '2026-11-10..2026-11-22';
		expect(await of('getRetentionReport', { ...retention, range })).toContain(left);
		const funnel = { steps: ['ViewProduct', 'PayOrder'], within: '7 days', by_date: true };
		const counted = await of('getFunnelReport', funnel);
		expect(counted).toMatch(/until 2026-11-23, the end [^"]*says it\)"/);
		expect(counted).toContain(left);
	});

	it('contain the rates of all starts together, for complete periods', async () => {
		const range = '2026-11-02..2026-11-08';
		const query = { first: '$pageview', returning: 'PayOrder', periods: 3, range };
		const reported = await retention(query);
		const whole = [0, 1, 2, 3].map((period) => {
			const own = reported?.rows.filter(([, at]) => at === period) ?? [];
			const sum = (place: 2 | 3) => own.reduce((all, row) => all + row[place], 0);
			return [period, 7, Math.round((sum(3) / sum(2)) * 10_000) / 100];
		});
		expect(reported?.all_starts).toEqual({ columns: ['period', 'starts', 'percent'], rows: whole });
		const open = await retention({ ...query, range: 'last 3 days' });
		const starts = open?.all_starts.rows.map(([period, count]) => [period, count]);
		expect(starts).toEqual([
			[0, 3],
			[1, 2],
			[2, 1],
		]);
	});

	it('explain times and buckets', async () => {
		const range = '2026-11-01..2026-11-07';
		const times = { first: 'ViewProduct', second: 'PayOrder', range };
		expect(await ask('Interval report', { query: times }, 'key')).toMatch(
			/"users":"users","min_time":"seconds".*"average_time_of_users":"seconds".*assumed/,
		);
		expect(await ask('Distribution report', { query: { event: 'PayOrder', range } })).toContain(
			'1–3 is once or twice',
		);
	});

	it('have SQL as columns and rows, and the day that is not over', async () => {
		const answer = await ask('SQL', { sql: 'SELECT event, time FROM events LIMIT 1000' });
		expect(answer.length).toBeLessThan(9000);
		expect(answer).toMatch(/of 1000 rows","columns":\["event","time"\].*isn't over yet/);
	});

	it('have rows of SQL if properties are left out, and of long tables', async () => {
		const sql = 'SELECT event, time FROM events LIMIT 1000';
		const [open, closed] = [await ask('SQL', { sql }), await ask('SQL', { sql }, 'private')];
		const rowsIn = (answer: string) =>
			/"shown":"\d+ of 1000 rows","columns":\["event","time"\],"rows":.*/.exec(answer)?.[0];
		expect(rowsIn(closed)).toBe(rowsIn(open));
		expect(rowsIn(open)?.length).toBeGreaterThan(7000);
		const { rows } = await t.report(
			{
				...{ output: 'table', unit: 'hour', dateRange: 'lastWeek' },
				groupBy: { group: [{ field: 'event.$Anything.city' }] },
			},
			{ type: TOOL_TYPE },
		);
		const [table] = rows as unknown as Array<{ rows: unknown[]; columns: unknown; meta: object }>;
		expect(table?.rows.length).toBeGreaterThan(100);
		expect(table?.columns).toEqual(['date', 'city', expect.any(String)]);
		expect(table?.meta).toMatchObject({ unit: 'hour' });
	});

	it('count visits by SQL, with the functions for times', async () => {
		const gap = 'unix_timestamp(time) - unix_timestamp(before) > 1800';
		const time = 'hour(time) * 3600 + minute(time) * 60 + second(time)';
		const [reported] = JSON.parse(
			await ask('SQL', {
				sql: `SELECT SUM(CASE WHEN before IS NULL OR ${gap} THEN 1 ELSE 0 END) AS visits, MAX(${time}) AS last FROM (SELECT time, LAG(time) OVER (PARTITION BY user_id ORDER BY time) AS before FROM events WHERE date = '2026-11-03') e`,
			}),
		) as Array<{ rows: number[][] }>;
		const timesOf = new Map<string, number[]>();
		for (const { user, time } of t.events('2026-11-03', '2026-11-03')) {
			const seconds = Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;
			timesOf.set(user.id, [...(timesOf.get(user.id) ?? []), seconds]);
		}
		const visits = [...timesOf.values()].map((times) =>
			times
				.sort((a, b) => a - b)
				.filter((at, index) => at - (times[index - 1] ?? -Infinity) > 1800),
		);
		const last = Math.max(...[...timesOf.values()].flat()) % 86_400;
		expect(reported?.rows).toEqual([[visits.flat().length, last]]);
	});

	it('request lists once in some minutes', async () => {
		await ask('Find events', { search: 'order' });
		t.takeRequests();
		expect(await ask('Find events', { search: '' })).toMatch(/"shown":"5 of 5 events"/);
		expect(t.takeRequests()).toEqual([]);
	});

	it('have the notes of the credential, and nothing of what is left out', async () => {
		const found = await ask('Find properties', { search: '' }, 'private');
		expect(found).toContain('"project":"Revenue is in CNY"');
		expect(found).not.toMatch(/user\.age|"city"/);
		const query = { measures: ['PayOrder'], group_by: ['city'], range: 'yesterday' };
		expect(await ask('Event report', { query }, 'private')).toMatch(
			/leaves out the property 'city'/,
		);
		expect(await ask('SQL', { sql: 'SELECT * FROM users' }, 'private')).toMatch(
			/all columns by \*/,
		);
	});
});
