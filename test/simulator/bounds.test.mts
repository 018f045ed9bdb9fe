/** The stand-in lives in bounded memory. */
import { Recent } from '../../simulator/data/recent.mts';
import { type Simulator, startSimulator } from '../../simulator/server.mts';

describe('a report that is too much', () => {
	let simulator: Simulator;
	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());

	const ask = async (more: object) => {
		const secret = simulator.world.secrets.of('admin');
		const answer = await fetch(
			`${simulator.url}/api/events/report?project=production&token=${secret}`,
			{
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({
					measures: Array.from({ length: 20 }, () => ({
						event_name: '$Anything',
						aggregator: 'general',
					})),
					unit: 'hour',
					by_fields: ['event.$Anything.city', 'event.$Anything.channel', 'event.$Anything.device'],
					from_date: '2026-10-01',
					to_date: '2026-10-31',
					...more,
				}),
			},
		);
		return { status: answer.status, body: (await answer.json()) as { error?: string } };
	};

	it('is declined in words that tell the count and the ways out', async () => {
		const { status, body } = await ask({});
		expect(status).toBe(400);
		expect(body.error).toMatch(
			/would have \d{7} values, the limit is 1000000: choose a longer unit/,
		);
	});

	it('is answered once it is less', async () => {
		expect((await ask({ unit: 'day' })).status).toBe(200);
		expect((await ask({ limit: 1 })).status).toBe(200);
	});
});

it('keeps what was asked for lately, and makes the rest anew', () => {
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
