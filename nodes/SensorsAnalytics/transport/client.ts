import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { type Answer, readAnswer, readNetworkFault } from '../../../credentials/http/answer';
import { type ServiceRequest, toHttpOptions, toReply } from '../../../credentials/http/httpOptions';
import { type Connection, readConnection } from '../../../credentials/session/connection';
import { withRenewalOrder } from '../../../credentials/session/renewal';
import { readStoredSession, type Session } from '../../../credentials/session/session';
import { CREDENTIAL_TYPE } from './credentialType';
import { answerError, signInErrorOf } from './nodeErrors';

/** What an answer meant, and with which session of the credential it came. */
export interface Exchange {
	answer: Answer;
	connection: Connection;
	/** None in secret mode. */
	session?: Session;
	/** True when a login was needed for it. */
	hasSignedIn: boolean;
	/** True when the first answer was a refusal of the token. */
	isResend: boolean;
}

/**
 * Sends one request with the item's credential, and returns the JSON of its answer.
 * @throws NodeApiError that names what was wrong and what to do; it holds no secret
 */
export async function callService(
	context: IExecuteFunctions,
	itemIndex: number,
	request: ServiceRequest,
): Promise<unknown> {
	const { answer, connection, isResend } = await exchange(context, itemIndex, request);
	if (answer.kind === 'success') return answer.body;
	throw answerError(context.getNode(), itemIndex, answer, connection, { isResend });
}

/**
 * Sends one request with the item's credential. A refused token is renewed at most once: by the
 * one that somebody else has stored meanwhile, or else by a login; then the request is sent once
 * more.
 * @throws NodeApiError when no token can be had
 */
export async function exchange(
	context: IExecuteFunctions,
	itemIndex: number,
	request: ServiceRequest,
	{ isNewTokenWanted = false } = {},
): Promise<Exchange> {
	const stored = await readCredential(context, itemIndex);
	const connection = readConnection(stored);
	const tokenBefore = readStoredSession(stored)?.token;
	const toExchange = (answer: Answer, used: ICredentialDataDecryptedObject, isResend: boolean) => {
		const session = connection.mode === 'apiSecret' ? undefined : readStoredSession(used);
		const hasSignedIn = session !== undefined && session.token !== tokenBefore;
		return { answer, connection, session, hasSignedIn, isResend };
	};

	const credentials = isNewTokenWanted ? withRenewalOrder(stored) : stored;
	const first = await send(context, itemIndex, credentials, request);
	if (first.kind !== 'notSignedIn' || connection.mode === 'apiSecret') {
		return toExchange(first, credentials, false);
	}

	const refused = readStoredSession(credentials)?.token ?? '';
	const current = await readCredential(context, itemIndex);
	const isReplaced = ![undefined, refused].includes(readStoredSession(current)?.token);
	const renewed = isReplaced ? current : withRenewalOrder(current, refused);
	return toExchange(await send(context, itemIndex, renewed, request), renewed, true);
}

async function readCredential(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE, itemIndex);
}

/** n8n puts a new session into `credentials` when it makes one on the way. */
async function send(
	context: IExecuteFunctions,
	itemIndex: number,
	credentials: ICredentialDataDecryptedObject,
	request: ServiceRequest,
): Promise<Answer> {
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			toHttpOptions(request),
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credentials } },
		)) as IN8nHttpFullResponse;
		return readAnswer(toReply(response), secretsOf(credentials));
	} catch (error) {
		const refusal = signInErrorOf(context.getNode(), itemIndex, error);
		if (refusal !== undefined) throw refusal;
		return readNetworkFault(error);
	}
}

function secretsOf(credentials: ICredentialDataDecryptedObject): string[] {
	const connection = readConnection(credentials);
	const token = readStoredSession(credentials)?.token ?? '';
	return [
		token,
		connection.mode === 'accountPassword' ? connection.password : connection.apiSecret,
	];
}
