import type { INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { identityOf, type Session } from '../../../../credentials/session';
import {
	type Connection,
	loginOf,
	type TokenConnection,
	wayOf,
} from '../../../../credentials/ways';
import { probeRequest } from '../../../../credentials/ways/access';
import type { ReadField } from '../../form/reading';
import { toItems } from '../../output/items';
import { answerError } from '../../transport/errors';
import type { ItemRun } from '../operation';

const MINUTE_MS = 60_000;

/**
 * Gives a token of the wanted account that is valid now: the credential's own if it is for that
 * account, else one that this process keeps. It is tried first; there is a login only if the
 * service refuses it, or if a new one is wanted.
 * @param readWanted the account that the form asks for
 * @returns the documented fields of the login's answer, where the token came from, and until
 * when it is valid if nobody uses it (ISO 8601, UTC)
 */
export async function giveToken(
	run: ItemRun,
	readWanted: (field: ReadField, credential: Connection) => TokenConnection,
): Promise<INodeExecutionData[]> {
	const { field } = run;
	const credential = await run.connection();
	if (wayOf(credential).generation === 'openapi') {
		throw new UserError(
			"The credential signs in by an API key (OpenAPI), which needs neither a login nor a token: the other operations use it as it is. For an access token, use a credential with another 'Authentication'",
		);
	}
	const wanted = readWanted(field, credential);
	const isNewTokenWanted = field('requestNewToken') === true;

	const isOwn = credential.mode === wanted.mode && identityOf(credential) === identityOf(wanted);
	const { session, hasSignedIn } = isOwn
		? await ownSession(run, wanted, isNewTokenWanted)
		: await run.service.sessionOf(run.itemIndex, wanted, isNewTokenWanted);
	const validUntil = new Date(Date.now() + session.validityMinutes * MINUTE_MS);
	const result = {
		...session.details,
		[loginOf(wanted).tokenField]: session.token,
		from_cache: !hasSignedIn,
		valid_until_if_unused: validUntil.toISOString(),
	};
	return toItems([result], run.itemIndex);
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
