import { firstWords } from '../../../../../credentials/http/redact';

describe('firstWords', () => {
	it.each([
		['<h1 class="x">Not</h1>\n\t<p>found</p>', 'Not found'],
		['a  \u0000\u200b b', 'a b'],
		['1 < 2 and 3 > 2', '1 2'],
		['a <> b', 'a b'],
		['', ''],
		['x'.repeat(160), 'x'.repeat(160)],
		['x'.repeat(161), `${'x'.repeat(160)}…`],
	])('%j', (text, words) => {
		expect(firstWords(text)).toBe(words);
	});
});
