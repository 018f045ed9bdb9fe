import { limited, listFields } from '../../form/listFields';
import type { ReadField } from '../../form/reading';
import { toUserGroupObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import { readUserGroups, userGroupsRequest } from '../../wire/legacy/catalog/userGroups';
import type { Operation } from '../operation';

/** `GET /api/v2/user_groups` (field notes 11.9). */
export const getManyUserGroups: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyUserGroups',
		action: 'Get many user groups',
		description: 'List the groups of users, with the state of their last computation',
	},
	fields: listFields,
	async execute({ context, service, itemIndex }) {
		const field: ReadField = (name) => context.getNodeParameter(name, itemIndex, '');
		const groups = readUserGroups(await service.callOnce(itemIndex, userGroupsRequest));
		return toItems(limited(groups, field).map(toUserGroupObject), itemIndex);
	},
};
