import type { Resource } from '../operation';
import { getUserGroup } from './get.operation';
import { getManyUserGroups } from './getMany.operation';

export const userGroup: Resource = {
	option: { name: 'User Group', value: 'userGroup' },
	operations: [getUserGroup, getManyUserGroups],
};
