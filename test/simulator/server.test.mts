/**
 * The simulator has to behave as the documents say by itself: its tests know nothing of the node.
 */
import { type Simulator, startSimulator } from '../../simulator/server.mts';

describe('the simulator', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());

	it('shows a login page at its root', async () => {
		const response = await fetch(simulator.url, { redirect: 'manual' });
		expect([response.status, response.headers.get('location')]).toEqual([302, '/login/index.html']);
	});

	it('requires a sign-in everywhere', async () => {
		for (const path of ['/api/events/all', '/api/v2/user_groups', '/api/dashboards'])
			expect((await fetch(simulator.url + path)).status).toBe(401);
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
