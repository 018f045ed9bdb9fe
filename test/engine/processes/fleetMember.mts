/** One process of a fleet: runs reports side by side at each message, and reports their results. */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import { CredentialFiles, SlowRows } from '../../support/credentialStore.mts';
import { Engine } from '../../support/engine.mts';
import { measures } from '../../support/world.mts';
import { waitedOnPurpose } from '../../support/waits.mts';

/** What came of one batch of executions. */
export interface Batch {
	fine: number;
	errors: string[];
	/** Longest of the executions, milliseconds. */
	slowestMs: number;
	/** Milliseconds that this process waited on purpose. */
	waitedMs: number;
}

/** What a process reports: that it logs in, or the results of a batch. */
export type FleetMessage = 'login' | Batch;

const [folder, least, most] = process.argv.slice(2) as [string, string, string];
const rows = new SlowRows(new CredentialFiles(folder), Number(least), Number(most));
const engine = await Engine.start(rows);
const waited = waitedOnPurpose();

async function execute(): Promise<{ error?: string; ms: number }> {
	const started = performance.now();
	const run = await engine.runNode(
		{
			measures: measures({ eventName: 'PayOrder' }),
			options: { requestsPerSecond: 0 },
		},
		{ credential: 'account' },
	);
	const ms = performance.now() - started;
	return run.rows.length === 1 ? { ms } : { ms, error: run.error?.message ?? 'no row' };
}

subscribe('http.client.request.start', (event) => {
	const { request } = event as { request: ClientRequest };
	if (request.path.includes('/auth/login')) process.send?.('login' satisfies FleetMessage);
});
process.on('message', (executions: number) => {
	const before = waited.ms;
	void Promise.all(Array.from({ length: executions }, execute)).then((ended) => {
		const errors = ended.flatMap(({ error }) => error ?? []);
		process.send?.({
			fine: executions - errors.length,
			errors,
			slowestMs: Math.max(...ended.map(({ ms }) => ms)),
			waitedMs: waited.ms - before,
		} satisfies Batch);
	});
});
process.send?.('ready');
