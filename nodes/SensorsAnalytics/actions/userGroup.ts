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

const computeGroup: Operation = {
	option: {
		name: 'Compute',
		value: 'computeUserGroup',
		action: 'Compute user group',
		description:
			'Recompute a user group in Sensors Analytics and return its size. Requires an API key.',
	},
	toolText:
		'Recomputes a user group in Sensors Analytics, waits until the computation finishes, and returns the new size. This changes the group for everybody. Use it only if somebody asks for a new computation, not to look up a size. Requires an API key. Example: gold_members, if asked to update the group.',
	fields: [...computeFields, ...detailFields(GROUP_DETAIL)],
	options: computeOptionFields,
};

const getUserGroup: Operation = {
	option: {
		name: 'Get',
		value: 'getUserGroup',
		action: 'Get user group',
		description: 'Get a user group, with its size and the state of its last computation',
	},
	toolText:
		"Returns one user group with its size and the state of its last computation. Example: gold_members answers 'How many gold members were there at the last computation?'",
	fields: [userGroupField, ...detailFields(GROUP_DETAIL)],
};

const getManyUserGroups: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyUserGroups',
		action: 'Get many user groups',
		description: 'List the user groups, with the state of their last computation',
	},
	toolText:
		"Lists the user groups of the project, with their sizes. Use it to find the group that a question refers to. Reports can filter by its 'property'. Example: use it to answer 'Which user groups are there?'",
	fields: [...listFields, ...detailFields(GROUP_DETAIL)],
};

const getMembers: Operation = {
	option: {
		name: 'Get Members',
		value: 'getMembers',
		action: 'Get user group members',
		description: 'Export the users in a user group as items or a CSV file. Requires an API key.',
	},
	toolText:
		'Exports the users in a user group, which takes seconds to minutes. Use it to find out who is in a group. For the size, the tool for user groups is faster. Set a limit, because groups can be large. Requires an API key. Example: 20 members of gold_members with city and level.',
	fields: memberFields,
	options: memberOptionFields,
};

export const userGroupResource: Resource = {
	option: { name: 'User Group', value: 'userGroup' },
	operations: [getUserGroup, getManyUserGroups, getMembers, computeGroup],
};
