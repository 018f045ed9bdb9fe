/** What is published as code: one file of all of it, and beside it one for each class that n8n loads. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import {
	build,
	type BuildOptions,
	buildSync,
	context,
	type Plugin,
	type PluginBuild,
} from 'esbuild';

const DIST = 'dist';
const BUNDLE = join(DIST, 'bundle.js');

interface PackageJson {
	n8n: { credentials: string[]; nodes: string[] };
}

/** Not minified, for it is read: by those who review the package, and in stack traces. */
const OPTIONS = {
	plugins: [{ name: 'require once', setup: requireOnce }],
	write: false,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20.19',
	charset: 'utf8',
	tsconfig: 'tsconfig.json',
	external: ['n8n-workflow'],
	logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Writes the code of the package. One file, because node, trigger and credential share what they
 * know of sessions and turns: in a file of its own each would know another part of it.
 * @param isWatched writes it anew whenever a source changes
 */
export async function bundlePackage({ isWatched = false } = {}): Promise<void> {
	const classes = await classesOfPackage();
	const options = optionsFor(classes);
	if (isWatched) await (await context({ ...options, logLevel: 'info' })).watch();
	else await build(options);
	for (const { path, name } of classes) {
		const bundle = relative(dirname(path), BUNDLE);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, `'use strict';\nexports.${name} = require('${bundle}').${name};\n`);
	}
}

/** The code of the package with its sources changed: what tests are to notice. */
export async function bundleChanged(change: (source: string) => string): Promise<string> {
	const changing: Plugin = {
		name: 'changing',
		setup: ({ onLoad }) =>
			onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
				contents: change(await readFile(path, 'utf8')),
				loader: 'ts',
			})),
	};
	const options = optionsFor(await classesOfPackage());
	const { outputFiles = [] } = await build({ ...options, plugins: [changing] });
	return outputFiles[0]?.text ?? '';
}

/**
 * Modules of the sources as one file, made as that of the package is: for measurements.
 * @param contents the code of a module that exports them, in the folder of the package
 */
export function bundleModules(contents: string, outfile: string): void {
	buildSync({
		...OPTIONS,
		plugins: [],
		write: true,
		outfile,
		stdin: { contents, resolveDir: '.' },
	});
}

interface LoadedClass {
	/** Of the file in which n8n looks for it. */
	path: string;
	name: string;
	/** Its module among the sources. */
	source: string;
}

async function classesOfPackage(): Promise<LoadedClass[]> {
	const { n8n } = JSON.parse(await readFile('package.json', 'utf8')) as PackageJson;
	return [...n8n.credentials, ...n8n.nodes].map((path) => ({
		path,
		name: basename(path).split('.')[0] as string,
		source: `./${relative(DIST, path).replace(/\.js$/, '')}`,
	}));
}

function optionsFor(classes: LoadedClass[]): BuildOptions {
	const contents = classes.map(({ name, source }) => `export { ${name} } from '${source}';`);
	return { ...OPTIONS, outfile: BUNDLE, stdin: { contents: contents.join('\n'), resolveDir: '.' } };
}

/**
 * Every source that imports n8n-workflow would look for it again, which takes a tenth of the time
 * in which n8n loads the package: only the first one does.
 */
function requireOnce({ onEnd }: PluginBuild): void {
	onEnd(async ({ outputFiles = [] }) => {
		for (const { path, text } of outputFiles) {
			await mkdir(dirname(path), { recursive: true });
			await writeFile(path, withOneRequire(text));
		}
	});
}

export function withOneRequire(code: string): string {
	const first = new Map<string, string>();
	return code.replace(
		/^var (import_\w+) = require\("([^"]+)"\);$/gm,
		(line, name: string, required: string) => {
			const known = first.get(required);
			if (known === undefined) first.set(required, name);
			return known === undefined ? line : `var ${name} = ${known};`;
		},
	);
}
