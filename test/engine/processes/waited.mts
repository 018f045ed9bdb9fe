import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Counts from now on how long the package waits on purpose, in milliseconds. It waits by a
 * function of n8n-workflow, as n8n's rules demand.
 */
export function waitedOnPurpose(): { ms: number } {
	const waited = { ms: 0 };
	const load = createRequire(join(process.cwd(), 'package.json'));
	const exported = load('n8n-workflow') as { sleep: (ms: number) => Promise<void> };
	const { sleep } = exported;
	Object.defineProperty(exported, 'sleep', {
		configurable: true,
		value: async (ms: number) => {
			waited.ms += ms;
			await sleep(ms);
		},
	});
	return waited;
}
