/** What the stand-in answers beside event reports, against field notes 11.2 to 11.9. */
import { type Simulator, startSimulator } from '../../simulator/server.mts';

describe('the simulator, beside event reports', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());

	const call = async (method: string, path: string, body?: object | URLSearchParams) => {
		const mark = path.includes('?') ? '&' : '?';
		const secret = `token=${simulator.world.secrets.of('admin')}&project=production`;
		const response = await fetch(`${simulator.url}${path}${mark}${secret}`, {
			method,
			...(body instanceof URLSearchParams
				? { body }
				: body && {
						body: JSON.stringify(body),
						headers: { 'content-type': 'application/json' },
					}),
		});
		return { status: response.status, text: await response.text() };
	};
	const json = async (...args: Parameters<typeof call>) =>
		JSON.parse((await call(...args)).text) as never;

	it('lists events and properties (11.7)', async () => {
		const events = (await json('GET', '/api/events/all')) as Array<{ name: string }>;
		expect(events.map(({ name }) => name)).toContain('PayOrder');
		const properties = (await json('GET', '/api/event/properties?events=PayOrder,none')) as object;
		expect(Object.keys(properties)).toEqual(['PayOrder']);
		expect(await json('GET', '/api/property/user/properties')).toContainEqual(
			expect.objectContaining({ name: 'age', data_type: 'number' }),
		);
		expect((await call('GET', '/api/event/properties')).status).toBe(400);
	});

	it('lists dashboards and bookmarks, whose query is a text (11.8)', async () => {
		const [first] = (await json('GET', '/api/dashboards')) as Array<{ id: number }>;
		const { items } = (await json('GET', `/api/dashboards/${first?.id}`)) as {
			items: Array<{ bookmark: { id: number; data: string } }>;
		};
		const { bookmark } = items[0] as (typeof items)[0];
		expect(JSON.parse(bookmark.data)).toHaveProperty('measures');
		expect(await json('GET', `/api/bookmarks/bookmark/${bookmark.id}`)).toEqual(bookmark);
		expect((await call('GET', '/api/dashboards/0')).status).toBe(404);
	});

	it('answers SQL line by line, as JSON and CSV, from the query or a form (11.6)', async () => {
		const sql = "SELECT event, COUNT(*) AS n FROM events WHERE date = '2026-11-01' GROUP BY event";
		const asForm = await call(
			'POST',
			'/api/sql/query',
			new URLSearchParams({ q: sql, format: 'json' }),
		);
		const asQuery = await call('POST', `/api/sql/query?q=${encodeURIComponent(sql)}&format=json`);
		expect(asQuery.text).toBe(asForm.text);
		const lines = asForm.text.trim().split('\n');
		expect(lines.map((line) => Object.keys(JSON.parse(line) as object))[0]).toEqual(['event', 'n']);
		const csv = await call(
			'POST',
			'/api/sql/query',
			new URLSearchParams({ q: sql, format: 'csv' }),
		);
		expect(csv.text.split('\n')[0]).toBe('event,n');
		expect(csv.text.trim().split('\n')).toHaveLength(lines.length + 1);
	});

	it('gives nothing, or a header and an empty line, for no rows (11.6)', async () => {
		const q = 'SELECT event FROM events WHERE 1 = 0';
		const run = async (format: string) =>
			(await call('POST', '/api/sql/query', new URLSearchParams({ q, format }))).text;
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
		const { status, text } = await call('POST', path, { ...dates, ...body });
		expect(status).toBe(400);
		expect(text).toMatch(words);
	});

	it('asks for a sign-in everywhere', async () => {
		for (const path of ['/api/events/all', '/api/v2/user_groups', '/api/dashboards'])
			expect((await fetch(simulator.url + path)).status).toBe(401);
	});
});
