import type { Answer } from '../http/answer';
import type { ServiceRequest } from '../http/httpOptions';
import { type HttpRequest, sendOnce } from '../http/sendOnce';
import { hasToken, type SecretConnection, type TokenConnection } from './connection';

export const PROBE_PATH = '/api/events/report';
const DAY_MS = 86_400_000;

/**
 * The cheapest request of the contract that shows whether a sign-in holds: the number of events
 * of yesterday, from the cache if there is one (docs/service.md, "Event report",
 * docs/service.md, "Sampling and cache"). A refusal for another reason (no permission for
 * an event) still means "signed in".
 */
export function probeRequest(project: string): ServiceRequest {
	const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
	const body = {
		measures: [{ event_name: '$Anything', aggregator: 'general' }],
		unit: 'day',
		from_date: yesterday,
		to_date: yesterday,
		use_cache: true,
	};
	return { path: PROBE_PATH, query: { project }, body };
}

/** Whether the secret, or the given token, is still accepted; the answer says. Never throws. */
export async function probe(
	httpRequest: HttpRequest,
	connection: SecretConnection | TokenConnection,
	token = '',
): Promise<Answer> {
	const request = probeRequest(connection.project);
	if (!hasToken(connection)) {
		const query = { ...request.query, token: connection.apiSecret };
		return await sendOnce(httpRequest, connection, { ...request, query }, [connection.apiSecret]);
	}
	const headers = { 'sensorsdata-token': token };
	return await sendOnce(httpRequest, connection, { ...request, headers }, [token]);
}
