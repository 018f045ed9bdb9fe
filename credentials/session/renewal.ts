import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** The hidden property whose emptiness makes n8n run preAuthentication. */
const EXPIRABLE = 'accessToken';
const REFUSED = 'refusedAccessToken';
const NEW_WANTED = 'isNewTokenWanted';

/**
 * The credential with the order to get a session before the next request. The order is read by
 * preAuthentication and never stored: n8n stores what preAuthentication returns.
 * @param refusedToken the token that the service refused; left out when a person wants a new one
 */
export function withRenewalOrder(
	credentials: ICredentialDataDecryptedObject,
	refusedToken?: string,
): ICredentialDataDecryptedObject {
	const ordered: ICredentialDataDecryptedObject = { ...credentials, [EXPIRABLE]: '' };
	if (refusedToken === undefined) ordered[NEW_WANTED] = true;
	else ordered[REFUSED] = refusedToken;
	return ordered;
}

/** The order that came with the credential, if any. */
export function readRenewalOrder(credentials: ICredentialDataDecryptedObject): {
	refusedToken?: string;
	isNewWanted: boolean;
} {
	const refused = credentials[REFUSED];
	return {
		refusedToken: typeof refused === 'string' ? refused : undefined,
		isNewWanted: credentials[NEW_WANTED] === true,
	};
}
