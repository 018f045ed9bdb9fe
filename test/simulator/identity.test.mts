import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { callJson, ORDERS } from '../support/simulated.mts';

describe('who may access the simulator', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());
	const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
		await callJson(simulator, 'POST', path, body, headers);

	it.each([
		['nothing', '', {}],
		['a wrong secret', 'token=x&project=production', {}],
		['a secret without project', 'token=SECRET', {}],
		['an unknown project', 'token=SECRET&project=nope', {}],
		['a wrong token', '', { 'sensorsdata-token': 'x' }],
	])('refuses: %s', async (_case, search, headers) => {
		const { status, body } = await post(
			`/api/events/report?${search.replace('SECRET', simulator.world.secrets.of('admin'))}`,
			ORDERS,
			headers as Record<string, string>,
		);
		expect([status, body.error_type]).toEqual([401, 'UNAUTHORIZED']);
	});

	it('takes a token without a project, and refuses it in another one', async () => {
		const headers = { 'sensorsdata-token': simulator.world.browserLogin('root').value };
		expect((await post('/api/events/report', ORDERS, headers)).status).toBe(200);
		expect((await post('/api/events/report?project=default', ORDERS, headers)).status).toBe(401);
	});

	it('any request of the account keeps all its tokens alive', async () => {
		const [one, two] = [
			simulator.world.browserLogin('analyst'),
			simulator.world.browserLogin('analyst'),
		];
		for (let i = 0; i < 4; i++) {
			simulator.world.clock.advance(25 * 60_000);
			await post('/api/events/report', ORDERS, { 'sensorsdata-token': one.value });
		}
		expect(simulator.world.tokens.findValid(two.value)).toBeDefined();
		simulator.world.clock.advance(31 * 60_000);
		expect(simulator.world.tokens.findValid(two.value)).toBeUndefined();
	});
});
