import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import type { IDataObject } from 'n8n-workflow';

import {
	CREDENTIAL_TYPE,
	Engine,
	type NodeRun,
	type RunNodeOptions,
} from '../../support/engine.mts';
import { watched } from './blocks.mts';

export type Reaction = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The package in n8n's engine, against a service that does what an attacker wants. */
export class HostileServer {
	static readonly secret = 'e5e1a0b8c2f94d6b8a7c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a';
	static readonly key = '#K-9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f';
	static readonly password = 'Corr3ct & "horse" /b';

	private constructor(
		readonly engine: Engine,
		readonly url: string,
		/** What it was sent: addresses and headers, as text. */
		readonly received: string[],
		private readonly close: () => void,
		private readonly state: { reaction: Reaction },
	) {}

	static async start(reaction: Reaction): Promise<HostileServer> {
		const state = { reaction };
		const received: string[] = [];
		const server = createServer((request, response) => {
			received.push(`${request.url} ${JSON.stringify(request.headers)}`);
			response.on('error', () => undefined);
			void state.reaction(request, response);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const close = () => {
			server.closeAllConnections();
			server.close();
		};
		const hostile = new HostileServer(await Engine.start(), url, received, close, state);
		const base = { baseUrl: url, project: 'production' };
		await hostile.save('secret', {
			...base,
			authentication: 'apiSecret',
			apiSecret: HostileServer.secret,
		});
		await hostile.save('account', {
			...base,
			authentication: 'accountPassword',
			accountName: 'analyst',
			password: HostileServer.password,
		});
		await hostile.save('key', { ...base, authentication: 'apiKey', apiKey: HostileServer.key });
		return hostile;
	}

	async save(id: string, data: IDataObject): Promise<void> {
		await this.engine.credentials.save(id, CREDENTIAL_TYPE, data);
	}

	react(reaction: Reaction): void {
		this.state.reaction = reaction;
	}

	/** Runs the node once; without retries, unless the form says else. */
	async run(
		form: IDataObject = {},
		credential = 'secret',
		how: RunNodeOptions = {},
	): Promise<NodeRun> {
		const parameters = HostileServer.form(form);
		return await watched(async () => await this.engine.runNode(parameters, { credential, ...how }));
	}

	/** A form whose runs make no retries and no pauses, unless it says else. */
	static form({ options, ...rest }: IDataObject): Parameters<Engine['runNode']>[0] {
		return {
			measures: { measure: [{ eventName: 'PayOrder' }] },
			dateRange: 'custom',
			fromDate: '2026-11-01',
			toDate: '2026-11-01',
			...rest,
			options: {
				requestsPerSecond: 0,
				retries: 0,
				timeout: 60,
				...(options as IDataObject),
			},
		} as Parameters<Engine['runNode']>[0];
	}

	/** Runs an SQL query with the given output. */
	async sql(
		output: 'items' | 'file' = 'items',
		credential = 'secret',
		options = {},
	): Promise<NodeRun> {
		const query = { sql: 'SELECT 1', output, options };
		const form = { resource: 'sqlQuery', operation: 'runSqlQuery', ...query };
		return await this.run(form, credential);
	}

	stop(): void {
		this.close();
	}
}

const PIECE_CHARACTERS = 1024 * 1024;

/**
 * Answers with a text in pieces. The server runs in the process whose blocks are measured: a long
 * text at once would be a block of the server, which is not part of the package.
 */
export function send(response: ServerResponse, text: string): void {
	if (text.length <= PIECE_CHARACTERS) response.end(text);
	else Readable.from(pieces(text)).pipe(response);
}

function* pieces(text: string): Generator<Buffer> {
	for (let start = 0, end = 0; start < text.length; start = end) {
		end = Math.min(start + PIECE_CHARACTERS, text.length);
		// Half of a pair of surrogates has no bytes of its own.
		if (/[\uD800-\uDBFF]/.test(text[end - 1] as string)) end++;
		yield Buffer.from(text.slice(start, end));
	}
}

/** Writes for ever, as fast as it is read. */
export function flood(response: ServerResponse | NodeJS.WritableStream, piece: Buffer): void {
	const write = () => {
		while (!(response as ServerResponse).destroyed && response.write(piece));
	};
	response.on('drain', write);
	response.on('error', () => undefined);
	write();
}
