import { dataOf } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/request';
import { listIn } from '../../../../../../../nodes/SensorsAnalytics/api/rows';

describe('dataOf', () => {
	it('returns the data in the envelope', () => {
		expect(dataOf({ code: 'SUCCESS', data: { a: 1 } })).toEqual({ a: 1 });
	});

	it.each([null, [], 'text', {}, { data: null }, { data: [1] }])('%j has no data', (answer) => {
		expect(() => dataOf(answer)).toThrow(/The report has an unexpected structure:/);
	});
});

describe('listIn', () => {
	it('may be left out where nothing is counted', () => {
		expect(listIn({}, 'users')).toEqual([]);
		expect(listIn({ users: null, page: { total: 0 } }, 'users')).toEqual([]);
		expect(listIn({ users: [1], total: 5 }, 'users')).toEqual([1]);
	});

	it.each([{ total: 2 }, { page: { total: '2' } }, { page_info: { total: 2 } }])(
		'is missing where %j counts some',
		(data) => {
			expect(() => listIn({ users: null, ...data }, 'users')).toThrow(
				"'users' is missing, but 'total' is 2",
			);
		},
	);
});
