import type { Ask } from '../../../../../../../nodes/SensorsAnalytics/api/api';
import { datasetsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/datasets';

const success = (data: object) => ({ code: 'SUCCESS', data });
const dataset = (id: unknown, name = `d${String(id)}`) => ({
	...{ dataset_id: id, dataset_cname: name, dataset_type: 'CUSTOME_SQL_QUERY' },
	is_scheduler_pause: false,
});

/** Answers by path, and what was asked. */
function service(answers: Record<string, Array<object | undefined>>) {
	const requests: unknown[] = [];
	const ask: Ask = async ({ path, body, query }) => {
		requests.push(body ?? query ?? path);
		const name = path.split('/dataset/')[1] as string;
		return success(answers[name]?.shift() ?? {});
	};
	return { ask, requests };
}

describe('datasets', () => {
	it('of all groups are listed once each, page after page from 0', async () => {
		const { ask, requests } = service({
			'group/list': [{ dataset_groups: [{ group_name: 'A' }, { id: 2 }, { group_name: 'B' }] }],
			detail_list: [
				{ datasets: [dataset(1)], page_info: { current_page: 1, page_count: 2, total: 2 } },
				{ datasets: [dataset(2)], page_info: { page_count: 2 } },
				{ datasets: [dataset(2), dataset('3', '')] },
			],
		});
		const found = await datasetsWire.list(ask);
		expect(found.map(({ id, group, name }) => [id, group, name])).toEqual([
			['1', 'A', 'd1'],
			['2', 'A', 'd2'],
			['3', 'B', '3'],
		]);
		expect(requests.slice(1)).toEqual([
			{ group_name: 'A', page_index: 0, page_size: 100 },
			{ group_name: 'A', page_index: 1, page_size: 100 },
			{ group_name: 'B', page_index: 0, page_size: 100 },
		]);
	});

	it('are all there if the service counts 0 pages', async () => {
		const first = Array.from({ length: 100 }, (_, at) => dataset(at + 1));
		const none = { page_info: { page_count: 0 } };
		const { ask } = service({
			detail_list: [
				{ datasets: first, ...none },
				{ datasets: [dataset(101)], ...none },
			],
		});
		expect(await datasetsWire.list(ask, 'A')).toHaveLength(101);
	});

	it('of one folder are requested alone; endless pages end', async () => {
		const { ask, requests } = service({ detail_list: [{ page_info: { page_count: 9 } }] });
		expect(await datasetsWire.list(ask, 'A')).toHaveLength(0);
		expect(requests).toHaveLength(1);
		expect(await datasetsWire.groups(service({}).ask)).toEqual([]);
	});

	it('have columns, which may group or be measured', async () => {
		const column = (name: string, more: object) => ({ column_name: name, ...more });
		const { ask, requests } = service({
			detail: [
				{
					...dataset(1),
					dataset_storage_type: 'TABLE',
					last_sync_success_time: '2023-01-01 00:00:00',
					columns: [
						column('country', {
							column_cname: '国家',
							data_type: 'STRING',
							column_usage_type: 'ALL',
						}),
						column('n', {
							data_type: 'NUMBER',
							column_usage_type: 'MEASURE',
							column_type: 'CALCULATE',
						}),
						column('day', { data_type: 'DATETIME', column_usage_type: 'DIMENSION' }),
						column('odd', { data_type: 'constructor' }),
					],
				},
			],
		});
		const { columns, ...rest } = await datasetsWire.details(ask, '1');
		expect(requests).toEqual([{ dataset_id: '1' }]);
		expect(rest).toMatchObject({ id: '1', storage: 'TABLE', refreshedAt: '2023-01-01 00:00:00' });
		const facts = columns.map((one) => [
			...[one.name, one.displayName, one.kind],
			...[one.isDimension, one.isMeasure, one.isCalculated],
		]);
		expect(facts).toEqual([
			['country', '国家', 'text', true, true, false],
			['n', 'n', 'number', false, true, true],
			['day', 'day', 'date', true, false, false],
			['odd', 'odd', undefined, true, true, false],
		]);
	});

	it('without an ID, or columns without a name, are errors', async () => {
		const { ask } = service({
			detail: [{ ...dataset(1), columns: [{}] }],
			detail_list: [{ datasets: [dataset(undefined)] }],
		});
		await expect(datasetsWire.details(ask, '1')).rejects.toThrow(/a column has no 'column_name'/);
		const { ask: other } = service({ detail: [{ dataset_id: 1, column: [{}] }] });
		await expect(datasetsWire.details(other, '1')).rejects.toThrow("'columns' is missing");
		await expect(datasetsWire.list(ask, 'A')).rejects.toThrow(/a dataset has no 'dataset_id'/);
		await expect(datasetsWire.details(ask, 'one')).rejects.toThrow(
			/'one' isn't a valid ID of a dataset\. Enter a whole number/,
		);
	});
});
