import { resources } from '../../../../../../nodes/SensorsAnalytics/actions/router';
import { emptyFilter, wideComma } from '../../../../../../nodes/SensorsAnalytics/params/condition';
import { triggerFields } from '../../../../../../nodes/SensorsAnalyticsTrigger/fields';

const fieldsOf = (operation: string) =>
	resources.flatMap(({ operations }) => operations).find(({ option }) => option.value === operation)
		?.fields ?? [];
const read = (form: { [name: string]: unknown }) => (name: string) => form[name] ?? '';
const condition = [{ field: 'city', values: 'Oslo' }];
const none = { condition: [] };

describe('a filter that lets everything through', () => {
	const EMPTY =
		"'Filter' is set to Conditions, but has no conditions. Add a condition to 'Filter By', or set 'Filter' to None";

	it.each<[string, { [name: string]: unknown }, string | undefined]>([
		['is chosen alone', { filterMode: 'conditions' }, EMPTY],
		['was emptied', { filterMode: 'conditions', filter: none }, EMPTY],
		[
			'has empty groups',
			{ filterMode: 'conditions', filterGroups: { group: [{ conditions: none }, {}] } },
			EMPTY,
		],
		['has a condition', { filterMode: 'conditions', filter: { condition } }, undefined],
		[
			'has one in a group',
			{ filterMode: 'conditions', filterGroups: { group: [{}, { conditions: { condition } }] } },
			undefined,
		],
		['is not chosen', { filterMode: 'none', filter: none }, undefined],
		['is not there', {}, undefined],
		[
			'is of the second measure',
			{
				measures: {
					measure: [
						{ isFiltered: true, filter: { condition } },
						{ isFiltered: true, filter: none },
					],
				},
			},
			"'Filter This Measure' of measure 2 is on, but has no conditions. Add a condition to 'Conditions', or turn off the filter",
		],
		['is off', { measures: { measure: [{ isFiltered: false, filter: none }, {}] } }, undefined],
	])('%s', (_case, form, words) => {
		expect(emptyFilter(fieldsOf('getEventReport'), read(form))).toBe(words);
	});

	it.each([
		['getFunnelReport', 'steps', 'step', "'Filter This Step' of step 1 is on"],
		['getPathReport', 'pathEvents', 'event', "'Filter This Event' of event 1 is on"],
	])('%s is found in its own lists', (operation, list, row, words) => {
		const form = { [list]: { [row]: [{ isFiltered: true }] } };
		expect(emptyFilter(fieldsOf(operation), read(form))).toContain(words);
	});

	it('is found in the trigger', () => {
		const form = { measures: { measure: [{ isFiltered: true }] } };
		expect(emptyFilter(triggerFields, read(form))).toContain('of measure 1');
	});
});

describe('a wide comma between texts', () => {
	const told = (place: string) =>
		`'Value' of condition ${place} contains a full-width comma (，), which counts as part of the value. Separate values with a plain comma (,)`;
	const own = (values: unknown) => ({
		filterMode: 'conditions',
		filter: { condition: [...condition, { values }] },
	});

	it.each<[string, { [name: string]: unknown }, string | undefined]>([
		['among others', own('Oslo, Riga，Tartu'), told("2 of 'Filter By'")],
		[
			'in a group',
			{
				filterMode: 'conditions',
				filterGroups: { group: [{ conditions: { condition: [{ values: '北京，上海' }] } }] },
			},
			told('1 of filter group 1'),
		],
		[
			'of a measure',
			{
				measures: { measure: [{ isFiltered: true, filter: { condition: [{ values: 'a，b' }] } }] },
			},
			told('1 of measure 1'),
		],
		['in a list of texts', own(' ["a，b"]'), undefined],
		['plain ones', own('a, b'), undefined],
		['of dates and numbers, where it parts them', own('2026-11-01，2026-11-02'), undefined],
		['from an expression that gives a list', own(['a，b']), undefined],
	])('%s', (_case, form, words) => {
		expect(wideComma(fieldsOf('getEventReport'), read(form))).toBe(words);
	});
});
