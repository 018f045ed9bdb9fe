import fc from 'fast-check';

import { inspectJson, parseJson } from '../../../../credentials/http/inspectJson';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Whole numbers that n8n can't hold are texts of their digits. */
const withDigits = (_key: string, value: unknown) =>
	Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(String(value))
		? String(value)
		: value;

describe('inspectJson', () => {
	it.each([
		[nested(200), undefined],
		[nested(201), 'tooDeep'],
		[`{"a":${nested(200)}}`, 'tooDeep'],
		[`["${'['.repeat(300)}"]`, undefined],
		['["\\"[", "\\\\", 1]', undefined],
		['[1e308, -1e308, 1E5, true, false, null]', undefined],
		['[1e309]', 'infiniteNumber'],
		['[-1E999 ]', 'infiniteNumber'],
		['{"a": 1e999}', 'infiniteNumber'],
		['["1e999", {"1e999": 0}]', undefined],
		[`[${'9'.repeat(400)}]`, 'infiniteNumber'],
		[`[${'9'.repeat(305)}]`, undefined],
		[`[${'0,'.repeat(10_000_000)}0]`, 'tooManyValues'],
	])('%.20s… → %s', (text, fault) => {
		expect(inspectJson(text)).toBe(fault);
	});

	it('finds nothing in JSON that is as it should be', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(inspectJson(text)).toBeUndefined();
				expect(parseJson(text)).toEqual({ value: JSON.parse(text, withDigits) });
			}),
		);
	});
});

describe('parseJson', () => {
	it('says why a text is not parsed', () => {
		expect(parseJson(` ${nested(300)}`)).toEqual({ fault: 'tooDeep' });
		expect(parseJson('<html>')).toBeUndefined();
	});
});
