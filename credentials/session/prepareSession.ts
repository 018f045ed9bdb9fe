import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Answer } from '../http/answer';
import { type Explanation, explainNoAnswer } from '../http/explain';
import type { HttpRequest } from '../http/sendOnce';
import { type Connection, hasToken, readConnection } from './connection';
import { identityOf } from './identity';
import { assertKeyHolds } from './keyTest';
import { isUnused, obtainSession } from './knownSessions';
import { noteUse } from './lastUse';
import { marked, readMarksToStore, toMarkFields } from './marks';
import { probe } from './probe';
import { explainProject, explainSecret, refusesProject } from './refusedAccess';
import { readRenewalOrder } from './renewal';
import { noteRefusedAtOnce } from './restraint';
import { readStoredSession, toStoredFields } from './session';
import { signIn } from './signIn';
import { noteUseOf, useOf } from './uses';

/**
 * n8n calls this when the stored token is empty, when a request with it failed, and in every
 * credential test. It logs in only where no token can be alive: a failure need not be about the
 * sign-in, and every needless login may end a colleague's browser session (docs/service.md, "Tokens").
 *
 * @returns the hidden fields to store, or nothing when all stays as it is
 * @throws SignInError, or UserError in a credential test
 */
export async function prepareSession(
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const connection = readConnection(credentials);
	const use = useOf(credentials);
	if (use === 'testing') noteUseOf(credentials, 'tested');

	if (connection.mode === 'apiKey') {
		if (use === 'testing') await assertKeyHolds(httpRequest, connection);
		return {};
	}
	if (!hasToken(connection)) {
		if (use === 'testing') assertSignedIn(await probe(httpRequest, connection), connection);
		return {};
	}

	const marks = readMarksToStore(credentials);
	if (marks) return toMarkFields(marks, credentials.accessToken);

	const identity = identityOf(connection);
	const stored = readStoredSession(credentials);
	if (stored?.identity === identity) {
		if (use === undefined) return {};
		const answer = await probe(httpRequest, connection, stored.token);
		if (answer.kind !== 'notSignedIn') {
			if (answer.kind === 'success') noteUse(identity, stored.token);
			if (use === 'testing') assertSignedIn(answer, connection);
			return {};
		}
		if (isUnused(stored)) noteRefusedAtOnce(stored);
	}
	const order = readRenewalOrder(credentials);
	const session = await obtainSession(
		{
			identity,
			isNewWanted: order.isNewWanted,
			isTest: use === 'testing',
			refusedToken: order.refusedToken ?? stored?.token,
		},
		async () => {
			const session = await signIn(httpRequest, connection);
			await marked(identity);
			return session;
		},
	);
	return toStoredFields(session);
}

/** For the credential test: says in plain words what is wrong. */
function assertSignedIn(answer: Answer, connection: Connection): void {
	if (answer.kind === 'success') return;
	const { project } = connection;
	if (answer.kind === 'notSignedIn') throw toUserError(explainSecret(answer, project));
	if (answer.kind === 'refused') {
		if (refusesProject(answer)) throw toUserError(explainProject(answer, project));
		if (!answer.mayBeSignedOut) return;
		throw new UserError(
			`Sensors Analytics refused the request without a reason (status ${answer.status}). Check 'Project', and what the account may do in it`,
		);
	}
	throw toUserError(explainNoAnswer(answer, connection.baseUrl));
}

function toUserError({ message, description }: Explanation): UserError {
	return new UserError(`${message}. ${description}`);
}
