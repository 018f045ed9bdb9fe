/** npm's registry on this machine, with one package in it, for an n8n that installs it from npm. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer as createProxy, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';

import { selfSigned } from '../../support/certificate.mts';

const REGISTRY = 'registry.npmjs.org';
/** n8n asks it whether a package is banned. */
const N8N = 'api.n8n.io';

export interface Registry {
	/** Environment variables for n8n, and for the npm that it starts. */
	settings: Record<string, string>;
	/** The same for a npm that n8n 1 starts without them. */
	npmrc: string;
	/** Requests, as "GET host/path". */
	asked: string[];
	close(): Promise<void>;
}

/** @param manifest of the package, as its `package.json` has it */
export async function startRegistry(
	tarball: string,
	manifest: { name: string; version: string },
): Promise<Registry> {
	const file = await readFile(tarball);
	const path = `/${manifest.name}/-/${basename(tarball)}`;
	const released = {
		...manifest,
		dist: {
			tarball: `https://${REGISTRY}${path}`,
			shasum: createHash('sha1').update(file).digest('hex'),
			integrity: `sha512-${createHash('sha512').update(file).digest('base64')}`,
		},
	};
	const { name, version } = manifest;
	const answers: Record<string, object> = {
		[`GET ${REGISTRY}/${name}`]: {
			name,
			'dist-tags': { latest: version },
			versions: { [version]: released },
		},
		[`GET ${REGISTRY}/${name}/latest`]: released,
		[`GET ${REGISTRY}/${name}/${version}`]: released,
		[`GET ${REGISTRY}${path}`]: file,
		[`POST ${N8N}/api/package`]: { status: 'OK' },
	};
	const asked: string[] = [];
	const answer = (request: IncomingMessage, response: ServerResponse) => {
		const { method, url = '/', headers } = request;
		// Who speaks to a proxy without a tunnel sends the whole address.
		const { host, pathname } = new URL(url, `https://${headers.host}`);
		const question = `${method} ${host}${pathname}`;
		asked.push(question);
		const found = answers[question];
		response.statusCode = found === undefined ? 404 : 200;
		if (Buffer.isBuffer(found)) response.end(found);
		else
			response
				.setHeader('content-type', 'application/json')
				.end(JSON.stringify(found ?? { error: 'Not found' }));
	};

	const { key, cert } = await selfSigned(REGISTRY, N8N);
	const certificate = join(dirname(tarball), `${REGISTRY}.pem`);
	await writeFile(certificate, cert);
	const secure = createServer({ key, cert }, answer);
	const proxy = createProxy(answer);
	proxy.on('connect', (_request, socket, head: Buffer) => {
		// Every host is this one.
		const tunnel = connect((secure.address() as AddressInfo).port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			tunnel.write(head);
			tunnel.pipe(socket).pipe(tunnel);
		});
		for (const [end, other] of [
			[socket, tunnel],
			[tunnel, socket],
		] as const) {
			end.on('error', () => other.destroy());
			end.on('close', () => other.destroy());
		}
	});
	for (const server of [secure, proxy])
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	return {
		settings: {
			HTTPS_PROXY: address,
			NO_PROXY: 'localhost,127.0.0.1',
			// Npm would ask for itself, too.
			NPM_CONFIG_UPDATE_NOTIFIER: 'false',
			NODE_EXTRA_CA_CERTS: certificate,
		},
		npmrc: `https-proxy=${address}\ncafile=${certificate}\n`,
		asked,
		close: async () => {
			secure.closeAllConnections();
			proxy.closeAllConnections();
			await Promise.all([secure, proxy].map(closed));
		},
	};
}

async function closed(server: Server): Promise<void> {
	await new Promise((resolve) => server.close(resolve));
}
