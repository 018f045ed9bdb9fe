import { isLong } from '../../support/extent.mts';
import { TestWorld } from '../../support/world.mts';
import { Fleet } from './fleet.mts';

const IN_ONE = isLong ? 200 : 60;
const PROCESSES = isLong ? 24 : 3;
const ROUNDS = isLong ? 5 : 2;
const EXECUTIONS = isLong ? 5 : 20;

describe('executions side by side', () => {
	it(`${IN_ONE} in one process whose token has just ended: 1 login`, async () => {
		const t = await TestWorld.start();
		try {
			await t.report({}, { credential: 'account' });
			t.takeLogins();
			t.world.tokens.endAll(t.world.accounts.get('analyst'));
			const runs = await Promise.all(
				Array.from({ length: IN_ONE }, async () => await t.report({}, { credential: 'account' })),
			);
			expect(runs.filter(({ rows }) => rows.length === 1)).toHaveLength(IN_ONE);
			expect(t.takeLogins()).toBe(1);
		} finally {
			await t.stop();
		}
	}, 120_000);

	it(`${PROCESSES} processes whose shared token ends at once, ${ROUNDS} times: at most 2 logins each time`, async () => {
		const fleet = await Fleet.start({
			processes: PROCESSES,
			executions: EXECUTIONS,
			storeMs: [5, 50],
		});
		try {
			for (let round = 1; round <= ROUNDS; round++) {
				const { logins, fine, of, errors } = await fleet.round({ loginMs: 50 });
				expect({ fine, errors }).toEqual({ fine: of, errors: [] });
				expect(of).toBe(PROCESSES * EXECUTIONS);
				expect(logins).toBeGreaterThanOrEqual(1);
				expect(logins).toBeLessThanOrEqual(2);
			}
		} finally {
			await fleet.stop();
		}
	}, 600_000);
});
