import { secretPartFinder } from '../../../../../credentials/http/redact';

const SECRET = 'e5e1a0b8c2f94d6b8a7c3d2e1f0a9b8c';
const each = (write: (code: number) => string) =>
	[...SECRET].map((letter) => write(letter.charCodeAt(0))).join('');

describe('partsOf', () => {
	const holdsPart = secretPartFinder([SECRET]);

	it.each([
		['its beginning', SECRET.slice(0, 12)],
		['its middle', SECRET.slice(9, 21)],
		['its end', SECRET.slice(-12)],
		['capitals', SECRET.toUpperCase()],
		['blanks', [...SECRET].join(' ')],
		['two halves', `${SECRET.slice(0, 9)}; ${SECRET.slice(9, 18)}`],
		['wide letters', each((code) => String.fromCharCode(code + 0xfee0))],
		['backwards', [...SECRET].reverse().join('')],
		['hexadecimal digits', Buffer.from(SECRET).toString('hex')],
		['base64 in lines', Buffer.from(`ab${SECRET}`).toString('base64').replace(/.{9}/g, '$&\n')],
		['HTML without an end', each((code) => `&#${code}`)],
		['line breaks of JSON', [...SECRET].join('\\n')],
		['HTML twice', each((code) => `&amp;#x${code.toString(16)};`)],
		['percent four times', each((code) => `%252525${code.toString(16)}`)],
		['JSON in JSON', each((code) => `\\\\u00${code.toString(16)}`)],
		['named entities', [...SECRET].join('&zwnj;')],
		['entities without an end', [...SECRET].join('&shy')],
		['entities with many zeros', each((code) => `&#000000000${code};`)],
		['letters with accents', [...SECRET].join('é')],
		['accents', [...SECRET].join('\u0301')],
		['bold letters', each((code) => String.fromCodePoint(code + (code > 64 ? 0x1d3b9 : 0x1d79e)))],
		['JavaScript', each((code) => `\\x${code.toString(16)}`)],
		['code points of JavaScript', each((code) => `\\u{${code.toString(16)}}`)],
		['the escape function of JavaScript', each((code) => `%u00${code.toString(16)}`)],
	])('finds %s', (_, text) => {
		expect(holdsPart(`no ${text} here`)).toBe(true);
	});

	it('finds one that was written as HTML before it was packed, also where it is cut', () => {
		const packed = encodeURIComponent('Corr3ct &amp; &quot;horse&quot; /b');
		expect(secretPartFinder(['Corr3ct & "horse" /b'])(packed.slice(0, 48))).toBe(true);
	});

	it.each(['Z%C3%BCrich-2026', 'Z%FCrich-2026', 'Z%c3%bc%72ich-2026', 'k%239%24!x%402%5E%26*7(q)'])(
		'finds a password in %s',
		(text) => {
			expect(secretPartFinder(['Zürich-2026', 'k#9$!x@2^&*7(q)'])(`no ${text}`)).toBe(true);
		},
	);

	it('finds nothing in other words', () => {
		expect(holdsPart(SECRET.slice(0, 11))).toBe(false);
		expect(holdsPart('event PayOrder does not exist &#99999999; %zz \\u12')).toBe(false);
		expect(holdsPart('')).toBe(false);
		expect(secretPartFinder([])(SECRET)).toBe(false);
	});

	it('searches only for a complete shorter one, and not at all for the shortest', () => {
		expect(secretPartFinder(['horse-12'])('no HORSE 1 2')).toBe(false);
		expect(secretPartFinder(['horses-12'])('no HORSES 1 2')).toBe(true);
		expect(secretPartFinder(['horses-12'])('no horses-1')).toBe(false);
	});

	it("does not mistake the product's name for a part", () => {
		expect(secretPartFinder(['Sensors-Analytics'])('Sensors Analytics refused')).toBe(false);
		expect(secretPartFinder(['SensorsAnalytics2026'])('Sensors Analytics refused')).toBe(false);
		expect(secretPartFinder(['SensorsAnalytics2026'])('no SENSORSANALYTICS2026')).toBe(true);
	});

	it('searches a long text once', () => {
		const started = performance.now();
		holdsPart('&#37;25'.repeat(40_000));
		expect(performance.now() - started).toBeLessThan(2_000);
	});
});
