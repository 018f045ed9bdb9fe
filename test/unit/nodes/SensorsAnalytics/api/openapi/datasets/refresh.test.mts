import { datasetsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/datasets';

const success = (data: object) => ({ code: 'SUCCESS', data });

describe('a refresh', () => {
	it('is of everything, or of a part', () => {
		expect(datasetsWire.refreshRequest({ datasetId: '1' })).toEqual({
			path: '/api/v3/analytics/v1/dataset/refresh',
			body: { dataset_id: 1, sync_type: 'FULL' },
			startsWork: true,
		});
		const range = { from: '2023-01-01 00:00:00', to: '2023-12-31 23:59:59' };
		expect(datasetsWire.refreshRequest({ datasetId: '1', range }).body).toEqual({
			...{ dataset_id: 1, sync_type: 'INCREMENTAL' },
			...{ refresh_from_date: range.from, refresh_to_date: range.to },
		});
		expect(datasetsWire.readRefresh(success({ sync_task_id: 3 }))).toBe('3');
		expect(() => datasetsWire.readRefresh(success({}))).toThrow(
			/The response has an unexpected structure: 'sync_task_id' is missing/,
		);
	});

	it.each([
		['WAITING', 'waiting'],
		['REFRESH_WAITING', 'waiting'],
		['DOING', 'running'],
		['RETRY', 'running'],
		['SYNC_STATUS_UNSPECIFIED', 'running'],
		['SUCCESS', 'done'],
		['FAILED', 'failed'],
		['DATA_EXCEPTION', 'failed'],
	])('in the state %s is %s', async (status, phase) => {
		const reported = {
			sync_status: status,
			failed_reason: '',
			duration_seconds: 10,
			start_time: 'x',
		};
		expect(await datasetsWire.refreshState(async () => success(reported), '1', '7')).toEqual({
			...{ phase, status, reason: undefined, startedAt: 'x', endedAt: undefined, seconds: 10 },
		});
	});

	it('without a state is an error', async () => {
		await expect(datasetsWire.refreshState(async () => success({}), '1', '7')).rejects.toThrow(
			/'sync_status' is missing/,
		);
		await expect(datasetsWire.refreshState(async () => success({}), 'x', '7')).rejects.toThrow(
			/'x' isn't a valid ID of a refresh\. Enter a whole number/,
		);
	});
});
