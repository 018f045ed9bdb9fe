/**
 * Checks whether a tag can be published: `npm run release -- v1.0.0 <owner>/<repository>`. The
 * publishing workflow runs it, too.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Manifest {
	name: string;
	version: string;
	author: { name: string; email: string };
	repository: { url: string };
}

const [tag = '', repository = ''] = process.argv.slice(2);
const { name, version, author, ...manifest } = JSON.parse(
	readFileSync('package.json', 'utf8'),
) as Manifest;
const faults: string[] = [];
const check = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));

check(tag === `v${version}`, `The tag '${tag}' isn't the version of package.json, ${version}`);
check(
	new RegExp(`^## ${version} - 20\\d\\d-\\d\\d-\\d\\d$`, 'm').test(
		readFileSync('CHANGELOG.md', 'utf8'),
	),
	`CHANGELOG.md has no date for ${version}`,
);
check(
	manifest.repository.url === `git+https://github.com/${repository}.git`,
	`'repository' in package.json is ${manifest.repository.url}, not the address of '${repository}'`,
);
check(
	!author.email.endsWith('.example') && !author.name.startsWith(name),
	`'author' in package.json is a placeholder: ${author.name} <${author.email}>`,
);
// These are the URLs of documents and issues, in all files.
const grep = ['grep', '--no-index', '--exclude-standard', '-noIE', `github\\.com/[^/ ]+/${name}`];
for (const line of spawnSync('git', grep, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean))
	check(line.endsWith(`github.com/${repository}`), `Another repository: ${line}`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`${tag} can be published from ${repository}`);
