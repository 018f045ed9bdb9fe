import { writeJson } from '../../../../../credentials/http/json';
import { readPastedJson } from '../../../../../nodes/SensorsAnalytics/params/queryMode';

describe('readPastedJson', () => {
	it('takes text and objects', () => {
		expect(readPastedJson(' {"a":1}\n', 'Query JSON')).toEqual({ a: 1 });
		expect(readPastedJson({ a: 1 }, 'Query JSON')).toEqual({ a: 1 });
	});

	it('keeps the digits of long numbers, and refuses an object in which they are lost', () => {
		const text = '{"filter":{"conditions":[{"params":[9007199254740993]}]}}';
		expect(writeJson(readPastedJson(text, 'Query JSON'))).toBe(text);
		expect(() => readPastedJson(JSON.parse(text), 'Query JSON')).toThrow(
			/'Query JSON' contains a number that is too long for n8n: 9007199254740992 is already rounded\. Enter the payload as text, or put the number in quotation marks/,
		);
	});

	it.each([
		['', /'Query JSON' is empty/],
		[
			'{"a":',
			/'Query JSON' isn't valid JSON: not readable\. Copy the payload with "view source" in the browser's network panel/,
		],
		['[1]', /'Query JSON' isn't a JSON object\. Paste the whole request payload, from \{ to \}/],
		['5', /'Query JSON' isn't a JSON object\. Paste the whole request payload, from \{ to \}/],
	])('refuses %s', (text, message) => {
		expect(() => readPastedJson(text, 'Query JSON')).toThrow(message);
	});
});
