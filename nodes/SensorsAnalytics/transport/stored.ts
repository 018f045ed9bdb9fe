import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Answer } from '../../../credentials/http/answer';
import { type Connection, secretOf } from '../../../credentials/ways';
import { mayHaveEnded } from '../../../credentials/session/lastUse';
import { readStoredSession, type Session } from '../../../credentials/session/session';

export type Credentials = ICredentialDataDecryptedObject;

/** Whether an answer means that the session does not hold (any more). */
export function isTokenRefused(answer: Answer, session: Session | undefined): boolean {
	if (answer.kind === 'notSignedIn') return true;
	// A 403 without a reason counts only where the token may have ended of age.
	return (
		answer.kind === 'refused' &&
		answer.mayBeSignedOut === true &&
		session !== undefined &&
		mayHaveEnded(session)
	);
}

/** What nothing that comes of an answer may repeat. */
export function secretsOf(credentials: Credentials, connection: Connection): string[] {
	const token = readStoredSession(credentials)?.token ?? '';
	return [token, secretOf(connection)];
}
