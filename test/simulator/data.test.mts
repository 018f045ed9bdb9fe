import { Recent } from '../../simulator/data/recent.mts';
import { type Simulator, startSimulator } from '../../simulator/server.mts';

describe("the simulator's data", () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());

	it('makes the same events for the same day, and others for another project', async () => {
		const again = await startSimulator();
		const [here, there] = [simulator, again].map(({ world }) =>
			JSON.stringify(world.shopOf('production').eventsOf('2026-11-01')),
		);
		await again.close();
		expect(here).toBe(there);
		expect(JSON.stringify(simulator.world.shopOf('default').eventsOf('2026-11-01'))).not.toBe(here);
	});
});

it('keeps what was used recently, and makes the rest again', () => {
	const made: string[] = [];
	const recent = new Recent((key: string) => {
		made.push(key);
		return key.toUpperCase();
	}, 2);
	expect(['a', 'b', 'a', 'c', 'a', 'b'].map((key) => recent.get(key))).toEqual([...'ABACAB']);
	expect(made).toEqual(['a', 'b', 'c', 'b']);
	recent.delete('a');
	recent.get('a');
	expect(made).toHaveLength(5);
});
