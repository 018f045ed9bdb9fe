/** The documents name things that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { WAYS } from '../../credentials/ways';
import { resources } from '../../nodes/SensorsAnalytics/actions/description';
import packageJson from '../../package.json';
import { FUZZERS, JUDGES } from '../../scripts/judges.mts';

const documents = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	...readdirSync('docs', { recursive: true })
		.map((file) => join('docs', String(file)))
		.filter((file) => file.endsWith('.md')),
].map((file): [string, string] => [file, readFileSync(file, 'utf8')]);
const NAMED: Readonly<Record<string, object>> = { judge: JUDGES, fuzz: FUZZERS };
const CI = [
	'.ci/run',
	...['ci', 'nightly', 'publish'].map((name) => `.github/workflows/${name}.yml`),
]
	.map((file) => readFileSync(file, 'utf8'))
	.join('\n');
const readmes = documents.filter(([file]) => /^(docs\/zh-CN\/)?README\.md$/.test(file));

describe.each(documents)('%s', (file, text) => {
	it('links to files that exist', () => {
		const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
			([, link]) => link as string,
		);
		for (const link of links.filter((target) => !target.includes('://')))
			expect([link, existsSync(join(dirname(file), link))]).toEqual([link, true]);
	});

	it('links to headings that exist', () => {
		const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\p{N} -]/gu, '')
				.replaceAll(' ', '-'),
		);
		for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor);
	});

	it('names commands that exist, and that CI runs', () => {
		for (const command of commandsIn(text)) {
			const [script, name] = command.split(' -- ') as [string, string | undefined];
			expect(Object.keys(packageJson.scripts)).toContain(script);
			if (script in NAMED && name !== undefined)
				expect(Object.keys(NAMED[script] ?? {})).toContain(name);
			expect([command, isRun(command)]).toEqual([command, true]);
		}
	});
});

it.each(readmes)('%s names every operation', (_file, text) => {
	const names = resources.flatMap(({ option, operations }) => [
		option.name,
		...operations.map((operation) => operation.option.name),
	]);
	expect(names.filter((name) => !text.includes(`**${name}**`))).toEqual([]);
});

it.each(readmes)('%s names every way to authenticate', (_file, text) => {
	const labels = WAYS.map(({ label }) => label);
	expect(labels.filter((label) => !text.includes(`| **${label}** |`))).toEqual([]);
});

it.each(['architecture', 'adding'])('docs/%s.md names files that exist', (document) => {
	const folders = ['credentials', 'docs', 'nodes', 'scripts', 'simulator', 'test'];
	const files = [
		...readdirSync('.').map((file) => `/${file}`),
		...folders.flatMap((folder) =>
			readdirSync(folder, { recursive: true }).map((file) => join('/', folder, String(file))),
		),
	];
	const text = readFileSync(`docs/${document}.md`, 'utf8');
	const names = [...text.matchAll(/`(?:\.\.\/)?([\w./-]+\.(?:json|md|m?ts))`/g)].map(
		([, name = '']) => name,
	);
	expect(names.length).toBeGreaterThan(10);
	expect(names.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

it('docs/adding.md names what is in the files of its steps', () => {
	const text = readFileSync('docs/adding.md', 'utf8');
	const steps = [...text.matchAll(/^\d\. `([\w/]+\.ts)`: (.*)$/gm)];
	expect(steps.length).toBeGreaterThan(3);
	for (const [, file = '', step = ''] of steps) {
		const path = file.startsWith('credentials/') ? file : join('nodes/SensorsAnalytics', file);
		const code = readFileSync(path, 'utf8');
		const names = [...step.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
		expect([file, names.filter((name) => !code.includes(name))]).toEqual([file, []]);
	}
});

it('README.md is short enough to be read at once', () => {
	const [, text = ''] = documents.find(([file]) => file === 'README.md') ?? [];
	expect(text.split('\n').length).toBeLessThanOrEqual(150);
});

it('README.md is in English, as n8n requires of verified packages', () => {
	const [, text = ''] = documents.find(([file]) => file === 'README.md') ?? [];
	expect(text.match(/\p{Script=Han}+/gu)).toBeNull();
});

it('docs/README.md links to every document', () => {
	const [, text = ''] = documents.find(([file]) => file === 'docs/README.md') ?? [];
	const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) =>
		join('docs', link as string),
	);
	for (const [file] of documents.filter(([name]) => name.startsWith('docs/')))
		if (file !== 'docs/README.md') expect(links).toContain(file);
});

it('recipes name every example but the first one, which the README names', () => {
	const text = documents.map(([, content]) => content).join('\n');
	for (const file of readdirSync('examples')) expect(text).toContain(`examples/${file}`);
});

it('every judge and fuzzer is run by CI or at night', () => {
	const run = commandsIn(CI);
	for (const [script, names] of Object.entries(NAMED))
		for (const name of Object.keys(names).filter((one) => !isPartOfTests(one)))
			expect(run).toContain(`${script} -- ${name}`);
});

/** A judge of files that `judge -- slow` runs as well. */
function isPartOfTests(name: string): boolean {
	const [program, first = ''] = JUDGES[name]?.command ?? [];
	return program === 'jest' && first.startsWith('test/');
}

/** `documents`, `judge -- soak`: the scripts that a text calls, with their first word. */
function commandsIn(text: string): string[] {
	// In `.ci/run`, `tests` and `n8n` run them by name.
	const calls = text.matchAll(
		/(?:npm run |npm |(?:tests|n8n) "[^"]+" )([a-z](?::?\w)*)((?: --)? [a-z]\w*)?/g,
	);
	return [...calls]
		.map(([call, script = '', word = '']) => ({
			call,
			script,
			word: word.replace(/^ --/, '').trim(),
		}))
		.filter(({ call, script }) => call.startsWith('npm run ') || script in packageJson.scripts)
		.map(({ script, word }) => (script in NAMED && word !== '' ? `${script} -- ${word}` : script));
}

/** By `.ci/run` itself or the workflow of the night, or by the test of commands that don't end. */
function isRun(command: string): boolean {
	// These list what they know.
	if (command in NAMED) return true;
	if (isPartOfTests(command.replace('judge -- ', ''))) return true;
	// What it writes is held by tests; a person looks at pictures.
	if (command === 'documents') return true;
	const endless = readFileSync('test/real/commands.test.mts', 'utf8');
	return commandsIn(CI).includes(command) || endless.includes(`start('${command}'`);
}
