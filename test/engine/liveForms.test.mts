/**
 * Requests and answers as live programs have them (docs/service.md): one value for the whole range,
 * newer funnels, saved queries within texts, older tables. Numbers are computed again from the
 * simulator's events.
 */
import type { IDataObject } from 'n8n-workflow';

import { withoutWaits } from '../support/waits.mts';
import { groupBy, TestWorld } from '../support/world.mts';

const [FROM, TO] = ['2026-11-02', '2026-11-05'];
const DATES = { from_date: FROM, to_date: TO };
const FORM_DATES = { dateRange: 'custom', fromDate: FROM, toDate: TO };
const PASTED = { queryMode: 'json', dateRange: 'asPasted' };
const pasted = (query: object): IDataObject => ({ ...PASTED, queryJson: JSON.stringify(query) });

/** As jQuery's param() writes it, by which older pages make their addresses. */
function writePairs(value: unknown, prefix = ''): string {
	if (typeof value !== 'object' || value === null) {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		return `${encodeURIComponent(prefix)}=${encodeURIComponent(text).replace(/%20/g, '+')}`;
	}
	return Object.entries(value)
		.map(([key, inner]) => {
			const isPlain = Array.isArray(value) && typeof inner !== 'object';
			return writePairs(inner, prefix === '' ? key : `${prefix}[${isPlain ? '' : key}]`);
		})
		.join('&');
}

/** What browsers write in percent behind #, where a page has not. */
function encodeFragment(text: string): string {
	return text.replace(/[ "<>`]|[^\x21-\x7e]+/g, encodeURIComponent);
}

describe('Forms of live programs', () => {
	let t: TestWorld;
	withoutWaits();

	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());
	beforeEach(() => {
		t.takeRequests();
		Object.assign(t.world.reports, {
			wholeRange: 'firstDay',
			totalOfGroups: 'none',
			funnels: 'both',
			nestsSavedQueries: false,
			config: { dashboards: '{}', charts: '{}' },
			savedFilter: undefined,
		});
		Object.assign(t.world.openapi, { release: '3.0.5', ignoredByLists: [] });
	});

	const run = async (operation: string, form: IDataObject, credential = 'secret') =>
		await t.operation('report', operation, form, { credential });
	const orders = () => t.events(FROM, TO, 'PayOrder');

	describe.each(['firstDay', 'noDate'] as const)('one value of the date range (%s)', (how) => {
		beforeEach(() => {
			t.world.reports.wholeRange = how;
		});
		const measures = [{ event_name: 'PayOrder', aggregator: 'unique', name: 'buyers' }];

		describe.each(['secret', 'key'])('with a %s', (credential) => {
			it.each([true, 'true'])('is one row of an event report (%j)', async (flag) => {
				const query = { measures, unit: 'day', rollup_date: flag, ...DATES };
				const { rows, error } = await run('getEventReport', pasted(query), credential);
				expect(error).toBeUndefined();
				expect(rows).toEqual([{ buyers: new Set(orders().map(({ user }) => user.id)).size }]);
			});

			it('is a row per group, without one for all groups', async () => {
				const query = { measures, unit: 'day', rollup_date: true, ...DATES };
				const grouped = { ...query, by_fields: ['event.PayOrder.city'] };
				const { rows } = await run('getEventReport', pasted(grouped), credential);
				const cities = [...new Set(orders().map(({ properties }) => properties.city ?? null))];
				expect(rows.map(({ city }) => city).sort()).toEqual(cities.sort());
				for (const { city, buyers } of rows) {
					const own = orders().filter(({ properties }) => (properties.city ?? null) === city);
					expect(buyers).toBe(new Set(own.map(({ user }) => user.id)).size);
				}
			});

			it('is described by a message without a date', async () => {
				const query = { measures, unit: 'day', rollup_date: true, ...DATES };
				const form = { ...pasted(query), output: 'markdown' };
				const { rows, error } = await run('getEventReport', form, credential);
				expect(error).toBeUndefined();
				const count = new Set(orders().map(({ user }) => user.id)).size;
				expect(JSON.stringify(rows)).toContain(String(count));
				expect(JSON.stringify(rows)).not.toMatch(/most on|least on|: 0\b/);
			});

			it('is the buckets of a distribution, without dates', async () => {
				const query = {
					event_name: 'PayOrder',
					measure_type: 'times',
					unit: 'day',
					result_bucket_param: [1, 2, 3],
					rollup_date: 'true',
					...DATES,
				};
				const { rows, error } = await run('getDistributionReport', pasted(query), credential);
				expect(error).toBeUndefined();
				const times = new Map<string, number>();
				for (const { user } of orders()) times.set(user.id, (times.get(user.id) ?? 0) + 1);
				const within = (low: number, high: number) =>
					[...times.values()].filter((count) => count >= low && count < high).length;
				expect(rows.map(({ bucket, users }) => [bucket, users])).toEqual([
					['[1, 2)', within(1, 2)],
					['[2, 3)', within(2, 3)],
					['3+', within(3, Infinity)],
				]);
				expect(rows.every((row) => !('date' in row) && row.total_users === times.size)).toBe(true);
			});

			it('is the periods of a retention, without dates', async () => {
				const query = {
					first_event: { event_name: '$pageview' },
					second_event: { event_name: 'PayOrder' },
					unit: 'day',
					duration: 2,
					extend_over_end_date: true,
					...DATES,
				};
				const whole = pasted({ ...query, rollup_date: true });
				const { rows, error } = await run('getRetentionReport', whole, credential);
				expect(error).toBeUndefined();
				const byDate = (await run('getRetentionReport', pasted(query), credential)).rows;
				const sum = (period: number, key: string) =>
					byDate
						.filter((row) => row.period === period)
						.reduce((all, row) => all + Number(row[key]), 0);
				expect(rows.map(({ period, users }) => [period, users])).toEqual(
					[0, 1, 2].map((period) => [period, sum(period, 'users')]),
				);
				expect(rows[0]?.initial_users).toBe(sum(0, 'initial_users'));
				expect(rows.some((row) => 'date' in row)).toBe(false);
			});
		});

		it('is refused for a report whose answer is not documented', async () => {
			const steps = [{ event_name: 'ViewProduct' }, { event_name: 'PayOrder' }];
			const query = { funnel: { steps, max_convert_time: 1440 }, rollup_date: 'true', ...DATES };
			const { rows, error } = await run('getFunnelReport', pasted(query));
			expect(rows).toEqual([]);
			expect(error?.message).toMatch(
				/'rollup_date' in the pasted or saved query requests one value for the whole date range\. The node can't read this value for this report\. Paste the query without this key/,
			);
			expect(t.takeRequests()).toEqual([]);
		});
	});

	it.each(['silent', 'empty'] as const)(
		'does not read a total of all groups as a group (%s)',
		async (reported) => {
			t.world.reports.totalOfGroups = reported;
			const form = {
				measures: { measure: [{ eventName: 'PayOrder' }] },
				groupBy: groupBy('city'),
				unit: 'total',
				...FORM_DATES,
			};
			const { rows, error } = await run('getEventReport', form);
			expect(error).toBeUndefined();
			const total = rows.reduce((sum, row) => sum + Number(row.PayOrder_events), 0);
			expect(total).toBe(orders().length);
			const table = await run('getEventReport', { ...form, unit: 'day', output: 'table' });
			expect(table.error).toBeUndefined();
		},
	);

	describe('newer funnels', () => {
		const steps = { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] };
		const form = { steps, window: 1, windowUnit: 'days', ...FORM_DATES };
		const define = {
			steps: [{ event_name: 'ViewProduct' }, { event_name: 'PayOrder' }],
			max_convert_time: 1440,
		};
		const ask = async (funnels: 'older' | 'newer', more: IDataObject) => {
			t.world.reports.funnels = funnels;
			const { rows, error } = await run('getFunnelReport', { ...form, ...more });
			expect(error).toBeUndefined();
			return { rows, paths: t.takeRequests().map(({ path }) => path) };
		};
		const [OLDER, NEWER] = ['/api/funnel/report', '/api/v2/sa/funnel/report/'];
		const filter = (field: string, values: string) => ({
			filter: { condition: [{ field, function: 'equal', values }] },
		});

		it.each<[string, IDataObject]>([
			['as a whole', {}],
			['by a property of the first step', { groupByField: 'channel' }],
			['by a property of users', { groupByField: 'user.level' }],
			['by date', { splitByDate: true }],
			['by date and group', { splitByDate: true, groupByField: 'user.level' }],
			['with a filter', filter('device', 'phone')],
		])('return the same %s if the older address is gone', async (_name, more) => {
			const older = await ask('older', more);
			const newer = await ask('newer', more);
			expect(older.paths[0]).toBe(OLDER);
			expect(newer.paths.slice(0, 2)).toEqual([OLDER, NEWER]);
			expect(newer.rows.length).toBeGreaterThan(0);
			expect(newer.rows).toEqual(older.rows);
		});

		it.each(['user.level', ''])(
			'are requested at their own address, if they were saved for it (by %j)',
			async (field) => {
				const older = await ask('older', field === '' ? {} : { groupByField: field });
				const query = {
					funnel_define: define,
					by_fields: field === '' ? [] : [field],
					by_field_steps: field === '' ? [] : [-1],
					extend_over_end_date: 'false',
					bookmarkid: 326,
					...DATES,
				};
				t.world.reports.funnels = 'newer';
				const { rows, error } = await run('getFunnelReport', pasted(query));
				expect(error).toBeUndefined();
				expect(rows).toEqual(older.rows);
				const [request, ...others] = t.takeRequests();
				expect(others).toEqual([]);
				expect(request?.path).toBe(NEWER);
				expect(request?.query).toMatchObject({ bookmarkId: '326', async: 'false', timeout: '10' });
				expect(request?.body).toMatchObject({
					...{ funnel_define: define, ...DATES, bookmarkid: 326 },
					...{ request_type: 'SA_FUNNEL', funnel_id: 0, rewrite_by_values: true },
				});
			},
		);

		it.each<[string, { status: number; body?: string; headers?: Record<string, string> }]>([
			['a redirect to the sign-in page', { status: 302, headers: { location: '/login' } }],
			['a sign-in page', { status: 200, body: '<title>Log in</title>' }],
			['another page', { status: 200, body: '<title>Welcome</title>' }],
			['another method', { status: 405, body: '{"error":"no"}' }],
		])('are requested at the other address if there is only %s', async (_, answer) => {
			const older = await ask('older', {});
			t.world.reports.funnels = 'newer';
			t.takeLogins();
			for (const credential of ['secret', 'account']) {
				t.simulator.faults.add({ path: /api\/funnel/, reaction: { answer } });
				const { rows, error } = await run('getFunnelReport', form, credential);
				t.simulator.faults.clear();
				expect(error).toBeUndefined();
				expect(rows).toEqual(older.rows);
			}
			// The first one of this credential, at most.
			expect(t.takeLogins()).toBeLessThanOrEqual(1);
		});

		it('say what the service says, where neither address is there', async () => {
			t.simulator.faults.add({ path: /funnel/, reaction: { answer: { status: 404, body: '{}' } } });
			const { error } = await run('getFunnelReport', form);
			t.simulator.faults.clear();
			expect(error?.message).toMatch(/404/);
			expect(t.takeRequests().map(({ path }) => path)).toEqual([OLDER, NEWER]);
		});
	});

	it.each(['secret', 'key'])(
		'runs a chart whose query is a text within a text (%s)',
		async (by) => {
			const form = { savedReport: { __rl: true, mode: 'id', value: '101' }, dateRange: 'asPasted' };
			const ask = async () =>
				await t.operation('savedReport', 'runSavedReport', form, { credential: by });
			const plain = await ask();
			expect(plain.error).toBeUndefined();
			t.world.reports.nestsSavedQueries = true;
			const nested = await ask();
			expect(nested.error).toBeUndefined();
			expect(nested.rows.length).toBeGreaterThan(0);
			expect(nested.rows).toEqual(plain.rows);
			const list = await t.operation('savedReport', 'getManySavedReports', { returnAll: true });
			expect(list.rows.map(({ can_be_run: can }) => can)).toContain(true);
		},
	);

	it.each(['secret', 'key'])('takes a formula without a format, |null (%s)', async (by) => {
		const expression = 'sum(event.PayOrder.amount)/general(event.PayOrder)';
		const ask = async (format: string) => {
			const measures = [{ expression: expression + format, events: ['PayOrder'], name: 'each' }];
			const { rows, error } = await run(
				'getEventReport',
				pasted({ measures, unit: 'day', ...DATES }),
				by,
			);
			expect(error).toBeUndefined();
			return { rows, sent: JSON.stringify(t.takeRequests().at(-1)?.body) };
		};
		const plain = await ask('');
		const formatted = await ask('|null');
		expect(plain.rows).toHaveLength(4);
		expect(formatted.rows).toEqual(plain.rows);
		expect(formatted.sent.includes('|null')).toBe(by === 'secret');
	});

	describe("the address of a report's page", () => {
		const query = {
			measures: [
				{ event_name: 'PayOrder', aggregator: 'sum', field: 'event.PayOrder.amount', name: 'sum' },
			],
			unit: 'day',
			by_fields: ['event.PayOrder.city'],
			filter: {
				relation: 'and',
				conditions: [
					{ field: 'event.PayOrder.amount', function: 'greater', params: [20] },
					{ field: 'event.PayOrder.city', function: 'notEqual', params: ['No & where', 'A+B'] },
				],
			},
			detail_and_rollup: true,
			...DATES,
		};
		const oldAddress = (project = 'production') =>
			`${t.simulator.url}/segmentation/?project=${project}#${writePairs(query)}&bookmarkid=326`;
		const newAddress = (written: string) =>
			`${t.simulator.url}/segmentation/?project=production&product=sbp_family#q=${written}`;
		const addresses: Array<[string, () => string]> = [
			['old', oldAddress],
			['new', () => newAddress(encodeURIComponent(JSON.stringify(query)))],
			['new, as browsers write it', () => newAddress(encodeFragment(JSON.stringify(query)))],
		];

		describe.each(['secret', 'key'])('with a %s', (by) => {
			it.each(addresses)('is as good as its payload (%s)', async (_name, address) => {
				const form = { ...PASTED, queryJson: address() };
				const { rows, error } = await run('getEventReport', form, by);
				expect(error).toBeUndefined();
				const asPayload = await run('getEventReport', pasted(query), by);
				expect(rows.length).toBeGreaterThan(4);
				expect(rows).toEqual(asPayload.rows);
			});
		});

		it('is refused where it is of another project or host, before any request', async () => {
			const errorOf = async (queryJson: string) =>
				(await run('getEventReport', { ...PASTED, queryJson })).error?.message;
			expect(await errorOf(oldAddress())).toBeUndefined();
			t.takeRequests();
			expect(await errorOf(oldAddress('default'))).toBe(
				"The URL in 'Report URL or JSON' belongs to the project 'default', but the credential uses the project 'production'. Select a credential of the other project, or paste the URL of a report of this project",
			);
			const ofOther = oldAddress().replace(t.simulator.url, 'https://sa.example.com');
			expect(await errorOf(ofOther)).toMatch(
				/belongs to the host 'sa\.example\.com', but the credential uses the host '127\.0\.0\.1'\. If both addresses are of the same installation, paste only the part of the URL from # on\. Otherwise/,
			);
			expect(t.takeRequests()).toEqual([]);
			expect(await errorOf(ofOther.slice(ofOther.indexOf('#')))).toBeUndefined();
		});

		it('has words of dates that roll on', async () => {
			const saved = { ...query, from_date: '2024-01-03', to_date: '2024-01-09' };
			const rolling = { ...saved, rangeText: '过去7天' };
			const ask = async (queryJson: string) => {
				const { error } = await run('getEventReport', { ...PASTED, queryJson });
				expect(error).toBeUndefined();
				const { body } = t.takeRequests().at(-1) ?? {};
				return body as { from_date: string; to_date: string };
			};
			const address = `${t.simulator.url}/segmentation/#${writePairs(rolling)}`;
			const requested = await ask(address);
			expect(requested).toMatchObject(await ask(JSON.stringify(rolling)));
			expect(requested.from_date > '2026').toBe(true);
			expect(await ask(`${t.simulator.url}/segmentation/#${writePairs(saved)}`)).toMatchObject({
				from_date: '2024-01-03',
			});
		});

		it.each([
			[
				'no query',
				'/segmentation/?project=production',
				/'Report URL or JSON' is a URL without a query that the node can read\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
			],
			[
				'half a query',
				'/segmentation/#q=%7B%22measures',
				/The query in 'Report URL or JSON' can't be read, because the URL is incomplete\. In Sensors Analytics, open the report and wait for its result\. Then copy the full URL of the page, or the request payload/,
			],
			[
				'the query of another report',
				`/funnel/#q=${encodeURIComponent('{"funnel":{"steps":[]}}')}`,
				/'Report URL or JSON' is the query of the funnel report\. Choose the 'Operation' Get Funnel Report for this query/,
			],
		])('is refused with %s', async (_name, path, message) => {
			const form = { ...PASTED, queryJson: `${t.simulator.url}${path}` };
			const { error } = await run('getEventReport', form);
			expect(error?.message).toMatch(message);
			expect(t.takeRequests()).toEqual([]);
		});
	});

	describe.each(['secret', 'key'])('a saved report (%s)', (by) => {
		const phones = {
			filter: {
				condition: [{ field: 'event.PayOrder.city', function: 'equal', values: 'Beijing' }],
			},
		};
		const runSaved = async (value: string, more: IDataObject = {}) => {
			const form = { savedReport: { __rl: true, mode: 'id', value }, ...FORM_DATES, ...more };
			const done = await t.operation('savedReport', 'runSavedReport', form, { credential: by });
			const [ran] = done.run.data.resultData.runData['Sensors Analytics'] ?? [];
			return { ...done, hints: JSON.stringify(ran?.hints ?? []) };
		};

		it("takes the form's filter", async () => {
			const all = await runSaved('101');
			const some = await runSaved('101', phones);
			expect(some.error).toBeUndefined();
			const wanted = all.rows.filter(({ city }) => city === 'Beijing');
			expect(wanted.length).toBeGreaterThan(0);
			expect(some.rows).toEqual(wanted);
		});

		it.each(['and', 'or'])('with its own filter, both must be met (%s)', async (relation) => {
			const saved = [
				{ field: 'event.PayOrder.amount', function: 'greater', params: [100] },
				{ field: 'user.level', function: 'equal', params: ['gold'] },
			];
			t.world.reports.savedFilter = { relation, conditions: saved };
			const { rows, error } = await runSaved('101', phones);
			expect(error).toBeUndefined();
			const met = orders().filter(({ user, properties }) => {
				const own = [Number(properties.amount) > 100, user.properties.level === 'gold'];
				const isSaved = relation === 'and' ? own.every(Boolean) : own.some(Boolean);
				return isSaved && properties.city === 'Beijing';
			});
			const sum = met.reduce((all, { properties }) => all + Number(properties.amount), 0);
			expect(sum).toBeGreaterThan(0);
			const reported = rows.reduce((all, { revenue }) => all + Number(revenue), 0);
			expect(reported).toBeCloseTo(sum, 6);
			expect(rows.every(({ city }) => city === 'Beijing')).toBe(true);
		});

		it.each([403, 500])('runs if the list of dashboards gets %d', async (status) => {
			const answer = { status, body: { error: 'no' } };
			const path = /api\/dashboards$|dashboard\/navigation/;
			t.simulator.faults.add({ path, times: 1, reaction: { answer } });
			const { rows, error, hints } = await runSaved('101', { dashboard: '11' });
			expect(error).toBeUndefined();
			expect(rows.length).toBeGreaterThan(0);
			expect(hints).toMatch(
				/The dashboard may have settings that the node doesn't apply, because the request for dashboards failed: /,
			);
		});

		it('says what its dashboard adds, and is not applied', async () => {
			expect((await runSaved('101', { dashboard: '11' })).hints).toBe('[]');
			t.world.reports.config = {
				dashboards: JSON.stringify({
					layout: [{ x: 1 }],
					filter: { relation: 'and', conditions: [{ field: 'user.city', params: ['x'] }] },
				}),
				charts: JSON.stringify({ dateRange: { value: '' }, globalDate: '过去30天' }),
			};
			const saved = { dashboard: '11', dateRange: 'asPasted' };
			const { hints, error } = await runSaved('101', saved);
			expect(error).toBeUndefined();
			expect(hints).toMatch(
				/\[\{"message":"The saved report 'Revenue by city' has settings that the node doesn't apply \(globalDate\)\. To get the same numbers, set 'Filter' and 'Date Range' to the same values\.","location":"outputPane"\},\{"message":"The dashboard 'Shop overview' has settings that the node doesn't apply \(filter\)\. To get the same numbers, set 'Filter' and 'Date Range' to the same values\.","location":"outputPane"\}\]/,
			);
			const read = async (output: string, messageLanguage = 'en-US') =>
				JSON.stringify((await runSaved('101', { ...saved, output, messageLanguage })).rows);
			const compact = await read('agent');
			expect(compact).toContain("Settings of the saved report (globalDate) aren't applied");
			expect(compact).toContain("Settings of the dashboard (filter) aren't applied");
			expect(await read('slack')).toContain(
				'Settings that the dashboard or chart adds are not applied',
			);
			for (const output of ['markdown', 'chart', 'part'])
				expect(await read(output, 'zh-CN')).toContain('未应用概览或图表附加的设置');
			// The form has its own.
			const { rows, ...own } = await runSaved('101', {
				...phones,
				dashboard: '11',
				output: 'slack',
			});
			expect([own.error, own.hints]).toEqual([undefined, '[]']);
			expect(JSON.stringify(rows)).not.toContain('not applied');
			t.takeRequests();
			await runSaved('101', { ...phones, dashboard: '11' });
			const asked = t.takeRequests().map(({ path }) => path);
			expect(asked).not.toContainEqual(expect.stringMatching(/dashboards$|navigation/));
		});
	});

	it('takes a query that was pasted as a text within a text', async () => {
		const query = { measures: [{ event_name: 'PayOrder', aggregator: 'general' }], ...DATES };
		const text = JSON.stringify(JSON.stringify({ ...query, unit: 'day' }));
		const { rows, error } = await run('getEventReport', { ...PASTED, queryJson: text });
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(4);
	});

	it('has rows of intervals before 3.0.5, with numbers as column names', async () => {
		const form = {
			...{ intervalFrom: 'ViewProduct', intervalTo: 'PayOrder' },
			unit: 'day',
			percentiles: '25, 50, 90',
			...FORM_DATES,
		};
		const ask = async () => await run('getIntervalReport', form, 'key');
		const newer = await ask();
		t.world.openapi.release = '3.0.4';
		const older = await ask();
		expect(newer.error).toBeUndefined();
		expect(newer.rows.length).toBeGreaterThan(0);
		expect(newer.rows.every((row) => 'intervals' in row)).toBe(true);
		expect(older.rows).toEqual(newer.rows);
	});

	describe('Users of a cell', () => {
		const users = async (form: IDataObject) =>
			await t.operation(
				'user',
				'getManyFromReport',
				{ returnAll: true, ...form },
				{ credential: 'key' },
			);
		const retention = {
			fromReport: 'retention',
			firstEvent: '$pageview',
			secondEvent: 'PayOrder',
			unit: 'day',
			duration: 3,
			...FORM_DATES,
		};
		const later = { ...retention, sliceDate: TO, slicePeriod: 2 };

		it('are those that were counted, also after the last day', async () => {
			const { rows, error } = await users(later);
			expect(error).toBeUndefined();
			expect(rows.length).toBeGreaterThan(0);
			expect(t.takeRequests().at(-1)?.path).toMatch(/retention\/report$/);
		});

		it('are no others, where the service ignores what its documents do not have', async () => {
			t.world.openapi.ignoredByLists = ['extend_over_end_date'];
			const { rows, error } = await users(later);
			expect(rows).toEqual([]);
			expect(error?.message).toMatch(/^The list has \d+ users, and the report has \d+/);
			expect(error?.description).toMatch(/extend_over_end_date.*'Expected Number of Users'/);
		});

		it('are returned unchanged if their number was entered', async () => {
			t.world.openapi.ignoredByLists = ['extend_over_end_date'];
			const { error } = await users(later);
			const [, count] = /has (\d+) users/.exec(error?.message ?? '') ?? [];
			t.takeRequests();
			const again = await users({ ...later, options: { expectedUsers: count } });
			expect(again.error).toBeUndefined();
			expect(again.rows).toHaveLength(Number(count));
			expect(t.takeRequests().some(({ path }) => path.endsWith('/report'))).toBe(false);
		});

		it('come with a word of what could not be compared', async () => {
			const { run: done, error } = await users({ ...retention, slicePeriod: 2 });
			expect(error).toBeUndefined();
			const { hints } = done.data.resultData.runData['Sensors Analytics']?.[0] ?? {};
			expect(JSON.stringify(hints)).toMatch(
				/\[\{"message":"The vendor doesn't document whether user lists apply what users did after the last day of the dates \('extend_over_end_date'\)\. The node can't compare the list with the report, because the cell is not of one date of the report, which may count a user once for each date\. The list may contain other users than the report counted\. To compare the list with the report, request one date \(of a group, one day or one month\)\.","location":"outputPane"\}\]/,
			);
		});

		const distribution = {
			fromReport: 'distribution',
			eventName: 'PayOrder',
			distributionOf: 'times',
			unit: 'week',
			buckets: '2, 3',
			...FORM_DATES,
			sliceDate: FROM,
		};

		it.each([
			['1', '2'],
			['2', '3'],
			['3', ''],
		])('are compared with the bucket from %s to %s', async (sliceFrom, sliceTo) => {
			const { error } = await users({ ...distribution, sliceFrom, sliceTo });
			expect(error).toBeUndefined();
			t.world.openapi.ignoredByLists = ['slice_max_freq'];
			const other = await users({ ...distribution, sliceFrom, sliceTo: '' });
			expect(other.error?.message ?? '').toMatch(/^The list has \d+ users, and the report has/);
		});

		const gold = { groupByField: 'user.level', sliceGroup: 'gold' };
		const oneDay = { fromDate: TO, toDate: TO };
		const oneMonth = { unit: 'month', fromDate: FROM, toDate: TO, sliceDate: '' };
		it.each<[string, IDataObject, string]>([
			['retention', { ...later, ...gold, ...oneDay, sliceDate: '' }, 'extend_over_end_date'],
			[
				'distribution',
				{ ...distribution, ...gold, ...oneMonth, sliceFrom: '1', sliceTo: '' },
				'slice_max_freq',
			],
		])('are compared with those of a group on one date: %s', async (_of, form, key) => {
			const { rows, error, run: done } = await users(form);
			expect(error).toBeUndefined();
			expect(rows.length).toBeGreaterThan(0);
			const { hints } = done.data.resultData.runData['Sensors Analytics']?.[0] ?? {};
			expect(JSON.stringify(hints ?? [])).not.toContain('is not of one date');
			t.world.openapi.ignoredByLists = [key];
			const other = await users(form);
			expect(other.error?.message).toMatch(/^The list has \d+ users, and the report has/);
		});

		it('are not compared with those of a group on another date', async () => {
			const { error } = await users({ ...later, ...gold, ...oneDay, sliceDate: FROM });
			expect(error).toBeUndefined();
		});

		it.each<[string, IDataObject]>([
			['all users', {}],
			['a group', { groupByField: 'user.level', sliceGroup: 'bronze' }],
		])('are compared with those of %s who dropped off in a funnel', async (_of, group) => {
			const step = ['$pageview', 'ViewProduct', 'PayOrder'].map((eventName) => ({ eventName }));
			const lost = { fromReport: 'funnel', steps: { step }, ...FORM_DATES, sliceUsers: 'lost' };
			const { rows, error } = await users({ ...lost, ...group, sliceStep: 2 });
			expect(error).toBeUndefined();
			expect(rows.length).toBeGreaterThan(0);
			t.world.openapi.ignoredByLists = ['slice_wastage_user'];
			const other = await users({ ...lost, ...group, sliceStep: 2 });
			expect(other.error?.message).toMatch(
				new RegExp(`^The list has \\d+ users, and the report has ${rows.length}$`),
			);
		});
	});
});
