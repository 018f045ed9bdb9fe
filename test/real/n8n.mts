import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installHost, installNode } from './cache.mts';
import { installPackage, packPackage } from './package.mts';

const execute = promisify(execFile);
const BIG = 256 * 1024 * 1024;
const START_MS = 120_000;

export const OWNER = { email: 'owner@example.com', password: 'Simulator1' };

/** A complete n8n with the packed package installed, in a user folder of its own. */
export class N8n {
	private server?: ChildProcess;
	private log = '';
	/** Headers of a signed-in request. */
	cookies: Record<string, string> = {};

	private constructor(
		private readonly host: string,
		readonly userFolder: string,
		private readonly env: NodeJS.ProcessEnv,
		readonly port: number,
	) {}

	static async prepare({
		version = '2.40',
		port,
		userFolder,
		log = (_line: string) => {},
	}: {
		version?: string;
		port?: number;
		userFolder?: string;
		log?: (line: string) => void;
	} = {}): Promise<N8n> {
		const host = await installHost(`n8n-${version}`, { rebuild: ['sqlite3'], log });
		const node = await installNode(log);
		const folder = userFolder ?? (await mkdtemp(join(tmpdir(), 'n8n-home-')));
		const { tarball } = await packPackage();
		await installPackage(tarball, folder);
		const serverPort = port ?? (await freePort());
		const brokerPort = await freePort();
		const passwordHash = await hashPassword(host, node.bin, OWNER.password);
		const env: NodeJS.ProcessEnv = {
			PATH: `${node.bin}:${process.env.PATH}`,
			HOME: folder,
			N8N_USER_FOLDER: folder,
			N8N_ENCRYPTION_KEY: 'only-for-tests',
			N8N_PORT: String(serverPort),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_SECURE_COOKIE: 'false',
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
			N8N_INSTANCE_OWNER_EMAIL: OWNER.email,
			N8N_INSTANCE_OWNER_FIRST_NAME: 'Olive',
			N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
			N8N_INSTANCE_OWNER_PASSWORD_HASH: passwordHash,
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			GENERIC_TIMEZONE: 'Asia/Shanghai',
			NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
		};
		return new N8n(host, folder, env, serverPort);
	}

	get url(): string {
		return `http://localhost:${this.port}`;
	}

	/** What the server has printed so far. */
	get output(): string {
		return this.log;
	}

	/** Runs one command of n8n's command line to its end, in a process of its own. */
	async command(...args: string[]): Promise<string> {
		try {
			const { stdout } = await execute('node', [this.binary, ...args], {
				env: this.env,
				maxBuffer: BIG,
			});
			return stdout;
		} catch (error) {
			const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
			throw new Error(
				`n8n ${args.join(' ')} failed:\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`,
			);
		}
	}

	async importCredential(id: string, name: string, data: object): Promise<void> {
		await this.import('import:credentials', [{ id, name, type: 'sensorsAnalyticsApi', data }]);
	}

	/** The credential of the examples, for the analyst of a simulator. */
	async importExampleCredential(baseUrl: string): Promise<void> {
		await this.importCredential('sensorsAnalytics', 'Sensors Analytics', {
			baseUrl,
			project: 'production',
			authentication: 'accountPassword',
			accountName: 'analyst',
			password: 'analyst-pw-1',
		});
	}

	async importWorkflow(id: string, workflow: object): Promise<void> {
		await this.import('import:workflow', [{ ...workflow, id, active: false }]);
	}

	/** Runs a workflow in a fresh process. */
	async execute(id: string): Promise<ExecutionResult> {
		const output = await this.command('execute', `--id=${id}`, '--rawOutput');
		return readResult(output);
	}

	/** The stored credentials, decrypted. */
	async exportCredentials(): Promise<Array<{ id: string; data: Record<string, unknown> }>> {
		const file = join(this.userFolder, 'credentials.json');
		await this.command('export:credentials', '--all', '--decrypted', `--output=${file}`);
		return JSON.parse(await readFile(file, 'utf8')) as Array<{
			id: string;
			data: Record<string, unknown>;
		}>;
	}

	async start(): Promise<void> {
		const server = spawn('node', [this.binary, 'start'], { env: this.env });
		this.server = server;
		for (const stream of [server.stdout, server.stderr]) {
			stream.on('data', (chunk: Buffer) => {
				this.log += chunk.toString();
			});
		}
		const deadline = Date.now() + START_MS;
		while (Date.now() < deadline) {
			if (server.exitCode !== null) break;
			const ready = await fetch(`http://127.0.0.1:${this.port}/healthz/readiness`).catch(
				() => undefined,
			);
			if (ready?.ok) return;
			await new Promise((resolve) => setTimeout(resolve, 500));
		}
		throw new Error(`n8n did not start:\n${this.log.slice(-3000)}`);
	}

	/** A signed-in caller of the API that the editor uses. */
	async signIn(): Promise<(method: string, path: string, body?: object) => Promise<unknown>> {
		const login = await fetch(`${this.url}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: OWNER.email, password: OWNER.password }),
		});
		const cookie = login.headers
			.getSetCookie()
			.map((line) => line.split(';')[0])
			.join('; ');
		this.cookies = { cookie };
		return async (method, path, body) => {
			const response = await fetch(`${this.url}/rest${path}`, {
				method,
				headers: { 'content-type': 'application/json', cookie },
				body: body === undefined ? undefined : JSON.stringify(body),
			});
			const text = await response.text();
			if (!response.ok)
				throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
			return (JSON.parse(text) as { data: unknown }).data;
		};
	}

	/** Ends the server; its user folder is removed unless it is to be kept. */
	async stop({ keepFolder = false } = {}): Promise<void> {
		const { server } = this;
		if (server && server.exitCode === null) {
			const ended = new Promise((resolve) => server.once('exit', resolve));
			server.kill('SIGTERM');
			const timer = setTimeout(() => server.kill('SIGKILL'), 10_000);
			await ended;
			clearTimeout(timer);
		}
		if (!keepFolder) await rm(this.userFolder, { recursive: true, force: true });
	}

	private get binary(): string {
		return join(this.host, 'node_modules', 'n8n', 'bin', 'n8n');
	}

	private async import(command: string, content: object[]): Promise<void> {
		const file = join(this.userFolder, 'import.json');
		await writeFile(file, JSON.stringify(content));
		await this.command(command, `--input=${file}`);
		await rm(file);
	}
}

export interface ExecutionResult {
	data: {
		resultData: {
			error?: { message: string };
			runData: Record<
				string,
				Array<{ data?: { main: Array<Array<{ json: Record<string, unknown> }>> } }>
			>;
		};
	};
}

/** The result among what else n8n prints: on one line, or from a line `{` to a line `}`. */
function readResult(output: string): ExecutionResult {
	const lines = output.split('\n');
	const from = lines.findIndex((line) => line.startsWith('{'));
	const isOneLine = lines[from]?.trimEnd().endsWith('}');
	const to = isOneLine
		? from
		: lines.findIndex((line, index) => index > from && line.trimEnd() === '}');
	return JSON.parse(lines.slice(from, to + 1).join('\n')) as ExecutionResult;
}

/** JSON of the items that a node gave. */
export function rowsOf(result: ExecutionResult, node: string): Array<Record<string, unknown>> {
	return result.data.resultData.runData[node]?.[0]?.data?.main[0]?.map(({ json }) => json) ?? [];
}

async function hashPassword(host: string, bin: string, password: string): Promise<string> {
	const script = `console.log(require('bcryptjs').hashSync(${JSON.stringify(password)}, 10))`;
	const { stdout } = await execute(join(bin, 'node'), ['-e', script], { cwd: host });
	return stdout.trim();
}

async function freePort(): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const { port } = server.address() as { port: number };
			server.close(() => resolve(port));
		});
	});
}
