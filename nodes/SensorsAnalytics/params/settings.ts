import { type INodeProperties, UserError } from 'n8n-workflow';

import { DEFAULT_SETTINGS, MAX_AT_ONCE, type ServiceSettings } from '../transport/settings';
import { BOUNDS, boundsOf } from './bounds';

const MS_PER_SECOND = 1000;
const MOST_SHOWN = 100;
const MAX_RETRIES = 10;
const { itemsAtOnce, requestsPerSecond, retries, timeoutMs } = DEFAULT_SETTINGS;
const timeoutSeconds = timeoutMs / MS_PER_SECOND;

/** Name of the option below. */
export const KEEP_INPUT = 'keepInputFields';

const keepInputField: INodeProperties = {
	displayName: 'Keep Input Fields',
	name: KEEP_INPUT,
	type: 'boolean',
	default: true,
	description:
		"Whether to add the fields of the input item to each output item. If both have a field with the same name, the node's value takes precedence.",
};

/** Options of all operations: which input fields stay, and how requests are sent. */
export const settingsFields: INodeProperties[] = [
	keepInputField,
	{
		displayName: 'Concurrent Items',
		name: 'itemsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_AT_ONCE },
		default: itemsAtOnce,
		description:
			'Number of input items to process at the same time, from 1 to 10. The output keeps the order of the items.',
	},
	{
		displayName: 'Requests per Second',
		name: 'requestsPerSecond',
		type: 'number',
		typeOptions: boundsOf('requestsPerSecond'),
		default: requestsPerSecond,
		description:
			"Maximum number of requests to start per second. 0 means no limit. The vendor recommends 3 or fewer. With an API key, all runs of this n8n process share this limit. A run with a lower limit doesn't delay other runs.",
	},
	{
		displayName: 'Retries',
		name: 'retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_RETRIES },
		default: retries,
		description:
			'How many times to repeat a request after a temporary fault, such as a rate limit, a lost connection, or a timeout. The wait between attempts grows from 0.5 to 30 seconds.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: boundsOf('timeout'),
		default: timeoutSeconds,
		description: 'How long to wait for the response to one request',
	},
];

/**
 * Reads the options about how requests are sent.
 * @throws UserError that names the option
 */
export function readSettings(options: { [name: string]: unknown }): ServiceSettings {
	const number = (name: string, label: string, byDefault: number, from: number, to: number) => {
		const value = options[name];
		if (value === undefined || value === '') return byDefault;
		const parsed = Number(value);
		if (Number.isFinite(parsed) && parsed >= from && parsed <= to) return parsed;
		throw new UserError(
			`The option '${label}' must be a number from ${from} to ${to}, not '${String(value).slice(0, MOST_SHOWN)}'`,
		);
	};
	const perSecond = number(
		'requestsPerSecond',
		'Requests per Second',
		requestsPerSecond,
		...BOUNDS.requestsPerSecond,
	);
	return {
		itemsAtOnce: Math.floor(number('itemsAtOnce', 'Concurrent Items', itemsAtOnce, 1, MAX_AT_ONCE)),
		requestsPerSecond: perSecond,
		keyRequestsPerSecond: perSecond,
		retries: Math.floor(number('retries', 'Retries', retries, 0, MAX_RETRIES)),
		timeoutMs:
			number('timeout', 'Timeout (Seconds)', timeoutSeconds, ...BOUNDS.timeout) * MS_PER_SECOND,
	};
}
