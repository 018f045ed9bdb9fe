/** The simulator's datasets, against their documents. */
import { type Simulator, startSimulator } from '../../../simulator/server.mts';
import { callJson } from '../../support/simulated.mts';

type Json = Record<string, unknown>;
const DATASET = '/api/v3/analytics/v1/dataset';
const SUM = { column_name: 'amount', aggregation: 'SUM' };

describe('datasets', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());

	const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
		const { body: json } = await callJson(simulator, method, DATASET + path, body, {
			'api-key': simulator.world.apiKeys.of('analyst'),
			'sensorsdata-project': 'production',
		});
		return { code: json.code, data: json.data as Json };
	};
	const query = async (change: object = {}) =>
		await send('POST', '/model/query', {
			...{ dataset_id: 1, description: 'test', measures: [SUM], page_index: 1 },
			...change,
		});

	it('are listed by group, pages from 0', async () => {
		const list = async (body: object) => (await send('POST', '/detail_list', body)).data;
		expect(await list({ group_name: 'Sales', page_index: 1, page_size: 1 })).toMatchObject({
			datasets: [{ dataset_id: 3 }],
			page_info: { current_page: 1, page_count: 2, total: 2 },
		});
		expect(await list({ group_name: 'Sale' })).toMatchObject({ datasets: [] });
		expect((await send('POST', '/detail_list', {})).code).toBe('COMMON-D-27-1');
	});

	it('return rows by columns', async () => {
		const dimensions = [{ column_name: 'city' }];
		const sorts = [{ sort_method: 'DESC', sort_column_name: 'amount' }];
		const { data } = await query({ dimensions, sorts, page_size: 3 });
		const rows = data.data as Array<[string | null, number]>;
		expect(rows).toHaveLength(3);
		expect(rows.map(([, amount]) => amount)).toEqual(
			rows.map(([, amount]) => amount).sort((a, b) => b - a),
		);
		expect(data.columns).toMatchObject([{ column_name: 'city' }, { column_name: 'amount' }]);
		expect(data.page_info).toMatchObject({ current_page: 1, total: 7 });
	});

	it.each([
		['no measures', { measures: [] }],
		['no description', { description: undefined }],
		['no aggregation', { measures: [{ column_name: 'amount' }] }],
		['an unknown one', { measures: [{ ...SUM, aggregation: 'sum' }] }],
		['an unknown column', { dimensions: [{ column_name: 'x' }] }],
		['a number to group by', { dimensions: [{ column_name: 'amount' }] }],
		['details without dates', { dataset_id: 2, measures: [{ column_name: 'views' }] }],
		['a page 0', { page_index: 0 }],
	])('refuse %s', async (_case, change) => {
		expect((await query(change)).code).toBe('COMMON-D-27-1');
	});

	it('are refreshed step by step', async () => {
		const refresh = async (body: object) => await send('POST', '/refresh', body);
		expect((await refresh({ dataset_id: 1 })).code).toBe('COMMON-D-27-1');
		expect((await refresh({ dataset_id: 1, sync_type: 'INCREMENTAL' })).code).toBe('COMMON-D-27-1');
		expect((await refresh({ dataset_id: 3, sync_type: 'FULL' })).code).toBe('COMMON-D-27-1');
		const { data } = await refresh({ dataset_id: 1, sync_type: 'FULL' });
		const path = `/sync_task_detail?sync_task_id=${String(data.sync_task_id)}`;
		const statuses = [];
		for (let looks = 0; looks < 3; looks++)
			statuses.push((await send('GET', path)).data.sync_status);
		expect(statuses).toEqual(['WAITING', 'DOING', 'SUCCESS']);
	});
});
