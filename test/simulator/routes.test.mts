/** The simulator's answers under /api/, against docs/service.md. */
import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { call, callJson, reportOf, secretOf } from '../support/simulated.mts';

describe("the simulator's routes", () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());
	const report = async (change: object) => await reportOf(simulator, change);
	const ask = async (method: 'GET' | 'POST', path: string, body?: object | URLSearchParams) =>
		await call(
			simulator,
			method,
			`${path}${path.includes('?') ? '&' : '?'}${secretOf(simulator)}`,
			body,
		);
	const json = async (...request: Parameters<typeof ask>) =>
		JSON.parse((await ask(...request)).text) as never;

	it('answers in shape A of an event report', async () => {
		const { body } = await report({ by_fields: ['event.PayOrder.city'] });
		expect(body).toMatchObject({
			by_fields: ['event.$Anything.city'],
			series: ['2026-11-01 00:00:00', '2026-11-02 00:00:00'],
			truncated: false,
			sampling_factor: 64,
		});
		expect((body.rows as unknown[]).length).toBe(body.num_rows);
	});

	it('answers without rows when there is nothing', async () => {
		const { body } = await report({
			by_fields: ['event.PayOrder.city'],
			filter: { conditions: [{ field: 'event.PayOrder.amount', function: 'less', params: [0] }] },
		});
		expect(body).toMatchObject({ series: [], rows: [], num_rows: 0 });
	});

	it.each([
		['no measures', { measures: [] }, 'measures: '],
		[
			'an unknown event',
			{ measures: [{ event_name: 'Nope', aggregator: 'general' }] },
			'measures.0.event_name: ',
		],
		[
			'an unknown aggregator',
			{ measures: [{ event_name: 'PayOrder', aggregator: 'median' }] },
			'measures.0.aggregator: ',
		],
		[
			'an aggregator without its field',
			{ measures: [{ event_name: 'PayOrder', aggregator: 'SUM' }] },
			'measures.0.field: ',
		],
		[
			'a field where none belongs',
			{
				measures: [
					{ event_name: 'PayOrder', aggregator: 'general', field: 'event.PayOrder.amount' },
				],
			},
			'measures.0.field: ',
		],
		[
			'the sum of a text',
			{ measures: [{ event_name: 'PayOrder', aggregator: 'sum', field: 'event.PayOrder.city' }] },
			'measures.0.field: ',
		],
		['an unknown group', { by_fields: ['event.PayOrder.colour'] }, 'by_fields.0: '],
		['an unknown unit', { unit: 'fortnight' }, 'unit: '],
		['a day that is none', { from_date: '2026-02-30' }, 'from_date: '],
		['from after to', { from_date: '2026-11-03' }, 'from_date: '],
		['a missing date', { to_date: undefined }, 'to_date: '],
		[
			'an unknown function',
			{ filter: { conditions: [{ field: 'user.age', function: 'about', params: [1] }] } },
			'filter.conditions.0.function: ',
		],
		[
			'params that do not fit',
			{ filter: { conditions: [{ field: 'user.age', function: 'between', params: [1] }] } },
			'filter.conditions.0.params: ',
		],
	])('refuses %s, naming the field', async (_case, change, place) => {
		const { status, body } = await report(change);
		expect(status).toBe(400);
		expect(body.error).toMatch(new RegExp(`^${place.replace(/\./g, '\\.')}`));
	});

	it.each([
		['0', 0],
		['too much', 259_201],
		['text', '30'],
	])('refuses a validity of %s', async (_case, value) => {
		const { status, body } = await callJson(
			simulator,
			'POST',
			`/api/auth/login?${secretOf(simulator)}`,
			{
				username: 'analyst',
				expired_interval: value,
			},
		);
		expect([status, String(body.error).split(':')[0]]).toEqual([400, 'expired_interval']);
	});

	it('lists events and properties (11.7)', async () => {
		const events = (await json('GET', '/api/events/all')) as Array<{ name: string }>;
		expect(events.map(({ name }) => name)).toContain('PayOrder');
		const properties = (await json('GET', '/api/event/properties?events=PayOrder,none')) as object;
		expect(Object.keys(properties)).toEqual(['PayOrder']);
		expect(await json('GET', '/api/property/user/properties')).toContainEqual(
			expect.objectContaining({ name: 'age', data_type: 'number' }),
		);
		expect((await ask('GET', '/api/event/properties')).status).toBe(400);
	});

	it('lists dashboards and bookmarks, whose query is a text (11.8)', async () => {
		const [first] = (await json('GET', '/api/dashboards')) as Array<{ id: number }>;
		const { items } = (await json('GET', `/api/dashboards/${first?.id}`)) as {
			items: Array<{ bookmark: { id: number; data: string } }>;
		};
		const { bookmark } = items[0] as (typeof items)[0];
		expect(JSON.parse(bookmark.data)).toHaveProperty('measures');
		expect(await json('GET', `/api/bookmarks/bookmark/${bookmark.id}`)).toEqual(bookmark);
		expect((await ask('GET', '/api/dashboards/0')).status).toBe(404);
	});

	it('answers SQL line by line, as JSON and CSV, from the query or a form (11.6)', async () => {
		const sql = "SELECT event, COUNT(*) AS n FROM events WHERE date = '2026-11-01' GROUP BY event";
		const asForm = await ask(
			'POST',
			'/api/sql/query',
			new URLSearchParams({ q: sql, format: 'json' }),
		);
		const asQuery = await ask('POST', `/api/sql/query?q=${encodeURIComponent(sql)}&format=json`);
		expect(asQuery.text).toBe(asForm.text);
		const lines = asForm.text.trim().split('\n');
		expect(lines.map((line) => Object.keys(JSON.parse(line) as object))[0]).toEqual(['event', 'n']);
		const csv = await ask('POST', '/api/sql/query', new URLSearchParams({ q: sql, format: 'csv' }));
		expect(csv.text.split('\n')[0]).toBe('event,n');
		expect(csv.text.trim().split('\n')).toHaveLength(lines.length + 1);
	});

	it('reads names with a $ with and without back-ticks, and leaves texts and comments alone', async () => {
		const rowsOf = async (q: string) =>
			(await ask('POST', '/api/sql/query', new URLSearchParams({ q, format: 'json' }))).text;
		const where = "FROM events WHERE date = '2026-11-01' GROUP BY 1 ORDER BY 1 -- $os";
		const bare = await rowsOf(`SELECT $os AS os, '$os' AS text, COUNT(*) AS n ${where}`);
		expect(bare).toBe(await rowsOf(`SELECT \`$os\` AS os, '$os' AS text, COUNT(*) AS n ${where}`));
		expect(bare).toContain('"os":"iOS","text":"$os"');
	});

	it('returns nothing, or a header and an empty line, for no rows (11.6)', async () => {
		const q = 'SELECT event FROM events WHERE 1 = 0';
		const run = async (format: string) =>
			(await ask('POST', '/api/sql/query', new URLSearchParams({ q, format }))).text;
		expect(await run('json')).toBe('');
		expect(await run('csv')).toBe('event\n\n');
	});

	it.each([
		['/api/retentions/report', { first_event: { event_name: 'none' } }, /second_event/],
		['/api/addictions/report', { event_name: 'none', unit: 'day' }, /does not exist/],
		['/api/funnel/report', { funnel: { steps: [], max_convert_time: 1 } }, /two steps/],
		['/api/user/analytics/report', { measures: [] }, /measures/],
	])('refuses a wrong body of %s', async (path, body, words) => {
		const dates = { from_date: '2026-11-01', to_date: '2026-11-02' };
		const { status, text } = await ask('POST', path, { ...dates, ...body });
		expect(status).toBe(400);
		expect(text).toMatch(words);
	});
});
