/** Groups of users (docs/service.md, "Lists"). */
import type { ServiceRequest } from '../../../../../credentials/http/request';
import type { UserGroup } from '../../../query/catalog';
import { userField } from '../../../query/fieldExpression';
import { flagIn, isObject, numberIn, textIn } from '../../../query/json';
import { idOf, listedObjects } from '../../rows/listObjects';

export const userGroupsRequest: ServiceRequest = { method: 'GET', path: '/api/v2/user_groups' };

export function readUserGroups(answer: unknown): UserGroup[] {
	return listedObjects(answer, 'user groups').map((group) => {
		const name = textIn(group, 'name') ?? '';
		const last = group.last_succeed_partition;
		return {
			id: idOf(group),
			name,
			field: userField(`user_group_${name}`),
			displayName: textIn(group, 'cname') ?? name,
			owner: textIn(group, 'user_name'),
			comment: textIn(group, 'comment'),
			createdAt: textIn(group, 'create_time'),
			isRoutine: flagIn(group, 'is_routine'),
			status: textIn(group, 'status'),
			lastComputation: isObject(last)
				? {
						status: textIn(last, 'status'),
						baseTime: textIn(last, 'base_time'),
						startedAt: textIn(last, 'start_time'),
						finishedAt: textIn(last, 'finished_time'),
						users: numberIn(last, 'user_count'),
					}
				: undefined,
		};
	});
}
