import { readEventQuery } from '../../nodes/SensorsAnalytics/form/eventQuery';
import { readPastedJson } from '../../nodes/SensorsAnalytics/form/pastedJson';
import { readProperty } from '../../nodes/SensorsAnalytics/form/property';
import { readFilter } from '../../nodes/SensorsAnalytics/wire/legacy/readFilter';

const read = (form: Record<string, unknown>) =>
	readEventQuery((name) => ({ unit: 'day', ...form })[name as 'unit'] ?? '', readFilter);
const measured = (...measure: object[]) => ({ measures: { measure } });
const counted = measured({ eventName: 'A', aggregator: 'general' });
const condition = (more: object) => ({
	condition: [{ field: 'city', valueKind: 'text', function: 'equal', values: 'Riga', ...more }],
});

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

	it('reads a formula, its events and its format', () => {
		const { measures } = read(
			measured({
				measureType: 'formula',
				expression: 'unique(event.PayOrder)/unique(event.$pageview)',
				format: '%2p',
				outputName: 'rate',
			}),
		);
		expect(measures).toEqual([
			{
				kind: 'formula',
				expression: 'unique(event.PayOrder)/unique(event.$pageview)|%2p',
				events: ['PayOrder', '$pageview'],
				name: 'rate',
			},
		]);
		const [typed] = read(
			measured({
				measureType: 'formula',
				expression: 'x|%d',
				format: '%2p',
				events: 'A, B',
				outputName: 'y',
			}),
		).measures;
		expect(typed).toMatchObject({ expression: 'x|%d', events: ['A', 'B'] });
	});

	it('takes a short group of several events as a property of any event', () => {
		const query = read({
			...measured(
				{ eventName: 'A', aggregator: 'general' },
				{ eventName: 'B', aggregator: 'general' },
			),
			groupBy: { group: [{ field: 'city' }] },
		});
		expect(query.groupBy).toEqual([
			{ property: { of: 'event', event: '$Anything', name: 'city' } },
		]);
	});

	it('takes an aggregator and a unit that are typed', () => {
		const query = read({
			...measured({
				eventName: 'A',
				aggregator: 'other',
				otherAggregator: 'quantile95',
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

	it('reads conditions, groups of them, and those of one measure', () => {
		const { filter, measures } = read({
			...measured({
				eventName: 'A',
				aggregator: 'general',
				isFiltered: true,
				filter: condition({}),
				filterJoin: 'or',
			}),
			filterMode: 'conditions',
			filterJoin: 'or',
			filter: condition({ valueKind: 'number', function: 'between', values: '1, 2.5' }),
			filterGroups: {
				group: [{ join: 'and', conditions: condition({ function: 'isSet' }) }, { conditions: {} }],
			},
		});
		const property = { of: 'event', event: 'A', name: 'city' };
		expect(filter).toEqual({
			join: 'or',
			conditions: [{ property, function: 'between', values: [1, 2.5] }],
			groups: [
				{ join: 'and', conditions: [{ property, function: 'isSet', values: [] }], groups: [] },
			],
		});
		expect(measures[0]?.filter).toEqual({
			join: 'or',
			conditions: [{ property, function: 'equal', values: ['Riga'] }],
			groups: [],
		});
	});

	it.each<[string, object, unknown[]]>([
		['commas', { values: 'Riga, Tartu' }, ['Riga', 'Tartu']],
		['a list', { values: ['a,b', 'c'] }, ['a,b', 'c']],
		['a JSON list', { values: '["a,b","c"]' }, ['a,b', 'c']],
		['one text, commas and all', { function: 'rlike', values: 'a,b' }, ['a,b']],
		['numbers', { valueKind: 'number', values: '1, -2.5' }, [1, -2.5]],
		[
			'dates',
			{ valueKind: 'date', function: 'absoluteBetween', values: '2026-11-01, 2026-11-30' },
			['2026-11-01', '2026-11-30'],
		],
		['days', { valueKind: 'date', function: 'relativeWithin', values: '3' }, [3]],
		['none', { valueKind: 'boolean', function: 'isTrue', values: 'left over' }, []],
	])('values of a condition: %s', (_case, row, values) => {
		const { filter } = read({ ...counted, filterMode: 'conditions', filter: condition(row) });
		expect(filter?.conditions[0]?.values).toEqual(values);
	});

	it('takes a filter in the form of the platform', () => {
		const filterJson =
			'{"conditions":[{"field":"user.city","function":"equal","params":["Riga"]}]}';
		expect(read({ ...counted, filterMode: 'json', filterJson }).filter?.conditions).toHaveLength(1);
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
			'other aggregator not typed',
			measured({ eventName: 'A', aggregator: 'other' }),
			"'Aggregator Name' of measure 1 is empty",
		],
		[
			'aggregator without its field',
			measured({ eventName: 'A', aggregator: 'sum' }),
			"'Field' of measure 1 is empty",
		],
		[
			'aggregator in capitals without its field',
			measured({ eventName: 'A', aggregator: 'SUM' }),
			"'Field' of measure 1 is empty",
		],
		[
			'same output name twice',
			measured(
				{ eventName: 'A', aggregator: 'general', outputName: 'x' },
				{ eventName: 'B', aggregator: 'general', outputName: 'x' },
			),
			"Measures 1 and 2 would both be called 'x'",
		],
		[
			'same measure twice',
			measured(
				{ eventName: 'A', aggregator: 'general' },
				{ eventName: 'A', aggregator: 'general' },
			),
			"would both be called 'A_events'",
		],
		[
			'formula empty',
			measured({ measureType: 'formula', outputName: 'x' }),
			"'Formula' of measure 1 is empty",
		],
		[
			'formula without a name',
			measured({ measureType: 'formula', expression: 'count(event.A)' }),
			"'Output Name' of measure 1 is empty",
		],
		[
			'empty group',
			{ ...counted, groupBy: { group: [{ field: '' }] } },
			"'Field' of group 1 in 'Group By' is empty",
		],
		[
			'buckets out of order',
			{ ...counted, groupBy: { group: [{ field: 'x', buckets: '5, 1' }] } },
			"'Number Buckets' of group 1 in 'Group By' must be numbers in ascending order",
		],
		[
			'buckets that are no numbers',
			{ ...counted, groupBy: { group: [{ field: 'x', buckets: 'few, many' }] } },
			"'Number Buckets'",
		],
		['no unit', { ...counted, unit: '' }, "'Unit' is empty"],
		[
			'condition without field',
			{ ...counted, filterMode: 'conditions', filter: condition({ field: '' }) },
			"'Field' of condition 1 of 'Filter By' is empty",
		],
		[
			'condition without value',
			{ ...counted, filterMode: 'conditions', filter: condition({ values: '' }) },
			"'Value' of condition 1 of 'Filter By' must be at least one value for 'Is'",
		],
		[
			'one value too few',
			{
				...counted,
				filterMode: 'conditions',
				filter: condition({ valueKind: 'number', function: 'between', values: '1' }),
			},
			'must be two values',
		],
		[
			'no number',
			{
				...counted,
				filterMode: 'conditions',
				filter: condition({ valueKind: 'number', values: 'x' }),
			},
			"'Value' of condition 1 of 'Filter By' is no number: 'x'",
		],
		[
			'no date',
			{
				...counted,
				filterMode: 'conditions',
				filter: condition({ valueKind: 'date', function: 'absoluteBetween', values: 'x, y' }),
			},
			"'Value' of condition 1 of 'Filter By' is no date: 'x'",
		],
		[
			'in a group',
			{
				...counted,
				filterMode: 'conditions',
				filterGroups: { group: [{ conditions: condition({ field: '' }) }] },
			},
			"'Field' of condition 1 of filter group 1 is empty",
		],
		[
			'of a measure',
			measured({
				eventName: 'A',
				aggregator: 'general',
				isFiltered: true,
				filter: condition({ field: '' }),
			}),
			"'Field' of condition 1 of measure 1 is empty",
		],
		[
			'unknown function',
			{ ...counted, filterMode: 'conditions', filter: condition({ function: 'resembles' }) },
			"'Function' of condition 1 of 'Filter By' is unknown: 'resembles'",
		],
		[
			'filter JSON',
			{ ...counted, filterMode: 'json', filterJson: '{"conditions":[{}]}' },
			"condition 1 in 'Filter JSON' has no 'field'",
		],
	])('refuses: %s', (_case, form, message) => {
		expect(() => read(form)).toThrow(message);
	});
});

describe('readProperty', () => {
	it.each([
		['amount', { of: 'event', event: 'PayOrder', name: 'amount' }],
		['event.PayOrder.amount', { of: 'event', event: 'PayOrder', name: 'amount' }],
		['event.Order.items.price', { of: 'event', event: 'Order', name: 'items.price' }],
		['user.city', { of: 'user', name: 'city' }],
		['$os', { of: 'event', event: 'PayOrder', name: '$os' }],
		['event', { of: 'event', event: 'PayOrder', name: 'event' }],
		['session_visit.$Anything.depth', { of: 'other', expression: 'session_visit.$Anything.depth' }],
	])('%s', (typed, property) => {
		expect(readProperty(typed, 'PayOrder', "'Field'")).toEqual(property);
	});

	it.each([
		['event.PayOrder', /'Field' is incomplete: 'event.PayOrder'/],
		['user.', /'Field' is incomplete/],
		['event..amount', /'Field' is incomplete/],
		['', /'Field' is empty/],
	])('refuses %s', (typed, message) => {
		expect(() => readProperty(typed, 'PayOrder', "'Field'")).toThrow(message);
	});
});

describe('readPastedJson', () => {
	it('takes text and objects', () => {
		expect(readPastedJson(' {"a":1}\n', 'Query JSON')).toEqual({ a: 1 });
		expect(readPastedJson({ a: 1 }, 'Query JSON')).toEqual({ a: 1 });
	});

	it.each([
		['', /'Query JSON' is empty/],
		['{"a":', /'Query JSON' is no valid JSON/],
		['[1]', /'Query JSON' is no JSON object/],
		['5', /'Query JSON' is no JSON object/],
	])('refuses %s', (text, message) => {
		expect(() => readPastedJson(text, 'Query JSON')).toThrow(message);
	});
});
