import type { TokenConnection } from './connection';
import { identityOf } from './identity';
import { newestSession, obtainSession } from './knownSessions';
import { probe } from './probe';
import type { Session } from './session';
import { type HttpRequest, signIn, type SignInError } from './signIn';

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
		if (answer.kind !== 'notSignedIn') return { session: known, hasSignedIn: false };
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
