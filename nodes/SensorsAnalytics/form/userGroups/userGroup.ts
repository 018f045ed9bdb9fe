import { UserError } from 'n8n-workflow';

import { pickField } from '../pickField';
import { type ReadField, textOf } from '../reading';

export const userGroupField = pickField({
	displayName: 'User Group',
	name: 'userGroup',
	list: 'searchUserGroups',
	placeholder: 'e.g. gold_members',
	description: 'Name, ID or display name of the group (gold_members, 1, 黄金会员)',
	typed: { displayName: 'By Name or ID', name: 'name' },
	required: true,
});

/** What was picked or typed: a name, an ID or a display name. @throws UserError for nothing */
export function readUserGroup(field: ReadField): string {
	const group = textOf(field('userGroup'));
	if (group !== '') return group;
	throw new UserError("'User Group' is empty. Choose one, or enter its name");
}
