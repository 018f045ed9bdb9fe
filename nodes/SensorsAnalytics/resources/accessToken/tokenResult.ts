import type { IDataObject } from 'n8n-workflow';

import type { Connection, TokenConnection } from '../../../../credentials/session/connection';
import { identityOf } from '../../../../credentials/session/identity';
import { probeRequest } from '../../../../credentials/session/probe';
import type { Session } from '../../../../credentials/session/session';
import { answerError } from '../../transport/nodeErrors';
import type { ItemRun } from '../operation';

const MINUTE_MS = 60_000;

/**
 * A token of the wanted account that is valid now: the credential's own if it is for that
 * account, else one that this process keeps. It is tried first; there is a login only if the
 * service refuses it, or if a new one is wanted.
 * @param tokenField name of the token in the login's answer (spec 2.3, 2.5)
 * @returns the documented fields of the login's answer, where the token came from, and until
 * when it is valid if nobody uses it (ISO 8601, UTC)
 */
export async function getToken(
	run: ItemRun,
	wanted: TokenConnection,
	credential: Connection,
	tokenField: string,
	isNewTokenWanted: boolean,
): Promise<IDataObject> {
	const isOwn = credential.mode === wanted.mode && identityOf(credential) === identityOf(wanted);
	const { session, hasSignedIn } = isOwn
		? await ownSession(run, wanted, isNewTokenWanted)
		: await run.service.sessionOf(run.itemIndex, wanted, isNewTokenWanted);
	return {
		...session.details,
		[tokenField]: session.token,
		from_cache: !hasSignedIn,
		valid_until_if_unused: new Date(Date.now() + session.validityMinutes * MINUTE_MS).toISOString(),
	};
}

async function ownSession(
	{ context, service, itemIndex }: ItemRun,
	wanted: TokenConnection,
	isNewTokenWanted: boolean,
): Promise<{ session: Session; hasSignedIn: boolean }> {
	const { answer, session, hasSignedIn, isResend } = await service.exchange(
		itemIndex,
		probeRequest(wanted.project),
		{ isNewTokenWanted },
	);
	// A refusal for lack of permission still shows that the token is accepted.
	const isAccepted = answer.kind === 'success' || answer.kind === 'refused';
	if (isAccepted && session !== undefined) return { session, hasSignedIn };
	throw answerError(
		context.getNode(),
		itemIndex,
		answer.kind === 'success' ? { kind: 'notThisService', said: 'no token' } : answer,
		wanted,
		{ isResend },
	);
}
