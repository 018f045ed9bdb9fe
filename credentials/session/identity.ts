import { createHash } from 'crypto';

import { loginOf, type TokenConnection } from '../ways';

/**
 * Fingerprint of everything that a token belongs to. Change any of it and the token must not be
 * sent again. The validity is not part of it: a longer wish does not make a living token wrong.
 * That certificates are not checked is: such a token was got from whoever answered.
 * @returns 64 hex digits; secrets can't be read back from it
 */
export function identityOf(connection: TokenConnection): string {
	const { mode, baseUrl, project, skipCertificateCheck } = connection;
	const owner = loginOf(connection).ownerOf(connection);
	const unchecked = skipCertificateCheck ? ['certificates are not checked'] : [];
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, project, mode, ...owner, ...unchecked]))
		.digest('hex');
}
