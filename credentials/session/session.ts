import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { documentedDetails } from './details';
import { NO_MARKS } from './marks';

/** A user access token with what is known of it. */
export interface Session {
	token: string;
	/** What it belongs to: see identity.ts. */
	identity: string;
	/** ISO 8601, UTC. */
	issuedAt: string;
	validityMinutes: number;
	/** The login answer's documented fields (docs/service.md, "Login"), without the token. */
	details: IDataObject;
}

/** The session that the credential holds, if any. */
export function readStoredSession(
	credentials: ICredentialDataDecryptedObject,
): Session | undefined {
	const token = credentials.accessToken;
	if (typeof token !== 'string' || token === '') return undefined;
	const kept = parseObject(credentials.accessTokenDetails);
	return {
		token,
		identity: String(credentials.accessTokenIdentity ?? ''),
		issuedAt: String(kept.issuedAt ?? ''),
		validityMinutes: Number(kept.validityMinutes ?? 0),
		// Stored before, they may hold more.
		details: documentedDetails((kept.details ?? {}) as IDataObject),
	};
}

/** The hidden fields of the credential that hold a session. */
export function toStoredFields(session: Session): IDataObject {
	const { issuedAt, validityMinutes, details } = session;
	return {
		accessToken: session.token,
		accessTokenIdentity: session.identity,
		accessTokenDetails: JSON.stringify({ issuedAt, validityMinutes, details }),
		...NO_MARKS,
	};
}

function parseObject(text: unknown): IDataObject {
	if (typeof text !== 'string' || text === '') return {};
	try {
		const parsed: unknown = JSON.parse(text);
		return typeof parsed === 'object' && parsed !== null ? (parsed as IDataObject) : {};
	} catch {
		// Written by hand or by another version: the token itself is still good.
		return {};
	}
}
