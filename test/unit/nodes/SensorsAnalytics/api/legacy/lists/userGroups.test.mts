import { listsWire } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/lists';
import { answering } from '../../../../../../support/answering.mts';

it('groups of users', async () => {
	const last = {
		status: 'ok',
		base_time: 'b',
		start_time: 's',
		finished_time: 'f',
		user_count: 7,
	};
	const all = {
		id: 3,
		name: 'vip',
		cname: '贵宾',
		user_name: 'ann',
		comment: 'c',
		create_time: 't',
		is_routine: 'true',
		status: 'x',
		last_succeed_partition: last,
	};
	const { ask, requests } = answering([all, {}], {});
	const prefixed = answering([{ ...all, name: 'user_segment_vip' }]);
	expect(await listsWire.userGroups(prefixed.ask)).toMatchObject([
		{ name: 'vip', field: 'user.user_segment_vip' },
	]);
	expect(await listsWire.userGroups(ask)).toEqual([
		{
			id: '3',
			name: 'vip',
			field: 'user.user_group_vip',
			displayName: '贵宾',
			owner: 'ann',
			comment: 'c',
			createdAt: 't',
			isRoutine: true,
			status: 'x',
			lastComputation: {
				status: 'ok',
				baseTime: 'b',
				startedAt: 's',
				finishedAt: 'f',
				users: 7,
			},
		},
	]);
	expect(requests).toEqual([{ method: 'GET', path: '/api/v2/user_groups', hasStates: true }]);
	await expect(listsWire.userGroups(ask)).rejects.toThrow(/^The list of user groups has/);
});
