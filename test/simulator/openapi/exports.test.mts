/** The simulator's work in the background, against its documents: exports and computations. */
import { type Simulator, startSimulator } from '../../../simulator/server.mts';
import { call, callJson } from '../../support/simulated.mts';

type Json = Record<string, unknown>;
const HORIZON = '/api/v3/horizon/v1';
const MOMENT = '2026-11-10T16:00:00Z';

describe('exports and computations', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());

	const headers = () => ({
		'api-key': simulator.world.apiKeys.of('analyst'),
		'sensorsdata-project': 'production',
	});
	const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
		const { status, body: json } = await callJson(
			simulator,
			method,
			HORIZON + path,
			body,
			headers(),
		);
		return { status, code: json.code, data: json.data as Json };
	};
	const rule = (eql: string) => ({
		segment_rule_expression: { type: 'EQL_BASED', eql_segment_rule: { eql } },
	});
	const MEMBERS = {
		entity_name: 'user',
		project_id: 1,
		attribute_paths: ['id', 'age', 'is_member', 'interests', 'city'],
		export_format: { format_type: 'FILE' },
		...rule('user.$SegmentMembership.user_group_over_40 == true'),
	};
	const start = async (change: object = {}) =>
		await send('POST', '/entity-list/export-task/create', { ...MEMBERS, ...change });
	const look = async (id: unknown) =>
		(await send('GET', `/entity-list/export-task/get-status?task_id=${String(id)}`)).data;

	it('an export is new, runs, and is done with a file', async () => {
		const { data } = await start();
		const states = [await look(data.task_id), await look(data.task_id), await look(data.task_id)];
		expect(states.map(({ status }) => status)).toEqual(['NEW', 'RUNNING', 'SUCCESS']);
		const { file_result: file } = states[2]?.success_result as { file_result: Json };
		const path = `${HORIZON}/web/file-storage/download?file_token=${String(file.file_token)}`;
		const { text } = await call(simulator, 'GET', path, undefined, headers());
		const lines = text.trimEnd().split('\n');
		const users = simulator.world
			.shopOf('production')
			.users.filter(({ properties }) => Number(properties.age) > 40);
		expect(lines).toHaveLength(users.length);
		const [id = '', age, isMember, interests, city] = lines[0]?.split('\u0001') ?? [];
		const { properties } = users[0] as (typeof users)[0];
		expect(id).toMatch(/^-?\d{1,19}$/);
		expect([age, isMember, interests, city]).toEqual([
			Number(properties.age).toFixed(3),
			properties.is_member === true ? '1' : '0',
			(properties.interests as string[]).join('\u0003'),
			properties.city ?? '\\N',
		]);
		simulator.world.clock.advance(2 * 24 * 3600_000);
		expect((await call(simulator, 'GET', path, undefined, headers())).status).toBe(400);
		expect(await look(data.task_id)).toBeNull();
	});

	it.each([
		['no key', { attribute_paths: ['age'] }],
		['an unknown attribute', { attribute_paths: ['id', 'nothing'] }],
		['no project', { project_id: undefined }],
		['another project', { project_id: 2 }],
		['no entity', { entity_name: undefined }],
		['no rule', { segment_rule_expression: undefined }],
		['an unknown group', rule('user.$SegmentMembership.user_group_x == true')],
		['a rule in other words', rule('user.user_group_over_40 == true')],
	])('an export with %s is refused', async (_case, change) => {
		expect((await start(change)).code).toBe('COMMON-D-27-1');
	});

	it('an export may be a table, or fail with a reason', async () => {
		simulator.world.openapi.tasks = { looks: 0 };
		const table = await start({ export_format: undefined });
		expect(await look(table.data.task_id)).toMatchObject({
			success_result: { table_result: { table_name: expect.any(String) as string } },
		});
		simulator.world.openapi.tasks = { looks: 0, failure: 'Out Of Memory' };
		const failing = await start();
		expect(await look(failing.data.task_id)).toMatchObject({
			...{ status: 'FAILED', failed_result: { failure_message: 'Out Of Memory' } },
		});
		simulator.world.openapi.tasks = { looks: 2 };
	});

	it('a computation takes time, and adds an item for its moment', async () => {
		const name = 'user_group_over_40';
		const definition = { entity_name: 'user', definition_name: name, base_time_list: [MOMENT] };
		const tasks = async () => (await send('POST', '/segment/task/get', definition)).data.tasks;
		const items = async () =>
			(await send('POST', '/segment/item/list', { ...definition, limit: 1 })).data.items as Json[];
		expect([await tasks(), await items()]).toEqual([[], []]);
		const evaluate = async (baseTime: string) =>
			await send('POST', '/segment/definition/evaluate', {
				entity_name: 'user',
				evaluate_params: [{ segment_definition_name: name, base_time: baseTime }],
			});
		expect((await evaluate('2026-11-11 00:00:00')).code).toBe('COMMON-D-27-1');
		expect((await evaluate(MOMENT)).data).toEqual({});
		expect(await tasks()).toEqual([]);
		const statuses = [];
		for (let looks = 0; looks < 3; looks++)
			statuses.push(((await tasks()) as Json[])[0]?.segment_task_status);
		expect(statuses).toEqual(
			['PREPARING', 'COMPUTING', 'SUCCESS'].map((status) => `SEGMENT_TASK_${status}`),
		);
		expect(await items()).toMatchObject([{ base_time: MOMENT, segment_ready: true }]);
	});
});
