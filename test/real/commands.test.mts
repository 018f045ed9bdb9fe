import { readdir, readFile } from 'node:fs/promises';

import { Background } from './support/background.mts';
import { N8nApi } from './support/api.mts';
import { freePort } from './support/ports.mts';

const READY_MS = 300_000;

/** Ends a program as a crash would: the one with this in its command line and environment (Linux). */
async function crash(command: string, setting: string): Promise<void> {
	const read = async (file: string) => await readFile(file, 'utf8').catch(() => '');
	for (const pid of await readdir('/proc')) {
		const isIt =
			(await read(`/proc/${pid}/cmdline`)).includes(command) &&
			(await read(`/proc/${pid}/environ`)).split('\0').includes(setting);
		if (isIt) process.kill(Number(pid), 'SIGKILL');
	}
}

/** Commands of the documents that run until they are stopped; `.ci/run` runs the others. */
describe('A command that runs until Ctrl+C', () => {
	let command: Background;

	const start = async (name: string, env: Record<string, string>, isReady: RegExp) => {
		command = new Background(`npm run ${name}`, 'npm', ['run', name], {
			env: { ...process.env, ...env },
			detached: true,
		});
		await command.ready(async () => isReady.test(command.output), READY_MS);
		return command.output;
	};
	afterEach(async () => await command.interrupt());

	it('npm run simulator: prints an address that answers, and accounts', async () => {
		const port = String(await freePort());
		const output = await start('simulator', { PORT: port }, /Stop with Ctrl\+C/);
		const url = `http://127.0.0.1:${port}`;
		expect(output).toContain(`Sensors Analytics simulator: ${url}`);
		const secret = /API secret\s+(\S+)/.exec(output)?.[1];
		const answer = await fetch(`${url}/api/events/all?project=production&token=${secret}`);
		expect(answer.status).toBe(200);
		await command.interrupt();
		await expect(fetch(url)).rejects.toThrow();
	}, 600_000);

	it('npm run n8n: prints address and sign-in of an n8n with the examples', async () => {
		const port = String(await freePort());
		const env = { PORT: port, SIMULATOR_PORT: String(await freePort()) };
		const output = await start('n8n', env, /Stop with Ctrl\+C/);
		expect(output).toMatch(`http://localhost:${port}`);
		const secret = /API Secret\s+API Secret (\w{32})\n/.exec(output)?.[1];
		const answer = await fetch(
			`http://127.0.0.1:${env.SIMULATOR_PORT}/api/events/all?project=production&token=${secret}`,
		);
		expect(answer.status).toBe(200);
		for (const words of [/User Token via API Secret/, /analyst-pw-1/, /Platform Account/, /#K-\w+/])
			expect(output).toMatch(words);

		const api = await N8nApi.signIn(`http://localhost:${port}`);
		const workflows = await api.call<Array<{ name: string }>>('GET', '/workflows');
		expect(workflows.map(({ name }) => name)).toContain('Daily metrics to Slack');
		// The output also shows what happens with a port that is taken, or with a simulator that dies.
		const second = new Background('npm run n8n', 'npm', ['run', 'n8n'], {
			env: { ...process.env, ...env },
			detached: true,
		});
		await second.end();
		expect(second.output).toMatch(
			new RegExp(`Port ${port} is in use.*choose another port: PORT=\\d+ npm run n8n`),
		);
		await crash('simulator/main.mts', `PORT=${env.SIMULATOR_PORT}`);
		await command.end();
		expect(command.output).toContain('The simulator has ended, so all is stopped.');
		await expect(fetch(`http://localhost:${port}`)).rejects.toThrow();
	}, 600_000);

	it('npm run n8n: ends with its n8n', async () => {
		const env = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
		await start('n8n', env, /Stop with Ctrl\+C/);
		await crash('n8n/bin/n8n', `N8N_PORT=${env.PORT}`);
		await command.end();
		expect(command.output).toContain('n8n has ended, so all is stopped.');
		await expect(fetch(`http://127.0.0.1:${env.SIMULATOR_PORT}`)).rejects.toThrow();
	}, 600_000);
});
