import type { ServiceRequest } from '../../../../../../../credentials/http/request';
import { listsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/lists';

const missing = Object.assign(new Error('no module'), { context: { isModuleMissing: true } });
const definition = (name: string) => ({ name, display_name: `* ${name}`, status: 'ACTIVE' });

/** Answers by the end of the path; errors are thrown. */
function asker(answers: { [end: string]: unknown }) {
	const requests: ServiceRequest[] = [];
	const ask = async (request: ServiceRequest): Promise<unknown> => {
		requests.push(request);
		const [, answer] = Object.entries(answers).find(([end]) => request.path.endsWith(end)) ?? [];
		if (answer instanceof Error) throw answer;
		return { code: 'SUCCESS', data: answer };
	};
	return { ask, requests };
}

describe('tags of events', () => {
	it('have no names where the module for them is not installed', async () => {
		const { ask } = asker({ '/events/tags': missing });
		expect((await listsWire.eventTags(ask)).size).toBe(0);
	});
});

describe('user groups of the OpenAPI', () => {
	it('have fields by their names as they come, and sizes', async () => {
		const { ask } = asker({
			'/definition/list': {
				segment_definitions: ['user_segment_vip', 'user_group_old', 'bare'].map(definition),
			},
			'/latest-item/get': {
				lasted_segment_item_map: {
					user_segment_vip: { count: '12', base_time: 'b', segment_ready_time: 'r' },
				},
			},
		});
		const groups = await listsWire.userGroups(ask);
		expect(groups.map(({ id, name, field }) => [id, name, field])).toEqual([
			['user_segment_vip', 'vip', 'user.user_segment_vip'],
			['user_group_old', 'old', 'user.user_group_old'],
			['bare', 'bare', 'user.user_segment_bare'],
		]);
		expect(groups[0]?.lastComputation).toMatchObject({ users: 12, baseTime: 'b', finishedAt: 'r' });
		expect(groups[1]?.lastComputation).toBeUndefined();
	});

	it('have no size while it is being computed', async () => {
		const item = { count: 0, segment_ready: false, base_time: 'b' };
		const { ask } = asker({
			'/definition/list': { segment_definitions: [definition('user_segment_vip')] },
			'/latest-item/get': { lasted_segment_item_map: { user_segment_vip: item } },
		});
		const [group] = await listsWire.userGroups(ask);
		expect(group?.lastComputation?.users).toBeUndefined();
	});

	it('have sizes from requests of 200', async () => {
		const names = Array.from({ length: 401 }, (_, n) => `user_segment_${n}`);
		const { ask, requests } = asker({
			'/definition/list': { segment_definitions: names.map(definition) },
			'/latest-item/get': {},
		});
		expect(await listsWire.userGroups(ask)).toHaveLength(401);
		const sizes = requests
			.slice(1)
			.map(({ body }) => (body as { definition_names: [] }).definition_names);
		expect(sizes.map(({ length }) => length)).toEqual([200, 200, 1]);
		expect(sizes.flat()).toEqual(names);
	});

	it('are names alone where the module for segments is not installed', async () => {
		const { ask } = asker({
			'/definition/list': missing,
			'/user-groups/all': {
				user_groups: [{ id: 7, name: 'user_group_vip', cname: 'VIP' }, { name: 'bare' }],
			},
		});
		expect(await listsWire.userGroups(ask)).toMatchObject([
			{ id: '7', name: 'vip', displayName: 'VIP', field: 'user.user_group_vip' },
			{ id: 'bare', field: 'user.user_group_bare' },
		]);
	});

	it('are not silently empty when their list fails otherwise', async () => {
		const { ask, requests } = asker({
			'/definition/list': new Error('overloaded'),
			'/user-groups/all': { user_groups: [] },
		});
		await expect(listsWire.userGroups(ask)).rejects.toThrow('overloaded');
		expect(requests.every(({ path }) => !path.endsWith('/user-groups/all'))).toBe(true);
	});

	it('are without sizes when these fail, with the error', async () => {
		const noSizes = new Error('overloaded');
		const { ask } = asker({
			'/definition/list': { segment_definitions: [definition('user_segment_vip')] },
			'/latest-item/get': noSizes,
		});
		const groups = await listsWire.userGroups(ask);
		expect(groups.map(({ name, lastComputation: last }) => [name, last])).toEqual([
			['vip', undefined],
		]);
		expect(groups.noSizes).toBe(noSizes);
	});
});
