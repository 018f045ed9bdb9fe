/** Work at a stretch that a text prescribes, or that grows faster than what it is about. */
import { createCipheriv, createHash } from 'node:crypto';

import { readCertificates } from '../../credentials/certificates.ts';
import type { JsonObject } from '../../credentials/http/json.ts';
import { firstWords, redactorOf } from '../../credentials/http/redact.ts';
import { atOnce } from '../../credentials/http/slices.ts';
import { clean, cut } from '../../nodes/SensorsAnalytics/output/message/text.ts';
import { agentItemSteps, toListAnswer } from '../../nodes/SensorsAnalytics/output/agent.ts';
import { measuresParam, nameOfFormula } from '../../nodes/SensorsAnalytics/params/measure.ts';
import { readRobot } from '../../nodes/SensorsAnalytics/params/message.ts';
import { formSource } from '../../nodes/SensorsAnalytics/params/param.ts';
import { readPayload } from '../../nodes/SensorsAnalytics/params/queryMode.ts';
import { readSqlQuery } from '../../nodes/SensorsAnalytics/actions/sql.ts';
import { toAmount } from '../../nodes/SensorsAnalytics/query/json.ts';
import { inSelectOrder } from '../../nodes/SensorsAnalytics/sql/rows.ts';
import { placeholdersIn, toSqlText } from '../../nodes/SensorsAnalytics/sql/scan.ts';
import { listRows } from '../../nodes/SensorsAnalytics/table/table.ts';
import { assertNotLeftOut } from '../../nodes/SensorsAnalytics/transport/leftOut.ts';
import { authority } from '../support/certificate.mts';
import { define } from '../support/definitions.mts';
import { messageOf, reportTable } from '../support/reportTable.mts';
import { type Attack, heldUnless } from './attack.mts';
import { watchedWork } from './support/blocks.mts';
import { HostileServer } from './support/hostileServer.mts';

const MILLION = 1_000_000;

/** @param make what the work is about, made before it is watched */
function work<Given>(
	name: string,
	make: () => Given | Promise<Given>,
	run: (given: Given) => unknown,
): Attack {
	return {
		name,
		seconds: 60,
		megabytes: 2500,
		async run() {
			const given = await make();
			watchedWork(() => {
				try {
					run(given);
				} catch {
					// A refusal is as good as an answer, if it comes as soon.
				}
			});
			return 'held';
		},
	};
}

/** DER: a kind, a length, and what it holds. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const hex = content.length.toString(16);
	const count = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
	const length = content.length < 128 ? count : [0x80 + count.length, ...count];
	return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'));
const number = (hex: string) => der(2, Buffer.from(hex, 'hex'));
const bytes = (count: number) => der(4, Buffer.alloc(count, 1));

/** An encrypted key (PKCS #8) whose head asks for the work. */
async function keyBy(kind: Buffer, costs: Buffer[], write: (key: Buffer) => string = pem) {
	const aes = der(48, oid('60864801650304012a'), bytes(16));
	const scheme = der(48, der(48, kind, der(48, bytes(16), ...costs)), aes);
	return await withKey(write(der(48, der(48, oid('2a864886f70d01050d'), scheme), bytes(96))));
}

async function withKey(clientKey: string) {
	const { client } = await authority();
	return {
		ownCertificates: true,
		clientCertificate: client.cert,
		clientKey,
		clientPassphrase: 'x',
	};
}

function pem(content: Buffer, kind = 'ENCRYPTED PRIVATE KEY', headers = ''): string {
	return `-----BEGIN ${kind}-----\n${headers}${content.toString('base64')}\n-----END ${kind}-----\n`;
}

/** The same with the length of the whole in more bytes than it needs. */
function longer(content: Buffer): string {
	const inner = content.subarray(content[1] === 0x81 ? 3 : 2);
	return pem(Buffer.concat([Buffer.from([48, 0x86, 0, 0, 0, 0, 0, inner.length]), inner]));
}

/** The same, encrypted once more in the older way. */
function twice(content: Buffer): string {
	const [salt, iv] = [Buffer.alloc(8, 7), Buffer.alloc(16, 7)];
	const key = createHash('md5').update('x').update(salt).digest();
	const cipher = createCipheriv('aes-128-cbc', key, iv);
	const headers = `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${iv.toString('hex')}\n\n`;
	return pem(Buffer.concat([cipher.update(content), cipher.final()]), undefined, headers);
}

/** A DSA key, whose public half is computed as it is read. */
function dsa(bits: number): string {
	const big = (count: number) => der(2, Buffer.alloc(count / 8, 0x7f));
	const half = der(48, oid('2a8648ce380401'), der(48, big(bits), big(256), big(bits)));
	return pem(der(48, number('00'), half, der(4, big(bits))), 'PRIVATE KEY');
}

const ROUNDS = [number('02625a00')];
const HMAC = oid('2a864886f70d0209');
const PBKDF2 = oid('2a864886f70d01050c');
const read = (filledIn: Awaited<ReturnType<typeof keyBy>>) =>
	readCertificates(filledIn, 'https://sa.example');
const names = () => Array.from({ length: 140_000 }, (_, n) => `column_${n}`);

function manyKeys(length = 300_000): JsonObject {
	const keys = Array.from({ length }, (_, key) => [`k${key}`, key]);
	const measure = { event_name: 'A', aggregator: 'general' };
	return { measures: [measure], ...Object.fromEntries(keys) };
}

/** The service gives the query of a saved report. */
function savedKeys(): Attack {
	return {
		name: 'a saved query with an object of 200,000 keys',
		seconds: 60,
		megabytes: 2500,
		async run() {
			const saved = {
				id: 1,
				type: '/segmentation/',
				name: 'S',
				data: JSON.stringify(manyKeys(200_000)),
			};
			const data = JSON.stringify({ code: 'SUCCESS', data: { bookmarks: [saved] } });
			const hostile = await HostileServer.start(({ url = '' }, response) =>
				response.end(url.includes('dashboard/bookmarks') ? data : '{"code":"SUCCESS","data":{}}'),
			);
			try {
				const form = {
					...{ resource: 'savedReport', operation: 'runSavedReport', dateRange: 'asPasted' },
					...{ dashboard: '1', savedReport: '1' },
				};
				const { error } = await hostile.run(form, 'key');
				const says = /^The saved report 'S' contains an object with 200001 keys/;
				return heldUnless(!says.test(error?.message ?? '') && `it said ${error?.message}`);
			} finally {
				hostile.stop();
			}
		},
	};
}

export const attacks: Attack[] = [
	work(
		'a million people to mention in a message',
		() => Array.from({ length: MILLION }, (_, n) => `user${n}`),
		(mention) =>
			messageOf(
				'dingtalk',
				reportTable(['date', 'n'], [['2026-11-01', 1]]),
				readRobot({ mention }),
			),
	),
	work('a key of 40 million rounds', () => keyBy(PBKDF2, ROUNDS), read),
	work('its length in more bytes', () => keyBy(PBKDF2, ROUNDS, longer), read),
	work('it is encrypted twice', () => keyBy(PBKDF2, ROUNDS, twice), read),
	work(
		'a key of another kind before it',
		() => keyBy(PBKDF2, ROUNDS, (key) => pem(der(48, number('01')), 'MY PRIVATE KEY') + pem(key)),
		read,
	),
	work(
		'a 0 behind the rounds',
		() => keyBy(PBKDF2, [...ROUNDS, number('20'), der(48, HMAC, number('00'))]),
		read,
	),
	work('a DSA key of 32,000 bits', () => withKey(dsa(32_000)), read),
	work('a number of 3 million decimals', () => `9007199254740993.${'7'.repeat(3e6)}`, toAmount),
	work(
		'a megabyte of SQL that is read in many ways',
		() => {
			const ids = Array.from({ length: 200_000 }, (_, n) => `'${n}'`).join();
			return `SELECT '\\\\', '#', '--', '/*', '$$' /* x */ || '\\\n' FROM events -- \r\n WHERE id IN (${ids})`;
		},
		placeholdersIn,
	),
	work(
		'5000 columns of a SELECT of 140,000 names',
		() => ({ sql: `SELECT ${names().join()} FROM t`, columns: names().slice(-5000) }),
		({ sql, columns }) => inSelectOrder(sql, columns),
	),
	work(
		'100,000 parameters of SQL, each called otherwise',
		() => ({ parameter: names().map((name) => ({ name, kind: 'text', value: 'x' })) }),
		(parameters) => readSqlQuery((name) => (name === 'sql' ? 'SELECT 1' : parameters), {}, 'UTC'),
	),
	work(
		'100,000 measures, each called otherwise',
		() => ({
			measure: names().map((outputName) => ({ eventName: 'A', aggregator: 'general', outputName })),
		}),
		(measures) => measuresParam(false).read(formSource(() => measures, 'UTC')),
	),
	work('a pasted query with an object of 300,000 keys', manyKeys, readPayload),
	work('a written query with an object of 300,000 keys', manyKeys, (query) =>
		define('event', query),
	),
	savedKeys(),
	work(
		'SQL that repeats a parameter of a megabyte 2,000 times',
		() => ({
			sql: `SELECT ${names().slice(0, 2000).fill(':a').join()} FROM events`,
			parameters: [{ name: 'a', value: "'".repeat(MILLION) }],
		}),
		toSqlText,
	),
	...Object.entries({
		'a parameter of 12 million quotation marks': () => "'".repeat(12 * MILLION),
		'a parameter of 12 million line ends': () => '\n'.repeat(12 * MILLION),
	}).map(([name, value]) =>
		work(
			`SQL with ${name}`,
			() => ({
				sql: 'SELECT a FROM events WHERE b IN (:a)',
				parameters: [{ name: 'a', value: value() }],
			}),
			toSqlText,
		),
	),
	work('a formula of 12 million signs', () => '/'.repeat(12 * MILLION), nameOfFormula),
	work(
		'SQL of 140,000 names beside 5,000 that are left out',
		() => ({ body: { sql: `SELECT ${names().join()} FROM events` } }),
		(request) =>
			assertNotLeftOut(
				request,
				new Set(
					names()
						.map((name) => `${name}_`)
						.slice(-5000),
				),
			),
	),
	...['(', 'a,', 'abs(', '1+', 'a AND '].map((part) =>
		work(
			`SQL of 1.9 million characters, all of them ${part}, beside a property that is left out`,
			() => ({
				body: { sql: `SELECT ${part.repeat((1.9 * MILLION) / part.length)} a FROM events` },
			}),
			(request) => assertNotLeftOut(request, new Set(['phone'])),
		),
	),
	work(
		'a name of 40 million joiners',
		() => '\u200d'.repeat(40 * MILLION),
		(text) => cut(clean(text), 40),
	),
	work(
		'a name of 20 million unpaired surrogates for a model',
		() => '\ud83d'.repeat(20 * MILLION),
		(name) =>
			atOnce(
				agentItemSteps(
					{
						columns: [{ key: 'city', role: 'group', type: 'string', whenEmpty: null }],
						...{ rows: listRows([[name]]), points: [], isTruncated: false, isSampled: false },
					},
					{ timeZone: 'UTC', requestedAt: '2026-11-21T00:00:00Z' },
					30_000,
				),
			),
	),
	work(
		'words that almost repeat a secret of 256 characters',
		() => `${'x'.repeat(255)}y`.repeat(1000),
		(text) => redactorOf(['x'.repeat(256)]).words(text),
	),
	work(
		'an answer of 2 million letters that repeats the beginning of a secret of 256 characters',
		() => 'x'.repeat(2 * MILLION),
		(text) => redactorOf([`${'x'.repeat(255)}y`]).data(text),
	),
	work('words of 40 million joiners', () => '\u200d'.repeat(40 * MILLION), firstWords),
	work(
		'a list of 10 million values for a model',
		() => {
			return Array.from({ length: 5 * MILLION }, (_, n) => ({ id: n, empty: null }));
		},
		toListAnswer,
	),
	{
		name: 'a stored token of a million letters',
		seconds: 30,
		async run() {
			const hostile = await HostileServer.start((_, response) => response.end('{}'));
			try {
				await hostile.engine.credentials.change('account', { accessToken: 'x'.repeat(MILLION) });
				await hostile.run({}, 'account');
				return 'held';
			} finally {
				hostile.stop();
			}
		},
	},
];
