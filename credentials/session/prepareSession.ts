import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { HttpRequest } from '../http/sendOnce';
import { askSigned, hasToken, readConnection, wayOf } from '../ways';
import { assertSignedIn } from '../ways/access';
import type { Ask } from '../ways/way';
import { identityOf } from './identity';
import { isUnused, obtainSession } from './knownSessions';
import { noteUse } from './lastUse';
import { marked, readMarksToStore, toMarkFields } from './marks';
import { probe } from './probe';
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

	if (!hasToken(connection)) {
		const ask: Ask = async (request) => await askSigned(httpRequest, connection, request);
		if (use === 'testing') await wayOf(connection).test?.(ask, connection);
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
