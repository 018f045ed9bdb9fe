import { writeJson } from '../../../../../../../credentials/http/exactJson';
import {
	dashboardRequest,
	readDashboards,
	readSavedReports,
	savedReportRequest,
} from '../../../../../../../nodes/SensorsAnalytics/wire/legacy/lists/dashboards';

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

describe('dashboards and what is saved in them', () => {
	it.each<[unknown, boolean | undefined]>([
		[true, true],
		['1', true],
		[1, true],
		['true', true],
		[0, false],
		['0', false],
		[undefined, undefined],
		['yes', undefined],
	])('are public (%j): %j', (told, isPublic) => {
		expect(readDashboards([{ id: 1, is_public: told }])[0]?.isPublic).toBe(isPublic);
	});

	it('are in the list although one holds no query, and others are no reports', () => {
		const bookmark = (id: number, data: unknown) => ({ bookmark: { id, type: '/funnel/', data } });
		const items = [bookmark(1, 'no JSON'), bookmark(2, '{"funnel_id":1}'), { text: 'note' }, null];
		expect(readSavedReports({ items }).map(({ id, query }) => [id, query])).toEqual([
			['1', undefined],
			['2', { funnel_id: 1 }],
		]);
		expect(readSavedReports({})).toEqual([]);
	});

	it('keep the digits of IDs in their queries', () => {
		const data = '{"filter":{"params":[9007199254740993]}}';
		const [report] = readSavedReports({ items: [{ bookmark: { id: 1, data } }] });
		expect(writeJson(report?.query)).toBe(data);
	});
});
