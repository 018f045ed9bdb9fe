import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CredentialFiles } from '../../support/credentialStore.mts';
import { isLong } from '../../support/extent.mts';
import { TestWorld } from '../../support/world.mts';

const IN_ONE = isLong ? 200 : 60;
const PROCESSES = isLong ? 4 : 2;
const EXECUTIONS = 50;

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

	it(`${PROCESSES} processes sharing a credential, ${EXECUTIONS} executions each: at most ${PROCESSES} logins`, async () => {
		const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
		const t = await TestWorld.start({}, new CredentialFiles(folder));
		const workers: ChildProcess[] = [];
		try {
			await t.report({}, { credential: 'account' });
			t.takeLogins();
			for (let i = 0; i < PROCESSES; i++) {
				workers.push(
					fork('test/engine/processes/worker.mts', [folder, String(EXECUTIONS)], {
						execArgv: ['--import', 'tsx'],
					}),
				);
			}
			await Promise.all(workers.map(async (worker) => await once(worker, 'message')));
			t.world.tokens.endAll(t.world.accounts.get('analyst'));
			const results = workers.map(
				async (worker) => ((await once(worker, 'message')) as [number])[0],
			);
			for (const worker of workers) worker.send('go');
			expect(await Promise.all(results)).toEqual(
				Array.from({ length: PROCESSES }, () => EXECUTIONS),
			);
			const logins = t.takeLogins();
			expect(logins).toBeGreaterThanOrEqual(1);
			expect(logins).toBeLessThanOrEqual(PROCESSES);
		} finally {
			for (const worker of workers) worker.kill();
			await t.stop();
		}
	}, 120_000);
});
