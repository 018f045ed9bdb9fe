import { userGroupField } from '../../form/userGroups/userGroup';
import { toUserGroupObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import type { Operation } from '../operation';
import { timesOf } from '../timesOf';
import { findGroup } from './findGroup';

/** One group of users (docs/service.md, "Lists"). */
export const getUserGroup: Operation = {
	option: {
		name: 'Get',
		value: 'getUserGroup',
		action: 'Get a user group',
		description: 'Get one group of users, with its size and the state of its last computation',
	},
	fields: [userGroupField],
	async execute(run) {
		return toItems([toUserGroupObject(await findGroup(run), timesOf(run))], run.itemIndex);
	},
};
