import { condition, counted, measured, read } from '../../../../../support/eventForm.mts';

describe('readEventQuery', () => {
	it('reads measures, grouping and unit', () => {
		const query = read({
			...measured(
				{ eventName: ' PayOrder ', aggregator: 'sum', field: 'amount', outputName: 'revenue' },
				{ eventName: 'PayOrder', aggregator: 'unique', field: 'left over', outputName: '' },
			),
			groupBy: {
				group: [
					{ field: 'city' },
					{ field: 'user.level' },
					{ field: 'amount', buckets: '0, 100,500' },
				],
			},
		});
		expect(query).toEqual({
			measures: [
				{
					kind: 'event',
					event: 'PayOrder',
					aggregator: 'sum',
					property: { of: 'event', event: 'PayOrder', name: 'amount' },
					name: 'revenue',
				},
				{ kind: 'event', event: 'PayOrder', aggregator: 'unique' },
			],
			groupBy: [
				{ property: { of: 'event', event: 'PayOrder', name: 'city' } },
				{ property: { of: 'user', name: 'level' } },
				{ property: { of: 'event', event: 'PayOrder', name: 'amount' }, buckets: [0, 100, 500] },
			],
			unit: 'day',
		});
	});

	it('takes an aggregator and a unit that are typed', () => {
		const query = read({
			...measured({
				eventName: 'A',
				aggregator: 'quantile95',
				field: 'x',
			}),
			unit: 'other',
			otherUnit: 'minute',
		});
		expect(query).toMatchObject({
			unit: 'minute',
			measures: [{ aggregator: 'quantile95', property: { name: 'x' } }],
		});
	});

	it.each<[string, Record<string, unknown>, string]>([
		['no measures', {}, "'Measures' is empty"],
		['an empty list', measured(), "'Measures' is empty"],
		[
			'no event',
			measured({ eventName: 'A', aggregator: 'general' }, { eventName: ' ' }),
			"'Event Name' of measure 2 is empty",
		],
		[
			'no aggregator',
			measured({ eventName: 'A', aggregator: '' }),
			"'Aggregator' of measure 1 is empty",
		],
		[
			'no aggregator',
			measured({ eventName: 'A', aggregator: { mode: 'name', value: '' } }),
			"'Aggregator' of measure 1 is empty",
		],
		[
			'aggregator without its field',
			measured({ eventName: 'A', aggregator: 'sum' }),
			"'Property' of measure 1 is empty",
		],
		[
			'aggregator in capitals without its field',
			measured({ eventName: 'A', aggregator: 'SUM' }),
			"'Property' of measure 1 is empty",
		],
		[
			'same output name twice',
			measured(
				{ eventName: 'A', aggregator: 'general', outputName: 'x' },
				{ eventName: 'B', aggregator: 'general', outputName: 'x' },
			),
			"Measures 1 and 2 have the same output name 'x'. Enter another 'Output Name' for one of them",
		],
		[
			'same measure twice',
			measured(
				{ eventName: 'A', aggregator: 'general' },
				{ eventName: 'A', aggregator: 'general' },
			),
			"Measures 1 and 2 have the same output name 'A_events'. Enter another 'Output Name' for one of them",
		],
		[
			'formula empty',
			measured({ aggregator: 'formula', outputName: 'x' }),
			"'Formula' of measure 1 is empty",
		],
		[
			'empty group',
			{ ...counted, groupBy: { group: [{ field: '', buckets: '' }] } },
			"'Property' of group 1 in 'Group By' is empty",
		],
		[
			'buckets out of order',
			{ ...counted, groupBy: { group: [{ field: 'x', buckets: '5, 1' }] } },
			"'Buckets (Numbers Only)' of group 1 in 'Group By' must be numbers in ascending order",
		],
		[
			'buckets that are no numbers',
			{ ...counted, groupBy: { group: [{ field: 'x', buckets: 'few, many' }] } },
			"'Buckets (Numbers Only)'",
		],
		['no unit', { ...counted, unit: '' }, "'Unit' is empty"],
		[
			'condition without field',
			{ ...counted, filter: condition({ field: '' }) },
			"'Property' of condition 1 of 'Filter' is empty",
		],
		[
			'condition without value',
			{ ...counted, filter: condition({ values: '' }) },
			"'Value' of condition 1 of 'Filter' is empty. Enter a value, e.g. Beijing",
		],
		[
			'one value too few',
			{
				...counted,
				filter: condition({ valueKind: 'number', function: 'between', values: '1' }),
			},
			"'Value' of condition 1 of 'Filter' must be two comma-separated values for 'Is Between'",
		],
		[
			'no number',
			{
				...counted,
				filter: condition({ valueKind: 'number', values: 'x' }),
			},
			"'Value' of condition 1 of 'Filter' isn't a number: 'x'",
		],
		[
			'no date',
			{
				...counted,
				filter: condition({ valueKind: 'date', function: 'absoluteBetween', values: 'x, y' }),
			},
			"'Value' of condition 1 of 'Filter' isn't a date: 'x'. Enter a date such as 2026-11-19",
		],
		[
			'in a group',
			{
				...counted,
				filterGroups: { group: [{ conditions: condition({ field: '' }) }] },
			},
			"'Property' of condition 1 of condition group 1 is empty",
		],
		[
			'of a measure',
			measured({
				eventName: 'A',
				aggregator: 'general',
				isFiltered: true,
				filter: condition({ field: '' }),
			}),
			"'Property' of condition 1 of measure 1 is empty",
		],
		[
			'unknown function',
			{ ...counted, filter: condition({ function: 'resembles' }) },
			"'Operator' of condition 1 of 'Filter' can't be 'resembles'. Use one of: ",
		],
		[
			'filter JSON',
			{ ...counted, options: { filterJson: '{"conditions":[{}]}' } },
			"condition 1 in 'Filter JSON' has no 'field'",
		],
		[
			'filter JSON of another format',
			{ ...counted, options: { filterJson: '{"city":"Beijing"}' } },
			"'Filter JSON' has no 'conditions'. A filter of Sensors Analytics is, for example, {",
		],
		[
			'a group of another format',
			{ ...counted, options: { filterJson: '{"filters":[{"city":"Beijing"}]}' } },
			"group 1 in 'Filter JSON' has no 'conditions'",
		],
	])('refuses: %s', (_case, form, message) => {
		expect(() => read(form)).toThrow(message);
	});
});
