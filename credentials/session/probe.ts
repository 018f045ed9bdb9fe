import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { type Answer, readAnswer, readNetworkFault } from '../http/answer';
import { type ServiceRequest, toHttpOptions, toReply } from '../http/httpOptions';
import type { Connection } from './connection';
import type { HttpRequest } from './signIn';

const DAY_MS = 86_400_000;

/**
 * The cheapest request of the contract that shows whether a sign-in holds: the number of events
 * of yesterday, from the cache if there is one (spec 4.3; `$Anything`, `use_cache`: field notes
 * 6.1, 6.6). A refusal for another reason (no permission for an event) still means "signed in".
 */
export function probeRequest(project: string): ServiceRequest {
	const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
	return {
		path: '/api/events/report',
		query: { project },
		body: {
			measures: [{ event_name: '$Anything', aggregator: 'general' }],
			unit: 'day',
			from_date: yesterday,
			to_date: yesterday,
			use_cache: true,
		},
	};
}

/** Whether the secret, or the given token, is still accepted; the answer says. Never throws. */
export async function probe(
	httpRequest: HttpRequest,
	connection: Connection,
	token?: string,
): Promise<Answer> {
	const request = probeRequest(connection.project);
	const options = toHttpOptions(request, connection.baseUrl);
	const secrets: string[] = [];
	if (connection.mode === 'apiSecret') {
		options.qs = { ...options.qs, token: connection.apiSecret };
		secrets.push(connection.apiSecret);
	} else if (token !== undefined) {
		options.headers = { ...options.headers, 'sensorsdata-token': token };
		secrets.push(token);
	}
	try {
		const response = (await httpRequest({
			...options,
			skipSslCertificateValidation: connection.skipCertificateCheck,
		})) as IN8nHttpFullResponse;
		return readAnswer(toReply(response), secrets);
	} catch (error) {
		return readNetworkFault(error);
	}
}
