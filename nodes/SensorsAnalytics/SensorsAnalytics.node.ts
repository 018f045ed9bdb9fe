import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

import { resources, findOperation } from './resources';
import { describeResources, describeSubtitle } from './resources/description';
import { itemError } from './transport/nodeErrors';

export class SensorsAnalytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sensors Analytics',
		name: 'sensorsAnalytics',
		icon: { light: 'file:sensorsAnalytics.svg', dark: 'file:sensorsAnalytics.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: describeSubtitle(resources),
		description: 'Get reports of Sensors Analytics (神策分析) as rows',
		defaults: { name: 'Sensors Analytics' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sensorsAnalyticsApi', required: true }],
		properties: describeResources(resources),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		for (let i = 0; i < this.getInputData().length; i++) {
			try {
				const resource = this.getNodeParameter('resource', i) as string;
				const name = this.getNodeParameter('operation', i) as string;
				const operation = findOperation(resource, name);
				if (operation === undefined) {
					throw new NodeOperationError(
						this.getNode(),
						`There is no operation '${name}' for '${resource}'`,
						{
							itemIndex: i,
						},
					);
				}
				output.push(...(await operation.execute(this, i)));
			} catch (error) {
				const failure = itemError(this.getNode(), i, error);
				if (!this.continueOnFail()) throw failure;
				output.push({
					json: { error: failure.message },
					error: failure,
					pairedItem: { item: i },
				});
			}
		}
		return [output];
	}
}
