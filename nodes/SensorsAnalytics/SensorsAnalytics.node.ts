import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { loadCode } from '../../credentials/process';
import { describeResources, describeSubtitle } from './actions/description';
import { listSearch } from './catalog/lists';

export class SensorsAnalytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sensors Analytics',
		name: 'sensorsAnalytics',
		icon: { light: 'file:sensorsAnalytics.svg', dark: 'file:sensorsAnalytics.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: describeSubtitle(),
		// n8n also uses this description for the tool that it makes of the node, which has no trigger.
		description:
			'Get Sensors Analytics reports as rows: events, funnels, retention, paths, users, and SQL',
		defaults: { name: 'Sensors Analytics' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sensorsAnalyticsApi', required: true }],
		properties: describeResources(),
	};

	methods = { listSearch: listSearch(this.description.properties) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { execute } = await loadCode(async () => await import('./execute'));
		return await execute(this);
	}
}
