import { datasetRuns } from '../../../../../../nodes/SensorsAnalytics/actions/run/dataset';
import { userGroupRuns } from '../../../../../../nodes/SensorsAnalytics/actions/run/userGroup';
import { listsWire } from '../../../../../../nodes/SensorsAnalytics/api/openapi/lists';
import type { ItemRun, OperationRuns } from '../../../../../../nodes/SensorsAnalytics/item';

/** Runs an operation on answers by the end of their path; returns names and hints. */
async function listed(
	work: OperationRuns[string] | undefined,
	answers: { [end: string]: object },
	form: { [name: string]: unknown } = {},
) {
	const hints: string[] = [];
	const ask: ItemRun['ask'] = async ({ path }) => {
		const [, data] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
		return { code: 'SUCCESS', data };
	};
	const run = {
		context: {
			addExecutionHints: ({ message }: { message: string }) => hints.push(message),
			getTimezone: () => 'UTC',
			getNode: () => ({ type: 'x' }),
		},
		service: { connectionOf: async () => ({ mode: 'apiKey' }) },
		...{ itemIndex: 0, notes: [] },
		field: (name: string) => form[name] ?? (name === 'returnAll' ? true : ''),
		ask,
		catalog: async () => ({ userGroups: async () => await listsWire.userGroups(ask) }),
	} as unknown as ItemRun;
	const items = (await work?.(run)) ?? [];
	return { names: items.map(({ json }) => json.name), hints };
}

const datasets = (total: number) => ({
	'group/list': { dataset_groups: [{ group_name: 'A' }, { group_name: 'B' }] },
	detail_list: {
		datasets: [{ dataset_id: 1, dataset_cname: 'd' }],
		page_info: { page_count: 1, total },
	},
});
const groups = (total: number) => ({
	'definition/list': { segment_definitions: [{ name: 'vip' }], total },
	'latest-item/get': {},
});

describe('datasets of a group', () => {
	const none = { ...datasets(0), detail_list: {} };
	const of = async (datasetGroup: string) =>
		await listed(datasetRuns.getManyDatasets, none, { datasetGroup });

	it('that the project does not have are an error with its groups', async () => {
		await expect(of('Sales')).rejects.toThrow("'Group' can't be 'Sales'. Use one of: A, B");
	});

	it('without datasets are none', async () => {
		expect(await of('A')).toEqual({ names: [], hints: [] });
	});
});

describe('a list with fewer entries than the service counts', () => {
	it.each([
		['datasets', datasetRuns.getManyDatasets, datasets(3), '4 more datasets'],
		['user groups', userGroupRuns.getManyUserGroups, groups(3), '2 more user groups'],
	])('of %s gets a hint', async (_what, work, answers, more) => {
		expect((await listed(work, answers)).hints).toEqual([
			`Sensors Analytics counts ${more} than it returned. Run the node again. If this continues, contact your Sensors Analytics administrator.`,
		]);
	});

	it.each([
		['datasets', datasetRuns.getManyDatasets, datasets(1)],
		['user groups', userGroupRuns.getManyUserGroups, groups(1)],
		['user groups, uncounted', userGroupRuns.getManyUserGroups, groups(0)],
	])('is none of %s that came', async (_what, work, answers) => {
		const { names, hints } = await listed(work, answers);
		expect([names.length, hints]).toEqual([1, []]);
	});
});
