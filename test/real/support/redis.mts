import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Background } from './background.mts';
import { freePort } from './ports.mts';

const READY_MS = 15_000;

/** A Redis server of its own: free port, new folder, removed at the end. */
export class Redis {
	private constructor(
		private readonly server: Background,
		private readonly folder: string,
		/** Settings by which n8n finds it. */
		readonly settings: Record<string, string>,
	) {}

	static async start(): Promise<Redis> {
		const folder = await mkdtemp(join(tmpdir(), 'redis-'));
		const port = await freePort();
		const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
		const server = new Background('Redis (Debian package: redis-server)', 'redis-server', args, {
			cwd: folder,
			env: process.env,
		});
		await server.ready(async () => await answersPing(port), READY_MS);
		return new Redis(server, folder, {
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(port),
		});
	}

	async stop(): Promise<void> {
		await this.server.stop();
		await rm(this.folder, { recursive: true, force: true });
	}
}

async function answersPing(port: number): Promise<boolean> {
	return await new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		socket.once('error', reject);
		socket.once('data', (answer) => {
			socket.destroy();
			resolve(answer.toString().startsWith('+PONG'));
		});
	});
}
