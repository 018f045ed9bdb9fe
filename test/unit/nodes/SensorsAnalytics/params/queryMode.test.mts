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
			/9007199254740992 is rounded already. Give the payload as text/,
		);
	});

	it.each([
		['', /'Query JSON' is empty/],
		['{"a":', /'Query JSON' is no valid JSON/],
		['[1]', /'Query JSON' is no JSON object/],
		['5', /'Query JSON' is no JSON object/],
	])('refuses %s', (text, message) => {
		expect(() => readPastedJson(text, 'Query JSON')).toThrow(message);
	});
});
