import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Answer } from './http/answer';
import { explainNoAnswer } from './http/explain';
import type { HttpRequest } from './http/request';
import {
	isUnused,
	newestSession,
	noteRefusedAtOnce,
	noteUse,
	obtainSession,
	signIn,
	SignInError,
} from './login';
import {
	identityOf,
	marked,
	readMarksToStore,
	readRenewalOrder,
	readStoredSession,
	type Session,
	toMarkFields,
	toStoredFields,
} from './session';
import { noteUseOf, useOf } from './sign';
import { askSigned, hasToken, readConnection, type TokenConnection, wayOf } from './ways';
import { assertSignedIn, probeRequest } from './ways/access';
import type { SendSigned } from './ways/way';

/** Whether the token is still accepted; the answer says. Never throws. */
export async function probe(
	httpRequest: HttpRequest,
	connection: TokenConnection,
	token: string,
): Promise<Answer> {
	return await askSigned(httpRequest, connection, probeRequest(connection.project), token);
}

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
		const ask: SendSigned = async (request) => await askSigned(httpRequest, connection, request);
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
			if (use === 'testing')
				assertSignedIn(answer, connection, (failure) =>
					wayOf(connection).explainRefusal(failure, connection, false),
				);
			return {};
		}
		if (isUnused(stored)) noteRefusedAtOnce(stored);
	}
	const order = readRenewalOrder(credentials);
	const session = await obtainSession(
		{
			identity,
			isNewRequested: order.isNewRequested,
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

type OtherSession =
	| { session: Session; hasSignedIn: boolean; fault?: undefined }
	| { session?: undefined; hasSignedIn: false; fault: SignInError };

/**
 * A session of an account that is not the credential's: kept in the memory of this process only,
 * and used again as long as the service accepts it.
 */
export async function sessionOfOtherAccount(
	httpRequest: HttpRequest,
	connection: TokenConnection,
	isNewTokenRequested: boolean,
): Promise<OtherSession> {
	const identity = identityOf(connection);
	const known = newestSession(identity);
	if (known && !isNewTokenRequested) {
		const answer = await probe(httpRequest, connection, known.token);
		// A refusal for lack of permission still shows that the token is accepted.
		if (answer.kind === 'success' || answer.kind === 'refused') {
			noteUse(identity, known.token);
			return { session: known, hasSignedIn: false };
		}
		if (answer.kind !== 'notSignedIn') {
			const fault = new SignInError(explainNoAnswer(answer, connection.baseUrl), answer);
			return { hasSignedIn: false, fault };
		}
		if (isUnused(known)) noteRefusedAtOnce(known);
	}
	try {
		const session = await obtainSession(
			{ identity, isNewRequested: isNewTokenRequested, refusedToken: known?.token },
			async () => await signIn(httpRequest, connection),
		);
		return { session, hasSignedIn: true };
	} catch (error) {
		return { hasSignedIn: false, fault: error as SignInError };
	}
}
