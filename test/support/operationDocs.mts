/** Text of docs/operations.md: every operation, run against the simulator at a fixed time. */
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/SensorsAnalytics/actions/description';
import { TestWorld } from './world.mts';

const NOW = new Date('2026-11-20T12:00:00+08:00');
const DAYS = { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-02' };
const SHOWN = 2;

/** What is filled in, by the value of the operation; fields that keep their defaults are left out. */
export const FORMS: Record<string, IDataObject> = {
	getEventReport: {
		measures: {
			measure: [
				{ eventName: 'PayOrder', aggregator: 'general', outputName: 'orders' },
				{ eventName: 'PayOrder', aggregator: 'sum', field: 'amount', outputName: 'revenue' },
			],
		},
		groupBy: { group: [{ field: 'city' }] },
		...DAYS,
	},
	getFunnelReport: {
		steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
		window: 1,
		windowUnit: 'days',
		...DAYS,
	},
	getRetentionReport: { firstEvent: '$pageview', secondEvent: 'PayOrder', duration: 7, ...DAYS },
	getDistributionReport: { eventName: 'PayOrder', buckets: '2, 3', unit: 'week', ...DAYS },
	getUserPropertyReport: { groupBy: { group: [{ field: 'user.level' }] } },
	getAttributionReport: {
		targetEvent: 'PayOrder',
		touchpoints: { touchpoint: [{ eventName: 'ViewProduct' }, { eventName: 'SignUp' }] },
		attributionRule: 'linear',
		...DAYS,
	},
	getLifetimeValueReport: {
		startEvent: 'SignUp',
		valueEvent: 'PayOrder',
		valueProperty: 'amount',
		...DAYS,
	},
	getIntervalReport: { intervalFrom: 'ViewProduct', intervalTo: 'PayOrder', ...DAYS },
	getPathReport: {
		pathEvent: '$pageview',
		pathEvents: { event: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
		...DAYS,
	},
	getSessionReport: {
		session: 'app_visit',
		measures: {
			measure: [
				{ eventName: '$Anything', aggregator: 'general', outputName: 'visits' },
				{ eventName: 'PayOrder', aggregator: 'general' },
			],
		},
		...DAYS,
	},
	explainChange: {
		measures: { measure: [{ eventName: 'PayOrder', aggregator: 'general', outputName: 'orders' }] },
		groupBy: { group: [{ field: 'city' }, { field: 'channel' }] },
		...DAYS,
	},
	runSavedReport: { dashboard: '11', savedReport: '101', ...DAYS },
	getManySavedReports: { dashboard: '11', returnAll: true },
	getManyDashboards: { returnAll: true },
	runSqlQuery: {
		sql: 'SELECT event, COUNT(*) AS n FROM events WHERE date = :day GROUP BY event ORDER BY n DESC',
		parameters: { parameter: [{ name: 'day', kind: 'date', value: '2026-11-01' }] },
	},
	getSqlColumns: { search: 'city' },
	getManyEvents: { search: 'orders', includeProperties: true, options: { recentDays: 7 } },
	getManyProperties: { search: '金额' },
	getPropertyValues: { property: 'event.PayOrder.city' },
	getManyUsers: {
		filter: { condition: [{ field: 'user.level', function: 'equal', values: 'gold' }] },
		userProperties: 'chosen',
		chosenProperties: { property: [{ field: 'city' }, { field: 'age' }] },
	},
	getManyFromReport: {
		steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
		window: 1,
		windowUnit: 'days',
		sliceUsers: 'lost',
		userProperties: 'chosen',
		chosenProperties: { property: [{ field: 'city' }, { field: 'level' }] },
		...DAYS,
	},
	getBehavior: { user: 'u1', userIdKind: 'distinct', ...DAYS },
	getDataset: { dataset: '1' },
	getManyDatasets: { returnAll: true },
	queryDataset: {
		dataset: '1',
		datasetMeasures: {
			measure: [
				{ column: 'amount', aggregation: 'SUM' },
				{ column: 'average_amount', aggregation: 'own' },
			],
		},
		datasetColumns: { column: [{ column: 'city' }] },
	},
	refreshDataset: { dataset: '1' },
	getUserGroup: { userGroup: 'gold_members' },
	getManyUserGroups: { returnAll: true },
	getMembers: {
		userGroup: 'gold_members',
		userProperties: 'chosen',
		chosenProperties: { property: [{ field: 'city' }, { field: 'registered_on' }] },
	},
	computeUserGroup: { userGroup: 'gold_members', options: { computedOn: '2026-11-01' } },
	issueForUser: {},
	logIn: {},
};
/** Operations that only the OpenAPI has. */
export const NEEDS_KEY: readonly string[] = [
	'getAttributionReport',
	'getLifetimeValueReport',
	'getIntervalReport',
	'getPathReport',
	'getSessionReport',
	'getManyUsers',
	'getManyFromReport',
	'getBehavior',
	'getDataset',
	'getManyDatasets',
	'queryDataset',
	'refreshDataset',
	'getMembers',
	'computeUserGroup',
];
/** Credentials other than the API secret that the results in the document are read with. */
export const CREDENTIALS: Record<string, string> = {
	issueForUser: 'user',
	logIn: 'account',
	getManyEvents: 'key',
	getManyProperties: 'key',
	...Object.fromEntries(NEEDS_KEY.map((operation) => [operation, 'key'])),
};
/** What differs from run to run. */
const HIDDEN = ['token', 'session_id', 'valid_until_if_unused'];
/** The moment of the run. */
const NOW_TOLD = /^2026-11-20[ T](?:12|04):0/;

export async function writeOperations(): Promise<string> {
	const t = await TestWorld.start();
	try {
		t.setClock(NOW);
		t.world.openapi.tasks.looks = 0;
		const chapters: string[] = [];
		for (const { option: resource, operations } of resources) {
			chapters.push(`## ${resource.name}`);
			for (const { option } of operations) {
				const form = FORMS[String(option.value)];
				if (!form) throw new Error(`There is no form for '${option.name}'`);
				const { rows, error } = await t.operation(
					String(resource.value),
					String(option.value),
					form,
					{ credential: CREDENTIALS[String(option.value)] ?? 'secret' },
				);
				if (error) throw new Error(`${option.name}: ${error.message}`);
				chapters.push(`### ${option.name}`, `${option.description?.replace(/\.$/, '')}.`);
				const filledIn = Object.keys(form).length > 0;
				if (filledIn) chapters.push(`Filled in:\n\n${asJson(form)}`);
				const more = rows.length - SHOWN;
				const count = more > 0 ? `, the first ${SHOWN} of ${rows.length} items` : '';
				chapters.push(`Output${count}:\n\n${asJson(rows.slice(0, SHOWN))}`);
			}
		}
		return `${HEAD}\n\n${chapters.join('\n\n')}\n`;
	} finally {
		await t.stop();
	}
}

const HEAD = `# Operations

Input and output of every operation, from the simulator's shop. What is not filled in keeps its default. This page is written by \`npm run documents\`, and a test sees to it that it is current.`;

function asJson(value: unknown): string {
	const text = JSON.stringify(
		value,
		(key, content: unknown) =>
			HIDDEN.includes(key) || NOW_TOLD.test(String(content)) ? '…' : content,
		'\t',
	);
	return `\`\`\`json\n${text}\n\`\`\``;
}
