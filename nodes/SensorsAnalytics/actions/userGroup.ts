import { loadCode } from '../../../credentials/loadCode';
import { type Operation, type Resource } from '../item';
import { detailFields, listFields } from '../params/list';
import {
	computeFields,
	computeOptionFields,
	memberFields,
	memberOptionFields,
	userGroupField,
	GROUP_DETAIL,
} from '../params/userGroup';

const code = async () => await loadCode(async () => await import('./run/userGroup'));

/** Recomputes a group (docs/service.md, "Computing a user group"). */
const computeGroup: Operation = {
	option: {
		name: 'Compute',
		value: 'computeUserGroup',
		action: 'Compute user group',
		description:
			'Recompute a user group in Sensors Analytics and return its size. Requires an API key.',
	},
	fields: [...computeFields, ...detailFields(GROUP_DETAIL)],
	options: computeOptionFields,
	execute: async (run) => await (await code()).computeGroup(run),
};

/** One user group (docs/service.md, "Lists"). */
const getUserGroup: Operation = {
	option: {
		name: 'Get',
		value: 'getUserGroup',
		action: 'Get user group',
		description: 'Get a user group, with its size and the state of its last computation',
	},
	fields: [userGroupField, ...detailFields(GROUP_DETAIL)],
	execute: async (run) => await (await code()).getUserGroup(run),
};

/** User groups (docs/service.md, "Lists"). */
const getManyUserGroups: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyUserGroups',
		action: 'Get many user groups',
		description: 'List the user groups, with the state of their last computation',
	},
	fields: [...listFields, ...detailFields(GROUP_DETAIL)],
	execute: async (run) => await (await code()).getManyUserGroups(run),
};

/** Users in a group, by an export (docs/service.md, "User lists as files"). */
const getMembers: Operation = {
	option: {
		name: 'Get Members',
		value: 'getMembers',
		action: 'Get user group members',
		description: 'Export the users in a user group as items or a CSV file. Requires an API key.',
	},
	fields: memberFields,
	options: memberOptionFields,
	execute: async (run) => await (await code()).getMembers(run),
};

export const userGroup: Resource = {
	option: { name: 'User Group', value: 'userGroup' },
	operations: [getUserGroup, getManyUserGroups, getMembers, computeGroup],
};
