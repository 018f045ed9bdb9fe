import { measured, read } from '../../../../support/eventForm.mts';

describe('measures of the form', () => {
	it.each([
		['count(event.A)/count(event.$pageview)|%2p', 'A_count_per_$pageview_count'],
		['( sum(event.A.x) - sum(event.B.y) ) * 100', 'A_sum_x_minus_B_sum_y_times_100'],
	])('makes up a name for the formula %s', (expression, name) => {
		expect(read(measured({ aggregator: 'formula', expression })).measures[0]?.name).toBe(name);
	});

	it('reads a formula, its events and its format', () => {
		const { measures } = read(
			measured({
				aggregator: 'formula',
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
				aggregator: 'formula',
				expression: 'x|%d',
				format: '%2p',
				events: 'A，支付２',
				outputName: 'y',
			}),
		).measures;
		expect(typed).toMatchObject({ expression: 'x|%d', events: ['A', '支付２'] });
	});

	it.each([
		['触发用户数', 'unique'],
		['人均次数', 'average'],
		['average', 'average'],
		['Number of Events', 'general'],
		['去重数', 'uniqCount'],
		['平均值', 'avg'],
		['cumulated users', 'rollup_uniq'],
		['quantile95', 'quantile95'],
	])('accepts %s as a synonym', (typed, aggregator) => {
		const aggregate = { mode: 'name', value: typed };
		const [measure] = read(
			measured({ eventName: 'A', aggregator: aggregate, field: 'amount' }),
		).measures;
		expect(measure).toMatchObject({ aggregator });
	});
});
