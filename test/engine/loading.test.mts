/** The package as it is loaded: from n8n's own metadata, or by its code, of which one file is enough. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import packageJson from '../../package.json';
import { type Seen, seenBy, withoutAdditions } from '../support/loading.mts';

const BUNDLE = 'dist/bundle.js';
const CODE = readdirSync('dist', { recursive: true })
	.map((file) => `dist/${String(file)}`)
	.filter((file) => /\.[cm]?js$/.test(file));
const CLASSES = [...packageJson.n8n.credentials, ...packageJson.n8n.nodes];
const PARTS = CODE.filter((path) => !CLASSES.includes(path) && path !== BUNDLE);

describe('n8n sees the same', () => {
	let byCode: Seen;
	let byMetadata: Seen;

	beforeAll(async () => {
		byCode = await seenBy('PackageDirectoryLoader');
		byMetadata = await seenBy('LazyPackageDirectoryLoader');
		// Two processes load n8n-core, which takes long on a busy machine.
	}, 120_000);

	it('in the code, and in the metadata, which it reads without any code', () => {
		expect(byCode.files).toBe(CLASSES.length + 1);
		expect(byMetadata.files).toBe(0);
		expect(byMetadata.types).toEqual(byCode.types);
		expect(byMetadata.known).toEqual(byCode.known);
	});

	it('when a node or a credential is used', () => {
		const { nodes, credentials } = byMetadata;
		expect(nodes.map(({ sourcePath }) => sourcePath)).toEqual(packageJson.n8n.nodes);
		expect(nodes.map(({ runs }) => runs)).toEqual([['execute'], ['poll']]);
		for (const [index, { description, lists, ...rest }] of nodes.entries()) {
			expect(byCode.nodes[index]).toMatchObject({ lists, ...rest });
			expect(withoutAdditions(description)).toEqual(
				withoutAdditions(byMetadata.types.nodes[index] ?? {}),
			);
			const used = JSON.stringify(description).matchAll(/"searchListMethod":"(\w+)"/g);
			expect(lists).toEqual(expect.arrayContaining([...used].map(([, list]) => list)));
		}
		expect(credentials.map(({ sourcePath }) => sourcePath)).toEqual(packageJson.n8n.credentials);
		expect(credentials.map(({ runs }) => runs)).toEqual([['authenticate', 'preAuthentication']]);
		for (const [index, { type }] of credentials.entries())
			expect(withoutAdditions(type)).toEqual(
				withoutAdditions(byMetadata.types.credentials[index] ?? {}),
			);
	});

	it('with icons for the light and the dark editor', () => {
		expect(byMetadata.icons).toHaveLength(2 * CLASSES.length);
		expect(byMetadata.lost).toEqual([]);
		expect(byMetadata.icons).toEqual(byCode.icons);
	});
});

describe('The code', () => {
	it('is one file, a stub for each class that package.json names, what runs, and what signs requests', () => {
		expect(PARTS.map((path) => path.replace(/-[A-Z0-9]{8}\.js$/, '')).sort()).toEqual([
			'dist/chunk',
			'dist/run',
			'dist/sign',
		]);
		for (const path of CLASSES) {
			const [name] = path.split('/').at(-1)?.split('.') ?? [];
			expect(readFileSync(path, 'utf8')).toBe(
				`'use strict'\nconst {${name}} = require('${'../'.repeat(path.split('/').length - 2)}bundle.js')\n\nmodule.exports = {${name}}\n`,
			);
		}
		const sources = CODE.flatMap((path) => [
			...readFileSync(path, 'utf8').matchAll(/^\/\/ ([a-zA-Z]\S*\.ts)$/gm),
		]).map(([, source]) => source);
		// What two files had a copy of, each would know by itself: sessions, turns, marks.
		expect(sources.length).toBeGreaterThan(100);
		expect(new Set(sources).size).toBe(sources.length);
	});

	it('has nothing that only a run needs in the file that every start reads', () => {
		const ofRuns =
			/^(?:execute|actions\/run|api|series|catalog\/(?!lists)|dates\/periods|transport\/(?!settings)|output\/(?!limits|message\/forms)|credentials\/(?:sign|prepare|login|session)\b)/;
		const sources = [...readFileSync(BUNDLE, 'utf8').matchAll(/^\/\/ (\S+\.ts)$/gm)];
		expect(sources.length).toBeGreaterThan(50);
		expect(sources.map(([, source = '']) => source).filter((one) => ofRuns.test(one))).toEqual([]);
	});

	it('says what to do where the package was replaced under a running n8n', async () => {
		// Below node_modules, where n8n-workflow is found.
		const folder = mkdtempSync(resolve('node_modules/.cache/replaced-'));
		try {
			cpSync('dist', folder, { recursive: true });
			for (const part of PARTS) rmSync(join(folder, basename(part)));
			const script = `const { SensorsAnalyticsTrigger } = require('./bundle.js');
				new SensorsAnalyticsTrigger().poll.call({}).catch(({ message, description }) =>
					console.log(message + '. ' + description));`;
			const options = { encoding: 'utf8', cwd: folder } as const;
			const said = execFileSync(process.execPath, ['-e', script], options);
			expect(said).toMatch(/^A file of .* is missing: .* updated .*\. Restart n8n /);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('requires no data of a language when it is loaded: that takes 10 ms at every start of n8n', () => {
		const script = `require('n8n-workflow');
			const refuse = () => { throw new Error('asked for the data of a language'); };
			Number.prototype.toLocaleString = refuse;
			String.prototype.localeCompare = refuse;
			for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator', 'Segmenter', 'ListFormat', 'PluralRules', 'Locale'])
				Intl[name] = refuse;
			const { SensorsAnalytics } = require('./dist/bundle.js');
			console.log(new SensorsAnalytics().description.name);`;
		const options = { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } } as const;
		expect(execFileSync(process.execPath, ['-e', script], options)).toBe('sensorsAnalytics\n');
	});

	it('can be read: neither minified nor mangled', () => {
		const lines = CODE.flatMap((path) => readFileSync(path, 'utf8').split('\n'));
		const source = readFileSync('nodes/SensorsAnalytics/query/columns.ts', 'utf8');
		const names = [...source.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
		expect(names.length).toBeGreaterThan(0);
		for (const name of names)
			expect(lines.some((line) => line.startsWith(`function ${name}`))).toBe(true);
		// The bundler numbers a name inside of a function where any source has it at its top.
		const words = lines.join('\n').match(/[A-Za-z_$][\w$]*/g) ?? [];
		const numbered = words.filter((word) => /[A-Za-z][2-9]$/.test(word));
		expect(numbered.length / words.length).toBeLessThan(0.03);
		// Else the engine reads twice as many bytes of what every start reads.
		expect(readFileSync(BUNDLE)).toHaveLength(readFileSync(BUNDLE, 'utf8').length);
		expect(lines.filter((line) => line.length > 120).length / lines.length).toBeLessThan(0.05);
	});

	it('requires nothing but n8n-workflow and the crypto of Node.js', () => {
		const own = CODE.map((path) => path.split('/').at(-1));
		for (const path of CODE) {
			const code = readFileSync(path, 'utf8');
			const required = [...code.matchAll(/\brequire\('(?:node:)?([^']+)'\)/g)]
				.map(([, name = '']) => name)
				.filter((name) => !own.includes(name.split('/').at(-1)));
			expect(['crypto', 'n8n-workflow']).toEqual(expect.arrayContaining(required));
			// Each of them once: to look for it again takes time at every start of n8n.
			expect(new Set(required).size).toBe(required.length);
			expect(code).not.toMatch(/\b(?:require\((?!')|import\()/);
		}
	});
});
