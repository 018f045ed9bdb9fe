import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_SETTINGS, MAX_ITEMS_AT_ONCE } from '../transport/settings';

const MS_PER_SECOND = 1000;
const { itemsAtOnce, requestsPerSecond, retries, timeoutMs } = DEFAULT_SETTINGS;
const timeoutSeconds = timeoutMs / MS_PER_SECOND;

/** Options on how requests are sent; for all operations. */
export const settingsFields: INodeProperties[] = [
	{
		displayName: 'Items at Once',
		name: 'itemsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ITEMS_AT_ONCE },
		default: itemsAtOnce,
		description:
			'How many input items to work on side by side, from 1 to 10 (what the vendor allows). The output keeps the order of the items.',
	},
	{
		displayName: 'Requests per Second',
		name: 'requestsPerSecond',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: requestsPerSecond,
		description:
			'How many requests to start per second at most; 0 means no limit. The vendor asks for 3 or fewer. With an API key, all runs of this n8n process share them.',
	},
	{
		displayName: 'Retries',
		name: 'retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: retries,
		description:
			'How often to send a request again after a temporary fault: too many requests, service not available, connection cut, no answer in time. Waits grow from half a second to half a minute.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: timeoutSeconds,
		description: 'How long to wait for the answer to one request',
	},
];
