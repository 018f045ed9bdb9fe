import { UserError } from 'n8n-workflow';

import { pickField } from '../../form/pickField';
import { textOf } from '../../form/reading';
import { toUserGroupObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import { catalogOf } from '../../lists/catalogOf';
import type { Operation } from '../operation';

/** One group of users (docs/service.md, "Lists"); the service has no operation for a single one. */
export const getUserGroup: Operation = {
	option: {
		name: 'Get',
		value: 'getUserGroup',
		action: 'Get a user group',
		description: 'Get one group of users, with its size and the state of its last computation',
	},
	fields: [
		pickField({
			displayName: 'User Group',
			name: 'userGroup',
			list: 'searchUserGroups',
			placeholder: 'e.g. gold_members',
			description: 'Name, ID or display name of the group (gold_members, 1, 黄金会员)',
			typed: { displayName: 'By Name or ID', name: 'name' },
			required: true,
		}),
	],
	async execute({ context, service, itemIndex }) {
		const wanted = textOf(context.getNodeParameter('userGroup', itemIndex, ''));
		if (wanted === '') throw new UserError("'User Group' is empty. Choose one, or enter its name");
		const groups = await (await catalogOf(service, itemIndex)).userGroups();
		const found =
			groups.find(({ name }) => name === wanted) ??
			groups.find(({ id, displayName }) => id === wanted || displayName === wanted);
		if (found) return toItems([toUserGroupObject(found)], itemIndex);
		throw new UserError(
			`There is no 'User Group' '${wanted}' in this project. Choose one from the list`,
		);
	},
};
