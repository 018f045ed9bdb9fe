import { limited, listFields } from '../../form/listFields';
import { toUserGroupObject } from '../../output/catalogObjects';
import { toItems } from '../../output/items';
import type { Operation } from '../operation';
import { timesOf } from '../timesOf';

/** Groups of users (docs/service.md, "Lists"). */
export const getManyUserGroups: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyUserGroups',
		action: 'Get many user groups',
		description: 'List the groups of users, with the state of their last computation',
	},
	fields: listFields,
	async execute(run) {
		const { catalog, itemIndex, field } = run;
		const groups = await (await catalog()).userGroups();
		const time = timesOf(run);
		return toItems(
			limited(groups, field).map((group) => toUserGroupObject(group, time)),
			itemIndex,
		);
	},
};
