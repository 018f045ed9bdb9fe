import { MANGLED, redactorOf } from '../../../../../credentials/http/redact';
import fc, { anyText } from '../../../../support/fastCheck.mts';

const HTML: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};
const bytes = (text: string) => [...Buffer.from(text)].map((byte) => byte.toString(16));
const each = (text: string, write: (character: string) => string) => [...text].map(write).join('');

/** How software writes a text; most of it by other means than the redactor. */
const SPELLINGS: Record<string, (secret: string) => string> = {
	'as it is': (secret) => secret,
	'percent-encoded': encodeURIComponent,
	'percent-encoded in lower case': (secret) =>
		encodeURIComponent(secret).replace(/%../g, (escaped) => escaped.toLowerCase()),
	'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
	'percent-encoded to the last letter': (secret) =>
		bytes(secret)
			.map((byte) => `%${byte.padStart(2, '0')}`)
			.join(''),
	'as a form': (secret) => new URLSearchParams({ '': secret }).toString().slice(1),
	'as JSON': (secret) => JSON.stringify(secret).slice(1, -1),
	'as JSON in ASCII': (secret) =>
		each(secret, (character) =>
			[...Array(character.length).keys()]
				.map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
				.join(''),
		),
	'in HTML': (secret) => secret.replace(/[&<>"']/g, (character) => `&${HTML[character]};`),
	'in HTML by numbers': (secret) => each(secret, (character) => `&#${character.codePointAt(0)};`),
	'in HTML by hexadecimal numbers': (secret) =>
		each(secret, (character) => `&#x00${character.codePointAt(0)?.toString(16).toUpperCase()};`),
};

const secretOf = (minLength: number) =>
	anyText({ minLength })
		.map((text) => Buffer.from(text).toString())
		.filter((text) => text.length >= minLength && !text.includes('*'));

describe('redactorOf', () => {
	it.each(Object.entries(SPELLINGS))('leaves no secret %s', (_name, spell) => {
		fc.assert(
			fc.property(secretOf(6), fc.string(), fc.string(), (secret, before, after) => {
				const clean = redactorOf([secret]).words(`${before}${spell(secret)}${after}`);
				expect(clean).not.toContain(spell(secret));
				// A secret of one repeated letter may have a part in the text around it.
				expect(clean).toMatch(/\*\*\*|^\(its words are left out/);
			}),
		);
	});

	it.each(['base64', 'base64url'] as const)(
		'leaves no secret in %s, wherever it starts',
		(code) => {
			fc.assert(
				fc.property(secretOf(9), fc.string(), fc.string(), (secret, before, after) => {
					const text = Buffer.from(`${before}${secret}${after}`).toString(code);
					const clean = redactorOf([secret]).words(text);
					if (clean.startsWith('(its words are left out')) return;
					const [left = '', right = ''] = clean.split('***');
					// The text keeps a character at each end at most.
					expect(clean).toContain('***');
					expect(Buffer.from(left, code).length).toBeLessThanOrEqual(
						Buffer.from(before).length + 1,
					);
					expect(Buffer.from(right, code).length).toBeLessThanOrEqual(
						Buffer.from(after).length + 2,
					);
				}),
			);
		},
	);

	it('hides the longer one of two that start alike', () => {
		const { words } = redactorOf(['secret-1', 'secret-1-and-more']);
		expect(words('a secret-1-and-more b secret-1 c')).toBe('a *** b *** c');
	});

	it('hides all words with a very short secret, which a gap would reveal', () => {
		const LEFT_OUT = '(details hidden to protect the credential)';
		expect(redactorOf(['abcde']).words('alphabet: abcdef')).toBe(LEFT_OUT);
		expect(redactorOf(['abcde']).words('ALPHABET: ABCDEF')).toBe(LEFT_OUT);
		expect(redactorOf(['a c']).words('a%20c')).toBe(LEFT_OUT);
		expect(redactorOf(['a-long-secret', 'abc']).words('an abc')).toBe(LEFT_OUT);
		expect(redactorOf(['abcde']).isClean('abcdef')).toBe(false);
		expect(redactorOf(['abcde']).words('anything')).toBe('anything');
		expect(redactorOf(['abcde']).isClean('SA-D-1-1')).toBe(true);
		expect(redactorOf(['abcde']).words('')).toBe('');
	});

	it('removes a key also without the sign with which all keys start', () => {
		const own = '9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f';
		const { words, data, isClean } = redactorOf([`#K-${own}`]);
		for (const spelled of [own, `K-${own}`, `&num;K-${own}`, `#K-${own}`, `%23K-${own}`]) {
			expect(words(`no ${spelled}.`)).not.toContain(own);
			expect(data(`{"a":"${spelled}"}`)).not.toContain(own);
			expect(isClean(spelled)).toBe(false);
		}
		expect(words(`no #K-${own}.`)).toBe('no ***.');
		expect(data('{"a":"#K-"}')).toBe('{"a":"#K-"}');
	});

	it('leaves words out that hold a part of a secret', () => {
		const secret = 'e5e1a0b8c2f94d6b8a7c3d2e1f0a9b8c';
		const { words, isClean } = redactorOf([secret]);
		expect(words(`no ${secret.slice(0, 20)}`)).toMatch(
			/^\(details hidden to protect the credential\)/,
		);
		expect(words(`no ${secret.slice(0, 8)}`)).toBe(`no ${secret.slice(0, 8)}`);
		expect(isClean(secret.toUpperCase())).toBe(false);
	});

	it('knows whose answer it reads, however many came before', () => {
		const secrets = Array.from({ length: 50 }, (_, user) => `user-${user}-`);
		for (const secret of [...secrets, ...secrets])
			expect(redactorOf([secret]).words(secrets.slice(0, 5).join(' '))).toBe(
				secrets
					.slice(0, 5)
					.map((one) => (one === secret ? '***' : one))
					.join(' '),
			);
		expect(redactorOf(['a-secret,another']).words('a-secret')).toBe('a-secret');
		expect(redactorOf(['a-secret', 'another']).words('a-secret')).toBe('***');
	});

	it('leaves no half of a secret where a long text is cut', () => {
		const secret = 'q'.repeat(40);
		for (let lost = 1; lost < 40; lost++) {
			const text = `${' '.repeat(256 * 1024 - 40 + lost)}${secret} and more`;
			expect(redactorOf([secret]).words(text)).not.toContain('q');
		}
	});

	it('takes out of data only what can not be there by chance', () => {
		const secret = 'a-secret-of-some-length';
		const { data } = redactorOf([secret, '202611']);
		const text = JSON.stringify({ day: '202611', n: 202611, url: `?token=${secret}` });
		expect(JSON.parse(data(text))).toEqual({ day: '202611', n: 202611, url: '?token=***' });
	});

	it('says whether a text holds a secret', () => {
		const { isClean } = redactorOf(['a-secret']);
		expect([isClean('SA-D-1-1'), isClean('x a-secret'), isClean('%61-secret')]).toEqual([
			true,
			false,
			false,
		]);
		expect(redactorOf(['d-1']).isClean('SA-D-1-1')).toBe(false);
	});

	it('takes any secret: no character of it has a meaning', () => {
		fc.assert(
			fc.property(fc.array(anyText()), (secrets) => {
				expect(typeof redactorOf(secrets).words('a text')).toBe('string');
			}),
		);
	});
});

describe('each spelling of a character that has several', () => {
	const secret = 'a&b<c>d"e\'f/g hi';
	const { words, data } = redactorOf([secret]);

	it.each([
		['as it is', secret],
		['names in HTML', 'a&amp;b&lt;c&gt;d&quot;e&apos;f/g hi'],
		['numbers in HTML', 'a&#38;b&#0060;c&#62;d&#34;e&#39;f&#47;g&#32;hi'],
		['JSON', 'a&b<c>d\\"e\'f\\/g hi'],
		['JSON in ASCII', 'a\\u0026b\\u003cc\\u003Ed\\u0022e\\u0027f\\u002fg\\u0020hi'],
		['a form', 'a%26b%3Cc%3ed%22e%27f%2Fg+hi'],
		['percent twice', 'a%2526b%253Cc%253Ed%2522e%2527f%252Fg%2520hi'],
		['mixed', 'a&amp;b%3Cc&#62;d\\"e&apos;f\\/g+hi'],
		["a ' with a backslash", 'a&b<c>d"e\\\'f/g hi'],
	])('%s', (_name, spelt) => {
		expect(words(`x ${spelt} y`)).toBe('x *** y');
		expect(data(`x ${spelt} y`)).toBe('x *** y');
	});

	it('a secret that starts with itself, behind more of its beginning', () => {
		const own = `${'ab'.repeat(10)}c`;
		const text = `- ab${own} ab%61b${own} ${own.slice(0, -1)} -`;
		expect(redactorOf([own]).data(text)).toBe(`- *** *** ${'ab'.repeat(10)} -`);
	});

	it('other texts stay', () => {
		for (const text of ['a&b<c>d"e\'f/gh', 'a+b', '&amp;', 'undefined'])
			expect(words(text)).toBe(text);
	});

	it('a + is no blank of another character', () => {
		expect(redactorOf(['abc-def']).words('abc+def')).toBe('abc+def');
	});
});

describe('which secrets', () => {
	it('ignores empty ones', () => {
		const { words, data, isClean } = redactorOf(['', '']);
		expect([words('a text'), data('a text'), isClean('a text')]).toEqual([
			'a text',
			'a text',
			true,
		]);
	});

	it('16 characters are enough for data, 15 are not', () => {
		const { data } = redactorOf(['x'.repeat(16), 'y'.repeat(15)]);
		expect(data(`${'x'.repeat(16)} ${'y'.repeat(15)}`)).toBe(`*** ${'y'.repeat(15)}`);
	});

	it('each of many is its own, however often they change', () => {
		for (let round = 0; round < 2; round++)
			for (let i = 0; i < 50; i++)
				expect(redactorOf([`secret-number-${i}-`]).words(`secret-number-${i}- b`)).toBe('*** b');
	});

	it('keeps base64 of a short secret, because it occurs in ordinary words', () => {
		expect(redactorOf(['abcdef']).words('the YWJj of it')).toBe('the YWJj of it');
		expect(redactorOf(['abcdef']).words(Buffer.from('abcdef').toString('base64'))).toBe('***');
	});

	it('of a long text its beginning, and not the end of that', () => {
		const most = 256 * 1024;
		expect(redactorOf(['secret']).words('a'.repeat(most))).toHaveLength(most);
		expect(redactorOf(['secret']).words('a'.repeat(most + 1))).toHaveLength(most - 16 * 6);
		expect(redactorOf([]).words('a'.repeat(most + 1))).toHaveLength(most);
	});
});

describe('words, with a short password', () => {
	const SHORT = ['Pa$$w0rd!9', 'k#9$!x@2^&*7(q)', 'hunter2!', 'x7-Qp.22_v'];
	const BETWEEN = ['\u200b', '\u00ad', '\ufeff', '\ufe0f', '\u{e0041}', '<b>', '&shy;', '&#8203;'];

	it.each(SHORT)('hides %s if what nobody sees is within it', (password) => {
		const { words } = redactorOf([password]);
		for (const sign of BETWEEN) {
			const text = `refused: ${password.slice(0, 4)}${sign}${password.slice(4)} of the account`;
			expect([sign, words(text)]).toEqual([sign, MANGLED]);
		}
	});

	it('hides one that is written as HTML twice', () => {
		expect(redactorOf(['a"b<c>&e']).words('refused: a&amp;quot;b&amp;lt;c&amp;gt;&amp;amp;e')).toBe(
			MANGLED,
		);
	});

	it('leaves other words', () => {
		expect(redactorOf(['hunter2!']).words('a hunter<b>1</b>! and 2&nbsp;more')).toBe(
			'a hunter<b>1</b>! and 2&nbsp;more',
		);
	});
});
