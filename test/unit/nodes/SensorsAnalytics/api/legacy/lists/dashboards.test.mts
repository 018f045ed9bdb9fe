import { writeJson } from '../../../../../../../credentials/http/json';
import { readSavedReport } from '../../../../../../../nodes/SensorsAnalytics/api/catalogRows';
import { listsWire } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/lists';
import { answering } from '../../../../../../support/answering.mts';

const readDashboards = async (answer: unknown) => await listsWire.dashboards(answering(answer).ask);
const readSavedReports = async (answer: unknown) =>
	await listsWire.savedReports(answering(answer).ask, '1');

describe('addresses of dashboards and saved reports', () => {
	it('end with the ID', async () => {
		const { ask, requests } = answering({});
		await listsWire.savedReports(ask, '11');
		await listsWire.savedReport(ask, 'a_1-b');
		expect(requests).toEqual([
			{ method: 'GET', path: '/api/dashboards/11' },
			{ method: 'GET', path: '/api/bookmarks/bookmark/a_1-b' },
		]);
	});

	it.each(['..', '.', '', '../dashboards', '1/2', '1?x', '1%2f', '１', '1\n', 'x'.repeat(101)])(
		'lead nowhere else: %j',
		async (id) => {
			const { ask, requests } = answering({});
			const refused = [listsWire.savedReport(ask, id), listsWire.savedReports(ask, id)];
			await expect(refused[0]).rejects.toThrow(/isn't a valid ID of a saved report/);
			await expect(refused[1]).rejects.toThrow(/isn't a valid ID of a dashboard/);
			expect(requests).toEqual([]);
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
	])('are public (%j): %j', async (reported, isPublic) => {
		const [one] = await readDashboards([{ id: 1, is_public: reported }]);
		expect(one?.isPublic).toBe(isPublic);
	});

	it('have their names, owners and dates', async () => {
		const reported = {
			id: 7,
			name: 'Sales',
			username: 'analyst',
			is_public: 1,
			create_time: '2026-11-01 10:00:00',
		};
		const [sales, other, ...more] = await readDashboards([
			...[reported, { id: '-9007199254740993' }, 'none'],
		]);
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

	it('have words for what they are not', async () => {
		expect(readSavedReport({ id: 1 })).toMatchObject({ name: '', modelName: '', query: undefined });
		for (const answer of [null, [], 'x'])
			expect(() => readSavedReport(answer)).toThrow("The saved report isn't a JSON object");
		for (const answer of [null, 'x'])
			await expect(readSavedReports(answer)).rejects.toThrow(
				/The list of saved reports has an unexpected structure/,
			);
		await expect(readDashboards({ data: [] })).rejects.toThrow(
			/The list of dashboards has an unexpected structure/,
		);
	});

	it('are in the list although one holds no query, and others are no reports', async () => {
		const bookmark = (id: number, data: unknown) => ({ bookmark: { id, type: '/funnel/', data } });
		const items = [bookmark(1, 'no JSON'), bookmark(2, '{"funnel_id":1}'), { text: 'note' }, null];
		const reports = await readSavedReports({ items });
		expect(reports.map(({ id, query }) => [id, query])).toEqual([
			['1', undefined],
			['2', { funnel_id: 1 }],
		]);
		expect(await readSavedReports({})).toEqual([]);
		await expect(readSavedReports({ charts: [{}] })).rejects.toThrow("'items' is missing");
	});

	it('keep the digits of IDs in their queries', async () => {
		const data = '{"filter":{"params":[9007199254740993]}}';
		const [report] = await readSavedReports({ items: [{ bookmark: { id: 1, data } }] });
		expect(writeJson(report?.query)).toBe(data);
	});
});
