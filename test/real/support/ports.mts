import { createServer } from 'node:net';

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
}

/** Whether a program can listen on the port now. */
export async function isFree(port: number): Promise<boolean> {
	return await listenOnce(port).then(
		() => true,
		() => false,
	);
}

async function listenOnce(wanted: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(wanted, '127.0.0.1', () => {
			const { port } = server.address() as { port: number };
			server.close(() => resolve(port));
		});
	});
}
