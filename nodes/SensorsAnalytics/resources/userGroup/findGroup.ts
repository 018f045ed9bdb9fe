import { UserError } from 'n8n-workflow';

import { readUserGroup } from '../../form/userGroups/userGroup';
import type { UserGroup } from '../../query/catalog';
import { noneCalled } from '../../query/unknownName';
import type { ItemRun } from '../operation';

/**
 * The group that was picked, or typed by its name, ID or display name. The service has no operation
 * for a single one.
 * @throws UserError for none
 */
export async function findGroup({ catalog, field }: ItemRun): Promise<UserGroup> {
	const wanted = readUserGroup(field);
	const groups = await (await catalog()).userGroups();
	const found =
		groups.find(({ name }) => name === wanted) ??
		groups.find(({ id, displayName }) => id === wanted || displayName === wanted);
	if (found) return found;
	throw new UserError(`${noneCalled('user group', wanted)}. Choose one from the list`);
}
