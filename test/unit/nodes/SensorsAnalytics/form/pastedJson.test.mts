import { readPastedJson } from '../../../../../nodes/SensorsAnalytics/form/pastedJson';

describe('readPastedJson', () => {
	it('takes text and objects', () => {
		expect(readPastedJson(' {"a":1}\n', 'Query JSON')).toEqual({ a: 1 });
		expect(readPastedJson({ a: 1 }, 'Query JSON')).toEqual({ a: 1 });
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
