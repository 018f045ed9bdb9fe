import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseUrl } from './address';
import { type Connection, readConnection } from './connection';
import { identityOf } from './identity';
import { readStoredSession } from './session';

/** Header of the credential test's request: tells it from any other; never sent. */
export const TEST_MARK = 'x-sensors-analytics-credential-test';

/**
 * What has happened to a credential object that n8n handed to us, within one helper call:
 * `testing` = the credential test wants its sign-in looked at; `tested` = done;
 * `sent` = a request was signed with it. n8n passes the same object to preAuthentication.
 */
export const usesOfCredential = new WeakMap<object, 'testing' | 'tested' | 'sent'>();

/**
 * Makes n8n run preAuthentication and sign anew before anything is sent: its request helper takes
 * an error with status 401 thrown while signing for a refusal by the service.
 */
class SignInNeeded extends Error {
	readonly response = { status: 401 };
}

/**
 * Signs a request: the secret as query parameter `token`, or the user's token as header
 * `sensorsdata-token`; `project` in the query either way. A path becomes a whole address.
 *
 * Source: spec 5.1, 5.2.
 * @throws SignInNeeded when the stored token belongs to another identity
 * @throws UserError when the request goes to another host than the credential's
 */
export function signRequest(
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const connection = readConnection(credentials);
	const headers = { ...options.headers };
	if (TEST_MARK in headers) {
		delete headers[TEST_MARK];
		if (usesOfCredential.get(credentials) !== 'tested') {
			usesOfCredential.set(credentials, 'testing');
			throw new SignInNeeded('The sign-in is to be tested');
		}
	}

	const url = toAddress(options, connection);
	const signed: IHttpRequestOptions = { ...options, ...url, headers, qs: { ...options.qs } };
	const named = new URL(url.url).searchParams;
	if (!named.has('project') && signed.qs?.project === undefined) {
		signed.qs = { ...signed.qs, project: connection.project };
	}
	if (connection.mode === 'apiSecret') {
		signed.qs = { ...signed.qs, token: connection.apiSecret };
	} else {
		const session = readStoredSession(credentials);
		if (session?.identity !== identityOf(connection)) {
			throw new SignInNeeded('The stored token belongs to another address, project or account');
		}
		headers['sensorsdata-token'] = session.token;
	}
	if (connection.skipCertificateCheck) {
		signed.skipSslCertificateValidation = true;
		// The HTTP Request node still uses the older name.
		Object.assign(signed, { rejectUnauthorized: false });
	}
	if (usesOfCredential.get(credentials) === undefined) usesOfCredential.set(credentials, 'sent');
	return signed;
}

function toAddress(
	options: IHttpRequestOptions,
	connection: Connection,
): { url: string; baseURL?: undefined } {
	// The HTTP Request node of older versions calls it uri.
	const given = options.url ?? (options as { uri?: string }).uri ?? '';
	if (given.startsWith('/')) return { url: connection.baseUrl + given, baseURL: undefined };

	const host = parseUrl(given)?.hostname;
	const expected = new URL(connection.baseUrl).hostname;
	if (host !== expected) {
		throw new UserError(
			`The request goes to '${host ?? 'an invalid address'}', but the credential is for '${expected}': its secret or token is not sent there. Use an address that starts with the credential's 'Base URL'`,
		);
	}
	return { url: given };
}
