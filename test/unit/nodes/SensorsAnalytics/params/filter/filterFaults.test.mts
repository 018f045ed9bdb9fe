import { readConditions } from '../../../../../../nodes/SensorsAnalytics/params/filter';

describe('a wide comma', () => {
	const words =
		"'Value' of condition 1 of 'Filter' contains a full-width comma (， or 、). Separate values with a plain comma (,). If the comma is part of a value, enter the value in quotation marks: \"a，b\"";
	const valuesOf = (row: object) =>
		readConditions({ condition: [{ field: 'city', function: 'equal', ...row }] }, 'and', {
			event: 'PayOrder',
			place: "of 'Filter'",
			timeZone: 'Asia/Shanghai',
		})?.conditions[0]?.values;

	it.each<[string, object]>([
		['among others', { values: 'Oslo, Riga，Tartu' }],
		['of another kind', { values: '北京、上海' }],
		['behind quotation marks', { values: '"北京"，"上海"' }],
		['between sizes in inches', { values: '55"，65"' }],
		['in quotation marks within a value', { values: 'x "a，b"' }],
		['between digits of a text', { values: '1，2', valueKind: 'text' }],
		['beside a picked value', { values: '北京，上海', pickedValue: 'Riga' }],
	])('%s is an error', (_case, row) => {
		expect(() => valuesOf(row)).toThrow(words);
	});

	it.each<[string, object, unknown[]]>([
		['within the one text of an operator', { function: 'rlike', values: 'a，b' }, ['a，b']],
		['in a list of texts', { values: ' ["a，b"]' }, ['a，b']],
		['in quotation marks', { values: '"服装，鞋帽", 食品' }, ['服装，鞋帽', '食品']],
		['plain ones', { values: 'a, b' }, ['a', 'b']],
		['of numbers', { values: '1、2，3', valueKind: 'number' }, [1, 2, 3]],
		['from an expression that gives a list', { values: ['a，b'] }, ['a，b']],
	])('%s separates, or belongs to the value', (_case, row, values) => {
		expect(valuesOf(row)).toEqual(values);
	});
});
