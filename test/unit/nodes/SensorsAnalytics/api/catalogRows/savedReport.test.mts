import { readSavedReport } from '../../../../../../nodes/SensorsAnalytics/api/catalogRows';

describe('readSavedReport', () => {
	it('takes the query as text or object, without the keys of the web page', () => {
		const query = { unit: 'day', $$render_index: 1 };
		for (const data of [query, JSON.stringify(query)])
			expect(readSavedReport({ id: 9, name: 'n', type: '/funnel/', data })).toEqual({
				id: '9',
				name: 'n',
				modelName: '/funnel/',
				query: { unit: 'day' },
			});
	});

	it.each([undefined, 'no JSON', '[]', 7])('has no query if there is none: %j', (data) => {
		expect(readSavedReport({ id: 'a', type: 'FANCY_METRIC_MODEL', data })).toEqual({
			id: 'a',
			name: '',
			modelName: 'FANCY_METRIC_MODEL',
			query: undefined,
		});
	});

	it('refuses what is no report', () => {
		expect(() => readSavedReport([])).toThrow("The saved report isn't a JSON object");
	});
});
