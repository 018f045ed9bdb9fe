/** The simulator's OpenAPI v3, against its documents: these tests know nothing of the node. */
import { type Simulator, startSimulator } from '../../simulator/server.mts';

type Json = Record<string, unknown>;
interface Tabular {
	truncated: boolean;
	metadata_columns: Record<string, string>;
	column_infos?: Array<{ column_name: string }>;
	detail_rows: unknown[][];
	rollup_rows?: unknown[][];
}

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator();
	simulator.world.clock.set(new Date('2026-11-21T04:00:00Z'));
});
afterAll(async () => await simulator.close());
afterEach(() => {
	Object.assign(simulator.world.openapi, {
		release: '3.0.5',
		rates: 'ratio',
		statusOfFaults: 400,
		hasTotalLines: true,
		missing: [],
	});
});

async function send(
	method: 'GET' | 'POST',
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<{ status: number; text: string; json: Json }> {
	const response = await fetch(`${simulator.url}/api/v3${path}`, {
		method,
		headers: {
			'api-key': simulator.world.apiKeys.of('analyst'),
			'sensorsdata-project': 'production',
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	return {
		status: response.status,
		text,
		json: text.startsWith('{') && !text.includes('}\n{') ? (JSON.parse(text) as Json) : {},
	};
}

const orders = {
	measures: [{ event_name: 'PayOrder', aggregator: 'general', name: 'Orders' }],
	from_date: '2026-11-01',
	to_date: '2026-11-07',
	unit: 'DAY',
	limit: -1,
};
const report = async (change: object, path = '/model/segmentation/report') =>
	await send(
		'POST',
		`/analytics/v1${path}`,
		path.includes('segm') ? { ...orders, ...change } : change,
	);
const tableOf = ({ json }: { json: Json }) => json.data as unknown as Tabular;
const events = (name: string, from = '2026-11-01', days = 7) =>
	Array.from({ length: days }, (_, index) =>
		new Date(Date.parse(`${from}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
	).flatMap((day) =>
		simulator.world
			.shopOf('production')
			.eventsOf(day)
			.filter(({ event }) => event === name),
	);

describe('access (1)', () => {
	it('takes a key of 35 characters and a project by headers', async () => {
		expect(simulator.world.apiKeys.of('analyst')).toMatch(/^#K-.{32}$/);
		expect((await report({})).json.code).toBe('SUCCESS');
	});

	it.each([
		['a wrong key', { 'api-key': '#K-wrong' }],
		['a legacy secret', { 'api-key': 'f'.repeat(32) }],
		['no project', { 'sensorsdata-project': '' }],
		['an unknown project', { 'sensorsdata-project': 'nowhere' }],
		['the account of somebody else', { 'account-id': '1001' }],
	])('refuses %s in the flat form of the gateway', async (_, headers) => {
		const { status, json } = await send(
			'POST',
			'/analytics/v1/model/segmentation/report',
			orders,
			headers,
		);
		expect(status).toBe(401);
		expect(json).toEqual({ error: expect.any(String), error_type: 'UNAUTHORIZED' });
	});

	it("lets an administrator's key act as another account, with that one's permissions", async () => {
		const viewer = simulator.world.accounts.get('viewer');
		const { status, json } = await send('POST', '/analytics/v1/model/segmentation/report', orders, {
			'api-key': simulator.world.apiKeys.of('admin'),
			'account-id': String(viewer.id),
		});
		expect([status, json.code]).toEqual([403, 'SA-D-24-2']);
	});

	it('does not open the API under /api/', async () => {
		const key = encodeURIComponent(simulator.world.apiKeys.of('admin'));
		const response = await fetch(`${simulator.url}/api/events/all?token=${key}&project=production`);
		expect(response.status).toBe(401);
	});
});

describe('event analysis (2.1)', () => {
	it('counts the events of every day, as floating point, in no order', async () => {
		const answer = await report({});
		const { detail_rows: rows, metadata_columns: columns } = tableOf(answer);
		expect(columns).toEqual({ date: 'DATE', Orders: 'DOUBLE' });
		expect(rows).toHaveLength(7);
		const byDay = Object.fromEntries(
			rows.map(([date, count]) => [String(date).slice(0, 10), count]),
		);
		for (const [day, count] of Object.entries(byDay))
			expect(count).toBe(events('PayOrder', day, 1).length);
		expect(answer.text).toMatch(/\["2026-11-0\d 00:00:00",\d+\.0\]/);
		const dates = rows.map(([date]) => String(date));
		expect(dates).not.toEqual([...dates].sort());
	});

	it('names groups under any event, and puts lines of totals among the details', async () => {
		const { detail_rows: rows, rollup_rows: totals } = tableOf(
			await report({ by_fields: ['event.PayOrder.device'], detail_and_rollup: true }),
		);
		const lines = rows.filter(([, , group]) => group === '$layer_total_reserved_word');
		expect(lines).toHaveLength(7);
		const sum = (list: unknown[][]) => list.reduce((all, [, count]) => all + Number(count), 0);
		expect(sum(lines)).toBe(events('PayOrder').length);
		expect(sum(totals as unknown[][])).toBe(events('PayOrder').length);
		expect(sum(rows)).toBe(2 * events('PayOrder').length);
	});

	it('keeps the order of columns in the text, integer-like names too', async () => {
		const { text } = await report({
			measures: [
				{ ...orders.measures[0], name: 'b' },
				{ ...orders.measures[0], name: '10' },
			],
		});
		expect(text).toContain('"metadata_columns":{"date":"DATE","b":"DOUBLE","10":"DOUBLE"}');
	});

	it('returns only totals with rollup; custom metrics as text', async () => {
		const expression = 'sum(event.PayOrder.amount)/count(event.PayOrder)|%2f';
		const { detail_rows: rows } = tableOf(
			await report({
				rollup: true,
				measures: [{ expression, name: 'Average', events: ['PayOrder'] }],
			}),
		);
		const amounts = events('PayOrder').map(({ properties }) => Number(properties.amount));
		const average = amounts.reduce((a, b) => a + b, 0) / amounts.length;
		expect(rows).toEqual([['2026-11-01 00:00:00', expect.any(String)]]);
		expect(Number(rows[0]?.[1])).toBeCloseTo(average, 3);
	});

	it('limits rows, not groups', async () => {
		const { detail_rows: rows, truncated } = tableOf(await report({ limit: 3 }));
		expect([rows.length, truncated]).toEqual([3, true]);
	});

	it('of release 3.0.4 has neither column_infos nor rollup_rows nor .0', async () => {
		simulator.world.openapi.release = '3.0.4';
		const answer = await report({ detail_and_rollup: true });
		expect(tableOf(answer)).not.toHaveProperty('column_infos');
		expect(tableOf(answer)).not.toHaveProperty('rollup_rows');
		expect(answer.text).not.toMatch(/\d\.0[,\]]/);
	});

	it.each<[string, object]>([
		['no unit', { unit: undefined }],
		['a unit in lower case', { unit: 'day' }],
		['a relation in lower case', { filter: { relation: 'and', conditions: [] } }],
		[
			'a function that is not in its list',
			{
				filter: {
					conditions: [{ field: 'event.PayOrder.city', function: 'include', params: ['x'] }],
				},
			},
		],
		['a measure without a name', { measures: [{ event_name: 'PayOrder', aggregator: 'general' }] }],
		['two measures of one name', { measures: [orders.measures[0], orders.measures[0]] }],
		['a date with a time', { from_date: '2026-11-01 00:00:00' }],
	])('refuses %s', async (_, change) => {
		const { status, json } = await report(change);
		expect([status, json.code]).toEqual([400, 'COMMON-D-27-1']);
		simulator.world.openapi.statusOfFaults = 200;
		expect((await report(change)).status).toBe(200);
	});

	it('reports an unknown event and a missing module by their codes', async () => {
		const unknown = { event_name: 'Nothing', aggregator: 'general', name: 'n' };
		expect((await report({ measures: [unknown] })).json.code).toBe('SA-D-32-1');
		simulator.world.openapi.missing = ['/analytics/v1/model'];
		const { status, json } = await report({});
		expect([status, json.code]).toEqual([500, 'COMMON-R-28-2']);
	});
});

describe('the other reports (2.2, 2.3, 2.5, 2.7)', () => {
	const range = { from_date: '2026-11-01', to_date: '2026-11-07', limit: -1 };

	/** Lines with their cells by name. */
	async function linesOf(path: string, body: object): Promise<Json[]> {
		const { column_infos: columns = [], detail_rows: rows } = tableOf(await report(body, path));
		return rows.map((row) =>
			Object.fromEntries(columns.map(({ column_name: name }, index) => [name, row[index]])),
		);
	}

	const funnel = {
		...range,
		funnel: {
			steps: [
				{ event_name: 'ViewProduct' },
				{ event_name: 'AddToCart' },
				{ event_name: 'PayOrder' },
			],
			max_convert_time: 1440,
		},
	};

	it('funnel: a line per day; lost and continuing users add up; rates as ratio or percent', async () => {
		const lines = await linesOf('/model/funnel/report', funnel);
		expect(lines).toHaveLength(7);
		for (const line of lines) {
			const [total, second, third] = [
				'total_user',
				'convert_user_step_1',
				'convert_user_step_2',
			].map((name) => Number(line[name])) as [number, number, number];
			expect(Number(line.wastage_user_step_1)).toBe(total - second);
			expect(line.convert_rate_step_2).toBeCloseTo(third / second, 3);
			expect(line.completion_rate).toBeCloseTo(third / total, 3);
			const viewers = new Set(
				events('ViewProduct', String(line.date).slice(0, 10), 1).map(({ user }) => user.id),
			);
			expect(total).toBe(viewers.size);
		}
		simulator.world.openapi.rates = 'percent';
		const [line] = await linesOf('/model/funnel/report', { ...funnel, rollup: true });
		expect(line?.completion_rate).toBeCloseTo(
			(100 * Number(line?.completion_converted_user)) / Number(line?.total_user),
			1,
		);
	});

	it('funnel: steps of the filter must be named where it uses properties of events', async () => {
		const filter = {
			conditions: [{ field: 'event.ViewProduct.category', function: 'equal', params: ['home'] }],
		};
		const refused = await report({ ...funnel, filter }, '/model/funnel/report');
		expect(refused.json.code).toBe('COMMON-D-27-1');
		const taken = await report(
			{ ...funnel, filter, filter_field_steps: [0] },
			'/model/funnel/report',
		);
		expect(taken.json.code).toBe('SUCCESS');
	});

	it.each([0, 1])('funnel: a condition restricts only step %d, which it names', async (step) => {
		const names = ['ViewProduct', 'AddToCart', 'PayOrder'];
		const conditions = [
			{ field: `event.${names[step]}.category`, function: 'equal', params: ['home'] },
		];
		const steps = names.map((name, index) => ({
			event_name: name,
			...(index === step ? { filter: { conditions } } : {}),
		}));
		const ofAll = { ...funnel, filter: { conditions }, filter_field_steps: [step] };
		const ofStep = { ...funnel, funnel: { ...funnel.funnel, steps } };
		const [one, other, none] = await Promise.all(
			[ofAll, ofStep, funnel].map((body) => linesOf('/model/funnel/report', body)),
		);
		expect(one).toEqual(other);
		expect(one).not.toEqual(none);
	});

	it('retention: all columns in every line, null where the day has not come; rates as text', async () => {
		const lines = await linesOf('/model/retention/report', {
			from_date: '2026-11-15',
			to_date: '2026-11-20',
			first_event: { event_name: '$pageview' },
			second_event: { event_name: '$pageview' },
			unit: 'DAY',
			duration: 3,
			extend_over_end_date: true,
			limit: -1,
		});
		const [first, last] = ['2026-11-15', '2026-11-20'].map((day) =>
			lines.find(({ date }) => date === day),
		) as [Json, Json];
		expect(typeof first.retention_rate_date_period_1).toBe('string');
		expect(Number(first.retention_rate_date_period_1)).toBeCloseTo(
			Number(first.retention_user_date_period_1) / Number(first.initial_user),
			3,
		);
		expect(last.retention_user_date_period_2).toBeNull();
	});

	it('distribution: regions from the first limit to infinity, users add up', async () => {
		const lines = await linesOf('/model/addiction/report', {
			...range,
			event_name: '$pageview',
			unit: 'WEEK',
			measure_type: 'times',
			result_bucket_params: ['1', '3', '5'],
		});
		for (const line of lines) {
			expect([1, 2, 3].map((n) => line[`bucket_region_${n}`])).toEqual([
				'[1, 3)',
				'[3, 5)',
				'[5, ∞)',
			]);
			const people = [1, 2, 3].map((n) => Number(line[`addiction_user_bucket_${n}`]));
			expect(people.reduce((a, b) => a + b, 0)).toBe(line.total_user);
		}
	});

	it('attribution: a line per touchpoint; what is credited adds up, with what came directly', async () => {
		const attribution = {
			...range,
			target_event: { event_name: 'PayOrder', aggregator: 'general' },
			attribution_events: { events: [{ event_name: 'ViewProduct' }, { event_name: 'SignUp' }] },
			lookback_window: { unit: 'DAY', value: 7 },
			direct_conversion: true,
		};
		for (const rule of ['first', 'last', 'linear', 'position', 'time_decay']) {
			const lines = await linesOf('/model/attribution/report', {
				...attribution,
				model_type: rule,
			});
			const goals = lines.map(({ goal_conversion: goal }) => Number(goal));
			expect(goals.reduce((a, b) => a + b, 0)).toBeCloseTo(events('PayOrder').length, 6);
			const views = lines.find(({ event_name: name }) => name === 'ViewProduct');
			expect(views?.click_times).toBe(events('ViewProduct').length);
		}
		const list = { ...attribution, model_type: 'last', attribution_events: [] };
		const refused = await report(list, '/model/attribution/report');
		expect(refused.json.code).toBe('COMMON-D-27-1');
	});

	it('lifetime value: what users came to adds up, as text; null where the day has not come', async () => {
		const lines = await linesOf('/model/ltv/report', {
			from_date: '2026-11-19',
			to_date: '2026-11-20',
			start_sign: { start_event: 'SignUp' },
			measures: [{ event_name: '$pageview', aggregator: 'average' }],
			unit: 'DAY',
			duration: 2,
			need_show_ltv_columns: '0,1,2',
			limit: -1,
		});
		const [first, last] = ['2026-11-19', '2026-11-20'].map((day) =>
			lines.find(({ date }) => date === day),
		) as [Json, Json];
		const users = new Set(events('SignUp', '2026-11-19', 1).map(({ user }) => user));
		const views = events('$pageview', '2026-11-19', 1).filter(({ user }) => users.has(user));
		expect(first.initial_user).toBe(users.size);
		expect(first.amount_ltv_0).toBe((views.length / users.size).toFixed(2));
		expect(Number(first.amount_ltv_2)).toBeGreaterThan(Number(first.amount_ltv_0));
		expect(last.amount_ltv_2).toBeNull();
	});

	it('interval: a column per quantile, with its number as name, in the order of the text', async () => {
		const interval = {
			...range,
			first_event: { event_name: 'ViewProduct' },
			second_event: { event_name: 'PayOrder' },
			unit: 'DAY',
			quantiles: [10, 50],
		};
		const { text } = await report(interval, '/model/interval/report');
		expect(text).toContain('"cnt":"LONG","10":"DOUBLE","50":"DOUBLE","min_time"');
		const refused = await report({ ...interval, quantiles: [101] }, '/model/interval/report');
		expect(refused.json.code).toBe('COMMON-D-27-1');
	});

	it('paths: nodes and links by step, and what is lost between them', async () => {
		interface Paths {
			nodes: Array<Array<{ id: string; event_name: string; times: number }>>;
			links: Array<Array<{ source: string; target: string; times: number; is_wastage?: true }>>;
			truncate_rows: number[];
		}
		const paths = {
			...range,
			source_type: 'initial_event',
			source_event: { event_name: 'ViewProduct' },
			event_names: ['ViewProduct', 'AddToCart', 'PayOrder'],
			col_limit: 3,
			row_limit: 5,
			session_interval: 1800,
		};
		const path = '/model/path/analytics/report';
		const { nodes, links, truncate_rows } = (await report(paths, path)).json
			.data as unknown as Paths;
		expect(nodes[0]?.map(({ id, event_name }) => [id, event_name])).toEqual([
			['0_ViewProduct', 'ViewProduct'],
		]);
		// What comes to a step leaves the one before, or is lost there.
		links.forEach((step, index) => {
			for (const { id, times } of nodes[index] ?? []) {
				const own = step.filter(({ source }) => source === id);
				expect(own.reduce((sum, link) => sum + link.times, 0)).toBe(times);
			}
			for (const { id, times } of nodes[index + 1] ?? []) {
				const own = step.filter(({ target }) => target === id);
				expect(own.reduce((sum, link) => sum + link.times, 0)).toBe(times);
			}
			const lost = step.filter(({ is_wastage }) => is_wastage);
			expect(lost.every(({ target }) => target === `${index + 1}_wastage`)).toBe(true);
		});
		expect(truncate_rows).toEqual([]);
		const narrow = (await report({ ...paths, row_limit: 1 }, path)).json.data as unknown as Paths;
		expect(narrow.nodes.map(({ length }) => length)).toEqual([1, 1, 1]);
		expect(narrow.truncate_rows[0]).toBe(0);
		expect(narrow.truncate_rows[2]).toBeGreaterThan(0);
		for (const key of ['source_type', 'source_event', 'event_names', 'col_limit', 'row_limit']) {
			const { json } = await report({ ...paths, [key]: undefined }, path);
			expect([key, json.code]).toEqual([key, 'COMMON-D-27-1']);
		}
		simulator.world.openapi.release = '3.0.4';
		expect((await report(paths, path)).json.code).toBe('COMMON-R-28-2');
	});

	it('sessions: as event analysis, of a definition that exists; a session counts once', async () => {
		const session = {
			...range,
			session_name: 'app_visit',
			unit: 'DAY',
			measures: [{ event_name: '$pageview', aggregator: 'general', name: 'Visits' }],
		};
		const path = '/model/session/report';
		const lines = await linesOf(path, session);
		const visits = lines.reduce((all, { Visits: count }) => all + Number(count), 0);
		expect(visits).toBeGreaterThan(0);
		expect(visits).toBeLessThan(events('$pageview').length);
		const [whole] = await linesOf(path, { ...session, rollup: true });
		expect(whole).toEqual({ date: `${range.from_date} 00:00:00`, Visits: visits });
		const { json } = await report({ ...session, session_name: 'other' }, path);
		expect(json).toMatchObject({
			code: 'COMMON-R-131-1',
			error_info: { context: { origin_cause: 'SESSION_NOT_EXISTS(session=other)' } },
		});
		const refused = await report({ ...session, session_name: undefined }, path);
		expect(refused.json.code).toBe('COMMON-D-27-1');
	});

	it('users by their properties: the number in the column value', async () => {
		const lines = await linesOf('/model/user-analytics/report', {
			measures: [{ aggregator: 'count', field: '' }],
			by_fields: ['user.level'],
		});
		const { users } = simulator.world.shopOf('production');
		expect(lines.reduce((all, { value }) => all + Number(value), 0)).toBe(users.length);
		expect(Object.keys(lines[0] as Json)).toEqual(['user.level', 'value']);
	});
});

describe('SQL (4)', () => {
	const query = async (sql: string, limit: string | number = '100') =>
		await send('POST', '/analytics/v1/model/sql/query', { sql, limit });

	it('returns a line per row, each an envelope, without columns that are NULL', async () => {
		const { text } = await query(
			"SELECT id, age, NULL AS missing, 'x' AS b FROM users ORDER BY age",
			2,
		);
		const lines = text
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Json);
		expect(lines).toHaveLength(2);
		expect(lines[0]).toMatchObject({ code: 'SUCCESS', data: { columns: ['age', 'b', 'id'] } });
		expect(text).toMatch(/"data":\[\d+\.0,"x","u\d+"\]/);
	});

	it('answers nothing at all for no rows, and a line with a code for wrong SQL', async () => {
		expect((await query('SELECT * FROM users WHERE 1 = 0')).text).toBe('');
		const { status, json } = await query('SELECT nonsense FROM users');
		expect(status).toBe(200);
		expect(json).toMatchObject({
			code: 'COMMON-R-131-1',
			error_info: { context: { origin_cause: expect.stringContaining('nonsense') } },
		});
	});
});

describe('lists (6, 7, 8)', () => {
	it.each<['GET' | 'POST', string, object | undefined, string]>([
		['GET', '/analytics/v1/event-meta/events/all', undefined, 'events'],
		['GET', '/analytics/v1/model/session/list', undefined, 'sessions'],
		['GET', '/analytics/v1/property-meta/event-properties/all', undefined, 'properties'],
		[
			'POST',
			'/analytics/v1/property-meta/event-properties',
			{ events: ['PayOrder'] },
			'event_properties',
		],
		['GET', '/analytics/v1/property-meta/user-properties/all', undefined, 'user_properties'],
		['GET', '/analytics/v1/property-meta/user-groups/all', undefined, 'user_groups'],
		[
			'POST',
			'/analytics/v1/property-meta/property/values',
			{ table_type: 'EVENT', property_name: 'city' },
			'values',
		],
		[
			'GET',
			'/analytics/v1/dashboard/navigation?type=PUBLIC',
			undefined,
			'dashboard_navigation_items',
		],
		['GET', '/analytics/v1/dashboard/detail?id=11', undefined, 'contain_bookmark_items'],
		['GET', '/analytics/v1/dashboard/bookmarks?type=1', undefined, 'bookmarks'],
		[
			'POST',
			'/horizon/v1/segment/definition/list',
			{ entity_name: 'user', page_size: 100, page: -1 },
			'segment_definitions',
		],
		['GET', '/portal/v2/management/product/versions', undefined, 'product_versions'],
	])('%s %s', async (method, path, body, key) => {
		const { json } = await send(method, path, body);
		expect(json.code).toBe('SUCCESS');
		expect((json.data as Record<string, unknown[]>)[key]?.length).toBeGreaterThan(0);
	});

	it('returns the owner of the key, and the number of users in a group', async () => {
		const who = await send('POST', '/portal/v2/identity/account/get-by-api-key', {});
		expect(who.json.data).toMatchObject({ account: { name: 'analyst' } });
		const { json } = await send('POST', '/horizon/v1/segment/latest-item/get', {
			entity_name: 'user',
			definition_names: ['user_group_gold_members', 'user_group_never_computed'],
		});
		const gold = simulator.world
			.shopOf('production')
			.users.filter(({ properties }) => properties.level === 'gold').length;
		expect(json.data).toEqual({
			lasted_segment_item_map: {
				user_group_gold_members: expect.objectContaining({ count: gold }),
			},
		});
	});
});

describe('lists of users', () => {
	const list = async (change: object, path = '/analytics/v1/model/user/list') =>
		await send('POST', path, { page_index: 1, page_size: 100, ...change });
	interface Users {
		users: Array<{ id: string; profiles: Json }>;
		page: Json;
	}

	it('come in pages from 1, of 100 at most', async () => {
		const pages = [];
		for (const page of [1, 2, 3, 4, 5]) {
			const { json } = await list({ page_index: page, limit: -1, profiles: ['user.age'] });
			pages.push(json.data as Users);
		}
		expect(pages.map(({ users }) => users.length)).toEqual([100, 100, 100, 100, 0]);
		expect(pages[1]?.page).toEqual({ current_page: 2, page_count: 4, total: 400 });
		const users = pages.flatMap((page) => page.users);
		expect(new Set(users.map(({ id }) => id)).size).toBe(400);
		expect(users.every(({ id }) => /^-?\d{1,19}$/.test(id))).toBe(true);
		expect(typeof users[0]?.profiles.age).toBe('number');
		for (const change of [{ page_index: 0 }, { page_size: 101 }, { profiles: ['user.nothing'] }])
			expect((await list(change)).json.code).toBe('COMMON-D-27-1');
	});

	it("of a funnel's step are as many as the report has", async () => {
		const funnel = {
			steps: [{ event_name: 'ViewProduct' }, { event_name: 'PayOrder' }],
			max_convert_time: 60,
		};
		const body = { funnel, from_date: '2026-11-02', to_date: '2026-11-02' };
		const reported = tableOf(await report({ ...body, rollup: true }, '/model/funnel/report'));
		const of = async (slice: object) =>
			(
				(await list({ ...body, limit: -1, ...slice }, '/analytics/v1/model/funnel/users')).json
					.data as Users
			).page.total;
		const counts = {
			total_user: await of({ slice_step: 0 }),
			convert_user_step_1: await of({ slice_step: 1 }),
			wastage_user_step_1: await of({ slice_step: 0, slice_wastage_user: true }),
		};
		const names = Object.keys(reported.metadata_columns);
		const row = Object.fromEntries(names.map((name, at) => [name, reported.detail_rows[0]?.[at]]));
		expect(row).toMatchObject(counts);
	});
});

describe('alarms (6.3)', () => {
	const all = async (body: object) =>
		(await send('POST', '/analytics/v1/smart-alarm/all', body)).json.data as Json;
	const detail = async (id: number | string) =>
		await send('GET', `/analytics/v1/smart-alarm/detail?config_id=${id}`);

	it('lists their numbers, by title, unit and whether they are switched off', async () => {
		expect(await all({})).toEqual({ total: 4, ids: [1, 2, 4, 7] });
		expect(await all({ title: '订单' })).toEqual({ total: 1, ids: [1] });
		expect(await all({ units: ['HOUR'] })).toEqual({ total: 1, ids: [2] });
		expect(await all({ disables: [true] })).toEqual({ total: 1, ids: [7] });
	});

	it('returns the last firing, by the events; values are text', async () => {
		simulator.world.shopOf('production').spoil('2026-11-19');
		const { data } = (await detail(1)).json as { data: Json };
		expect(data).toMatchObject({ id: 1, title: '订单数过低', unit: 'DAY', send_alarm: true });
		// It is 12:00 on the 21st: the 20th had orders, the 19th had none.
		expect(data.history).toEqual({
			execute_time: '2026-11-20 00:05:00',
			alarm_time: '2026-11-20 00:00:00',
			alarm_value: '0',
			alarm_last_value: '10',
			alarm_field: '',
			alarm_group: '',
			alarm_function: 'less',
			alarm_reference: '固定值',
			alarm_unit: 'value',
			receivers: ['ops@shop.example'],
		});
	});

	it('compares hours with the hour before', async () => {
		const { data } = (await detail(2)).json as { data: { history: Record<string, string> } };
		const { alarm_time: time, alarm_value: value, alarm_last_value: before } = data.history;
		const views = (hour: number) =>
			events('$pageview', String(time).slice(0, 10), 1).filter(
				({ time: at }) => Number(at.slice(11, 13)) === hour,
			).length;
		const end = Number(String(time).slice(11, 13));
		expect([Number(value), Number(before)]).toEqual([views(end - 1), views(end - 2)]);
		expect(Number(value)).toBeGreaterThan(1.3 * Number(before));
	});

	it('has no history of an alert that has not fired, and refuses an unknown ID', async () => {
		expect((await detail(7)).json.data).not.toHaveProperty('history');
		expect((await detail(3)).json).toMatchObject({ code: 'COMMON-D-27-1' });
		expect((await detail('x')).json).toMatchObject({ code: 'COMMON-D-27-1' });
	});
});

describe('users of event reports and distributions (3)', () => {
	const page = { page_index: 1, page_size: 100, limit: -1 };
	const users = async (path: string, body: object) => {
		const { json } = await send('POST', `/analytics/v1/model/${path}/users`, { ...body, ...page });
		return json as { code: string; data: { users: Array<{ first_id: string }> } };
	};
	const names = async (path: string, body: object) =>
		(await users(path, body)).data.users.map(({ first_id: id }) => id.replace('device-', ''));
	const buyers = (fits: (event: ReturnType<typeof events>[number]) => boolean = () => true) =>
		new Set(
			events('PayOrder')
				.filter(fits)
				.map(({ user }) => user.id),
		);

	it("accepts a date in the report's format, its day alone, or the date range", async () => {
		const on2 = buyers(({ time }) => time.startsWith('2026-11-02'));
		for (const slice_date of ['2026-11-02 00:00:00', '2026-11-02'])
			expect(new Set(await names('segmentation', { ...orders, slice_date }))).toEqual(on2);
		const whole = { ...orders, to_date: '2026-11-02', rollup_date: true, slice_date: '2026-11-02' };
		expect(new Set(await names('segmentation', whole))).toEqual(
			buyers(({ time }) => time < '2026-11-03'),
		);
	});

	it('accepts a value for each field', async () => {
		const slice = { by_fields: ['event.PayOrder.city', 'user.level'], rollup_date: true };
		const body = { ...orders, ...slice, slice_by_values: ['Beijing', 'gold'] };
		expect(new Set(await names('segmentation', body))).toEqual(
			buyers(
				({ user, properties }) => properties.city === 'Beijing' && user.properties.level === 'gold',
			),
		);
	});

	it('accepts a half-open bucket of the row of a date; without the row there are no users', async () => {
		const counts = new Map<string, number>();
		for (const { user } of events('$pageview', '2026-11-02', 1))
			counts.set(user.id, (counts.get(user.id) ?? 0) + 1);
		const body = {
			event_name: '$pageview',
			...{ from_date: '2026-11-01', to_date: '2026-11-03', unit: 'DAY', measure_type: 'times' },
			...{ slice_freq: 2, slice_max_freq: 4 },
		};
		const wanted = [...counts].filter(([, n]) => n >= 2 && n < 4).map(([id]) => id);
		expect(wanted.length).toBeGreaterThan(20);
		const cell = { ...body, slice_by_value: '2026-11-02' };
		expect(new Set(await names('addiction', cell))).toEqual(new Set(wanted));
		expect(await names('addiction', body)).toEqual([]);
		expect(await names('addiction', { ...cell, slice_by_value: '2026-11-02 00:00:00' })).toEqual(
			[],
		);
		const wide = await users('addiction', { ...cell, slice_max_freq: 2 ** 31 });
		expect(wide.code).toBe('COMMON-D-27-1');
	});
});
