import { toWholeNumber, WholeNumber } from '../../../../../credentials/http/json';

it('whole numbers lose no digit', () => {
	expect(toWholeNumber('9007199254740991')).toBe(9007199254740991);
	const long = toWholeNumber('-9007199254740993');
	expect(long).toBeInstanceOf(WholeNumber);
	expect(String(long)).toBe('-9007199254740993');
	expect(JSON.stringify({ long })).toBe('{"long":"-9007199254740993"}');
});
