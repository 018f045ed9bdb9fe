import type { Resource } from '../operation';
import { reportModels } from './models';
import { reportOperation } from './reportOperation';

export const report: Resource = {
	option: { name: 'Report', value: 'report' },
	operations: Object.values(reportModels).map(reportOperation),
};
