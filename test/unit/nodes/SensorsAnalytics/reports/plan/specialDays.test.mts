import type { IExecuteFunctions } from 'n8n-workflow';

import { itemRun } from '../../../../../../nodes/SensorsAnalytics/item';
import { planReport } from '../../../../../../nodes/SensorsAnalytics/reports/plan';
import { eventReport } from '../../../../../../nodes/SensorsAnalytics/reports/event';
import type { Service } from '../../../../../../nodes/SensorsAnalytics/transport/service';

const context = {
	getNodeParameter: (name: string, _item: number, byDefault: unknown) =>
		({ output: 'rows', options: { specialDays: '2026-11-11' } })[name] ?? byDefault,
	getTimezone: () => 'Asia/Shanghai',
	addExecutionHints: () => undefined,
} as unknown as IExecuteFunctions;

it.each([true, false])('Special Days count if a query as JSON has usual_range: %s', (hasUsual) => {
	const { options } = planReport(
		itemRun(context, {} as Service, 0),
		new Date('2026-11-20T04:00:00Z'),
		eventReport,
		() => ({
			query: {
				measures: [{ kind: 'event', event: 'A', aggregator: 'general', name: 'n' }],
				groupBy: [],
				unit: 'day',
			},
			range: { from: '2026-11-18', to: '2026-11-19' },
			hasUsual,
		}),
	);
	expect(options.usual?.own).toEqual(
		hasUsual ? [{ from: '2026-11-11', to: '2026-11-11' }] : undefined,
	);
});
