import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import packageJson from '../../package.json';

const FOLDER = '.github/workflows';
const files = readdirSync(FOLDER).map((file) => join(FOLDER, file));

describe('The workflows of GitHub Actions', () => {
	it.each(files)('%s has the form that GitHub documents', (file) => {
		const validator = 'node_modules/.bin/action-validator';
		expect(() => execFileSync(validator, [file], { stdio: 'pipe' })).not.toThrow();
	});

	it.each(files)('%s runs scripts that exist', (file) => {
		const text = readFileSync(file, 'utf8');
		for (const [, name] of text.matchAll(/npm run ([\w:]+)/g))
			expect(Object.keys(packageJson.scripts)).toContain(name);
	});

	it.each(files)('%s pins actions by their commits, and leaves no token in a clone', (file) => {
		const uses = [...readFileSync(file, 'utf8').matchAll(/uses: .*(?=((?:\n.*){2}))/g)];
		expect(uses.length).toBeGreaterThan(1);
		for (const [use, next] of uses) {
			expect(use).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
			if (use.includes('/checkout@')) expect(next).toContain('persist-credentials: false');
		}
	});

	it('publish no placeholders', () => {
		const text = readFileSync(join(FOLDER, 'publish.yml'), 'utf8');
		expect(text).toContain('run: npm run release -- "$GITHUB_REF_NAME" "$GITHUB_REPOSITORY"\n');
	});

	it('publish what another job has built, without running installed code', () => {
		expect(packageJson.scripts.prepublishOnly).toBe('npm run build');
		const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
		const jobs = text.split(/\n(?= {2}[\w-]+:\n)/);
		const mayPublish = jobs.filter((job) => job.includes('id-token'));
		expect(mayPublish).toHaveLength(1);
		const [job = ''] = mayPublish;
		expect(job.match(/run: .*/g)).toEqual([
			'run: npm publish ./*.tgz --ignore-scripts --provenance --access public',
		]);
		expect(job.match(/uses: [\w/-]+/g)).toEqual([
			'uses: actions/setup-node',
			'uses: actions/download-artifact',
		]);
		expect(job).toMatch(/permissions:\n {6}id-token: write\n {4}steps/);
		expect(job).not.toMatch(/cache:/);
	});

	it('test the newest complete n8n at night, in suites that know no version', () => {
		const text = readFileSync(join(FOLDER, 'nightly.yml'), 'utf8');
		const [, suites = ''] =
			/npm view n8n@latest version.*"\$GITHUB_ENV"\n.*n8n\.config\.js (.*) --ci/.exec(text) ?? [];
		expect(suites.split(' ').length).toBeGreaterThan(3);
		for (const suite of suites.split(' '))
			expect([suite, readFileSync(`test/real/${suite}.test.mts`, 'utf8')]).toEqual([
				suite,
				expect.not.stringMatching(/'(2\.40|1\.123)'/),
			]);
	});

	it('test every n8n that the slower suites know', () => {
		const text = readFileSync(join(FOLDER, 'ci.yml'), 'utf8');
		const hosts = readdirSync('test/real/hosts').filter((name) => name.startsWith('n8n-'));
		for (const host of hosts) expect(text).toContain(`n8n: '${host.replace('n8n-', '')}'`);
	});
});
