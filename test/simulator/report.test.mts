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
