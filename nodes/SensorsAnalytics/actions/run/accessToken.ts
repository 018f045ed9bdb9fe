import { type INodeExecutionData, UserError } from 'n8n-workflow';

import { endOfUnused, verdictOn } from '../../../../credentials/login';
import { identityOf, type Session } from '../../../../credentials/session';
import {
	type Connection,
	loginOf,
	type TokenConnection,
	wayOf,
} from '../../../../credentials/ways';
import { endpointOf, probeRequest, readValidity, required } from '../../../../credentials/ways/way';
import type { AccountConnection } from '../../../../credentials/ways/account';
import type { UserTokenConnection } from '../../../../credentials/ways/userToken';
import type { ItemRun, OperationRuns } from '../../item';
import { ownItems } from '../../output/present';
import { type ReadField, textOf } from '../../params/read';
import { answerError } from '../../transport/errors';

/**
 * Returns a valid token: the credential's own if it is of the account, otherwise one that this
 * process keeps. The node logs in only if the service refuses it, or if a new one is requested. The
 * item has the documented fields of the login's answer, the source of the token, and its expiry
 * without further use (ISO 8601, UTC).
 */
async function giveToken(
	run: ItemRun,
	readRequestedAccount: (field: ReadField, credential: Connection) => TokenConnection,
): Promise<INodeExecutionData[]> {
	const { field } = run;
	const credential = await run.connection();
	if (wayOf(credential).generation === 'openapi') {
		throw new UserError(
			'The credential uses an API key (OpenAPI), which needs no access token. To get an access token, use a credential with a different authentication method',
		);
	}
	const requested = readRequestedAccount(field, credential);
	const isNewTokenRequested = field('requestNewToken') === true;

	// A new token has the requested validity, and each other item has the credential's own.
	const isOwn =
		credential.mode === requested.mode &&
		identityOf(credential) === identityOf(requested) &&
		(!isNewTokenRequested || credential.validityMinutes === requested.validityMinutes);
	const getSession = async () =>
		isOwn
			? await ownSession(run, requested, isNewTokenRequested)
			: await run.service.sessionOf(run.itemIndex, requested, isNewTokenRequested);
	// Each login can end a session of the account, so all items share a new token, or its fault.
	const key = `${identityOf(requested)} ${requested.validityMinutes}`;
	const { session, hasSignedIn } = isNewTokenRequested
		? await run.service.once(key, getSession)
		: await getSession();
	const result = {
		...session.details,
		[loginOf(requested).tokenField]: session.token,
		from_cache: !hasSignedIn,
		valid_until_if_unused: new Date(endOfUnused(session)).toISOString(),
	};
	return ownItems([result], run.itemIndex);
}

async function ownSession(
	{ context, service, itemIndex }: ItemRun,
	requested: TokenConnection,
	isNewTokenRequested: boolean,
): Promise<{ session: Session; hasSignedIn: boolean }> {
	const { answer, session, hasSignedIn, isResend } = await service.exchange(
		itemIndex,
		probeRequest(requested.project),
		{ isNewTokenRequested },
	);
	const isAccepted = verdictOn(answer, session) === 'accepted';
	if (isAccepted && session !== undefined) return { session, hasSignedIn };
	throw answerError(
		context.getNode(),
		itemIndex,
		answer.kind === 'success' ? { kind: 'notThisService', said: 'no token' } : answer,
		requested,
		{ isResend },
	);
}

function readUser(field: ReadField, credential: Connection): UserTokenConnection {
	if (!('apiSecret' in credential)) {
		throw new UserError(
			"The credential has no API secret, which is required to issue tokens. Use a credential with 'Authentication' set to API Secret or User Token via API Secret",
		);
	}
	if (field('userSource') === 'credential') {
		if (credential.mode === 'userToken') return credential;
		throw new UserError(
			"The credential has no user name. Set 'User' to Defined Below, or set 'Authentication' in the credential to User Token via API Secret",
		);
	}
	const userName = required(textOf(field('userName')), 'User Name', 'the name of the user');
	return {
		...endpointOf(credential),
		mode: 'userToken',
		apiSecret: credential.apiSecret,
		userName,
		validityMinutes: readValidity(field('tokenValidity')),
	};
}

function readAccount(field: ReadField, credential: Connection): AccountConnection {
	if (field('accountSource') === 'credential') {
		if (credential.mode === 'accountPassword') return credential;
		throw new UserError(
			"The credential has no account and password. Set 'Account' to Defined Below, or set 'Authentication' in the credential to Account and Password",
		);
	}
	const accountName = textOf(field('accountName'));
	return {
		...endpointOf(credential),
		mode: 'accountPassword',
		accountName: required(accountName, 'Account Name', 'the name of the account'),
		// An expression without a value must not become a word, which would be sent as a wrong password.
		password: required(String(field('password') ?? ''), 'Password', 'the password of the account'),
		isPlatformAccount: field('isPlatformAccount') === true,
		validityMinutes: readValidity(field('tokenValidity')),
	};
}

/** Both logins: docs/service.md, "Login". */
export const accessTokenRuns: OperationRuns = {
	issueForUser: async (run) => await giveToken(run, readUser),
	logIn: async (run) => await giveToken(run, readAccount),
};
