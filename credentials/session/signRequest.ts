import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { takeSignal } from '../http/httpOptions';
import { hasToken, type KeyConnection, readConnection } from './connection';
import { identityOf } from './identity';
import { keyHeaders, PROJECT_HEADER } from './keyHeaders';
import { areStored, readMarksToStore } from './marks';
import { readStoredSession } from './session';
import { assertDirect, toTarget } from './target';
import { noteUseOf, useOf } from './uses';

/** Header of the credential test's request: tells it from any other; never sent. */
export const TEST_MARK = 'x-sensors-analytics-credential-test';

/**
 * Makes n8n run preAuthentication and sign anew before anything is sent: its request helper takes
 * an error with status 401 thrown while signing for a refusal by the service.
 */
class SignInNeeded extends Error {
	readonly response = { status: 401 };
}

/** Nothing is to be sent: n8n was called to store marks, and has. */
class MarksStored extends Error {}

/**
 * No redirect is followed: whoever answers would choose where the secret goes. In the words of
 * both of n8n's request helpers; the HTTP Request node uses the older one.
 */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/**
 * Signs a request: the secret as query parameter `token`, or the user's token as header
 * `sensorsdata-token`, with `project` in the query either way; or a key of the OpenAPI in headers
 * alone. A path becomes a whole address.
 *
 * Source: docs/service.md, "API secret", docs/service.md, "Tokens", docs/service.md, "OpenAPI".
 * @throws SignInNeeded when the stored token belongs to another identity
 * @throws MarksStored when that was all that was wanted
 * @throws UserError when the request could reach another place than the credential's
 */
export function signRequest(
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const connection = readConnection(credentials);
	if (readMarksToStore(credentials)) {
		if (areStored(credentials)) throw new MarksStored();
		throw new SignInNeeded('Marks are to be stored');
	}
	const headers = { ...options.headers };
	if (TEST_MARK in headers) {
		delete headers[TEST_MARK];
		if (useOf(credentials) !== 'tested') {
			noteUseOf(credentials, 'testing');
			throw new SignInNeeded('The sign-in is to be tested');
		}
	}

	const url = toTarget(options, connection);
	assertDirect(options, url, connection);
	const signed: IHttpRequestOptions = {
		...options,
		...NO_REDIRECT,
		...takeSignal(options),
		url: url.href,
		baseURL: undefined,
		headers,
		qs: { ...options.qs },
	};
	const hasProject = url.searchParams.has('project') || signed.qs?.project !== undefined;
	if (connection.mode !== 'apiKey' && !hasProject) {
		signed.qs = { ...signed.qs, project: connection.project };
	}
	if (connection.mode === 'apiKey') signByKey(headers, connection);
	else if (!hasToken(connection)) {
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
	if (useOf(credentials) === undefined) noteUseOf(credentials, 'sent');
	return signed;
}

/** A project that the request names itself stays, as one in the query does. */
function signByKey(headers: { [name: string]: unknown }, connection: KeyConnection): void {
	const project = Object.keys(headers).find((name) => name.toLowerCase() === PROJECT_HEADER);
	const signed: { [name: string]: string } = keyHeaders(connection);
	if (project !== undefined) delete signed[PROJECT_HEADER];
	for (const name of Object.keys(headers)) {
		if (name.toLowerCase() in signed) delete headers[name];
	}
	Object.assign(headers, signed);
}
