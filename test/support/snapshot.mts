/**
 * What the node does, as files to compare before and after a change that should change nothing:
 * `npm run house -- --snapshot <folder>`. Each file of the engine's tests writes a line for each run:
 * the parameters, the requests that the service saw, and the items or the error.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Simulator } from '../../simulator/server.mts';
import type { NodeRun } from './engine.mts';

const folder = process.env.SNAPSHOT ?? '';
/** Requests since the last run that was written. */
const seen: Simulator['requests'] = [];

/** Remembers what a simulator is asked. */
export function watchRequests({ requests }: Simulator): void {
	if (folder === '') return;
	const push = requests.push.bind(requests);
	requests.push = (...added) => {
		seen.push(...added);
		return push(...added);
	};
}

/** Writes one run of the node. */
export function writeRun(parameters: object, { rows, error }: NodeRun): void {
	if (folder === '') return;
	const { testPath = '', currentTestName } = expect.getState();
	mkdirSync(folder, { recursive: true });
	const requests = seen
		.splice(0)
		.map(({ method, path, body }) => ({ method, path, body }))
		.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
	const refusal = error && { message: error.message, description: error.description };
	const line = JSON.stringify({ test: currentTestName, parameters, requests, rows, refusal });
	appendFileSync(join(folder, `${basename(testPath)}.jsonl`), `${withoutMoment(line)}\n`);
}

/** Ports, tokens, and the moments of today are others each time. */
function withoutMoment(text: string): string {
	const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
	const moment = new RegExp(
		`${today}[T ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)?`,
		'g',
	);
	return text
		.replace(/127\.0\.0\.1:\d+/g, 'service')
		.replace(/\b[0-9a-f]{64}\b/g, 'a token')
		.replace(moment, 'a moment');
}
