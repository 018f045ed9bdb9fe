import { readEventQuery } from '../../nodes/SensorsAnalytics/form/eventQueryForm';
import { readPastedJson } from '../../nodes/SensorsAnalytics/form/pastedJson';
import { readProperty } from '../../nodes/SensorsAnalytics/form/property';

const base = { unit: 'day', fromDate: '2026-11-01', toDate: '2026-11-02' };
const read = (form: Record<string, unknown>) =>
	readEventQuery((name) => ({ ...base, ...form })[name as keyof typeof base], 'UTC');
const measured = (...measure: object[]) => ({ measures: { measure } });

describe('readEventQuery', () => {
	it('reads measures, grouping, unit and dates', () => {
		const query = read({
			...measured(
				{ eventName: ' PayOrder ', aggregator: 'sum', field: 'amount', outputName: 'revenue' },
				{ eventName: 'PayOrder', aggregator: 'unique', field: 'left over', outputName: '' },
			),
			groupBy: { group: [{ field: 'city' }, { field: 'user.level' }] },
		});
		expect(query).toEqual({
			measures: [
				{
					event: 'PayOrder',
					aggregator: 'sum',
					property: { of: 'event', event: 'PayOrder', name: 'amount' },
					name: 'revenue',
				},
				{ event: 'PayOrder', aggregator: 'unique', property: undefined, name: undefined },
			],
			groupBy: [
				{ of: 'event', event: 'PayOrder', name: 'city' },
				{ of: 'user', name: 'level' },
			],
			unit: 'day',
			range: { from: '2026-11-01', to: '2026-11-02' },
		});
	});

	it('takes a short group of several events as a property of any event', () => {
		const query = read({
			...measured(
				{ eventName: 'A', aggregator: 'general' },
				{ eventName: 'B', aggregator: 'general' },
			),
			groupBy: { group: [{ field: 'city' }] },
		});
		expect(query.groupBy).toEqual([{ of: 'event', event: '$Anything', name: 'city' }]);
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
			'empty group',
			{
				...measured({ eventName: 'A', aggregator: 'general' }),
				groupBy: { group: [{ field: '' }] },
			},
			"'Field' of group 1 in 'Group By' is empty",
		],
		[
			'no unit',
			{ ...measured({ eventName: 'A', aggregator: 'general' }), unit: '' },
			"'Unit' is empty",
		],
		[
			'from after to',
			{ ...measured({ eventName: 'A', aggregator: 'general' }), fromDate: '2026-12-01' },
			"'From Date' (2026-12-01) is after 'To Date' (2026-11-02)",
		],
		[
			'no date',
			{ ...measured({ eventName: 'A', aggregator: 'general' }), toDate: 'soon' },
			"'To Date' is no date: 'soon'",
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
