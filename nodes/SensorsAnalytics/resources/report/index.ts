import type { Resource } from '../operation';
import { getEventReport } from './getEventReport.operation';

export const report: Resource = {
	option: { name: 'Report', value: 'report' },
	operations: [getEventReport],
};
