/** What the service sends is hostile: text that makes an expression walk for seconds, or throw. */
import { type Answer, answerSteps, readNetworkFault } from '../../credentials/http/answer.ts';
import { redactorOf, withoutHidden } from '../../credentials/http/redact.ts';
import { isRefusalLine, linesOf } from '../../nodes/SensorsAnalytics/transport/stream.ts';
import { inSlices } from '../../credentials/http/slices.ts';
import { type Attack, heldUnless } from './attack.mts';
import { watched, workedMs } from './support/blocks.mts';

const LENGTH = 1_000_000;
const SECRETS = ['e5e1a0b8c2f94d6b8a7c3d2e1f0a9b8c', 'Corr3ct & "horse" /b'];

/** A megabyte each, made for one of the expressions that see foreign text, or for several. */
const TEXTS: Record<string, string> = {
	'<': repeat('<'),
	'<a': repeat('<a'),
	'< and >': repeat('< >'),
	'opened titles': repeat('<title>'),
	'a title without an end': `<title>${repeat('log ')}`,
	'a title of blanks': `<title>${repeat(' ')}`,
	blanks: repeat(' '),
	'line ends': repeat('\n\r'),
	'blanks and a letter': `${repeat(' ')}x`,
	'opened quotation marks': repeat('“'),
	'opened quotation marks of all kinds': repeat('"\'`「“'),
	'half a statement about tokens': repeat('token has been '),
	'half a statement about sessions': repeat('session is '),
	'half a statement in Chinese': repeat('请登'),
	'type=': repeat('type='),
	'percent signs': repeat('%'),
	'half a secret': repeat(SECRETS[0]?.slice(0, -1) as string),
	'half a secret, percent-encoded': repeat(encodeURIComponent(SECRETS[1]?.slice(0, -1) as string)),
	'the start of an entity': repeat('&#00000'),
	backslashes: repeat('\\'),
	'opened lists': repeat('['),
	'opened objects': repeat('{"a":'),
	digits: repeat('9'),
	'a string without an end': `["${repeat('a')}`,
	'a string of escapes': `["${repeat('\\"')}`,
	exponents: `[${repeat('1e5,')}1]`,
};
const STATUSES = [200, 302, 401, 403, 500, 503];

function repeat(piece: string): string {
	return piece.repeat(Math.ceil(LENGTH / piece.length));
}

const asText = (text: string) => text;
const asError = (text: string) => JSON.stringify({ error: text });
const asCauses = (text: string) =>
	JSON.stringify({
		code: text,
		request_id: text,
		error_info: { code: text, description: text, error_causes: [{ error_cause: text }] },
	});

function answers(name: string, write: (text: string) => string): Attack[] {
	return Object.entries(TEXTS).map(([what, text]) => ({
		name: `${what}, ${name}`,
		seconds: 20,
		megabytes: 500,
		async run() {
			const body = Buffer.from(write(text));
			const headers = {
				location: text,
				'x-request-id': text,
				'content-type': `text/html; charset=${text}`.slice(0, 16_000),
				'content-encoding': text,
				'retry-after': text,
			};
			const started = workedMs();
			const got: Answer[] = [];
			for (const status of STATUSES) {
				for (const header of [headers, {}]) {
					const steps = answerSteps({ status, headers: header, body }, SECRETS);
					got.push(await watched(async () => await inSlices(steps)));
				}
			}
			const seconds = (workedMs() - started) / 1000;
			// Of a success the body is data: digits alone are a number that is kept as text.
			const said = got.map((answer) =>
				answer.kind === 'success' ? 0 : JSON.stringify(answer).length,
			);
			return heldUnless(
				seconds > 8 && `${seconds.toFixed(1)} s for ${got.length} answers`,
				write === asText &&
					!/^["[{]/.test(text) &&
					Math.max(...said) > 2000 &&
					`an answer of ${Math.max(...said)} characters is told`,
			);
		},
	}));
}

/** Every other place that takes foreign text. */
function elsewhere(name: string, take: (text: string) => unknown): Attack {
	return {
		name: `all texts, ${name}`,
		seconds: 30,
		megabytes: 500,
		async run() {
			for (const text of Object.values(TEXTS)) await take(text);
			return 'held';
		},
	};
}

export const attacks: Attack[] = [
	...answers('as the answer', asText),
	...answers('as an error', asError),
	...answers('in all fields of a refusal', asCauses),
	elsewhere('as a line of rows', isRefusalLine),
	elsewhere('as a refusal between rows', (text) => isRefusalLine(`{"error":"${text}`)),
	elsewhere('in the words of a line', (text) => redactorOf(SECRETS).words(text)),
	elsewhere('as a text that is cleaned', (text) =>
		withoutHidden(`${text}${'\ufe0f\u200d'.repeat(500_000)}`),
	),
	elsewhere('as data', (text) => redactorOf(SECRETS).data(text)),
	...['half a secret', 'half a secret, percent-encoded'].map((what) => ({
		name: `${what}, for 30 MB of data`,
		seconds: 60,
		megabytes: 1500,
		async run() {
			const steps = redactorOf(SECRETS).dataSteps((TEXTS[what] as string).repeat(30));
			await watched(async () => await inSlices(steps));
			return 'held' as const;
		},
	})),
	elsewhere('as a code of the network', (text) => readNetworkFault({ code: text, error: text })),
	elsewhere('in pieces', async (text) => {
		const limits = { bytes: Infinity, silenceMs: 60_000, wholeMs: 60_000 };
		for await (const line of linesOf(Buffer.from(text), limits)) if (line === '\0') return;
	}),
];
