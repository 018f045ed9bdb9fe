import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { readSettings } from './form/settings';
import { listSearch } from './lists';
import { resources, runOperation } from './resources';
import { describeResources, describeSubtitle } from './resources/description';
import { itemError } from './transport/nodeErrors';
import { Service } from './transport/service';
import { runSideBySide } from './transport/sideBySide';

export class SensorsAnalytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sensors Analytics',
		name: 'sensorsAnalytics',
		icon: { light: 'file:sensorsAnalytics.svg', dark: 'file:sensorsAnalytics.dark.svg' },
		group: ['input'],
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: describeSubtitle(resources),
		description: 'Get reports of Sensors Analytics (神策分析) as rows',
		defaults: { name: 'Sensors Analytics' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sensorsAnalyticsApi', required: true }],
		properties: describeResources(resources),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const settings = readSettings(this.getNodeParameter('options', 0, {}) as IDataObject);
		const service = new Service(this, settings);
		const version = this.getNode().typeVersion;
		const workOn = async (itemIndex: number): Promise<INodeExecutionData[]> => {
			try {
				return await runOperation({ context: this, service, itemIndex, version });
			} catch (error) {
				const failure = itemError(this.getNode(), itemIndex, error);
				if (!this.continueOnFail()) throw failure;
				return [
					{ json: { error: failure.message }, error: failure, pairedItem: { item: itemIndex } },
				];
			}
		};
		const perItem = await runSideBySide(
			this.getInputData().length,
			settings.itemsAtOnce,
			workOn,
			() => service.hasAnswered,
		);
		return [perItem.flat()];
	}
}
