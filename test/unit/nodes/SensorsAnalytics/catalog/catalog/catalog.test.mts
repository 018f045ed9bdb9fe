import { toResult, withEmpty } from '../../../../../../nodes/SensorsAnalytics/catalog/catalog';

describe('lists of the form', () => {
	it('offer nothing that n8n would run as an expression', () => {
		const choice = (name: string, value: string) => ({ name, value });
		const { results } = toResult([
			choice('Paid (PayOrder)', 'PayOrder'),
			choice('={{ $env.X }}', '={{ $env.X }}'),
			choice('Spaces', ' ={{ 1 }}'),
			choice('={{ 2 }} (b)', 'b'),
			choice('a = b', 'a=b'),
		]);
		expect(results).toEqual([
			choice('Paid (PayOrder)', 'PayOrder'),
			choice("'={{ 2 }} (b)", 'b'),
			choice('a = b', 'a=b'),
		]);
	});

	it('start with a choice that clears the field, unless they are searched', () => {
		const list = toResult([{ name: 'Beijing', value: 'Beijing' }]);
		expect(withEmpty(list, undefined, '(None)').results).toEqual([
			{ name: '(None)', value: '' },
			...list.results,
		]);
		expect(withEmpty(list, 'bei', '(None)')).toEqual(list);
	});
});
