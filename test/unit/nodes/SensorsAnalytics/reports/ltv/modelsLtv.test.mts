import { formSource } from '../../../../../../nodes/SensorsAnalytics/params/param';
import { ltvReport } from '../../../../../../nodes/SensorsAnalytics/reports/ltv';

const FORM: { [name: string]: unknown } = {
	startEvent: 'SignUp',
	lifetimeValue: 'sum',
	valueEvent: 'PayOrder',
	valueProperty: 'amount',
	unit: 'day',
	followedPeriods: 30,
	groupByField: 'channel',
};
const read = (more: { [name: string]: unknown } = {}) =>
	ltvReport.read(formSource((name) => ({ ...FORM, ...more })[name] ?? '', 'Asia/Shanghai'));

describe('the form of a report on lifetime value', () => {
	it('is read into the neutral query; groups are of the start', () => {
		expect(read()).toEqual({
			start: { event: 'SignUp' },
			value: {
				kind: 'event',
				event: 'PayOrder',
				aggregator: 'LTV_AVG',
				property: { of: 'event', event: 'PayOrder', name: 'amount' },
			},
			unit: 'day',
			duration: 30,
			groupBy: [{ of: 'event', event: 'SignUp', name: 'channel' }],
		});
		expect(read({ lifetimeValue: 'events' }).value).toEqual({
			kind: 'event',
			event: 'PayOrder',
			aggregator: 'average',
		});
	});

	it.each([
		[{ startEvent: '' }, "'Start Event' is empty"],
		[{ valueEvent: '' }, "'Value Event' is empty"],
		[{ valueProperty: '' }, "'Value Property' is empty"],
		[{ lifetimeValue: 'love' }, "'Value' can't be 'love'. Use one of: sum, events"],
		[{ followedPeriods: 0 }, "'Number of Periods' must be a whole number from 1 to 366"],
		[{ unit: 'hour' }, "'Unit' can't be 'hour'. Use one of: day, week, month"],
	])('refuses %j', (more, said) => {
		expect(() => read(more)).toThrow(said);
	});
});
