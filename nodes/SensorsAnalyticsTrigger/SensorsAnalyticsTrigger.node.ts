import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { listSearch } from '../SensorsAnalytics/catalog/search';
import { filterPlaces, isFilteredIn } from '../SensorsAnalytics/params/filter';
import { itemError, lastLook } from '../SensorsAnalytics/transport/errors';
import { triggerFields } from './fields';
import { poll } from './poll';

/** The events that are watched; what another field gives at run time is not known here. */
const EVENTS =
	'[...new Set(($parameter["measures"]?.measure ?? []).map((row) => String((row.measureType === "formula" ? row.outputName : row.eventName?.value ?? row.eventName) ?? "")).filter((x) => x && !x.startsWith("=") && x !== "[object Object]"))].join(", ")';
/** The same, with a filter that may be folded out of sight. */
const WATCHED = `[${EVENTS}].filter((x) => x).map((x) => x + (${isFilteredIn(JSON.stringify(filterPlaces(triggerFields)))} ? " (filtered)" : "")).join("")`;
const PERIOD = '$parameter["period"]';

/** As the list called the alarm that was picked: a parameter by itself is the value alone. */
const ALARM = '$parameter["alarm"]';
const ALARM_NAME = '$parameter.toJSON().alarm?.cachedResultName';

/** What starts the workflow, in words. */
const SUBTITLES = {
	alarm: `(${ALARM} === "any" ? "any alarm" : ${ALARM_NAME} || "alarm " + ${ALARM}) + " fires"`,
	periodComplete: `[${WATCHED}, "each complete " + ${PERIOD}].filter((x) => x).join(", ")`,
	threshold: `(${WATCHED} ? ${WATCHED} + " per " + ${PERIOD} : ${PERIOD} + " gets") + " " + $parameter["side"] + " " + $parameter["threshold"]`,
	change: `(${WATCHED} ? ${WATCHED} + " per " : "") + ${PERIOD} + " moves " + ($parameter["direction"] === "either" ? "" : $parameter["direction"] + " ") + "by more than " + $parameter["percent"] + "%"`,
};
const SUBTITLE = `={{ ({ ${Object.entries(SUBTITLES)
	.map(([kind, words]) => `${kind}: () => ${words}`)
	.join(', ')} })[$parameter["triggerOn"]]() }}`;

export class SensorsAnalyticsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sensors Analytics Trigger',
		name: 'sensorsAnalyticsTrigger',
		icon: {
			light: 'file:sensorsAnalyticsTrigger.svg',
			dark: 'file:sensorsAnalyticsTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: SUBTITLE,
		description:
			'Starts when numbers of Sensors Analytics (神策分析) are complete or change, or an alarm fires; actions get reports as rows',
		defaults: { name: 'Sensors Analytics Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sensorsAnalyticsApi', required: true }],
		// A list of its own: n8n puts its field of times at the head of it whenever it makes the class.
		properties: [...triggerFields],
	};

	methods = { listSearch: listSearch(this.description.properties) };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		let failure: NodeApiError | NodeOperationError;
		try {
			return await poll(this, new Date());
		} catch (error) {
			failure = await lastLook(this, 0, itemError(this.getNode(), 0, error));
		}
		throw failure;
	}
}
