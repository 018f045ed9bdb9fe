import { listsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/lists';
import { answering } from '../../../../../../support/answering.mts';

const answer = (data: object) => ({ code: 'SUCCESS', data });
const chart = (id: number, type: string) => ({ id, type, name: `c${id}`, data: '{"unit":"day"}' });

describe('dashboards of the OpenAPI', () => {
	it('are those of both answers, each once', async () => {
		const shared = { id: 2, name: 'Shared', user_name: 'ann', is_public: 'true' };
		const { ask } = answering(
			answer({ groups: [], dashboard_navigation_items: [{ id: 1, name: 'Mine' }, shared] }),
			answer({ dashboard_navigation_items: [shared] }),
		);
		const dashboards = await listsWire.dashboards(ask);
		expect(dashboards.map(({ id, owner, isPublic }) => [id, owner, isPublic])).toEqual([
			['1', undefined, undefined],
			['2', 'ann', true],
		]);
		expect(await listsWire.dashboards(answering(answer({})).ask)).toEqual([]);
	});

	it('a chart keeps the name of its kind', async () => {
		const type = 'SEGMENTATION_MODEL';
		const { ask } = answering(answer({ contain_bookmark_items: [chart(5, type)] }));
		const [report] = await listsWire.savedReports(ask, '1');
		expect(report).toEqual({
			id: '5',
			name: 'c5',
			modelName: type,
			query: { unit: 'day' },
		});
	});

	it.each([
		[
			{ id: 2, contain_bookmark_items: [] },
			'The dashboard has an unexpected structure: it is of ID 2',
		],
		[{ id: 1, bookmark_items: [{}] }, "'contain_bookmark_items' is missing"],
	])('the charts of no other dashboard, or list, are its own: %j', async (data, said) => {
		const { ask } = answering(answer(data));
		await expect(listsWire.savedReports(ask, '1')).rejects.toThrow(said);
	});

	it('a chart is found among all by its ID', async () => {
		const all = answer({ bookmarks: [chart(5, '/funnel/'), chart(55, '/funnel/')], total: 2 });
		const { ask } = answering(answer({}), all);
		expect((await listsWire.savedReport(ask, '55')).name).toBe('c55');
		await expect(listsWire.savedReport(ask, '6')).rejects.toThrow(/saved report.*'6'/);
	});

	it('takes nothing but an ID', async () => {
		const { ask, requests } = answering(answer({}));
		await listsWire.savedReports(ask, '11');
		expect(requests.map(({ query }) => query)).toEqual([{ id: '11' }]);
		await expect(listsWire.savedReports(ask, '../1')).rejects.toThrow(
			/'\.\.\/1' isn't a valid ID of a dashboard\. An ID consists of digits, letters, -, and _\. Copy the ID from the address of the dashboard in the browser/,
		);
		await expect(listsWire.savedReport(ask, '1&type=2')).rejects.toThrow(
			/isn't a valid ID of a saved report/,
		);
		expect(requests).toHaveLength(1);
	});
});
