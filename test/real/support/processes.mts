import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Which of some processes holds the end of a connection that has this port. From Linux's /proc. */
export async function holderOf(port: number, pids: number[]): Promise<number | undefined> {
	const tables = await Promise.all(['tcp', 'tcp6'].map(readTable));
	const sockets = tables
		.flat()
		.filter(({ localPort }) => localPort === port)
		.map(({ inode }) => `socket:[${inode}]`);
	const isHolder = await Promise.all(
		pids.map(async (pid) => (await linksOf(pid)).some((link) => sockets.includes(link))),
	);
	return pids[isHolder.indexOf(true)];
}

async function linksOf(pid: number): Promise<string[]> {
	const folder = join('/proc', String(pid), 'fd');
	const names = await readdir(folder);
	return await Promise.all(
		names.map(async (name) => await readlink(join(folder, name)).catch(() => '')),
	);
}

async function readTable(name: string): Promise<Array<{ localPort: number; inode: string }>> {
	const lines = (await readFile(join('/proc/net', name), 'utf8')).trim().split('\n').slice(1);
	return lines.map((line) => {
		const fields = line.trim().split(/\s+/);
		const localPort = parseInt(fields[1]?.split(':')[1] ?? '', 16);
		return { localPort, inode: fields[9] as string };
	});
}
