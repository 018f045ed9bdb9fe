import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const NAME = 'n8n-nodes-sensors-analytics';
const FINE = {
	name: NAME,
	version: '1.2.3',
	author: { name: 'A. Maintainer', email: 'maintainer@sensors.test' },
	repository: { url: `git+https://github.com/owner/${NAME}.git` },
};
const CHANGELOG = '# Changelog\n\n## 1.2.3 - 2026-12-01\n';

/** `npm run release` in a folder with these files. */
function release(files: Record<string, string>, tag = 'v1.2.3', repository = `owner/${NAME}`) {
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	const all = { 'package.json': JSON.stringify(FINE), 'CHANGELOG.md': CHANGELOG, ...files };
	for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
	const script = resolve('scripts/release.mts');
	const { status, stderr } = spawnSync(
		resolve('node_modules/.bin/tsx'),
		[script, tag, repository],
		{
			cwd: folder,
			encoding: 'utf8',
		},
	);
	return { status, faults: stderr.split('\n').filter(Boolean) };
}

describe('npm run release', () => {
	it('finds nothing where all is filled in', () => {
		const readme = `See https://github.com/owner/${NAME}#readme`;
		expect(release({ 'README.md': readme })).toEqual({ status: 0, faults: [] });
	});

	it('refuses placeholders, another tag, a version without a date, and other addresses, all at once', () => {
		const placeholders = {
			...FINE,
			author: { name: `${NAME} contributors`, email: `maintainers@${NAME}.example` },
			repository: { url: `git+https://github.com/${NAME}/${NAME}.git` },
		};
		const files = {
			'package.json': JSON.stringify(placeholders),
			'CHANGELOG.md': CHANGELOG.replace('2026-12-01', 'not released'),
			'README.md': `\nSee https://github.com/someone/${NAME}/issues`,
		};
		expect(release(files, 'v1.2.4')).toEqual({
			status: 1,
			faults: [
				"The tag 'v1.2.4' isn't the version of package.json, 1.2.3",
				'CHANGELOG.md has no date for 1.2.3',
				`'repository' in package.json is git+https://github.com/${NAME}/${NAME}.git, not the address of 'owner/${NAME}'`,
				`'author' in package.json is a placeholder: ${NAME} contributors <maintainers@${NAME}.example>`,
				`Another repository: README.md:2:github.com/someone/${NAME}`,
				`Another repository: package.json:1:github.com/${NAME}/${NAME}`,
			],
		});
	});
});
