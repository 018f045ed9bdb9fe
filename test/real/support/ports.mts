import { createServer } from 'node:net';

/** Below those that the system gives to connections, one of which may come before a slow start. */
const [LOWEST, HIGHEST] = [10_000, 30_000];

/** A port of this machine that nobody listens on; by chance, as suites run side by side. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
		if (await isFree(port)) return port;
	}
}

/** Whether a program can listen on the port now. */
export async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
