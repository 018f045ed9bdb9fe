import { charsetOf, decodeBody } from '../../../../../credentials/http/answer';

const CUT = Buffer.from('中文').subarray(0, 4);

describe('decodeBody', () => {
	it.each<[string, unknown, string | undefined, string | undefined]>([
		['text stays', '{"a":"中"}', undefined, '{"a":"中"}'],
		['no body', undefined, 'utf-8', ''],
		['null', null, 'utf-8', ''],
		['UTF-8', Buffer.from('中'), 'utf-8', '中'],
		['a UTF-8 mark is no part of the text', Buffer.from([0xef, 0xbb, 0xbf, 0x7b]), 'utf-8', '{'],
		['GBK', Buffer.from([0xd6, 0xd0]), 'gbk', '中'],
		['bytes of a plain array', new Uint8Array([0x7b, 0x7d]), 'utf-8', '{}'],
		['what is parsed already', { a: 1 }, 'utf-8', '{"a":1}'],
		['no characters are replaced', Buffer.from([0x7b, 0xff, 0x7d]), 'utf-8', undefined],
		['a character that is cut', CUT, 'utf-8', undefined],
		['a charset that nobody knows', Buffer.from('{}'), undefined, undefined],
	])('%s', (_case, body, charset, expected) => {
		expect(decodeBody(body, charset)).toBe(expected);
	});

	it('leaves out the character at which a beginning ends', () => {
		expect(decodeBody(CUT, 'utf-8', true)).toBe('中');
	});
});

describe('charsetOf', () => {
	it.each([
		['application/json', 'utf-8'],
		['', 'utf-8'],
		['application/json; charset=GBK', 'gbk'],
		['text/html;charset="utf-8"', 'utf-8'],
		["text/html; charset='big5'; x=y", 'big5'],
		['text/plain; charset=klingon', undefined],
	])('of %j is %s', (contentType, expected) => {
		expect(charsetOf(contentType)).toBe(expected);
	});
});
