import type { Ask } from '../../../../../../../nodes/SensorsAnalytics/api/api';
import {
	definitionName,
	groupsWire,
} from '../../../../../../../nodes/SensorsAnalytics/api/openapi/userGroups';

const success = (data: object) => ({ code: 'SUCCESS', data });
const query = { field: 'user.user_segment_vip', properties: [{ name: 'city' }] };
const project: Ask = async () => success({ project: { id: 2, name: 'default' } });

describe('an export', () => {
	it('requests a file of the group, by rule and project', async () => {
		const request = groupsWire.exportRequest(query, await groupsWire.projectId(project, 'default'));
		expect(request).toEqual({
			path: '/api/v3/horizon/v1/entity-list/export-task/create',
			body: {
				entity_name: 'user',
				project_id: 2,
				attribute_paths: ['id', 'city'],
				export_format: { format_type: 'FILE' },
				segment_rule_expression: {
					type: 'EQL_BASED',
					eql_segment_rule: { eql: 'user.$SegmentMembership.user_segment_vip == true' },
				},
			},
			startsWork: true,
		});
	});

	it('is about a day, and omits an unknown project ID', async () => {
		for (const ask of [async () => success({}), async () => 'x'] as Ask[]) {
			const { body } = groupsWire.exportRequest(
				{ ...query, computedOn: '2024-01-15' },
				await groupsWire.projectId(ask, 'p'),
			);
			expect(body).not.toHaveProperty('project_id');
			expect(JSON.stringify(body)).toContain('user_segment_vip@20240115 == true');
		}
	});

	it.each(['user.a b', 'user.x == true or user.y', "user.x'", 'user.'])(
		'is not made of a group called %s',
		(field) =>
			expect(() => definitionName(field)).toThrow(
				/' has a name that the OpenAPI doesn't support\. Names can contain only letters, digits, and _/,
			),
	);

	it.each([
		['NEW', 'waiting'],
		['RUNNING', 'running'],
		['FAILED', 'failed'],
		['PAUSED', 'running'],
		['constructor', 'running'],
	])('in the state %s is %s', async (status, phase) => {
		const requests: unknown[] = [];
		const state = await groupsWire.exportState(async (request) => {
			requests.push(request);
			return success({ status, failed_result: { failure_message: 'Out Of Memory' } });
		}, '17');
		expect(state).toEqual({ phase, status, reason: 'Out Of Memory' });
		expect(requests).toEqual([
			{
				method: 'GET',
				path: '/api/v3/horizon/v1/entity-list/export-task/get-status',
				query: { task_id: '17' },
			},
		]);
	});

	it('that is done has a groupsWire.file, or is an error', async () => {
		const done = (result: object) =>
			groupsWire.exportState(
				async () => success({ status: 'SUCCESS', success_result: result }),
				'1',
			);
		await expect(done({ file_result: { file_token: '2ef3' } })).resolves.toMatchObject({
			...{ phase: 'done', file: '2ef3' },
		});
		await expect(done({ table_result: { table_name: 'x' } })).rejects.toThrow(
			/The result of the export has an unexpected structure: the file is missing$/,
		);
		await expect(groupsWire.exportState(async () => success({}), '1')).rejects.toThrow(
			/The state of the export has an unexpected structure: 'status' is missing$/,
		);
		expect(groupsWire.file('2ef3')).toMatchObject({ method: 'GET', query: { file_token: '2ef3' } });
	});

	it.each([17, '17', 17.0])('has the ID %p as text', (id) =>
		expect(groupsWire.readExport(success({ task_id: id }))).toBe('17'),
	);

	it.each([undefined, null, 1.5, -1, 'x', 1e30])('has no ID %p', (id) =>
		expect(() => groupsWire.readExport(success({ task_id: id }))).toThrow(
			/The response has an unexpected structure: 'task_id' is missing/,
		),
	);

	it.each(['', '../1', '1&x=2', '9'.repeat(17)])('is not requested by %p', async (id) => {
		await expect(groupsWire.exportState(project, id)).rejects.toThrow(
			/' isn't a valid ID of an export\. Enter a whole number/,
		);
	});
});
