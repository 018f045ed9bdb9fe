/** What n8n hands to a poll, without n8n. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Setting } from './oracle.mts';
import type { Sent } from './watch.mts';

/** The form as n8n stores it. */
export function formOf(setting: Setting, zone: string, isCount: boolean): IDataObject {
	const { on, unit, side, threshold, direction, percent, comparedWith } = setting;
	const { unusualSide, specialDays } = setting;
	const hasGroups = on === 'periodComplete' || on === 'unusual';
	const measure = isCount
		? { aggregator: 'general' }
		: { aggregator: 'avg', field: { __rl: true, mode: 'id', value: 'amount' } };
	return {
		triggerOn: on,
		period: unit,
		queryMode: 'fields',
		measures: {
			measure: [
				{
					eventName: { __rl: true, mode: 'list', value: 'PayOrder' },
					outputName: 'orders',
					...measure,
				},
			],
		},
		...(hasGroups && setting.isGrouped
			? { groupBy: { group: [{ field: { __rl: true, mode: 'id', value: 'city' } }] } }
			: {}),
		...(on === 'threshold' ? { side, threshold } : {}),
		...(on === 'change' ? { direction, percent, comparedWith } : {}),
		...(on === 'unusual' ? { unusualSide } : {}),
		options: {
			...(on === 'unusual' ? { usualRange: 'all' } : {}),
			...(on === 'unusual' && specialDays
				? { specialDays: `${specialDays.from} to ${specialDays.to}` }
				: {}),
			timeZone: zone,
			catchUp: setting.catchUp,
			startsWithLast: setting.startsWithLast,
			...(setting.completeAfter === undefined ? {} : { completeAfter: setting.completeAfter }),
			...(setting.settleHours === undefined ? {} : { settleHours: setting.settleHours }),
		},
	};
}

let requests = 0;
const NO_LISTS = {
	statusCode: 404,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from('{"error": "there are no lists"}'),
};

/**
 * @param signIn how the credential signs in
 * @param memory gives what is remembered; n8n gives the live object, or a copy for this poll
 * @param send what a request of the poll reaches
 * @param budgetMs what n8n gives the poll, where it says so
 */
export function contextOf(
	workflowId: string,
	form: IDataObject,
	signIn: IDataObject,
	memory: () => object,
	send: (sent: Sent) => Promise<unknown>,
	budgetMs?: number,
): IPollFunctions {
	const node = {
		id: 'trigger',
		name: 'Sensors Analytics Trigger',
		type: 'n8n-nodes-sensors-analytics.sensorsAnalyticsTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: form,
		credentials: { sensorsAnalyticsApi: { id: 'credential', name: 'credential' } },
	};
	// Polls of a process that n8n has ended would wait there for ever, and nobody keeps a pace here.
	const baseUrl = `http://service-${++requests}.example`;
	return {
		...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
		getMode: () => 'trigger',
		getNode: () => node,
		getWorkflow: () => ({ id: workflowId, name: 'Life', active: true }),
		getExecutionId: () => undefined,
		getNodeParameter: (name: string, fallback: unknown) => form[name] ?? fallback,
		getWorkflowStaticData: () => memory(),
		getCredentials: async () => ({
			baseUrl,
			project: 'production',
			...signIn,
		}),
		logger: { warn: () => undefined },
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				{ url, qs = {}, body }: { url: string; qs?: Record<string, string>; body?: string },
			) => {
				// There are no lists: texts have the names of the query.
				if (/event|propert|metadata/.test(url) && !/report/.test(url)) return NO_LISTS;
				return await send({
					path: url,
					query: qs,
					body: body === undefined ? undefined : JSON.parse(body),
				});
			},
		},
	} as unknown as IPollFunctions;
}
