import { type ExecException, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Background } from './background.mts';
import { CACHE_FOLDER, installHost, installNode } from './cache.mts';
import { type ExecutionResult, readResult } from './executions.mts';
import { installPackage, packageFile } from './package.mts';
import { freePort } from './ports.mts';

const execute = promisify(execFile);
const BIG = 256 * 1024 * 1024;
const START_MS = 300_000;
const KEY = 'only-for-tests';
const BINARY = join('node_modules', 'n8n', 'bin', 'n8n');

/** What is supported, by the names in `test/real/hosts`; one of them, or any other version of npm, where that is wanted. */
export const VERSIONS = process.env.N8N_VERSION ? [process.env.N8N_VERSION] : ['2.40', '1.123'];

export const OWNER = { email: 'owner@example.com', password: 'Simulator1' };
/** Of bcrypt, ten rounds, as n8n stores it. */
const PASSWORD_HASH = '$2a$10$49/6DANVr6sd/A0BUBhUx.98F6c6LbyI1JBqNtC3cUlnslccE0vuC';
/** Compiled code, which makes each start a fifth shorter. */
const COMPILED = join(CACHE_FOLDER, 'compiled');

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
	data: object;
}

/** The credential of the examples, for the analyst of a simulator. */
export const exampleCredential = (baseUrl: string): StoredCredential => ({
	id: 'sensorsAnalytics',
	name: 'Sensors Analytics',
	type: 'sensorsAnalyticsApi',
	data: {
		baseUrl,
		project: 'production',
		authentication: 'accountPassword',
		accountName: 'analyst',
		password: 'analyst-pw-1',
	},
});

export const exampleKey = (baseUrl: string, apiKey: string): StoredCredential => ({
	id: 'sensorsAnalyticsKey',
	name: 'Sensors Analytics (API Key)',
	type: 'sensorsAnalyticsApi',
	data: { baseUrl, project: 'production', authentication: 'apiKey', apiKey },
});

interface Preparation {
	/** Name of an install in `test/real/hosts`, without `n8n-`, or a version of npm. */
	version?: string;
	port?: number;
	userFolder?: string;
	/** Environment variables in addition to the usual ones. */
	settings?: Record<string, string>;
	/**
	 * The package file to install; packed again if not given. Null for an n8n without the package.
	 */
	tarball?: string | null;
	log?: (line: string) => void;
}

/** A complete n8n with the packed package installed, in a user folder of its own. */
export class N8n {
	private server?: Background;
	private readonly workers: Background[] = [];

	private constructor(
		private readonly host: string,
		readonly userFolder: string,
		private readonly env: NodeJS.ProcessEnv,
		readonly port: number,
		private readonly major: number,
	) {}

	static async prepare({
		version = VERSIONS[0] as string,
		port,
		userFolder,
		settings = {},
		tarball,
		log = (_line: string) => {},
	}: Preparation = {}): Promise<N8n> {
		const host = await installHost(`n8n-${version}`, log);
		const node = await installNode(log);
		const folder = userFolder ?? (await mkdtemp(join(tmpdir(), 'n8n-home-')));
		if (tarball !== null) await installPackage(tarball ?? (await packageFile()), folder);
		if (userFolder === undefined && settings.DB_TYPE === undefined)
			await copyFirstDatabase(host, node.bin, folder);
		const serverPort = port ?? (await freePort());
		const env: NodeJS.ProcessEnv = {
			PATH: `${node.bin}:${process.env.PATH}`,
			HOME: folder,
			NODE_COMPILE_CACHE: COMPILED,
			N8N_USER_FOLDER: folder,
			N8N_ENCRYPTION_KEY: KEY,
			N8N_PORT: String(serverPort),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_SECURE_COOKIE: 'false',
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
			N8N_INSTANCE_OWNER_EMAIL: OWNER.email,
			N8N_INSTANCE_OWNER_FIRST_NAME: 'Olive',
			N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
			N8N_INSTANCE_OWNER_PASSWORD_HASH: PASSWORD_HASH,
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			GENERIC_TIMEZONE: 'Asia/Shanghai',
			NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
			...settings,
		};
		return new N8n(host, folder, env, serverPort, Number(version.split('.')[0]));
	}

	get url(): string {
		return `http://localhost:${this.port}`;
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
			const { stdout = '', stderr = '', code, signal } = error as ExecException;
			throw new Error(
				`n8n ${args.join(' ')} failed (exit code ${code}, signal ${signal}):\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`,
				{ cause: error },
			);
		}
	}

	/** All that are wanted at once: every import starts a process. */
	async importCredentials(...credentials: StoredCredential[]): Promise<void> {
		await this.import('import:credentials', credentials);
	}

	/** @param apiKey for the examples that need a key of the OpenAPI */
	async importExampleCredential(baseUrl: string, apiKey?: string): Promise<void> {
		const withKey = apiKey === undefined ? [] : [exampleKey(baseUrl, apiKey)];
		await this.importCredentials(exampleCredential(baseUrl), ...withKey);
	}

	async importWorkflow(id: string, workflow: object): Promise<void> {
		await this.importWorkflows({ [id]: workflow });
	}

	/** All that are wanted at once, by their IDs: every import starts a process. */
	async importWorkflows(workflows: Record<string, object>): Promise<void> {
		const content = Object.entries(workflows).map(([id, workflow]) => ({
			...workflow,
			id,
			active: false,
		}));
		await this.import('import:workflow', content);
	}

	/**
	 * Runs a workflow in a fresh process. n8n 1.123 exits while its threads still work, and rarely
	 * crashes there, also without the package and with two nodes of its own: a complete result
	 * counts. Code of a node can't cause a SIGSEGV.
	 */
	async execute(id: string): Promise<ExecutionResult> {
		const run = this.command('execute', `--id=${id}`, '--rawOutput');
		const output = await run.catch((error: Error) => {
			const { signal, stdout = '' } = error.cause as ExecException;
			if (signal === 'SIGSEGV' && stdout.trimEnd().endsWith('}')) return stdout;
			throw error;
		});
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

	/** The server: editor, API, triggers. @returns its process */
	async start(): Promise<Background> {
		const server = new Background('n8n', 'node', [this.binary, 'start'], { env: this.env });
		this.server = server;
		await server.ready(
			async () =>
				(await fetch(`http://127.0.0.1:${this.port}/healthz/readiness`)).ok &&
				// n8n 1 says that it is ready before its API is there.
				(await fetch(`http://127.0.0.1:${this.port}/rest/settings`)).ok,
			START_MS,
		);
		if (this.major < 2) await this.setUpOwner();
		return server;
	}

	/** n8n 1 does not take the owner from the environment. Later starts have one already. */
	private async setUpOwner(): Promise<void> {
		const answer = await fetch(`http://127.0.0.1:${this.port}/rest/owner/setup`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ ...OWNER, firstName: 'Olive', lastName: 'Owner' }),
		});
		if (!answer.ok && answer.status !== 400)
			throw new Error(`n8n took no owner: ${answer.status} ${await answer.text()}`);
	}

	/** One more process that takes executions from the queue (queue mode). */
	async startWorker(concurrency: number): Promise<Background> {
		const port = await freePort();
		const worker = new Background(
			'n8n worker',
			'node',
			[this.binary, 'worker', `--concurrency=${concurrency}`],
			{
				env: {
					...this.env,
					N8N_RUNNERS_BROKER_PORT: String(await freePort()),
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
				},
			},
		);
		this.workers.push(worker);
		await worker.ready(
			async () => (await fetch(`http://127.0.0.1:${port}/healthz/readiness`)).ok,
			START_MS,
		);
		return worker;
	}

	/** Ends all processes; the user folder is removed unless it is to be kept. */
	async stop({ keepFolder = false } = {}): Promise<void> {
		await Promise.all(this.workers.map(async (worker) => await worker.stop()));
		await this.server?.stop();
		if (!keepFolder) await rm(this.userFolder, { recursive: true, force: true });
	}

	private get binary(): string {
		return join(this.host, BINARY);
	}

	private async import(command: string, content: object[]): Promise<void> {
		const file = join(this.userFolder, 'import.json');
		await writeFile(file, JSON.stringify(content));
		await this.command(command, `--input=${file}`);
		await rm(file);
	}
}

/**
 * A new database takes n8n some seconds and hundreds of writes: it is made once for each install.
 * `npm run n8n`, with a folder of its own, starts without it.
 */
async function copyFirstDatabase(host: string, bin: string, userFolder: string): Promise<void> {
	const template = join(host, 'first-database');
	if (!existsSync(template)) {
		const folder = await mkdtemp(join(host, 'first-'));
		const env = { PATH: bin, HOME: folder, N8N_USER_FOLDER: folder, N8N_ENCRYPTION_KEY: KEY };
		await execute(join(bin, 'node'), [join(host, BINARY), 'list:workflow'], {
			env: { ...env, N8N_DIAGNOSTICS_ENABLED: 'false' },
			maxBuffer: BIG,
		});
		await rm(join(folder, '.n8n', 'config'));
		// Whoever comes second has made the same.
		await rename(join(folder, '.n8n'), template).catch(() => undefined);
		await rm(folder, { recursive: true, force: true });
	}
	await mkdir(join(userFolder, '.n8n'), { recursive: true });
	for (const file of await readdir(template)) {
		if (file.startsWith('database.sqlite'))
			await cp(join(template, file), join(userFolder, '.n8n', file));
	}
}
