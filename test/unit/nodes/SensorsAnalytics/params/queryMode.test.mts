import { writeJson } from '../../../../../credentials/http/json';
import {
	readDefinitionText,
	readPastedJson,
	readPayload,
} from '../../../../../nodes/SensorsAnalytics/params/queryMode';

const PAGE = 'https://sa.example.com/segmentation/?project=production#';

describe('a pasted query', () => {
	it('is refused with an object of more than 1000 keys, which says so', () => {
		const keys = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1]));
		expect(() => readPayload({ measures: [keys(1000)] })).not.toThrow();
		expect(() => readPayload({ measures: [keys(1001)] })).toThrow(
			/^'Report URL or JSON' contains an object with 1001 keys, and the node reads at most 1000\. Remove what/,
		);
	});

	it.each([
		...['token', 'Token', 'access_token', 'sensors_token', 'auth', 'x-token', 'secret'],
		...['accessToken', 'XAuthToken', 'api-key', 'apiKey', 'API_SECRET', 'appKey', 'sessionid'],
		...['ｔｏｋｅｎ', 'Set-Cookie', 'cookies', 'password', 'passwd', 'Authorization', 'csrf-token'],
		...['sign', 'x-signature', 'pass', 'otp', 'otpCode', '密码', '登录口令'],
	])('is refused with a possible secret: %s', (key) => {
		const says = /^'Report URL or JSON' contains '.+', which may be a secret\. Remove it/;
		const written = encodeURIComponent(key);
		for (const text of [
			`${PAGE}unit=day&${written}=TOPSECRET`,
			`${PAGE}unit=day&extra[${written}]=TOPSECRET`,
			`${PAGE}unit=day&${written}[]=TOPSECRET`,
			`${PAGE}q=${JSON.stringify({ unit: 'day', [key]: 'TOPSECRET' })}`,
			JSON.stringify({ unit: 'day', headers: [{ [key]: 'TOPSECRET' }] }),
			{ unit: 'day', measures: [{ [key]: { a: 'TOPSECRET' } }] },
			{ unit: 'day', config: JSON.stringify({ [key]: 'TOPSECRET' }) },
			{ unit: 'day', config: [` ${JSON.stringify(JSON.stringify([{ [key]: 'TOPSECRET' }]))}`] },
		]) {
			expect(() => readPayload(text)).toThrow(says);
			expect(() => readPayload(text)).not.toThrow('TOPSECRET');
		}
	});

	it.each([
		{ bucket_params: { 'event.A.token': [1], 'user.auth_type': [2] } },
		{ filter: { conditions: [{ field: 'user.token', function: 'equal', params: ['token'] }] } },
		{ session_name: 's', session_interval: 30, passed: 1, author: 'a', tokenized: 1, secretary: 1 },
		{ limit: 100, sampling_factor: 64 },
		{ limit: -1, sampling_factor: '32' },
		{ limit: null },
		{ config: '{"token' },
		{ editName: 'token' },
	])('may be %j', (query) => {
		expect(readPayload(JSON.stringify(query)).payload).toEqual(query);
	});

	it.each([
		{ limit: -5 },
		{ limit: 0 },
		{ limit: '1e9' },
		{ limit: 1.5 },
		{ limit: 10_000_001 },
		{ limit: [5] },
		{ sampling_factor: 0 },
		{ sampling_factor: 65 },
		{ sampling_factor: true },
		{ sampling_factor: '' },
	])('is refused with numbers beyond those of the form: %j', (query) => {
		const [key] = Object.keys(query);
		expect(() => readPayload(query)).toThrow(
			`'${key}' in 'Report URL or JSON' must be a whole number from 1 to `,
		);
	});
});

describe('readPastedJson', () => {
	it('takes text and objects', () => {
		expect(readPastedJson(' {"a":1}\n', 'Report URL or JSON')).toEqual({ a: 1 });
		expect(readPastedJson({ a: 1 }, 'Report URL or JSON')).toEqual({ a: 1 });
	});

	it('takes keys that occur in different objects, or in texts', () => {
		const text = '{"a":{"a":[{"a":1},{"a":"{\\"b\\":1,\\"b\\":2}"}]},"b":"a: a:"}';
		expect(readPastedJson(text, 'Report URL or JSON')).toEqual(JSON.parse(text));
	});

	it('keeps the digits of long numbers, and refuses an object in which they are lost', () => {
		const text = '{"filter":{"conditions":[{"params":[9007199254740993]}]}}';
		expect(writeJson(readPastedJson(text, 'Report URL or JSON'))).toBe(text);
		expect(() => readPastedJson(JSON.parse(text), 'Report URL or JSON')).toThrow(
			/'Report URL or JSON' contains a number that is too long for n8n: 9007199254740992 is already rounded\. Enter the payload as text, or put the number in quotation marks/,
		);
	});

	it.each([
		['', /'Report URL or JSON' is empty/],
		[
			'{"a":',
			/'Report URL or JSON' isn't valid JSON: Unexpected end of JSON input\. Copy the payload with "view source" in the browser's network panel/,
		],
		...['// what\n{"a":1}', '/* what */ {"a":1}', '{ // what\n"a":1}', '{"a":1 /* what */}'].map(
			(text): [string, RegExp] => [
				text,
				/^'Report URL or JSON' isn't valid JSON: comments, and a \/ outside of quotation marks, aren't allowed\. Copy the payload/,
			],
		),
		...[
			['{"a":1,"b":[{"c":2}],"a":3}', 'a'],
			['{"b":[{"x":{}},{"c":"x","c":"\\"y\\\\"}]}', 'c'],
			['{"a":1,"\\u0061":2}', 'a'],
		].map(([text = '', key]): [string, RegExp] => [
			text,
			new RegExp(
				`^'Report URL or JSON' has the key '${key}' twice in an object; remove one\\. Copy`,
			),
		]),
		[
			'[1]',
			/'Report URL or JSON' isn't a JSON object\. Paste the whole request payload, from \{ to \}/,
		],
		[
			'5',
			/'Report URL or JSON' isn't a JSON object\. Paste the whole request payload, from \{ to \}/,
		],
	])('refuses %s', (text, message) => {
		expect(() => readPastedJson(text, 'Report URL or JSON')).toThrow(message);
	});
});

it('a comment before a payload is no URL', () => {
	expect(() => readPayload('// what\n{"a":1}')).toThrow(
		/^'Report URL or JSON' isn't valid JSON: comments, and a \/ outside of quotation marks, aren't allowed\./,
	);
});

it('a comment in the query of a model is named', () => {
	expect(() => readDefinitionText('{"a":1} // what', '{"range": "today"}')).toThrow(
		`'Query Definition' isn't valid JSON: comments, and a / outside of quotation marks, aren't allowed. Write a JSON object such as {"range": "today"}`,
	);
});
