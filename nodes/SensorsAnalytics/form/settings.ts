import { UserError } from 'n8n-workflow';

import { DEFAULT_SETTINGS, MAX_ITEMS_AT_ONCE, type ServiceSettings } from '../transport/settings';

const MS_PER_SECOND = 1000;
const MAX_RETRIES = 10;

/**
 * Reads the options on how requests are sent.
 * @throws UserError that names the option
 */
export function readSettings(options: { [name: string]: unknown }): ServiceSettings {
	const number = (name: string, label: string, byDefault: number, from: number, to: number) => {
		const value = options[name];
		if (value === undefined || value === '') return byDefault;
		const parsed = Number(value);
		if (Number.isFinite(parsed) && parsed >= from && parsed <= to) return parsed;
		const range = to === Infinity ? `${from} or more` : `from ${from} to ${to}`;
		throw new UserError(`The option '${label}' must be a number ${range}`);
	};
	const { itemsAtOnce, requestsPerSecond, retries, timeoutMs } = DEFAULT_SETTINGS;
	const perSecond = number(
		'requestsPerSecond',
		'Requests per Second',
		requestsPerSecond,
		0,
		Infinity,
	);
	return {
		itemsAtOnce: Math.floor(
			number('itemsAtOnce', 'Items at Once', itemsAtOnce, 1, MAX_ITEMS_AT_ONCE),
		),
		requestsPerSecond: perSecond,
		keyRequestsPerSecond: perSecond,
		retries: Math.floor(number('retries', 'Retries', retries, 0, MAX_RETRIES)),
		timeoutMs:
			number('timeout', 'Timeout (Seconds)', timeoutMs / MS_PER_SECOND, 0.001, Infinity) *
			MS_PER_SECOND,
	};
}
