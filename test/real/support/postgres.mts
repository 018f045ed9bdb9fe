import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Background } from './background.mts';
import { freePort } from './ports.mts';

const execute = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';
const READY_MS = 30_000;

/** A PostgreSQL server of its own: free port, new folder, removed at the end. */
export class Postgres {
	private constructor(
		private readonly server: Background,
		private readonly folder: string,
		/** Settings by which n8n finds it. */
		readonly settings: Record<string, string>,
	) {}

	static async start(): Promise<Postgres> {
		const versions = await readdir(VERSIONS).catch(() => [] as string[]);
		const version = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
		if (version === undefined)
			throw new Error(`No PostgreSQL in ${VERSIONS} (Debian's package: postgresql)`);
		const bin = join(VERSIONS, version, 'bin');
		const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
		const owner = await serverUser();
		if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid as number);
		const data = join(folder, 'data');
		await execute(
			join(bin, 'initdb'),
			['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
			{ ...owner, cwd: folder },
		);
		const port = await freePort();
		const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F'];
		const server = new Background('PostgreSQL', join(bin, 'postgres'), args, {
			...owner,
			cwd: folder,
			env: process.env,
		});
		const address = ['-h', '127.0.0.1', '-p', String(port)];
		await server.ready(
			async () => (await execute(join(bin, 'pg_isready'), address)).stdout.includes('accepting'),
			READY_MS,
		);
		await execute(join(bin, 'createdb'), [...address, '-U', 'n8n', 'n8n']);
		return new Postgres(server, folder, {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'n8n',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD: 'unused',
		});
	}

	async stop(): Promise<void> {
		await this.server.stop();
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
async function serverUser(): Promise<{ uid?: number; gid?: number }> {
	if (userInfo().uid !== 0) return {};
	const idOf = async (flag: string) =>
		Number((await execute('id', [flag, 'postgres'])).stdout.trim());
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}
