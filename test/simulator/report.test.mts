import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { reportOf } from '../support/simulated.mts';

describe("the simulator's reports", () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());
	const report = async (change: object) => await reportOf(simulator, change);

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
});

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

	it('is declined with the count and the alternatives', async () => {
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
