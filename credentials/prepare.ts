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
import { credentialUses } from './sign';
import { askSigned, hasToken, readConnection, type TokenConnection, wayOf } from './ways';
import { assertSignedIn, probeRequest } from './ways/access';
import type { SendSigned } from './ways/way';

// The credential loads what it needs for a request from here.
export { signRequest, withFaultKept } from './sign';

/** Sends the cheapest request with the token, to see whether it is still accepted. Never throws. */
export async function probe(
	httpRequest: HttpRequest,
	connection: TokenConnection,
	token: string,
): Promise<Answer> {
	return await askSigned(httpRequest, connection, probeRequest(connection.project), token);
}

/**
 * n8n calls this if the stored token is empty, if a request with it failed, and in every credential
 * test. It logs in only if no token can be valid: a failure need not be about the sign-in, and
 * every unnecessary login may end a colleague's browser session (docs/service.md, "Tokens"). An
 * empty object means that nothing changes.
 */
export async function prepareSession(
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const connection = readConnection(credentials);
	const use = credentialUses.get(credentials);
	if (use === 'testing') credentialUses.set(credentials, 'tested');

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

/** Returns a session of another account, kept in memory as long as the service accepts it. */
export async function sessionOfOtherAccount(
	httpRequest: HttpRequest,
	connection: TokenConnection,
	isNewTokenRequested: boolean,
): Promise<OtherSession> {
	const identity = identityOf(connection);
	const known = newestSession(identity);
	if (known && !isNewTokenRequested) {
		const answer = await probe(httpRequest, connection, known.token);
		// A refusal because of permissions also shows that the token is accepted.
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
