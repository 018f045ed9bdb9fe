/**
 * Checks whether an installation of Sensors Analytics behaves as docs/service.md says
 * (docs/check.md). It never prints what it receives.
 */
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';

import type { Credential, Target } from './check/asker.mts';
import { PACE } from './check/asker.mts';
import { check, countFor, tableOf } from './check/run.mts';

const FILE = 'check-report.json';
const isRequested = process.stdin.isTTY === true;
const prompt = createInterface({
	input: process.stdin,
	output: process.stdout,
	terminal: isRequested,
});

/**
 * Reads a value from the environment, or from the keyboard; secrets aren't shown while they are
 * typed.
 */
async function read(variable: string, label: string, isSecret = false): Promise<string> {
	const given = process.env[variable]?.trim();
	if (given) return given;
	if (!isRequested) throw new Error(`${variable} is not set: ${label}`);
	const shown = prompt as unknown as { _writeToOutput(text: string): void };
	const write = shown._writeToOutput.bind(prompt);
	const answered = prompt.question(`${label}: `);
	if (isSecret) shown._writeToOutput = () => undefined;
	try {
		return (await answered).trim();
	} finally {
		shown._writeToOutput = write;
		if (isSecret) process.stdout.write('\n');
	}
}

async function readCredential(): Promise<Credential> {
	const { env } = process;
	const known = env.SENSORS_API_KEY
		? 'key'
		: env.SENSORS_ACCOUNT
			? 'account'
			: env.SENSORS_USER
				? 'user'
				: env.SENSORS_API_SECRET
					? 'secret'
					: undefined;
	const kind =
		known ?? (await read('SENSORS_WAY', 'Way to authenticate (secret, user, account, key)'));
	switch (kind) {
		case 'key':
			return {
				kind,
				key: await read('SENSORS_API_KEY', 'API key (#K-…)', true),
				...(env.SENSORS_ACT_AS ? { actAs: env.SENSORS_ACT_AS } : {}),
			};
		case 'account':
			return {
				kind,
				account: await read('SENSORS_ACCOUNT', 'Account name'),
				password: await read('SENSORS_PASSWORD', 'Password', true),
				isPlatform: env.SENSORS_PLATFORM_ACCOUNT === 'true',
			};
		case 'user':
			return {
				kind,
				user: await read('SENSORS_USER', 'User name'),
				secret: await read('SENSORS_API_SECRET', 'API secret', true),
			};
		case 'secret':
			return { kind, secret: await read('SENSORS_API_SECRET', 'API secret', true) };
		default:
			throw new Error('The way must be one of secret, user, account, key');
	}
}

async function readTarget(): Promise<Target> {
	const typed = await read('SENSORS_URL', 'Base URL, such as https://sensors.example.com:8107');
	if (!URL.canParse(typed) || !/^https?:/.test(typed))
		throw new Error('The base URL is no address');
	return {
		baseUrl: typed.replace(/[?#].*$/, '').replace(/\/+$/, ''),
		project: await read('SENSORS_PROJECT', 'Project (its English name)'),
		credential: await readCredential(),
	};
}

/**
 * With `--simulator`: shows the result for the simulator, without an installation and without
 * pauses.
 */
async function showSimulator(): Promise<void> {
	const { startSimulator } = await import('../simulator/server.mts');
	const { url, world, close } = await startSimulator();
	const credentials: Credential[] = [
		{ kind: 'secret', secret: world.secrets.of('admin') },
		{ kind: 'key', key: world.apiKeys.of('analyst') },
	];
	for (const credential of credentials) {
		const target = { baseUrl: url, project: 'production', credential };
		const report = await check(target, { ...PACE, pauseMs: 0 });
		console.log(`With ${credential.kind === 'key' ? 'an API key' : 'an API secret'}:\n`);
		console.log(`${tableOf(report)}\n`);
		const isAsExpected = report.facts.every(({ result }) => result !== 'differs');
		if (report.ended !== undefined || !isAsExpected) process.exitCode = 1;
	}
	await close();
}

async function checkInstallation(): Promise<void> {
	const target = await readTarget();
	const isLogin = ['user', 'account'].includes(target.credential.kind);
	console.log(
		`At most ${countFor(target)} requests are sent, one per second. They only read data and don't change anything.${isLogin ? " The first one signs in, which uses one of the account's 20 token slots for half an hour." : ''} The check then shows a table and writes ${FILE}. In both, every name, value, and number is replaced.`,
	);
	if (isRequested) await prompt.question('To continue, press Enter. To stop, press Ctrl+C. ');
	const report = await check(target);
	console.log(`\n${tableOf(report)}`);
	await writeFile(FILE, `${JSON.stringify(report, undefined, '\t')}\n`);
	console.log(`\n${FILE} is written. Look at it, and attach it to an issue.`);
	process.exitCode = report.ended === undefined ? 0 : 1;
}

try {
	await (process.argv.includes('--simulator') ? showSimulator() : checkInstallation());
} catch (error) {
	// Only messages of this program are shown: others may repeat what was typed.
	console.error(error instanceof Error ? error.message : 'The check has failed');
	process.exitCode = 1;
} finally {
	prompt.close();
}
