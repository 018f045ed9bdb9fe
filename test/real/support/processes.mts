import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a process holds the end of a connection that has this port. From Linux's /proc. */
export async function holdsPort(pid: number, port: number): Promise<boolean> {
	const folder = join('/proc', String(pid), 'fd');
	const links = await Promise.all(
		(await readdir(folder)).map(
			async (name) => await readlink(join(folder, name)).catch(() => undefined),
		),
	);
	const tables = await Promise.all(['tcp', 'tcp6'].map(readTable));
	const inodes = tables.flat().filter((row) => row.localPort === port);
	return inodes.some(({ inode }) => links.includes(`socket:[${inode}]`));
}

async function readTable(name: string): Promise<Array<{ localPort: number; inode: string }>> {
	const lines = (await readFile(join('/proc/net', name), 'utf8')).trim().split('\n').slice(1);
	return lines.map((line) => {
		const fields = line.trim().split(/\s+/);
		const localPort = parseInt(fields[1]?.split(':')[1] ?? '', 16);
		return { localPort, inode: fields[9] as string };
	});
}
