import { explainNoAnswer } from '../http/explain';
import type { HttpRequest } from '../http/sendOnce';
import type { TokenConnection } from '../ways';
import { identityOf } from './identity';
import { isUnused, newestSession, obtainSession } from './knownSessions';
import { probe } from './probe';
import { noteUse } from './lastUse';
import { noteRefusedAtOnce } from './restraint';
import type { Session } from './session';
import { signIn, SignInError } from './signIn';

export type OtherSession =
	| { session: Session; hasSignedIn: boolean; fault?: undefined }
	| { session?: undefined; hasSignedIn: false; fault: SignInError };

/**
 * A session of an account that is not the credential's: kept in the memory of this process only,
 * and used again as long as the service accepts it.
 */
export async function sessionOfOtherAccount(
	httpRequest: HttpRequest,
	connection: TokenConnection,
	isNewTokenWanted: boolean,
): Promise<OtherSession> {
	const identity = identityOf(connection);
	const known = newestSession(identity);
	if (known && !isNewTokenWanted) {
		const answer = await probe(httpRequest, connection, known.token);
		// A refusal for lack of permission still shows that the token is accepted.
		if (answer.kind === 'success' || answer.kind === 'refused') {
			noteUse(identity, known.token);
			return { session: known, hasSignedIn: false };
		}
		if (answer.kind !== 'notSignedIn') {
			const fault = new SignInError(explainNoAnswer(answer, connection.baseUrl), answer);
			return { hasSignedIn: false, fault };
		}
		if (isUnused(known)) noteRefusedAtOnce(known);
	}
	try {
		const session = await obtainSession(
			{ identity, isNewWanted: isNewTokenWanted, refusedToken: known?.token },
			async () => await signIn(httpRequest, connection),
		);
		return { session, hasSignedIn: true };
	} catch (error) {
		return { hasSignedIn: false, fault: error as SignInError };
	}
}
