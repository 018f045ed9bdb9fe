import { formSource } from '../../../../../../nodes/SensorsAnalytics/params/param';
import { attributionReport } from '../../../../../../nodes/SensorsAnalytics/reports/attribution';

const FORM: { [name: string]: unknown } = {
	targetEvent: { __rl: true, mode: 'list', value: 'PayOrder' },
	targetValue: 'sum',
	targetProperty: 'amount',
	touchpoints: { touchpoint: [{ eventName: 'AdClick' }] },
	attributionRule: 'last',
	lookbackDays: 7,
	directConversion: true,
	groupByField: 'campaign',
};
const read = (more: { [name: string]: unknown } = {}) =>
	attributionReport.read(formSource((name) => ({ ...FORM, ...more })[name] ?? '', 'Asia/Shanghai'));

describe('the form of an attribution report', () => {
	it('is read into the neutral query', () => {
		expect(read()).toEqual({
			target: {
				kind: 'event',
				event: 'PayOrder',
				aggregator: 'sum',
				property: { of: 'event', event: 'PayOrder', name: 'amount' },
			},
			touchpoints: [{ event: 'AdClick' }],
			rule: 'last',
			lookback: { value: 7, unit: 'day' },
			hasDirect: true,
			groupBy: [{ of: 'event', event: 'AdClick', name: 'campaign' }],
		});
		const filter = { condition: [{ field: 'city', function: 'equal', values: 'x' }] };
		expect(read({ filter }).filter?.conditions[0]?.property).toEqual({
			of: 'event',
			event: '$Anything',
			name: 'city',
		});
	});

	it('reads short names as those of any event, if there are several touchpoints', () => {
		const touchpoints = { touchpoint: [{ eventName: 'AdClick' }, { eventName: 'PushOpen' }] };
		expect(read({ touchpoints }).groupBy).toEqual([
			{ of: 'event', event: '$Anything', name: 'campaign' },
		]);
	});

	it('counts events without a property', () => {
		expect(read({ targetValue: 'general' }).target).toEqual({
			kind: 'event',
			event: 'PayOrder',
			aggregator: 'general',
		});
	});

	it.each([
		[{ targetEvent: '' }, "'Target Event' is empty"],
		[{ targetValue: 'avg' }, "'Target Value' can't be 'avg'. Use one of: general, sum"],
		[{ targetProperty: '' }, "'Target Property' is empty"],
		[{ touchpoints: {} }, "'Touchpoints' is empty"],
		[{ touchpoints: { touchpoint: [{}] } }, "'Event Name' of touchpoint 1 is empty"],
		[
			{ touchpoints: { touchpoint: [{ eventName: 'A' }, { eventName: 'A' }] } },
			"'Touchpoints' contains A twice, but the response can't distinguish them. Keep one of them, or run the report once for each",
		],
		[{ attributionRule: 'best' }, "'Attribution Model' can't be 'best'. Use one of: last, first"],
		[{ lookbackDays: 0 }, "'Attribution Window (Days)' must be a whole number from 1"],
	])('refuses %j', (more, said) => {
		expect(() => read(more)).toThrow(said);
	});
});
