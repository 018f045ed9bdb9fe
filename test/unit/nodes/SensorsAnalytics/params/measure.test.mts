import { measured, read } from '../../../../support/eventForm.mts';

describe('measures of the form', () => {
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
});
