import type { Resource } from '../operation';
import { computeGroup } from './compute.operation';
import { getUserGroup } from './get.operation';
import { getManyUserGroups } from './getMany.operation';
import { getMembers } from './getMembers.operation';

export const userGroup: Resource = {
	option: { name: 'User Group', value: 'userGroup' },
	operations: [getUserGroup, getManyUserGroups, getMembers, computeGroup],
};
