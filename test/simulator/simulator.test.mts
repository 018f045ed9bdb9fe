/** The stand-in has to behave as the spec says by itself: these tests know nothing of the node. */
import { type Simulator, startSimulator } from '../../simulator/server.mts';

describe('the simulator', () => {
	let simulator: Simulator;

	beforeEach(async () => {
		simulator = await startSimulator();
	});
	afterEach(async () => await simulator.close());

	async function post(
		path: string,
		body: unknown,
		headers: Record<string, string> = {},
	): Promise<{ status: number; body: Record<string, unknown> }> {
		const response = await fetch(simulator.url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
			redirect: 'manual',
		});
		const text = await response.text();
		return {
			status: response.status,
			body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : { text }) as Record<
				string,
				unknown
			>,
		};
	}
	const secret = () => `token=${simulator.world.secrets.of('admin')}&project=production`;
	const query = {
		measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
		unit: 'day',
		from_date: '2026-11-01',
		to_date: '2026-11-02',
	};
	const report = async (change: object) =>
		await post(`/api/events/report?${secret()}`, { ...query, ...change });

	it('makes the same events for the same day, and others for another project', async () => {
		const again = await startSimulator();
		const [here, there] = [simulator, again].map(({ world }) =>
			JSON.stringify(world.shopOf('production').eventsOf('2026-11-01')),
		);
		await again.close();
		expect(here).toBe(there);
		expect(JSON.stringify(simulator.world.shopOf('default').eventsOf('2026-11-01'))).not.toBe(here);
	});

	it('answers in shape A (field notes 11.1)', async () => {
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

	it('filters: and, or, groups', async () => {
		const events = simulator.world
			.shopOf('production')
			.eventsOf('2026-11-01')
			.filter(({ event }) => event === 'PayOrder');
		const condition = (field: string, name: string, params: unknown[]) => ({
			field: `event.PayOrder.${field}`,
			function: name,
			params,
		});
		const count = async (filter: object) => {
			const { body } = await report({ to_date: '2026-11-01', filter });
			return (body.rows as Array<{ values: number[][] }>)[0]?.values[0]?.[0];
		};
		const [dear, phone] = [
			condition('amount', 'greater', [200]),
			condition('device', 'equal', ['phone']),
		];
		expect(await count({ relation: 'and', conditions: [dear, phone] })).toBe(
			events.filter(({ properties: p }) => Number(p.amount) > 200 && p.device === 'phone').length,
		);
		expect(await count({ relation: 'or', conditions: [dear, phone] })).toBe(
			events.filter(({ properties: p }) => Number(p.amount) > 200 || p.device === 'phone').length,
		);
		expect(
			await count({
				relation: 'and',
				conditions: [dear],
				filters: [{ relation: 'or', conditions: [phone, condition('coupon', 'isTrue', [])] }],
			}),
		).toBe(
			events.filter(
				({ properties: p }) =>
					Number(p.amount) > 200 && (p.device === 'phone' || p.coupon === true),
			).length,
		);
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
		['nothing', '', {}],
		['a wrong secret', 'token=x&project=production', {}],
		['a secret without project', 'token=SECRET', {}],
		['an unknown project', 'token=SECRET&project=nope', {}],
		['a wrong token', '', { 'sensorsdata-token': 'x' }],
	])('does not let in: %s', async (_case, search, headers) => {
		const { status, body } = await post(
			`/api/events/report?${search.replace('SECRET', simulator.world.secrets.of('admin'))}`,
			query,
			headers as Record<string, string>,
		);
		expect([status, body.error_type]).toEqual([401, 'UNAUTHORIZED']);
	});

	it('takes a token without a project, and refuses it in another one', async () => {
		const headers = { 'sensorsdata-token': simulator.world.browserLogin('root').value };
		expect((await post('/api/events/report', query, headers)).status).toBe(200);
		expect((await post('/api/events/report?project=default', query, headers)).status).toBe(401);
	});

	it('any request of the account keeps all its tokens alive', async () => {
		const [one, two] = [
			simulator.world.browserLogin('analyst'),
			simulator.world.browserLogin('analyst'),
		];
		for (let i = 0; i < 4; i++) {
			simulator.world.clock.advance(25 * 60_000);
			await post('/api/events/report', query, { 'sensorsdata-token': one.value });
		}
		expect(simulator.world.tokens.findValid(two.value)).toBeDefined();
		simulator.world.clock.advance(31 * 60_000);
		expect(simulator.world.tokens.findValid(two.value)).toBeUndefined();
	});

	it.each([
		['0', 0],
		['too much', 259_201],
		['text', '30'],
	])('refuses a validity of %s', async (_case, value) => {
		const { status, body } = await post(`/api/auth/login?${secret()}`, {
			username: 'analyst',
			expired_interval: value,
		});
		expect([status, String(body.error).split(':')[0]]).toEqual([400, 'expired_interval']);
	});

	it('shows a login page at its root', async () => {
		const response = await fetch(simulator.url, { redirect: 'manual' });
		expect([response.status, response.headers.get('location')]).toEqual([302, '/login/index.html']);
	});

	it('shares no code with the node', async () => {
		const { readdir, readFile } = await import('node:fs/promises');
		const files = (await readdir('simulator', { recursive: true })).filter((file) =>
			file.endsWith('.mts'),
		);
		expect(files.length).toBeGreaterThan(10);
		for (const file of files)
			expect(await readFile(`simulator/${file}`, 'utf8')).not.toMatch(
				/from '(\.\.\/)+(nodes|credentials|dist)|n8n/,
			);
	});
});
