import type { Resource } from '../operation';
import { getEventReport } from './getEventReport.operation';
import { modelOperation } from './model/modelOperation';
import { reportModels } from './model/models';

export const report: Resource = {
	option: { name: 'Report', value: 'report' },
	operations: [getEventReport, ...Object.values(reportModels).map(modelOperation)],
};
