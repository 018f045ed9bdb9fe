/** Get Event Report, or another one, asked of a service that is a function, at a moment that is given. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { itemRun } from '../../nodes/SensorsAnalytics/item';
import { planReport } from '../../nodes/SensorsAnalytics/reports/plan';
import { reports } from '../../nodes/SensorsAnalytics/reports/registry';
import { runReport } from '../../nodes/SensorsAnalytics/reports/run';
import type { Service } from '../../nodes/SensorsAnalytics/transport/service';

/** Saturday, 21 November 2026, 14:30 in Shanghai: the "today" of docs/calendar.md. */
const NOW = new Date('2026-11-21T14:30:00+08:00');

type Body = { [key: string]: unknown } & { from_date: string; to_date: string };
export type Answer = (body: Body) => object;

interface Requested {
	rows: IDataObject[];
	hints: string[];
	/** Dates of the requests: `from/to`. */
	ranges: string[];
	bodies: Body[];
}

/** One form, filled in as a person would; what is not given keeps its default. */
export async function askReport(
	form: IDataObject,
	answer: Answer,
	{ now = NOW, zone = 'Asia/Shanghai', mode = 'apiSecret', report = reports.event as object } = {},
): Promise<Requested> {
	const parameters: IDataObject = {
		queryMode: 'fields',
		measures: { measure: [{ eventName: 'A', outputName: 'n' }] },
		unit: 'day',
		output: 'rows',
		...form,
	};
	for (const measure of (parameters.measures as { measure: IDataObject[] }).measure)
		measure.aggregator ??= 'general';
	const [hints, bodies]: [string[], Body[]] = [[], []];
	const context = {
		getNodeParameter: (name: string, _item: number, byDefault: unknown) =>
			parameters[name] ?? byDefault,
		getTimezone: () => zone,
		getMode: () => 'trigger',
		getInputData: () => [{ json: {} }],
		getNode: () => ({ type: 'n8n-nodes-sensors-analytics.sensorsAnalytics' }),
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
	} as unknown as IExecuteFunctions;
	const service = {
		connectionOf: async () => await Promise.resolve({ mode }),
		call: async (_item: number, { body }: { body: Body }) => {
			bodies.push(body);
			return await Promise.resolve(answer(body));
		},
	} as unknown as Service;
	const run = itemRun(context, service, 0);
	const items = await runReport(run, planReport(run, now, report as typeof reports.event));
	const ranges = bodies.map(({ from_date: from, to_date: to }) => `${from}/${to}`);
	return { rows: items.map(({ json }) => json), hints, ranges, bodies };
}

/** The fields for a range of one's own. */
export function between(fromDate: string, toDate: string): IDataObject {
	return { dateRange: 'custom', fromDate, toDate };
}

/** The fields that group by cities. */
export const byCity: IDataObject = { groupBy: { group: [{ field: 'city' }] } };
