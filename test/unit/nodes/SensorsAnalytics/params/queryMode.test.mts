import { writeJson } from '../../../../../credentials/http/json';
import { readPastedJson } from '../../../../../nodes/SensorsAnalytics/params/queryMode';

describe('readPastedJson', () => {
	it('takes text and objects', () => {
		expect(readPastedJson(' {"a":1}\n', 'Report URL or JSON')).toEqual({ a: 1 });
		expect(readPastedJson({ a: 1 }, 'Report URL or JSON')).toEqual({ a: 1 });
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
			/'Report URL or JSON' isn't valid JSON: not readable\. Copy the payload with "view source" in the browser's network panel/,
		],
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
