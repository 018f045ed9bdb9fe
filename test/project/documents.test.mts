/** The documents name things that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { resources } from '../../nodes/SensorsAnalytics/actions/router';
import packageJson from '../../package.json';

const documents = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	...readdirSync('docs', { recursive: true })
		.map((file) => join('docs', String(file)))
		.filter((file) => file.endsWith('.md')),
].map((file): [string, string] => [file, readFileSync(file, 'utf8')]);
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
		const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name as string);
		for (const command of commands) {
			expect(Object.keys(packageJson.scripts)).toContain(command);
			expect([command, isRun(command)]).toEqual([command, true]);
		}
	});
});

it.each(readmes)('%s names every operation', (_file, text) => {
	for (const { option, operations } of resources) {
		expect(text).toContain(`**${option.name}**`);
		for (const operation of operations) expect(text).toContain(`**${operation.option.name}**`);
	}
});

it('README.md is short enough to be read at once', () => {
	const [, text = ''] = documents.find(([file]) => file === 'README.md') ?? [];
	expect(text.split('\n').length).toBeLessThanOrEqual(150);
});

it('README.md is in English, as n8n asks of packages that it verifies', () => {
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

/**
 * By `.ci/run` itself or the workflow of the night, by a script that they run, as a part of
 * `npm test`, or by the test of commands that don't end.
 */
function isRun(command: string): boolean {
	const { scripts } = packageJson;
	const ci = ['.ci/run', '.github/workflows/nightly.yml']
		.map((file) => readFileSync(file, 'utf8'))
		.join('\n');
	const run = Object.keys(scripts).filter((name) => named(ci, name));
	const inside = run.map((name) => scripts[name as keyof typeof scripts]).join('\n');
	const endless = readFileSync('test/real/commands.test.mts', 'utf8');
	const isPartOfTests = /^jest( test\/[\w/]+)+$/.test(scripts[command as keyof typeof scripts]);
	return (
		isPartOfTests ||
		named(ci, command) ||
		named(inside, command) ||
		endless.includes(`start('${command}'`)
	);
}

function named(text: string, command: string): boolean {
	// In `.ci/run`, `tests` runs them by name.
	return new RegExp(`(npm (run )?|tests "[^"]+" )${command}(?![\\w:])`).test(text);
}
