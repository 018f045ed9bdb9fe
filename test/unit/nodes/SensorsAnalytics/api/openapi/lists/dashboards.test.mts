import {
	dashboardRequest,
	findSavedReport,
	readDashboards,
	readSavedReports,
	savedReportId,
} from '../../../../../../../nodes/SensorsAnalytics/api/openapi/lists';

const answer = (data: object) => ({ code: 'SUCCESS', data });
const chart = (id: number, type: string) => ({ id, type, name: `c${id}`, data: '{"unit":"day"}' });

describe('dashboards of the OpenAPI', () => {
	it('are those of both answers, each once', () => {
		const shared = { id: 2, name: 'Shared', user_name: 'ann', is_public: 'true' };
		const dashboards = readDashboards([
			answer({ groups: [], dashboard_navigation_items: [{ id: 1, name: 'Mine' }, shared] }),
			answer({ dashboard_navigation_items: [shared] }),
		]);
		expect(dashboards.map(({ id, owner, isPublic }) => [id, owner, isPublic])).toEqual([
			['1', undefined, undefined],
			['2', 'ann', true],
		]);
		expect(readDashboards([answer({}), answer({})])).toEqual([]);
	});

	it('a chart keeps the name of its kind', () => {
		const type = 'SEGMENTATION_MODEL';
		const [report] = readSavedReports(answer({ contain_bookmark_items: [chart(5, type)] }));
		expect(report).toEqual({
			id: '5',
			name: 'c5',
			modelName: type,
			query: { unit: 'day' },
		});
	});

	it('a chart is found among all by its ID', () => {
		const all = answer({ bookmarks: [chart(5, '/funnel/'), chart(55, '/funnel/')], total: 2 });
		expect(findSavedReport(all, '55')?.name).toBe('c55');
		expect(findSavedReport(all, '6')).toBeUndefined();
	});

	it('takes nothing but an ID', () => {
		expect(dashboardRequest('11').query).toEqual({ id: '11' });
		expect(() => dashboardRequest('../1')).toThrow(
			/'\.\.\/1' isn't a valid ID of a dashboard\. An ID consists of digits, letters, -, and _\. Copy the ID from the address of the dashboard in the browser/,
		);
		expect(() => savedReportId('1&type=2')).toThrow(/isn't a valid ID of a saved report/);
	});
});
