/**
 * Runs n8n's community-package scan on the package as it will be published, and lists its files.
 */
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { installHost } from '../test/real/support/cache.mts';
import { packPackage } from '../test/real/support/package.mts';

interface Verdict {
	passed: boolean;
	message?: string;
	details?: string;
}
interface Scanner {
	analyzePackage(folder: string, patterns: string[]): Promise<Verdict>;
	SOURCE_FILE_PATTERNS: string[];
}

const MAX_UNPACKED = 1_820_000;
let isFaulty = false;
const check = (what: string, isRight: boolean, details = '') => {
	console.log(`${isRight ? 'passed' : 'FAILED'}  ${what}${details ? `\n${details}` : ''}`);
	if (!isRight) isFaulty = true;
};

const packed = await packPackage();
const strays = packed.files
	.map(({ path }) => path)
	.filter((path) => !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(path));
check(
	'the package holds dist, README, LICENSE, package.json and nothing else',
	strays.length === 0,
	strays.join('\n'),
);
check(
	`the package is smaller than ${MAX_UNPACKED / 1000} kB unpacked: ${Math.round(packed.unpackedSize / 1000)} kB, ${packed.files.length} files`,
	packed.unpackedSize < MAX_UNPACKED,
);

const unpacked = await mkdtemp(join(tmpdir(), 'scan-'));
await promisify(execFile)('tar', ['xzf', packed.tarball, '-C', unpacked]);
const host = await installHost('scan', (line) => console.log(line));
const scanner = (await import(
	pathToFileURL(join(host, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs')).href
)) as Scanner;
for (const [what, folder, patterns] of [
	['the source', process.cwd(), scanner.SOURCE_FILE_PATTERNS],
	['the packed package', join(unpacked, 'package'), ['dist/**/*.js', 'package.json']],
] as const) {
	const verdict = await scanner.analyzePackage(folder, [...patterns]);
	check(
		`community-package scan of ${what}`,
		verdict.passed && !verdict.details,
		[verdict.message, verdict.details].filter(Boolean).join('\n'),
	);
}
process.exit(isFaulty ? 1 : 0);
