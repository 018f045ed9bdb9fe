import { writeJson } from '../../../../../../../credentials/http/json';
import { readSavedReport } from '../../../../../../../nodes/SensorsAnalytics/api/catalogRows';
import {
	dashboardRequest,
	readDashboards,
	readSavedReports,
	savedReportRequest,
} from '../../../../../../../nodes/SensorsAnalytics/api/legacy/lists';

describe('addresses of dashboards and saved reports', () => {
	it('end with the ID', () => {
		expect(dashboardRequest('11').path).toBe('/api/dashboards/11');
		expect(savedReportRequest('a_1-b').path).toBe('/api/bookmarks/bookmark/a_1-b');
	});

	it.each(['..', '.', '', '../dashboards', '1/2', '1?x', '1%2f', '１', '1\n', 'x'.repeat(101)])(
		'lead nowhere else: %j',
		(id) => {
			expect(() => savedReportRequest(id)).toThrow(/isn't a valid ID of a saved report/);
			expect(() => dashboardRequest(id)).toThrow(/isn't a valid ID of a dashboard/);
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
	])('are public (%j): %j', (reported, isPublic) => {
		expect(readDashboards([{ id: 1, is_public: reported }])[0]?.isPublic).toBe(isPublic);
	});

	it('have their names, owners and dates', () => {
		const reported = {
			id: 7,
			name: 'Sales',
			username: 'analyst',
			is_public: 1,
			create_time: '2026-11-01 10:00:00',
		};
		const [sales, other, ...more] = readDashboards([reported, { id: '-9007199254740993' }, 'none']);
		expect(sales).toEqual({
			id: '7',
			name: 'Sales',
			owner: 'analyst',
			isPublic: true,
			createdAt: '2026-11-01 10:00:00',
		});
		expect(other).toMatchObject({ id: '-9007199254740993', name: '' });
		expect(more).toEqual([]);
	});

	it("keep the service's name of their kind, and lose the keys of the page", () => {
		const type = '/funnel/';
		const read = readSavedReport({ id: 1, name: 'Chart', type, data: { from: 1, $$page: 2 } });
		expect(read).toEqual({ id: '1', name: 'Chart', modelName: type, query: { from: 1 } });
	});

	it('have words for what they are not', () => {
		expect(readSavedReport({ id: 1 })).toMatchObject({ name: '', modelName: '', query: undefined });
		for (const answer of [null, [], 'x'])
			expect(() => readSavedReport(answer)).toThrow("The saved report isn't a JSON object");
		for (const answer of [null, 'x'])
			expect(() => readSavedReports(answer)).toThrow(
				/The list of saved reports has an unexpected structure/,
			);
		expect(() => readDashboards({ data: [] })).toThrow(
			/The list of dashboards has an unexpected structure/,
		);
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
