import { dataOf } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/request';

describe('dataOf', () => {
	it('returns the data in the envelope', () => {
		expect(dataOf({ code: 'SUCCESS', data: { a: 1 } })).toEqual({ a: 1 });
	});

	it.each([null, [], 'text', {}, { data: null }, { data: [1] }])('%j has no data', (answer) => {
		expect(() => dataOf(answer)).toThrow(/The report has an unexpected structure:/);
	});
});
