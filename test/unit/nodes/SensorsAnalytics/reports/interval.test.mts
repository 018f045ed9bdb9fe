import { formSource } from '../../../../../nodes/SensorsAnalytics/params/param';
import { intervalReport } from '../../../../../nodes/SensorsAnalytics/reports/interval';

const FORM: { [name: string]: unknown } = {
	intervalFrom: 'ViewProduct',
	intervalTo: 'PayOrder',
	unit: 'day',
	percentiles: '25, 50',
	groupByField: 'city',
};
const read = (more: { [name: string]: unknown } = {}) =>
	intervalReport.read(formSource((name) => ({ ...FORM, ...more })[name] ?? '', 'Asia/Shanghai'));

describe('the form of an interval report', () => {
	it('is read into the neutral query', () => {
		expect(read()).toEqual({
			first: { event: 'ViewProduct' },
			second: { event: 'PayOrder' },
			unit: 'day',
			quantiles: [25, 50],
			groupBy: [{ of: 'event', event: 'ViewProduct', name: 'city' }],
		});
	});

	it.each([
		[{ intervalFrom: '' }, "'From Event' is empty"],
		[{ intervalTo: '' }, "'To Event' is empty"],
		[{ percentiles: '' }, "'Percentiles' must be whole numbers from 1 to 99"],
		[{ percentiles: '50, 25' }, "'Percentiles' must be numbers in ascending order"],
		[{ percentiles: '99.5' }, "'Percentiles' must be whole numbers"],
		[{ percentiles: '100' }, "'Percentiles' must be whole numbers"],
	])('refuses %j', (more, said) => {
		expect(() => read(more)).toThrow(said);
	});
});
