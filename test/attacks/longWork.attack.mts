/** Work at a stretch that a text prescribes, or that grows faster than what it is about. */
import { readCertificates } from '../../credentials/certificates.ts';
import { firstWords } from '../../credentials/http/redact.ts';
import { clean, cut } from '../../nodes/SensorsAnalytics/output/message/text.ts';
import { toListAnswer } from '../../nodes/SensorsAnalytics/output/tool.ts';
import { toAmount } from '../../nodes/SensorsAnalytics/query/json.ts';
import { inSelectOrder } from '../../nodes/SensorsAnalytics/sql/rows.ts';
import { placeholdersIn } from '../../nodes/SensorsAnalytics/sql/scan.ts';
import { authority } from '../support/certificate.mts';
import type { Attack } from './attack.mts';
import { watchedWork } from './support/blocks.mts';

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
	const length = content.length < 128 ? [content.length] : [0x81, content.length];
	return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'));
const number = (hex: string) => der(2, Buffer.from(hex, 'hex'));
const bytes = (count: number) => der(4, Buffer.alloc(count, 1));

/** An encrypted key (PKCS #8) whose head asks for the work. */
async function keyBy(kind: Buffer, ...costs: Buffer[]) {
	const aes = der(48, oid('60864801650304012a'), bytes(16));
	const scheme = der(48, der(48, kind, der(48, bytes(16), ...costs)), aes);
	const key = der(48, der(48, oid('2a864886f70d01050d'), scheme), bytes(96)).toString('base64');
	const { client } = await authority();
	return {
		ownCertificates: true,
		clientCertificate: client.cert,
		clientKey: `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${key}\n-----END ENCRYPTED PRIVATE KEY-----\n`,
		clientPassphrase: 'x',
	};
}

const PBKDF2 = oid('2a864886f70d01050c');
const read = (filledIn: Awaited<ReturnType<typeof keyBy>>) =>
	readCertificates(filledIn, 'https://sa.example');
const names = () => Array.from({ length: 140_000 }, (_, n) => `column_${n}`);

export const attacks: Attack[] = [
	work('a key of 40 million rounds', () => keyBy(PBKDF2, number('02625a00')), read),
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
		'a name of 40 million joiners',
		() => '\u200d'.repeat(40 * MILLION),
		(text) => cut(clean(text), 40),
	),
	work('words of 40 million joiners', () => '\u200d'.repeat(40 * MILLION), firstWords),
	work(
		'a list of 10 million values for a model',
		() => {
			return Array.from({ length: 5 * MILLION }, (_, n) => ({ id: n, empty: null }));
		},
		toListAnswer,
	),
];
