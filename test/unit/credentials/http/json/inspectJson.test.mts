import { inspectJson, parseBoundedJson, parseJson } from '../../../../../credentials/http/json';
import fc from '../../../../support/fastCheck.mts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('inspectJson', () => {
	const texts: Array<[string, string | undefined]> = [
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
		['[1,1e999,1]', 'infiniteNumber'],
		['{"a":1e999}', 'infiniteNumber'],
		['[[1],1e999]', 'infiniteNumber'],
		['1e999', 'infiniteNumber'],
		// Brackets next to each other, and in texts, are no levels.
		[`[${'[],'.repeat(300)}{}]`, undefined],
		[`{${'"a":{},'.repeat(300)}"b":[]}`, undefined],
		[`["\\"${'['.repeat(300)}"]`, undefined],
		[`["\\\\",${nested(200)}]`, 'tooDeep'],
		['["an end that never comes', undefined],
		[`[${'9'.repeat(400)}]`, 'infiniteNumber'],
		[`[${'9'.repeat(305)}]`, undefined],
		[`[${'0,'.repeat(10_000_000)}0]`, 'tooManyValues'],
	];
	// Not with the whole text as a name: one has twenty million characters.
	it.each(texts.map(([text, fault]) => [text.slice(0, 20), fault, text]))(
		'%s… → %s',
		(_start, fault, text) => {
			expect(inspectJson(text)).toBe(fault);
		},
	);

	it('finds nothing in JSON that is as it should be', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(inspectJson(text)).toBeUndefined();
				// Whole numbers that a number can't hold are text: exactJson.test.mts.
				fc.pre(!/\d{16}/.test(text));
				expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
			}),
		);
	});
});

describe('parseJson', () => {
	it('says why a text is not parsed', () => {
		expect(parseJson(` ${nested(300)}`)).toEqual({ fault: 'tooDeep' });
		expect(parseJson('<html>')).toBeUndefined();
		expect(parseJson(`<html>${'['.repeat(300)}`)).toBeUndefined();
		for (const text of ['1e999', ' -1e999'])
			expect(parseJson(text)).toEqual({ fault: 'infiniteNumber' });
		expect(parseJson('-1.5')).toEqual({ value: -1.5 });
	});

	it.each([
		['[1e999]', /a number that is too large/],
		['['.repeat(201) + ']'.repeat(201), /more than 200 levels/],
		['{"a":', /JSON/],
	])('JSON in a text is held to the same limits: %.20s', (text, words) => {
		expect(() => parseBoundedJson(text)).toThrow(words);
	});

	it('JSON in a text keeps its digits', () => {
		const { id, n } = parseBoundedJson('{"id":9007199254740993,"n":1}') as {
			[key: string]: unknown;
		};
		expect([String(id), n]).toEqual(['9007199254740993', 1]);
	});
});
