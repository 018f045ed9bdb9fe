/**
 * `npm run judge -- fleet`: processes that share one stored token, which ends at once, again and again.
 * Prints what each time took, and fails with what is beyond the promise of docs/tokens.md.
 */
import { parseArgs } from 'node:util';

import { Fleet, type RoundOptions } from './fleet.mts';

const { values } = parseArgs({
	options: {
		processes: { type: 'string', default: '24' },
		rounds: { type: 'string', default: '5' },
		executions: { type: 'string', default: '5' },
		'store-ms': { type: 'string', default: '5-50' },
		/** One process of the first round is killed while it logs in. */
		kill: { type: 'boolean', default: false },
	},
});
/** From a service next door to a slow one. */
const LOGIN_MS = [0, 100, 400, 30, 1500];
const MOST_LOGINS = 2;

const [least = 5, most = 50] = values['store-ms'].split('-').map(Number);
const started = performance.now();
const fleet = await Fleet.start({
	processes: Number(values.processes),
	executions: Number(values.executions),
	storeMs: [least, most],
});
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${values.processes} processes ready after ${seconds} s, store ${least} to ${most} ms`);
let isFine = true;
try {
	for (let i = 0; i < Number(values.rounds); i++) {
		const options: RoundOptions = {
			loginMs: LOGIN_MS[i % LOGIN_MS.length],
			killsFirst: values.kill && i === 0,
		};
		const { logins, fine, of, errors, slowestMs, waitedMs } = await fleet.round(options);
		isFine &&= logins <= MOST_LOGINS && fine === of;
		console.log(
			`login +${options.loginMs} ms${options.killsFirst ? ', one killed' : ''}: ${logins} logins, ${fine} of ${of} fine, slowest ${slowestMs.toFixed(0)} ms, waited ${Math.min(...waitedMs).toFixed(0)} to ${Math.max(...waitedMs).toFixed(0)} ms ${errors.join('; ')}`,
		);
	}
	for (const what of ['alone', 'alone, its own token']) {
		const { logins, slowestMs, waitedMs } = await fleet.round({ only: 1 });
		console.log(
			`${what}: ${logins} login, slowest ${slowestMs.toFixed(0)} ms, waited ${waitedMs[0]} ms`,
		);
	}
} finally {
	await fleet.stop();
}
process.exitCode = isFine ? 0 : 1;
