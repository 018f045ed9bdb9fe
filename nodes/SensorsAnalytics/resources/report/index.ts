import type { Resource } from '../operation';
import { reportModels } from './models';
import { reportOperation } from './reportOperation';

const { event, attribution, distribution, funnel, interval, ltv, retention, userProperties } =
	reportModels;

export const report: Resource = {
	option: { name: 'Report', value: 'report' },
	operations: [
		reportOperation(event),
		reportOperation(attribution),
		reportOperation(distribution),
		reportOperation(funnel),
		reportOperation(interval),
		reportOperation(ltv),
		reportOperation(retention),
		reportOperation(userProperties),
	],
};
