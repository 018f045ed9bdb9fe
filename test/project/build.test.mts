/** Tests of the built package build it first unless `dist` is what the sources give. */
import {
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { stampOf } from '../support/build.mts';
import packageJson from '../../package.json';

const FILES = [
	'nodes/deep/fill.ts',
	'nodes/icon.svg',
	'credentials/fields.ts',
	'tsconfig.json',
	'package.json',
	'gulpfile.js',
	'scripts/bundle.mts',
	'.prettierrc.js',
	'package-lock.json',
	'dist/nodes/deep/fill.js',
];

describe('A build that is not of now is noticed', () => {
	let root: string;
	const file = (path: string) => join(root, path);
	const append = (path: string) => writeFileSync(file(path), `${readFileSync(file(path))}\n`);

	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'build-'));
		for (const path of FILES) {
			mkdirSync(dirname(file(path)), { recursive: true });
			writeFileSync(file(path), `content of ${path}`);
		}
	});
	afterEach(() => rmSync(root, { recursive: true }));

	it.each<[string, 'sources' | 'dist', () => void]>([
		['a source was changed', 'sources', () => append('nodes/deep/fill.ts')],
		['a source was deleted', 'sources', () => rmSync(file('nodes/deep/fill.ts'))],
		[
			'a source was renamed',
			'sources',
			() => renameSync(file('nodes/deep/fill.ts'), file('nodes/deep/filled.ts')),
		],
		['an icon was changed', 'sources', () => append('nodes/icon.svg')],
		['the package got another version', 'sources', () => append('package.json')],
		['it is bundled in another way', 'sources', () => append('scripts/bundle.mts')],
		['other tools were installed', 'sources', () => append('package-lock.json')],
		['something else was compiled', 'dist', () => append('dist/nodes/deep/fill.js')],
		['a compiled file was deleted', 'dist', () => rmSync(file('dist/nodes/deep/fill.js'))],
		['nothing is compiled', 'dist', () => rmSync(file('dist'), { recursive: true })],
	])('%s', (_case, part, change) => {
		const before = stampOf(root);
		change();
		const after = stampOf(root);
		expect(after[part]).not.toBe(before[part]);
	});

	it('a file that was only touched does not count', () => {
		const before = stampOf(root);
		utimesSync(file('nodes/deep/fill.ts'), new Date(), new Date());
		expect(stampOf(root)).toEqual(before);
	});
});

describe('Scripts that run the built package build it first', () => {
	it('the tests in the engine and in a real n8n', () => {
		const load = createRequire(join(process.cwd(), 'package.json'));
		const { projects } = load('./jest.config.js') as { projects: Array<{ displayName: string }> };
		const environment = 'test/support/once/builtEnvironment.js';
		const ofEngine = projects.filter(({ displayName }) => /engine/.test(displayName));
		expect(ofEngine).toHaveLength(2);
		for (const project of ofEngine)
			expect(project).toMatchObject({ testEnvironment: `<rootDir>/${environment}` });
		expect(readFileSync(environment, 'utf8')).toMatch(/async setup\(\) \{\s+await freshDist\(\);/);
		// What it packs is built first.
		const packed = 'test/real/support/packed.js';
		expect(load('./jest.n8n.config.js')).toMatchObject({ globalSetup: `<rootDir>/${packed}` });
		expect(readFileSync(packed, 'utf8')).toMatch(/async \(\) => \{\s+await freshDist\(\);/);
	});

	it.each(Object.entries(packageJson.scripts).filter(([, script]) => isOfDist(script)))(
		'npm run %s',
		(_name, script) => {
			expect(script).toMatch(/^tsx scripts\/build\.mts --if-stale && /);
		},
	);
});

/** Scripts that start something else than the build, the look before a release, jest or the simulator. */
function isOfDist(script: string): boolean {
	return /scripts\/(?!build|release)\w+\.mts|test\/bench/.test(script);
}
