import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { loadCode } from '../../credentials/process';
import { listSearch } from '../SensorsAnalytics/catalog/lists';
import { IS_FILTERED } from '../SensorsAnalytics/params/filter';
import { EVENT_OF_ROW, TEXTS } from '../SensorsAnalytics/params/property';
import { triggerFields } from './fields';

/**
 * Subtitle: what starts the workflow. An alert has the name in the list, because a parameter has
 * only its ID.
 */
const SUBTITLE = `={{ ((p) => {
const rows = p.measures?.measure ?? [];
const events = (${TEXTS})(rows.map(${EVENT_OF_ROW})).join(", ");
const watched = events && events + (${IS_FILTERED} ? " (filtered)" : "");
return {
alarm: (p.alarm === "any" ? "any alert" : p.toJSON().alarm?.cachedResultName || "alert " + p.alarm) + " is triggered",
periodComplete: (watched && watched + ", ") + "each complete " + p.period,
threshold: (watched ? watched + " per " + p.period : p.period + " gets") + " " + p.side + " " + p.threshold,
change: (watched && watched + " per ") + p.period + " moves " + (p.direction === "either" ? "" : p.direction + " ") + "by more than " + p.percent + "%",
unusual: (watched ? watched + " per " : "") + p.period + " is unusual" + ({above: "ly high", below: "ly low"}[p.unusualSide] || ""),
}[p.triggerOn];
})($parameter) }}`;

export class SensorsAnalyticsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sensors Analytics Trigger',
		name: 'sensorsAnalyticsTrigger',
		icon: {
			light: 'file:../SensorsAnalytics/sensorsAnalytics.svg',
			dark: 'file:../SensorsAnalytics/sensorsAnalytics.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: SUBTITLE,
		description:
			'Starts the workflow when data in Sensors Analytics is complete, a metric changes, or an alert is triggered',
		defaults: { name: 'Sensors Analytics Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sensorsAnalyticsApi', required: true }],
		// This must be a new list, because n8n adds its field of poll times to it whenever it creates
		// the class.
		properties: [...triggerFields],
	};

	methods = { listSearch: listSearch(this.description.properties) };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { poll } = await loadCode(async () => await import('./poll'));
		return await poll(this, new Date());
	}
}
