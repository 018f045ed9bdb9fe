import { readSavedReport } from '../../../../../../nodes/SensorsAnalytics/wire/rows/savedReport';

describe('readSavedReport', () => {
	it('takes the query as text or object, without the keys of the web page', () => {
		const query = { unit: 'day', $$render_index: 1 };
		for (const data of [query, JSON.stringify(query)])
			expect(readSavedReport({ id: 9, name: 'n', type: '/funnel/', data })).toEqual({
				id: '9',
				name: 'n',
				model: 'funnel',
				modelName: '/funnel/',
				query: { unit: 'day' },
			});
	});

	it.each([undefined, 'no JSON', '[]', 7])('has no query where there is none: %j', (data) => {
		expect(readSavedReport({ id: 'a', type: 'FANCY_METRIC_MODEL', data })).toEqual({
			id: 'a',
			name: '',
			model: undefined,
			modelName: 'FANCY_METRIC_MODEL',
			query: undefined,
		});
	});

	it.each([
		['SEGMENTATION_MODEL', 'event'],
		['/addiction/', 'distribution'],
		['USER_ANALYTICS_MODEL', 'userProperties'],
		['ATTRIBUTION_MODEL', 'attribution'],
		['LTV_MODEL', 'ltv'],
		['INTERVAL_MODEL', 'interval'],
		['BEHAVIOR_PATH_MODEL', 'path'],
		['SESSION_MODEL', 'session'],
		['CUSTOM_SQL_MODEL', undefined],
	])('knows %s as %s', (type, model) => {
		expect(readSavedReport({ id: 1, type, data: {} }).model).toBe(model);
	});

	it('refuses what is no report', () => {
		expect(() => readSavedReport([])).toThrow('The saved report is no JSON object');
	});
});
