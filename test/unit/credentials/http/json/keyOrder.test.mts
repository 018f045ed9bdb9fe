import { keysInOrder, parseJson } from '../../../../../credentials/http/json';

/** The order that an answer of this text is read in. */
const orderIn = (text: string) => {
	const { value } = parseJson(text) as { value: { data: { metadata_columns: object } } };
	return keysInOrder(value.data.metadata_columns);
};
const answer = (columns: string, more = '') =>
	`{"code":"SUCCESS","data":{"metadata_columns":${columns}${more}}}`;

describe('the order of columns', () => {
	it.each([
		['{"date":"DATE","90":"D","25":"D"}', ['date', '90', '25']],
		['{ "90" : "D" ,\n"a\\"}{,":"x", "25":"D" }', ['90', 'a"}{,', '25']],
		['{"b":"D","a":"D"}', ['b', 'a']],
		['{"25":"D"}', ['25']],
	])('is that of the text: %s', (columns, expected) => {
		expect(orderIn(answer(columns))).toEqual(expected);
	});

	it('is not known where the text has two, or another form', () => {
		const columns = '{"90":"D","25":"D"}';
		expect(orderIn(answer(columns, `,"other":{"metadata_columns":${columns}}`))).toBeUndefined();
		expect(orderIn(answer('{"90":["D"],"25":"D"}'))).toBeUndefined();
		expect(orderIn(answer('{"90":1,"25":2}'))).toBeUndefined();
		expect(keysInOrder({ 90: 'D', 25: 'D' })).toBeUndefined();
	});

	it('keeps two columns with the same name', () => {
		expect(orderIn(answer('{"90":"D","25":"D","90":"D"}'))).toEqual(['90', '25', '90']);
	});
});
