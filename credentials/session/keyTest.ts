import { UserError } from 'n8n-workflow';

import type { Answer, Failure } from '../http/answer';
import { type Explanation, explainNoAnswer } from '../http/explain';
import type { ServiceRequest } from '../http/httpOptions';
import { isModuleMissing } from '../http/missingModule';
import { type HttpRequest, sendOnce } from '../http/sendOnce';
import type { KeyConnection } from './connection';
import { keyHeaders } from './keyHeaders';
import { explainProject, refusesProject } from './refusedAccess';
import { explainKey } from './refusedKey';

/** Whose key it is; older installations tell their versions instead (docs/service.md, "OpenAPI"). */
const WHO: ServiceRequest[] = [
	{ path: '/api/v3/portal/v2/identity/account/get-by-api-key', body: {} },
	{ method: 'GET', path: '/api/v3/portal/v2/management/product/versions' },
];
/** What only the project can answer. */
const PROJECT: ServiceRequest = {
	method: 'GET',
	path: '/api/v3/analytics/v1/event-meta/events/all',
};

/**
 * For the credential test: says in plain words what is wrong with the key, each request as far as
 * the installation has it. A missing permission still shows that the key is accepted.
 * @throws UserError
 */
export async function assertKeyHolds(
	httpRequest: HttpRequest,
	connection: KeyConnection,
): Promise<void> {
	const ask = async (request: ServiceRequest): Promise<Answer> => {
		const headers = keyHeaders(connection);
		return await sendOnce(httpRequest, connection, { ...request, headers }, [connection.apiKey]);
	};
	let isKnown = false;
	let missing: Failure | undefined;
	for (const request of [...WHO, PROJECT]) {
		if (isKnown && request !== PROJECT) continue;
		const answer = await ask(request);
		if (answer.kind !== 'success' && isModuleMissing(answer)) {
			missing = answer;
			continue;
		}
		assertAccepted(answer, connection);
		isKnown = true;
	}
	if (isKnown || missing === undefined) return;
	throw new UserError(
		`Nothing at ${connection.baseUrl} answers for the OpenAPI (status ${missing.status}): ${missing.said}. Check 'Base URL'. If it is right, this Sensors Analytics has no OpenAPI: choose another 'Authentication'`,
	);
}

function assertAccepted(answer: Answer, connection: KeyConnection): void {
	if (answer.kind === 'success') return;
	if (answer.kind === 'notSignedIn') throw toUserError(explainKey(answer, connection));
	if (answer.kind !== 'refused') throw toUserError(explainNoAnswer(answer, connection.baseUrl));
	if (refusesProject(answer)) throw toUserError(explainProject(answer, connection.project));
	if (answer.mayBeSignedOut) throw toUserError(explainKey(answer, connection));
}

function toUserError({ message, description }: Explanation): UserError {
	return new UserError(`${message}. ${description}`);
}
