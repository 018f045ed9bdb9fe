import { measureOfUsers } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { city, read, written } from '../../../../../../support/modelAnswer.mts';

describe('the body of user properties', () => {
	it('of user properties', () => {
		expect(
			written('userProperties', { measures: [measureOfUsers('count')], groupBy: [city] }),
		).toEqual({
			measures: [{ aggregator: 'count', field: '' }],
			by_fields: ['user.city'],
		});
	});
});

describe('answers of user properties', () => {
	it('users below 0 are of unknown form, an average is not', () => {
		const answer = { rows: [{ values: [-1], by_values: ['Beijing'] }] };
		const of = (aggregator: string) => ({
			measures: [{ aggregator, field: aggregator === 'count' ? '' : 'user.balance' }],
			by_fields: ['user.city'],
		});
		expect(() => read('userProperties', answer, of('count'))).toThrow(/it has users below 0$/);
		expect(read('userProperties', answer, of('avg'))?.rows).toEqual([['Beijing', -1]]);
	});

	it('of user properties', () => {
		const result = read(
			'userProperties',
			{
				rows: [
					{ values: [7], by_values: ['Beijing'] },
					{ values: [2], by_values: [null] },
				],
			},
			{ measures: [{ aggregator: 'count', field: '' }], by_fields: ['user.city'] },
		);
		expect(result?.keys).toEqual(['city', 'users']);
		expect(result?.rows).toEqual([
			['Beijing', 7],
			[null, 2],
		]);
	});
});
