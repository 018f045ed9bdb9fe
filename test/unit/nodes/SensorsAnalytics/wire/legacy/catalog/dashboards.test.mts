import {
	dashboardRequest,
	savedReportRequest,
} from '../../../../../../../nodes/SensorsAnalytics/wire/legacy/catalog/dashboards';

describe('addresses of dashboards and saved reports', () => {
	it('end with the ID', () => {
		expect(dashboardRequest('11').path).toBe('/api/dashboards/11');
		expect(savedReportRequest('a_1-b').path).toBe('/api/bookmarks/bookmark/a_1-b');
	});

	it.each(['..', '.', '', '../dashboards', '1/2', '1?x', '1%2f', '１', '1\n', 'x'.repeat(101)])(
		'lead nowhere else: %j',
		(id) => {
			expect(() => savedReportRequest(id)).toThrow(/is no ID of a saved report/);
			expect(() => dashboardRequest(id)).toThrow(/is no ID of a dashboard/);
		},
	);
});
