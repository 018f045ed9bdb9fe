import { listsWire } from '../../../../../../nodes/SensorsAnalytics/api/legacy/lists';
import { datasetsWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/datasets';
import { groupsWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/userGroups';
import { assertOf } from '../../../../../../nodes/SensorsAnalytics/api/rows';

const resultOf = (data: object) => async () => await Promise.resolve({ code: 'SUCCESS', data });

describe('the answer of another object', () => {
	it.each<[string, (id: string) => Promise<unknown>]>([
		[
			'a dataset',
			async (id) => await datasetsWire.details(resultOf({ dataset_id: 2, columns: [] }), id),
		],
		[
			'a refresh',
			async (id) =>
				await datasetsWire.refreshState(
					resultOf({ sync_task_id: '2', sync_status: 'DOING' }),
					id,
					'7',
				),
		],
		[
			'the dataset of a refresh',
			async (id) =>
				await datasetsWire.refreshState(
					resultOf({ sync_task_id: 7, dataset_id: 2, sync_status: 'DOING' }),
					'7',
					id,
				),
		],
		[
			'an export',
			async (id) => await groupsWire.exportState(resultOf({ task_id: 2, status: 'NEW' }), id),
		],
		[
			'a saved report',
			async (id) =>
				await listsWire.savedReport(async () => await Promise.resolve({ id: 2, name: 'A' }), id),
		],
		[
			'a dashboard',
			async (id) =>
				await listsWire.savedReports(async () => await Promise.resolve({ id: 2, items: [] }), id),
		],
	])('is not that of %s', async (_, read) => {
		await expect(read('1')).rejects.toThrow(
			/has an unexpected structure: it is of ID 2 instead of 1$/,
		);
		await expect(read('2')).resolves.toBeDefined();
	});

	it('is refused by its ID, and accepted without an ID', () => {
		for (const same of [5, '5', undefined, null, {}]) {
			expect(() => assertOf('005', same, 'It')).not.toThrow();
		}
		expect(() => assertOf('5a', '5', 'It')).toThrow('of ID 5 instead of 5a');
	});
});
