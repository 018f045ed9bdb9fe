/** Workflows for tests. */

export interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: object;
	credentials?: object;
	webhookId?: string;
	onError?: string;
}

const CREDENTIAL = 'sensorsAnalytics';

/** Steps one behind the other. */
export function chain(name: string, steps: Step[]): object {
	const followers = steps.slice(1).map(({ name: next }, index) => [steps[index]?.name, [next]]);
	return workflow(name, steps, Object.fromEntries(followers) as Record<string, string[]>);
}

/** A trigger and steps that all follow on it. */
export function fan(name: string, trigger: Step, steps: Step[]): object {
	const followers = { [trigger.name]: steps.map((step) => step.name) };
	return workflow(name, [trigger, ...steps], followers);
}

function workflow(name: string, steps: Step[], followers: Record<string, string[]>): object {
	return {
		name,
		nodes: steps.map((step, index) => ({
			...step,
			id: `node-${index}`,
			position: [index * 220, 0],
		})),
		connections: Object.fromEntries(
			Object.entries(followers).map(([from, names]) => [
				from,
				{ main: [names.map((node) => ({ node, type: 'main', index: 0 }))] },
			]),
		),
		settings: { executionOrder: 'v1', timezone: 'Asia/Shanghai' },
	};
}

export function manualTrigger(): Step {
	return {
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		parameters: {},
	};
}

/** Answers with the items of the last node. */
export function webhook(path: string): Step {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { path, responseMode: 'lastNode', responseData: 'allEntries' },
		webhookId: path,
	};
}

export function everySeconds(secondsInterval: number): Step {
	return {
		name: 'Schedule',
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		parameters: { rule: { interval: [{ field: 'seconds', secondsInterval }] } },
	};
}

/** The node under test. */
export function sensorsAnalytics(parameters: object, credential = CREDENTIAL): Step {
	return {
		name: 'Sensors Analytics',
		type: 'n8n-nodes-sensors-analytics.sensorsAnalytics',
		typeVersion: 1,
		parameters,
		credentials: { sensorsAnalyticsApi: { id: credential, name: credential } },
	};
}

/** Orders, customers and revenue by city, first days of November 2026. */
export function reportParameters(more: object = {}): object {
	return {
		resource: 'report',
		operation: 'getEventReport',
		measures: {
			measure: [
				{ eventName: 'PayOrder', aggregator: 'general', outputName: 'orders' },
				{ eventName: 'PayOrder', aggregator: 'unique', outputName: 'customers' },
				{ eventName: 'PayOrder', aggregator: 'sum', field: 'amount', outputName: 'revenue' },
			],
		},
		groupBy: { group: [{ field: 'city' }] },
		unit: 'day',
		dateRange: 'custom',
		fromDate: '2026-11-01',
		toDate: '2026-11-03',
		output: 'rows',
		...more,
	};
}

/** n8n's HTTP Request node posting JSON. */
export function httpRequest(name: string, url: string, jsonBody: string, more: object = {}): Step {
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			...more,
		},
	};
}

/** The same, signed with our credential. */
export function signedHttpRequest(name: string, url: string, body: object, credential: string) {
	return {
		...httpRequest(name, url, JSON.stringify(body), {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'sensorsAnalyticsApi',
		}),
		credentials: { sensorsAnalyticsApi: { id: credential, name: credential } },
	} satisfies Step;
}

/** n8n's Code node, once for all items. */
export function code(name: string, jsCode: string): Step {
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}
