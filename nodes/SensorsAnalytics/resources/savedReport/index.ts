import type { Resource } from '../operation';
import { getManySavedReports } from './getMany.operation';
import { runSavedReport } from './run.operation';

export const savedReport: Resource = {
	option: { name: 'Saved Report', value: 'savedReport' },
	operations: [runSavedReport, getManySavedReports],
};
