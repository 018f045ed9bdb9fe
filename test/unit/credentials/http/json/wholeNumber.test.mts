import { toInteger, Integer } from '../../../../../credentials/http/json';

it('integers lose no digit', () => {
	expect(toInteger('9007199254740991')).toBe(9007199254740991);
	const long = toInteger('-9007199254740993');
	expect(long).toBeInstanceOf(Integer);
	expect(String(long)).toBe('-9007199254740993');
	expect(JSON.stringify({ long })).toBe('{"long":"-9007199254740993"}');
});
