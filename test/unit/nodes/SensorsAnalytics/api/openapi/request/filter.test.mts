import { writeFilter } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/request';

const of = (name: string, values: string[] = []) =>
	({
		join: 'or',
		conditions: [{ property: { of: 'user', name: 'city' }, function: name, values }],
		groups: [],
	}) as const;

describe('filters', () => {
	it('have relations in upper case, also inside', () => {
		const filter = { ...of('equal', ['Riga']), groups: [{ ...of('isSet'), join: 'and' as const }] };
		expect(writeFilter({ ...filter, conditions: [...filter.conditions] } as never)).toEqual({
			relation: 'OR',
			conditions: [{ field: 'user.city', function: 'equal', params: ['Riga'] }],
			filters: [
				{ relation: 'AND', conditions: [{ field: 'user.city', function: 'isSet', params: [] }] },
			],
		});
	});

	it.each([
		['absoluteBetween', 'Is Between Dates'],
		['relativeWithin', 'Is Within the Last N Days'],
		['relativeBefore', 'Is More Than N Days Ago'],
		['include', 'Includes'],
	])('can not have %s, which the form calls %s', (name, label) => {
		expect(() => writeFilter(of(name, ['1']) as never)).toThrow(
			`The condition '${label}' on user.city isn't available in the OpenAPI. Filter by a user group that uses this condition, or use a credential with an API secret or an account`,
		);
		const inner = { join: 'and', conditions: [], groups: [of(name, ['1'])] };
		expect(() => writeFilter(inner as never)).toThrow(label);
		expect(() => writeFilter(inner as never, 'measures.1.filter')).toThrow(
			`measures.1.filter.filters.0.conditions.0.function: The condition '${label}'`,
		);
	});
});
