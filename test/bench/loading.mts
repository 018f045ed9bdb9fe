/**
 * What loading the package costs n8n, compared with a node of its own; each time in another
 * process.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installHost, installNode } from '../real/support/cache.mts';
import { installPackage, packageFile } from '../real/support/package.mts';
import { seenBy } from '../support/loading.mts';

const OWN = 'dist/nodes/SensorsAnalytics/SensorsAnalytics.node.js';
/** The file that n8n loads for it, as it does ours: there is no newer version than 2. */
const THEIRS = 'node_modules/n8n-nodes-base/dist/nodes/Google/Analytics/GoogleAnalytics.node.js';

/** Milliseconds of work of the process, medians; a busy machine changes them less than time. */
interface LoadingCosts {
	byMetadata: number;
	byCode: number;
	/** Of the classes, after the metadata. */
	firstUse: number;
	required: number;
	requiredTheirs: number;
	files: number;
}

export async function loadingCosts(rounds: number): Promise<LoadingCosts> {
	const host = await installHost('n8n-2.40');
	const node = join((await installNode()).bin, 'node');
	const home = await mkdtemp(join(tmpdir(), 'loading-'));
	try {
		const folder = await installPackage(await packageFile(), home);
		const n8n = { host, folder, node };
		const costs: Record<'lazy' | 'eager' | 'use' | 'own' | 'theirs', number[]> = {
			lazy: [],
			eager: [],
			use: [],
			own: [],
			theirs: [],
		};
		let files = 0;
		// In turns: the machine may be busy for some of them.
		for (let round = 0; round < rounds; round++) {
			const lazy = await seenBy('LazyPackageDirectoryLoader', n8n);
			files = lazy.files;
			costs.lazy.push(lazy.spent.cpu);
			costs.use.push(lazy.spent.firstUse);
			costs.eager.push((await seenBy('PackageDirectoryLoader', n8n)).spent.cpu);
			costs.own.push(required(node, host, join(folder, OWN)));
			costs.theirs.push(required(node, host, join(host, THEIRS)));
		}
		return {
			byMetadata: median(costs.lazy),
			byCode: median(costs.eager),
			firstUse: median(costs.use),
			required: median(costs.own),
			requiredTheirs: median(costs.theirs),
			files,
		};
	} finally {
		await rm(home, { recursive: true });
	}
}

function required(node: string, host: string, file: string): number {
	const output = execFileSync(node, ['test/bench/require.cjs', host, file], {
		env: { ...process.env, NODE_PATH: join(host, 'node_modules'), NODE_OPTIONS: '' },
	});
	return (JSON.parse(output.toString()) as { cpu: number }).cpu;
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
