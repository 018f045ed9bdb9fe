/** The ways to authenticate: a new one is a file beside this one, and its line in WAYS. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Answer } from '../http/answer';
import type { ServiceRequest } from '../http/httpOptions';
import { type HttpRequest, sendOnce } from '../http/sendOnce';
import { parseAddress } from '../session/address';
import { account } from './account';
import { apiKey } from './apiKey';
import { apiSecret } from './apiSecret';
import { userToken } from './userToken';
import { type Login, textIn, type Way } from './way';

/** In the order of the list in the form. */
export const WAYS = [apiSecret, userToken, account, apiKey] as const;

type KnownWay = (typeof WAYS)[number];
/** What was filled in in a credential, read by its way. */
export type Connection = ReturnType<KnownWay['read']>;
/** One whose requests are signed by a token. */
export type TokenConnection = ReturnType<Extract<KnownWay, { login: object }>['read']>;

/** The way that a connection was read by. */
export function wayOf({ mode }: Pick<Connection, 'mode'>): Way<Connection> {
	return WAYS.find((way) => way.mode === mode) as Way<Connection>;
}

export function hasToken(connection: Connection): connection is TokenConnection {
	return wayOf(connection).login !== undefined;
}

export function loginOf(connection: TokenConnection): Login<TokenConnection> {
	return wayOf(connection).login as Login<TokenConnection>;
}

/** What the connection signs in by: an API secret, a key or a password. */
export function secretOf(connection: Connection): string {
	return wayOf(connection).secretOf(connection);
}

/**
 * Reads what was filled in in the credential into plain typed data.
 * @throws UserError that names the field as the form shows it
 */
export function readConnection(filledIn: ICredentialDataDecryptedObject): Connection {
	const address = parseAddress(textIn(filledIn, 'baseUrl'));
	const project = textIn(filledIn, 'project') || address.project;
	if (!project) {
		throw new UserError(
			"'Project' is empty. Enter the English name of the project: the value of project= in the browser address after opening it",
		);
	}
	const way = WAYS.find(({ mode }) => mode === filledIn.authentication);
	if (way === undefined) {
		const labels = WAYS.map(({ label }) => label).join(', ');
		throw new UserError(`'Authentication' must be one of ${labels}`);
	}
	const skipCertificateCheck = filledIn.ignoreSslIssues === true;
	return way.read(filledIn, { baseUrl: address.baseUrl, project, skipCertificateCheck });
}

/**
 * Sends a request of our own, signed as the way signs. Never throws.
 * @param token the user's, where the way has one
 */
export async function askSigned(
	httpRequest: HttpRequest,
	connection: Connection,
	request: ServiceRequest,
	token = '',
): Promise<Answer> {
	const { query, headers } = wayOf(connection).signature(connection, token);
	const signed = {
		...request,
		query: { ...request.query, ...query },
		headers: { ...request.headers, ...headers },
	};
	return await sendOnce(httpRequest, connection, signed, [token || secretOf(connection)]);
}
