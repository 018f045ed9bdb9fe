/** npm's registry on this machine, with one package in it, for an n8n that installs it from npm. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer as createProxy, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';

import { selfSigned } from '../../support/certificate.mts';
import { installHost } from './cache.mts';

/** n8n asks it whether a package is banned. */
const N8N = 'api.n8n.io';

export interface Registry {
	/** Of npm, as n8n calls it. */
	host: string;
	/** Environment variables for n8n, and for the npm that it starts. */
	settings: Record<string, string>;
	/** The same for a npm that n8n 1 starts without them. */
	settingsFile: string;
	/** Requests, as "GET host/path". */
	requests: string[];
	close(): Promise<void>;
}

const N8N_CONFIG = 'node_modules/n8n/dist/modules/community-packages/community-packages.config.js';

async function registryOf(version: string): Promise<string> {
	const config = await readFile(join(await installHost(`n8n-${version}`), N8N_CONFIG), 'utf8');
	const [, host] = /this\.registry = 'https:\/\/([^'/]+)'/.exec(config) ?? [];
	if (host === undefined) throw new Error(`n8n ${version} names no registry in ${N8N_CONFIG}`);
	return host;
}

/**
 * @param version of the n8n that asks it
 * @param manifest of the package, as its `package.json` has it
 */
export async function startRegistry(
	version: string,
	tarball: string,
	manifest: { name: string; version: string },
): Promise<Registry> {
	const host = await registryOf(version);
	const file = await readFile(tarball);
	const path = `/${manifest.name}/-/${basename(tarball)}`;
	const released = {
		...manifest,
		dist: {
			tarball: `https://${host}${path}`,
			shasum: createHash('sha1').update(file).digest('hex'),
			integrity: `sha512-${createHash('sha512').update(file).digest('base64')}`,
		},
	};
	const { name, version: newest } = manifest;
	const answers: Record<string, object> = {
		[`GET ${host}/${name}`]: {
			name,
			'dist-tags': { latest: newest },
			versions: { [newest]: released },
		},
		[`GET ${host}/${name}/latest`]: released,
		[`GET ${host}/${name}/${newest}`]: released,
		[`GET ${host}${path}`]: file,
		[`POST ${N8N}/api/package`]: { status: 'OK' },
	};
	const requests: string[] = [];
	const answer = (request: IncomingMessage, response: ServerResponse) => {
		const { method, url = '/', headers } = request;
		// Who speaks to a proxy without a tunnel sends the whole address.
		const target = new URL(url, `https://${headers.host}`);
		const question = `${method} ${target.host}${target.pathname}`;
		requests.push(question);
		const found = answers[question];
		response.statusCode = found === undefined ? 404 : 200;
		if (Buffer.isBuffer(found)) response.end(found);
		else
			response
				.setHeader('content-type', 'application/json')
				.end(JSON.stringify(found ?? { error: 'Not found' }));
	};

	const { key, cert } = await selfSigned(host, N8N);
	const certificate = join(dirname(tarball), `${host}.pem`);
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
		host,
		settings: {
			HTTPS_PROXY: address,
			NO_PROXY: 'localhost,127.0.0.1',
			// Npm would ask for itself, too.
			NPM_CONFIG_UPDATE_NOTIFIER: 'false',
			NODE_EXTRA_CA_CERTS: certificate,
		},
		settingsFile: `https-proxy=${address}\ncafile=${certificate}\n`,
		requests,
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
