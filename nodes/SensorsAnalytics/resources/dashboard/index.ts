import type { Resource } from '../operation';
import { getManyDashboards } from './getMany.operation';

export const dashboard: Resource = {
	option: { name: 'Dashboard', value: 'dashboard' },
	operations: [getManyDashboards],
};
