import { resources } from '../../../../../../nodes/SensorsAnalytics/actions/description';
import { assertPlainCommas } from '../../../../../../nodes/SensorsAnalytics/params/condition';

const fieldsOf = (operation: string) =>
	resources.flatMap(({ operations }) => operations).find(({ option }) => option.value === operation)
		?.fields ?? [];
const read = (form: { [name: string]: unknown }) => (name: string) => form[name] ?? '';
const condition = [{ field: 'city', values: 'Oslo' }];

describe('a wide comma between texts', () => {
	const resultOf = (place: string) =>
		`'Value' of condition ${place} contains a full-width comma (， or 、). Separate values with a plain comma (,). If the comma is part of a value, enter the values as a list: ["a，b"]`;
	const own = (values: unknown) => ({
		filter: { condition: [...condition, { values }] },
	});

	it.each<[string, { [name: string]: unknown }, string | undefined]>([
		['among others', own('Oslo, Riga，Tartu'), resultOf("2 of 'Filter'")],
		[
			'in a group',
			{
				filterGroups: { group: [{ conditions: { condition: [{ values: '北京，上海' }] } }] },
			},
			resultOf('1 of condition group 1'),
		],
		[
			'of a measure',
			{
				measures: { measure: [{ isFiltered: true, filter: { condition: [{ values: 'a，b' }] } }] },
			},
			resultOf('1 of measure 1'),
		],
		['of another kind', own('北京、上海'), resultOf("2 of 'Filter'")],
		[
			'within the one text of an operator',
			{ filter: { condition: [{ function: 'rlike', values: 'a，b' }] } },
			undefined,
		],
		['in a list of texts', own(' ["a，b"]'), undefined],
		['plain ones', own('a, b'), undefined],
		['of dates and numbers, where it parts them', own('2026-11-01，2026-11-02'), undefined],
		['from an expression that gives a list', own(['a，b']), undefined],
	])('%s', (_case, form, words) => {
		const assert = () => assertPlainCommas(fieldsOf('getEventReport'), read(form));
		if (words === undefined) expect(assert).not.toThrow();
		else expect(assert).toThrow(words);
	});
});
