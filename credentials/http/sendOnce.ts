import type { IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';

import { type Answer, readNetworkFault } from './answer';
import { type ServiceRequest, toHttpOptions, toReply } from './httpOptions';
import { limitsOfHeld } from './limits';
import { readWhole } from './readWhole';

/** n8n's request helper without credentials, as preAuthentication gets it. */
export type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

/** Logins and probes are quick; nobody should wait for minutes before the first request. */
const TIMEOUT_MS = 60_000;

/** Sends a request that signs itself; the answer says what came of it. Never throws. */
export async function sendOnce(
	httpRequest: HttpRequest,
	service: { baseUrl: string; skipCertificateCheck: boolean },
	request: ServiceRequest,
	secrets: readonly string[],
): Promise<Answer> {
	try {
		const response = (await httpRequest({
			...toHttpOptions(request, service.baseUrl),
			skipSslCertificateValidation: service.skipCertificateCheck,
			timeout: TIMEOUT_MS,
		})) as IN8nHttpFullResponse;
		return await readWhole(toReply(response), limitsOfHeld(TIMEOUT_MS), secrets);
	} catch (error) {
		return readNetworkFault(error);
	}
}
