/** The service sends too much, too deep, too slowly or for ever. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../support/engine.mts';
import { type Attack, heldUnless } from './attack.mts';
import { flood, HostileServer, type Reaction } from './support/hostileServer.mts';

const ZEROS = Buffer.alloc(64 * 1024, '0');
const BOMB = Buffer.alloc(1024 * 1024, ' ');
const JSON_HEAD = { 'content-type': 'application/json' };

interface Plan extends Omit<Attack, 'run'> {
	name: string;
	react: Reaction;
	/** What the node is to say. */
	says: RegExp;
	/** How the node is run; a report if left out. */
	run?: (hostile: HostileServer) => Promise<NodeRun>;
}

function attack({ react, says, run = (hostile) => hostile.run(), ...rest }: Plan): Attack {
	return {
		seconds: 60,
		...rest,
		async run() {
			const hostile = await HostileServer.start(react);
			try {
				const { error, rows } = await run(hostile);
				const words = `${error?.message ?? ''} ${error?.description ?? ''}`;
				return heldUnless(
					error === undefined && `it was taken for a result of ${rows.length} items`,
					!says.test(words) && `the node said: ${words.slice(0, 300)}`,
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

const endless: Reaction = (_, response) => {
	response.writeHead(200, JSON_HEAD);
	flood(response, ZEROS);
};
/** Blanks without an end, a thousandth of their size on the way: packed pieces in a row. */
const bomb: Reaction = (_, response) => {
	response.writeHead(200, { ...JSON_HEAD, 'content-encoding': 'gzip' });
	flood(response, Buffer.concat(Array<Buffer>(64).fill(gzipSync(BOMB))));
};
const drip =
	(piece: string): Reaction =>
	(_, response) => {
		response.writeHead(200, JSON_HEAD);
		every(response, 100, () => response.write(piece));
	};
const text =
	(body: string | Buffer, status = 200): Reaction =>
	(_, response) => {
		response.writeHead(status, JSON_HEAD).end(body);
	};
const rows = (write: (row: number) => string, count: number): Reaction =>
	text(Array.from({ length: count }, (_, row) => write(row)).join('\n'));

function every(response: ServerResponse, ms: number, work: () => unknown): void {
	const timer = setInterval(work, ms);
	response.on('close', () => clearInterval(timer));
}

const sql = async (hostile: HostileServer) => await hostile.sql();
const QUICK = { timeout: 1 };
const quick = async (hostile: HostileServer) => await hostile.run({ options: QUICK });
const file = async (hostile: HostileServer) => await hostile.sql('file');
const raw = async (hostile: HostileServer) => await hostile.run({ output: 'raw' });
/** A token instead of a report: what the login answers is read before it. */
const logIn = async (hostile: HostileServer) =>
	await hostile.run({ resource: 'accessToken', operation: 'logIn' } as IDataObject, 'account');
const TOO_LARGE = /more than the node can read/;
const LONG_KEYS = Array.from({ length: 100 }, (_, n) => String(n).padEnd(9000, 'k'));
const TOO_MANY_ROWS = /is too large for n8n items/;
const LATE = /didn't respond before the timeout/;

export const attacks: Attack[] = [
	attack({
		name: 'an answer without an end',
		react: endless,
		says: TOO_LARGE,
		megabytes: 600,
		isAlone: true,
	}),
	attack({
		name: 'an answer without an end, packed (a bomb)',
		react: bomb,
		says: TOO_LARGE,
		megabytes: 600,
		isAlone: true,
	}),
	attack({
		name: 'a refusal without an end',
		react: (_, response) => {
			response.writeHead(500, JSON_HEAD);
			flood(response, ZEROS);
		},
		says: /didn't return a Sensors Analytics API response/,
		megabytes: 100,
		isAlone: true,
	}),
	attack({
		name: 'a redirect with a body without an end',
		react: (_, response) => {
			response.writeHead(302, { location: '/elsewhere' });
			flood(response, ZEROS);
		},
		says: /redirect/,
		megabytes: 100,
		isAlone: true,
	}),
	attack({
		name: 'a login answer without an end',
		react: endless,
		run: logIn,
		says: TOO_LARGE,
		megabytes: 600,
		isAlone: true,
	}),
	{
		name: 'a credential test whose last answer has no end',
		seconds: 60,
		megabytes: 200,
		isAlone: true,
		async run() {
			let received = 0;
			const hostile = await HostileServer.start((request, response) => {
				if (request.method === 'POST' && received++ === 0) return response.end('{"rows":[]}');
				// By the connection: to HEAD, Node.js itself sends no body.
				request.socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
				flood(request.socket, ZEROS);
			});
			await hostile.engine.testCredential('secret').catch(() => undefined);
			hostile.stop();
			return heldUnless(received === 0 && 'the sign-in was not looked at');
		},
	},
	attack({
		name: 'a file without an end',
		react: (_, response) => {
			response.writeHead(200);
			flood(response, Buffer.from(`${'some text in a cell,'.repeat(20)}\n`.repeat(160)));
		},
		run: file,
		says: TOO_LARGE,
		seconds: 180,
		megabytes: 2500,
		isAlone: true,
	}),
	attack({
		name: 'a line without an end',
		react: endless,
		run: sql,
		says: /a line of more than 8 MB/,
		megabytes: 200,
		isAlone: true,
	}),
	attack({
		name: 'rows without an end',
		react: (_, response) => {
			response.writeHead(200);
			flood(response, Buffer.from('{"a":1}\n'.repeat(8192)));
		},
		run: sql,
		says: TOO_MANY_ROWS,
		seconds: 180,
		megabytes: 1500,
		isAlone: true,
	}),
	attack({
		name: 'rows without columns, without an end',
		react: (_, response) => {
			response.writeHead(200);
			flood(response, Buffer.from('{}\n'.repeat(20_000)));
		},
		run: sql,
		says: TOO_MANY_ROWS,
		seconds: 180,
		megabytes: 2000,
		isAlone: true,
	}),
	attack({
		name: 'blank lines without an end',
		react: (_, response) => {
			response.writeHead(200);
			flood(response, Buffer.alloc(64 * 1024, '\n'));
		},
		run: sql,
		says: TOO_LARGE,
		seconds: 180,
		isAlone: true,
	}),
	attack({
		name: 'SQL rows with a new key each: 88 kB',
		react: rows((row) => `{"k${row}":1}`, 10_000),
		run: sql,
		says: TOO_MANY_ROWS,
		isAlone: true,
	}),
	attack({
		name: 'SQL rows that share few of their keys',
		react: rows((row) => `{"k${row % 4900}":1}`, 100_000),
		run: sql,
		says: TOO_MANY_ROWS,
		isAlone: true,
	}),
	attack({
		name: 'long names of columns, which each of 40,000 rows would have',
		react: rows(
			(row) => (row === 0 ? `{${LONG_KEYS.map((key) => `"${key}":1`).join(',')}}` : '{"a":1}'),
			40_000,
		),
		run: sql,
		says: TOO_MANY_ROWS,
		isAlone: true,
	}),
	attack({
		name: 'a byte every tenth of a second',
		react: drip(' '),
		run: quick,
		says: LATE,
		seconds: 20,
	}),
	attack({
		name: 'a byte every tenth of a second, with retries',
		react: drip(' '),
		run: (hostile) => hostile.run({ options: { ...QUICK, retries: 3 } }),
		says: LATE,
		seconds: 20,
	}),
	attack({
		name: 'silence in the middle of an answer',
		react: (_, response) => void response.writeHead(200, JSON_HEAD).write('{"series":['),
		run: quick,
		says: LATE,
		seconds: 20,
	}),
	attack({
		name: 'silence in the middle of rows',
		react: (_, response) => void response.writeHead(200).write('{"a":1}\n{"a":'),
		run: (hostile) => hostile.sql('items', 'secret', QUICK),
		says: LATE,
		seconds: 20,
	}),
	attack({
		name: 'silence in the middle of a file',
		react: (_, response) => void response.writeHead(200).write('a,b\n1,'),
		run: (hostile) => hostile.sql('file', 'secret', QUICK),
		says: LATE,
		seconds: 20,
	}),
	attack({
		name: 'a header that drips',
		react: (request) => {
			const { socket } = request;
			socket.write('HTTP/1.1 200 OK\r\nx: ');
			const timer = setInterval(() => socket.write('y'), 100);
			socket.on('close', () => clearInterval(timer));
		},
		run: quick,
		says: LATE,
		seconds: 20,
	}),
	...['', '\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'].map((rest) =>
		attack({
			name: `a switch to another protocol${rest === '' ? '' : ', and then a response'}`,
			react: ({ socket }) => {
				const head = ['101 Switching Protocols', 'connection: upgrade', 'upgrade: websocket'];
				socket.write(`HTTP/1.1 ${head.join('\r\n')}\r\n${rest === '' ? '\r\n' : rest}`);
			},
			run: quick,
			says: LATE,
			seconds: 20,
		}),
	),
	attack({
		name: 'JSON of 10,000 levels, refused',
		react: text(`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400),
		says: /JSON with more than 200 levels/,
	}),
	attack({
		name: 'JSON of 10,000 levels, as a refusal',
		react: text(`{"error":"no","code":"X","d":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
		says: /JSON with more than 200 levels/,
	}),
	attack({
		name: 'JSON of 10,000 levels, as raw items',
		react: text(`{"d":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
		run: raw,
		says: /JSON with more than 200 levels/,
	}),
	attack({
		name: 'a million levels of JSON',
		react: text('[{"a":'.repeat(500_000)),
		says: /JSON with more than 200 levels|didn't return a Sensors Analytics API response/,
	}),
	attack({
		name: 'an SQL row of 10,000 levels',
		react: text(`{"d":${'['.repeat(10_000)}${']'.repeat(10_000)}}\n`),
		run: sql,
		says: /isn't a valid row/,
	}),
	attack({
		name: 'small values that fill the memory',
		react: text(Buffer.from(`[${'[],'.repeat(40_000_000)}0]`)),
		says: TOO_LARGE,
		seconds: 20,
		megabytes: 700,
		isAlone: true,
	}),
	attack({
		name: 'a number that becomes infinite',
		react: text('{"series":["2026-11-01 00:00:00"],"rows":[{"values":[[1e999]]}]}'),
		says: /number that is too large/,
	}),
	attack({
		name: 'a number that becomes infinite, written with 400 digits',
		react: text(`{"series":["2026-11-01 00:00:00"],"rows":[{"values":[[-${'9'.repeat(400)}]]}]}`),
		says: /number that is too large/,
	}),
	attack({
		name: 'an SQL row with a number that becomes infinite',
		react: text('{"n":1e999}\n'),
		run: sql,
		says: /isn't a valid row/,
	}),
];
