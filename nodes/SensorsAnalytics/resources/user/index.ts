import type { Resource } from '../operation';
import { getBehavior } from './getBehavior.operation';
import { getManyUsers } from './getMany.operation';
import { getManyFromReport } from './getManyFromReport.operation';

export const user: Resource = {
	option: { name: 'User', value: 'user' },
	operations: [getManyUsers, getManyFromReport, getBehavior],
};
