import { type CredentialRow, SlowRows } from '../../support/credentialStore.mts';
import { Engine } from '../../support/engine.mts';
import { isLong } from '../../support/extent.mts';
import { measures, TestWorld } from '../../support/world.mts';
import { Fleet } from './fleet.mts';

const IN_ONE = isLong ? 200 : 60;
const ROUNDS = isLong ? 5 : 2;
const LOGIN = /\/auth\/login/;
/** Least and most milliseconds that one access to the stored credential takes. */
const STORE_MS = [5, 50] as const;
const LOGIN_MS = 50;
const MOST_LOGINS = 2;

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

	const COPIES = 4;
	const EXECUTIONS = 15;
	/** They share what processes share: the stored credential. `npm run judge -- fleet` has processes. */
	it(`${COPIES} copies of the package whose shared token ends at once, ${ROUNDS} times: at most ${MOST_LOGINS} logins each time`, async () => {
		const rows = new SlowRows(new Map<string, CredentialRow>(), ...STORE_MS);
		const t = await TestWorld.start({}, rows);
		try {
			await t.report({}, { credential: 'account' });
			const copies: Engine[] = [];
			while (copies.length < COPIES) copies.push(await Engine.startProcess(rows));
			expect(new Set(copies.map(({ credentialType }) => credentialType)).size).toBe(COPIES);
			for (let round = 1; round <= ROUNDS; round++) {
				t.takeLogins();
				t.simulator.faults.clear();
				t.simulator.faults.add({ path: LOGIN, reaction: { delayMs: LOGIN_MS } });
				t.world.tokens.endAll(t.world.accounts.get('analyst'));
				const runs = copies.flatMap((copy) =>
					Array.from(
						{ length: EXECUTIONS },
						async () =>
							await copy.runNode(
								{
									measures: measures({ eventName: 'PayOrder' }),
									options: { requestsPerSecond: 0 },
								},
								{ credential: 'account' },
							),
					),
				);
				const reported = (await Promise.all(runs)).map(
					(run) => run.error?.message ?? run.rows.length,
				);
				expect(reported).toEqual(Array.from({ length: COPIES * EXECUTIONS }, () => 1));
				const logins = t.takeLogins();
				expect(logins).toBeGreaterThanOrEqual(1);
				expect(logins).toBeLessThanOrEqual(MOST_LOGINS);
			}
		} finally {
			await t.stop();
		}
	}, 120_000);

	if (isLong)
		it('24 processes whose shared token ends at once: at most 2 logins each time', async () => {
			const fleet = await Fleet.start({ processes: 24, executions: 5, storeMs: STORE_MS });
			try {
				for (let round = 1; round <= ROUNDS; round++) {
					const { logins, fine, of, errors } = await fleet.round({ loginMs: LOGIN_MS });
					expect({ fine, errors }).toEqual({ fine: of, errors: [] });
					expect(of).toBe(24 * 5);
					expect(logins).toBeGreaterThanOrEqual(1);
					expect(logins).toBeLessThanOrEqual(MOST_LOGINS);
				}
			} finally {
				await fleet.stop();
			}
		}, 600_000);
});
