import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { takeSignal } from '../http/httpOptions';
import { readConnection } from './connection';
import { identityOf } from './identity';
import { areStored, readMarksToStore } from './marks';
import { readStoredSession } from './session';
import { assertDirect, toTarget } from './target';

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
 * `sensorsdata-token`; `project` in the query either way. A path becomes a whole address.
 *
 * Source: spec 5.1, 5.2.
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
		if (usesOfCredential.get(credentials) !== 'tested') {
			usesOfCredential.set(credentials, 'testing');
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
	if (!url.searchParams.has('project') && signed.qs?.project === undefined) {
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
