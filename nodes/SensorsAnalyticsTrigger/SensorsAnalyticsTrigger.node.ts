import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { listSearch } from '../SensorsAnalytics/lists';
import { itemError } from '../SensorsAnalytics/transport/nodeErrors';
import { triggerFields } from './fields';
import { poll } from './poll';

/** What starts the workflow, in words. */
const SUBTITLE = `={{ $parameter["triggerOn"] === "alarm" ? ($parameter["alarm"] === "any" ? "any alarm" : "alarm " + $parameter["alarm"]) + " fires" : $parameter["triggerOn"] === "periodComplete" ? "each complete " + $parameter["period"] : $parameter["triggerOn"] === "threshold" ? $parameter["period"] + " gets " + $parameter["side"] + " " + $parameter["threshold"] : $parameter["period"] + " moves " + ($parameter["direction"] === "either" ? "" : $parameter["direction"] + " ") + "by more than " + $parameter["percent"] + "%" }}`;

export class SensorsAnalyticsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sensors Analytics Trigger',
		name: 'sensorsAnalyticsTrigger',
		icon: {
			light: 'file:sensorsAnalyticsTrigger.svg',
			dark: 'file:sensorsAnalyticsTrigger.dark.svg',
		},
		group: ['trigger'],
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: SUBTITLE,
		description:
			'Starts when numbers of Sensors Analytics (神策分析) are complete or change, or an alarm fires; actions get reports as rows',
		defaults: { name: 'Sensors Analytics Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sensorsAnalyticsApi', required: true }],
		properties: triggerFields,
	};

	methods = { listSearch: listSearch(this.description.properties) };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		let failure: NodeApiError | NodeOperationError;
		try {
			return await poll(this, new Date());
		} catch (error) {
			failure = itemError(this.getNode(), 0, error);
		}
		throw failure;
	}
}
