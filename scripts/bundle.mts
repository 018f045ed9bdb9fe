/**
 * Bundles the published code: one file for what is always needed, one for what runs, one for what
 * signs requests, and one for each class that n8n loads.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import {
	build,
	type BuildOptions,
	buildSync,
	context,
	type BuildResult,
	type Plugin,
} from 'esbuild';

const DIST = 'dist';
const NODES = 'nodes';
const BUNDLE = join(DIST, 'bundle.js');
/** Imports the classes, so that what they always need is in the file with this name. */
const ALL = /^all$/;
interface PackageJson {
	n8n: { credentials: string[]; nodes: string[] };
}

/** The code isn't minified, because reviewers of the package read it, and stack traces show it. */
const OPTIONS = {
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
 * Writes the code of the package. No code is in two files, because node, trigger and credential
 * share their state of sessions and turns.
 * @param isWatched whether to write it again whenever a source changes
 */
export async function bundlePackage({ isWatched = false } = {}): Promise<void> {
	const classes = await classesOfPackage();
	const options: BuildOptions = {
		...OPTIONS,
		format: 'esm',
		splitting: true,
		metafile: true,
		write: false,
		outdir: DIST,
		chunkNames: '[name]-[hash]',
		entryPoints: classes.map(({ path, source }) => ({
			in: source,
			out: relative(DIST, path).replace(/\.js$/, ''),
		})),
		plugins: [
			partsOfPackage(classes),
			{
				name: 'write',
				setup: ({ onEnd }) => onEnd((result) => writeFiles(result, classes[0] as LoadedClass)),
			},
		],
	};
	if (isWatched) await (await context({ ...options, logLevel: 'info' })).watch();
	else await build(options);
}

/**
 * Returns the code of the package with changed sources, in one file, so that tests can detect the
 * change.
 */
export async function bundleChanged(change: (source: string) => string): Promise<string> {
	const changing: Plugin = {
		name: 'changing',
		setup: ({ onLoad }) =>
			onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
				contents: change(await readFile(path, 'utf8')),
				loader: 'ts',
			})),
	};
	const classes = await classesOfPackage();
	const contents = classes.map(({ name, source }) => `export { ${name} } from '${source}';`);
	const { outputFiles } = await build({
		...OPTIONS,
		write: false,
		stdin: { contents: contents.join('\n'), resolveDir: '.' },
		plugins: [changing],
	});
	return outputFiles[0]?.text ?? '';
}

/**
 * Bundles modules into one file in the same way as the package, for measurements.
 * @param contents code of a module that imports them, in the folder of the package
 */
export function bundleModules(contents: string, outfile: string): void {
	buildSync({
		...OPTIONS,
		packages: 'external',
		outfile,
		stdin: { contents, resolveDir: '.' },
	});
}

interface LoadedClass {
	/** File in which n8n looks for it. */
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

/**
 * What all classes need by themselves becomes one file, since every class and every part is made to
 * need all of it: else esbuild makes a file for whatever some of them share and others do not. What
 * the nodes import when they run is one part.
 */
function partsOfPackage(classes: LoadedClass[]): Plugin {
	const all = classes.map(({ source }) => `import '${source}';`).join('\n');
	return {
		name: 'parts beside what all need',
		setup({ onLoad, onResolve, resolve }) {
			onResolve({ filter: ALL }, () => ({ path: 'all', namespace: 'all' }));
			onLoad({ filter: /./, namespace: 'all' }, () => ({ contents: all, resolveDir: '.' }));
			onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir }) => {
				if (kind !== 'entry-point' && kind !== 'dynamic-import') return undefined;
				if (kind === 'dynamic-import' && !resolveDir.endsWith('/credentials'))
					return { path: 'run', namespace: 'run' };
				const found = await resolve(path, { kind: 'import-statement', resolveDir });
				return { ...found, namespace: 'part' };
			});
			onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({
				contents: `import 'all';\nexport * from '${path}';`,
				resolveDir: '.',
			}));
			onLoad({ filter: /./, namespace: 'run' }, async () => ({
				contents: ["import 'all';", ...(await importedInRuns())].join('\n'),
				resolveDir: NODES,
			}));
		},
	};
}

/** Returns a statement for each source that sources of the nodes import when something runs. */
async function importedInRuns(): Promise<string[]> {
	const files = await readdir(NODES, { recursive: true });
	const statements = files
		.filter((file) => file.endsWith('.ts'))
		.map(async (file) => {
			const source = await readFile(join(NODES, file), 'utf8');
			return [...source.matchAll(/\bimport\('([^']+)'\)/g)].map(
				([, path = '']) => `export * from './${join(dirname(file), path)}';`,
			);
		});
	return (await Promise.all(statements)).flat();
}

/** @param source a class, which is in the file for all */
async function writeFiles(
	{ outputFiles = [], metafile }: BuildResult,
	{ source }: LoadedClass,
): Promise<void> {
	// Sources with an error have none.
	if (!metafile) return;
	const files = Object.entries(metafile.outputs);
	const [found = ''] = files.find(([, { inputs }]) => `${join(source)}.ts` in inputs) ?? [];
	const all = basename(found);
	for (const { path, text } of outputFiles) {
		const code = toCommonJs(text.replaceAll(all, basename(BUNDLE)));
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path.endsWith(all) ? BUNDLE : path, code);
	}
}

/**
 * Converts a module of esbuild to the format that n8n requires. Each name is taken from another
 * module once: finding n8n-workflow again in every source takes a tenth of the time in which n8n
 * loads the package.
 */
function toCommonJs(module: string): string {
	const taken = new Map<string, Map<string, string[]>>();
	const code = module
		.replace(/^import (?:\{([^}]*)\} from )?"([^"]+)";\n/gm, (_, names = '', from: string) => {
			const known = taken.get(from) ?? new Map<string, string[]>();
			taken.set(from, known);
			for (const [name, own] of listed(names)) known.set(name, [...(known.get(name) ?? []), own]);
			return '';
		})
		// It is awaited in a function that is async: a file that is missing rejects.
		.replace(/\bawait import\(("[^"]+")\)/g, 'require($1)')
		.replace(/^export \{([^}]*)\};\n/m, (_, names: string) => {
			return `module.exports = { ${listed(names).map(([own, name]) => pair(name, own))} };\n`;
		})
		// These are sources with nothing but imports.
		.replace(/^\/\/ \S+\.ts\n\n/gm, '');
	if (/^(?:import|export)\b|\bimport\(/m.test(code))
		throw new Error('A module in a form that is not known');
	const called = new Map<string, string>();
	const used = [...taken].filter(([, names]) => names.size > 0);
	const required = used.map(([from, names]) => {
		const pairs = [...names].map(([name, all]) => {
			const own = all.find((one) => one === name) ?? (all[0] as string);
			for (const one of all) called.set(one, own);
			return pair(name, own);
		});
		return `const { ${pairs} } = require('${from}');\n`;
	});
	const once = code.replace(/[A-Za-z_$][\w$]*/g, (word) => called.get(word) ?? word);
	return `'use strict';\n${required.join('')}\n${once}`;
}

/** Returns pairs of the names before and after `as`. */
function listed(names: string): Array<[string, string]> {
	return [...names.matchAll(/([\w$]+)(?: as ([\w$]+))?/g)].map(([, name = '', as = name]) => [
		name,
		as,
	]);
}

function pair(name: string, own: string): string {
	return name === own ? name : `${name}: ${own}`;
}
