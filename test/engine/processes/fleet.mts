import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CredentialFiles } from '../../support/credentialStore.mts';
import { TestWorld } from '../../support/world.mts';
import type { Batch, FleetMessage } from './fleetMember.mts';

const LOGIN = /\/auth\/login/;

interface FleetOptions {
	processes: number;
	/** Executions side by side in each process, each time that the token ends. */
	executions: number;
	/** Least and most milliseconds that one access to the stored credential takes. */
	storeMs: readonly [number, number];
}

export interface RoundOptions {
	/** Milliseconds that a login takes beyond what it takes anyway. */
	loginMs?: number;
	/** Whether the first process that logs in is killed while it does. */
	killsFirst?: boolean;
	/** How many of the processes take part; all if left out. */
	only?: number;
}

interface Round {
	logins: number;
	/** Executions that gave their row, of how many in processes that were not killed. */
	fine: number;
	of: number;
	/** What went wrong in the others. */
	errors: string[];
	/** Longest of all executions, milliseconds. */
	slowestMs: number;
	/** Milliseconds that the processes waited on purpose, one figure for each. */
	waitedMs: number[];
}

/** Processes that share one stored credential and nothing else, and one simulator. */
export class Fleet {
	private constructor(
		private readonly options: FleetOptions,
		private readonly folder: string,
		private readonly t: TestWorld,
		private members: ChildProcess[],
	) {}

	/** @returns once all processes are ready, with a token stored that none of them has got */
	static async start(options: FleetOptions): Promise<Fleet> {
		const folder = await mkdtemp(join(tmpdir(), 'fleet-'));
		const t = await TestWorld.start({}, new CredentialFiles(folder));
		await t.report({}, { credential: 'account' });
		const fleet = new Fleet(options, folder, t, []);
		for (let i = 0; i < options.processes; i++) {
			fleet.members.push(
				fork('test/engine/processes/fleetMember.mts', [folder, ...options.storeMs.map(String)], {
					execArgv: ['--import', 'tsx'],
				}),
			);
		}
		await Promise.all(fleet.members.map(async (member) => await once(member, 'message')));
		return fleet;
	}

	/** The token ends, and all processes go on at once. */
	async round({ loginMs = 0, killsFirst = false, only }: RoundOptions = {}): Promise<Round> {
		const { t, members, options } = this;
		t.takeLogins();
		t.simulator.faults.clear();
		if (loginMs > 0) t.simulator.faults.add({ path: LOGIN, reaction: { delayMs: loginMs } });
		t.world.tokens.endAll(t.world.accounts.get('analyst'));
		let isKillWanted = killsFirst;
		const batches = members.slice(0, only).map(
			async (member) =>
				await new Promise<Batch | undefined>((resolve) => {
					member.on('message', (reported: FleetMessage) => {
						if (reported !== 'login') return resolve(reported);
						if (!isKillWanted) return;
						isKillWanted = false;
						member.kill('SIGKILL');
					});
					member.once('exit', () => resolve(undefined));
					member.send(options.executions);
				}),
		);
		const ended = (await Promise.all(batches)).filter((batch) => batch !== undefined);
		for (const member of members) member.removeAllListeners();
		this.members = members.filter(({ signalCode }) => signalCode === null);
		return {
			logins: t.takeLogins(),
			fine: ended.reduce((sum, { fine }) => sum + fine, 0),
			of: ended.length * options.executions,
			errors: [...new Set(ended.flatMap(({ errors }) => errors))],
			slowestMs: Math.max(...ended.map(({ slowestMs }) => slowestMs)),
			waitedMs: ended.map(({ waitedMs }) => waitedMs),
		};
	}

	async stop(): Promise<void> {
		for (const member of this.members) member.kill();
		await this.t.stop();
		await rm(this.folder, { recursive: true, force: true });
	}
}
