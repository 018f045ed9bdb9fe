import { type Answer } from '../../../credentials/http/answer';
import type { HttpRequest } from '../../../credentials/http/sendOnce';
import type { TokenConnection } from '../../../credentials/ways';
import { isRenewal, isUnused } from '../../../credentials/session/knownSessions';
import { noteUse } from '../../../credentials/session/lastUse';
import { probe } from '../../../credentials/session/probe';
import { isDoubtful, noteRefusedAtOnce } from '../../../credentials/session/restraint';
import type { Session } from '../../../credentials/session/session';
import { isTokenRefused } from './stored';

/**
 * What an answer means where it may refuse the token or something else: another request with the
 * same token tells, which costs less than a needless login. If the token holds, the first one is
 * sent once more, and a second refusal is no matter of the token.
 */
export async function withoutDoubt(
	answer: Answer,
	session: Session | undefined,
	connection: TokenConnection,
	httpRequest: HttpRequest,
	resend: () => Promise<Answer>,
): Promise<Answer> {
	if (session === undefined || answer.kind === 'success' || !isTokenRefused(answer, session)) {
		return answer;
	}
	const isNew = isUnused(session);
	const isDoubted = isNew || isRenewal(session) || isDoubtful(session.identity);
	if (!isDoubted && !answer.isUnclear) return answer;
	const other = await probe(httpRequest, connection, session.token);
	if (other.kind === 'notSignedIn') {
		if (isNew) noteRefusedAtOnce(session);
		return answer;
	}
	if (other.kind !== 'success' && other.kind !== 'refused') return other;
	noteUse(session.identity, session.token);
	const again = await resend();
	return again.kind !== 'success' && isTokenRefused(again, session)
		? { ...again, kind: 'refused', mayBeSignedOut: false }
		: again;
}

/** A token that was got for this very request, and refused by it, is of no use. */
export function noteIfUseless(answer: Answer, session: Session | undefined): void {
	if (session === undefined || !isTokenRefused(answer, session)) return;
	noteRefusedAtOnce(session);
}
