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

	it('test every n8n that the slower suites know', () => {
		const text = readFileSync(join(FOLDER, 'ci.yml'), 'utf8');
		const hosts = readdirSync('test/real/hosts').filter((name) => name.startsWith('n8n-'));
		for (const host of hosts) expect(text).toContain(`n8n: '${host.replace('n8n-', '')}'`);
	});
});
