/**
 * What the node does, as files to compare before and after a change that should change nothing:
 * `npm run house -- --snapshot <folder>`. Each file of the engine's tests writes a line for each test:
 * the requests that the service saw, and of each run the parameters, and the items or the error.
 * Requests and runs are sorted, because runs side by side mix theirs.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Simulator } from '../../simulator/server.mts';
import type { NodeRun } from './engine.mts';

const folder = process.env.SNAPSHOT ?? '';
/** Requests and runs since the last line. */
const requests: Simulator['requests'] = [];
const runs: object[] = [];

/** Remembers the requests to a simulator. */
export function watchRequests({ requests: seen }: Simulator): void {
	if (folder === '') return;
	const push = seen.push.bind(seen);
	seen.push = (...added) => {
		requests.push(...added);
		return push(...added);
	};
}

/** Remembers one run of the node. */
export function noteRun(parameters: object, { rows, error }: NodeRun): void {
	if (folder === '') return;
	const refusal = error && { message: error.message, description: error.description };
	runs.push({ parameters, rows, refusal });
}

if (folder !== '') {
	mkdirSync(folder, { recursive: true });
	afterEach(() => {
		const { testPath = '', currentTestName } = expect.getState();
		// The simulator adds a body to its request later.
		const sentRequests = requests
			.splice(0)
			.map(({ method, path, body }) => ({ method, path, body }));
		const [own, ran] = [sentRequests, runs.splice(0)].map((list) =>
			list.map((one) => withoutMoment(JSON.stringify(one))).sort(),
		);
		const line = JSON.stringify({ test: currentTestName, requests: own, runs: ran });
		appendFileSync(join(folder, `${basename(testPath)}.jsonl`), `${line}\n`);
	});
}

/** Ports, tokens, moments of today and of tests that begin at noon, and durations differ each time. */
function withoutMoment(text: string): string {
	const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
	const day = '\\d{4}-\\d\\d-\\d\\d';
	const minute = '\\d\\d:\\d\\d';
	// Moments of data have no milliseconds.
	const moments = [
		`${today}[T ]${minute}`,
		`${day}[T ]12:00`,
		`${day}T${minute}(?=:\\d\\d\\.(?!000))`,
	];
	const moment = new RegExp(`(?:${moments.join('|')}):\\d\\d(\\.\\d+)?(Z|[+-]${minute})?`, 'g');
	return text
		.replace(/127\.0\.0\.1:\d+/g, 'service')
		.replace(/\b[0-9a-f]{64}\b/g, 'a token')
		.replace(/"seconds":\d+/g, '"seconds":0')
		.replace(moment, 'a moment');
}
