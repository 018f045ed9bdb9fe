import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const openssl = async (...parts: string[]) => await promisify(execFile)('openssl', parts);

interface Pair {
	key: string;
	cert: string;
}

/**
 * A fresh certificate that nobody vouches for, as self-hosted installs have them.
 * @param hosts that it is for, in addition to this machine
 */
export async function selfSigned(...hosts: string[]): Promise<Pair> {
	const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
	return await make(folder, 'server', '127.0.0.1', hosts);
}

async function make(
	folder: string,
	name: string,
	subject: string,
	hosts: string[] = [],
): Promise<Pair> {
	const names = ['IP:127.0.0.1', ...hosts.map((host) => `DNS:${host}`)].join(',');
	const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
	await openssl(
		...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${subject}`],
		...['-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert],
	);
	return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

/** A CA, a server that it vouches for, and clients that it does and does not vouch for. */
export async function authority(): Promise<{
	ca: string;
	server: Pair;
	client: Pair & { encryptedKey: string; olderKey: string; passphrase: string };
	stranger: Pair;
}> {
	const folder = await mkdtemp(join(tmpdir(), 'authority-'));
	const { cert: ca } = await make(folder, 'ca', 'Test CA');
	const signed = async (name: string): Promise<Pair> => {
		const [key, request, cert, extension] = ['key', 'csr', 'pem', 'ext'].map((ending) =>
			join(folder, `${name}.${ending}`),
		) as [string, string, string, string];
		await openssl(
			...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`],
			...['-keyout', key, '-out', request],
		);
		await writeFile(extension, 'subjectAltName=IP:127.0.0.1\n');
		await openssl(
			...['x509', '-req', '-in', request, '-days', '2', '-CA', join(folder, 'ca.pem')],
			...['-CAkey', join(folder, 'ca.key'), '-CAcreateserial', '-out', cert],
			...['-extfile', extension],
		);
		return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
	};
	const server = await signed('server');
	const client = await signed('client');
	const passphrase = 'opens the key';
	const encrypted = async (...kind: string[]) => {
		const { stdout } = await openssl(
			...['rsa', '-aes256', '-passout', `pass:${passphrase}`, ...kind],
			...['-in', join(folder, 'client.key')],
		);
		return stdout;
	};
	return {
		ca,
		server,
		client: {
			...client,
			encryptedKey: await encrypted(),
			olderKey: await encrypted('-traditional'),
			passphrase,
		},
		stranger: await make(folder, 'stranger', 'stranger'),
	};
}
