import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Session } from '../../../credentials/session';
import { identityOf } from '../../../credentials/session';
import type { Connection, TokenConnection } from '../../../credentials/ways';
import { loginOf, wayOf } from '../../../credentials/ways';
import { probeRequest } from '../../../credentials/ways/access';
import type { AccountConnection } from '../../../credentials/ways/account';
import { validityField as fieldOfCredential, readValidity } from '../../../credentials/ways/token';
import type { UserTokenConnection } from '../../../credentials/ways/userToken';
import { endpointOf } from '../../../credentials/ways/way';
import type { ItemRun, Operation, Resource } from '../item';
import { toItems } from '../output/present';
import type { ReadField } from '../params/read';
import { showWhen } from '../params/show';
import { answerError } from '../transport/errors';

/** Fields that both ways to a token share. */
export const newTokenField: INodeProperties = {
	displayName: 'Request New Token',
	name: 'requestNewToken',
	type: 'boolean',
	default: false,
	description:
		"Whether to log in even if there is a valid token. A user can hold 20 valid tokens; one more ends the oldest, which may be a colleague's browser session.",
};

export const validityField: INodeProperties = {
	...fieldOfCredential,
	description:
		'How long the token stays valid without being used, from 1 to 259200 minutes (180 days)',
};

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

/**
 * `POST /api/auth/login` (docs/service.md, "Login"): a user's token, issued by the project secret.
 */
export const issueForUser: Operation = {
	option: {
		name: 'Issue for User',
		value: 'issueForUser',
		action: 'Issue a token for a user',
		description:
			"Get the access token of a user by the credential's API secret; a valid token is used again",
	},
	fields: [
		{
			displayName: 'User',
			name: 'userSource',
			type: 'options',
			default: 'credential',
			options: [
				{
					name: 'From Credential',
					value: 'credential',
					description: "The credential's user; its token is kept in the credential",
				},
				{ name: 'Given Here', value: 'item', description: 'Another user, for this item' },
			],
		},
		...showWhen({ userSource: ['item'] }, [
			{
				displayName: 'User Name',
				name: 'userName',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. reports',
				description: 'Name of the user whose token is wanted',
			},
			validityField,
		]),
		newTokenField,
	],
	execute: async (run) => await giveToken(run, readUser),
};

function readUser(field: ReadField, credential: Connection): UserTokenConnection {
	if (!('apiSecret' in credential)) {
		throw new UserError(
			"The credential holds no API secret, which is needed to issue tokens. Use a credential with 'Authentication' set to API Secret or User Token via API Secret",
		);
	}
	if (field('userSource') === 'credential') {
		if (credential.mode === 'userToken') return credential;
		throw new UserError(
			"The credential names no user. Set 'User' to Given Here, or 'Authentication' in the credential to User Token via API Secret",
		);
	}
	const userName = String(field('userName')).trim();
	if (userName === '') throw new UserError("'User Name' is empty. Enter whose token it is to be");
	return {
		...endpointOf(credential),
		mode: 'userToken',
		apiSecret: credential.apiSecret,
		userName,
		validityMinutes: readValidity(field('tokenValidity')),
	};
}

/**
 * `POST /api/v2/auth/login` (docs/service.md, "Login"): a token for an account name and its
 * password.
 */
export const logIn: Operation = {
	option: {
		name: 'Log In',
		value: 'logIn',
		action: 'Log in with account and password',
		description:
			'Get the access token of an account by its name and password; a valid token is used again',
	},
	fields: [
		{
			displayName: 'Account',
			name: 'accountSource',
			type: 'options',
			default: 'credential',
			options: [
				{
					name: 'From Credential',
					value: 'credential',
					description: "The credential's account; its token is kept in the credential",
				},
				{ name: 'Given Here', value: 'item', description: 'Another account, for this item' },
			],
		},
		...showWhen({ accountSource: ['item'] }, [
			{
				displayName: 'Account Name',
				description: 'Name of the account as it is typed on the login page',
				name: 'accountName',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. reports',
			},
			{
				displayName: 'Password',
				name: 'password',
				type: 'string',
				typeOptions: { password: true },
				default: '',
				required: true,
				description:
					'It is stored in the workflow as typed. Take it from an earlier node by an expression, or use a credential instead.',
			},
			{
				displayName: 'Platform Account',
				name: 'isPlatformAccount',
				type: 'boolean',
				default: false,
				description:
					'Whether the account is a platform account, as opposed to one that exists in one project only',
			},
			validityField,
		]),
		newTokenField,
	],
	execute: async (run) => await giveToken(run, readAccount),
};

function readAccount(field: ReadField, credential: Connection): AccountConnection {
	if (field('accountSource') === 'credential') {
		if (credential.mode === 'accountPassword') return credential;
		throw new UserError(
			"The credential holds no account and password. Set 'Account' to Given Here, or 'Authentication' in the credential to Account and Password",
		);
	}
	const accountName = String(field('accountName')).trim();
	const password = String(field('password'));
	if (accountName === '')
		throw new UserError("'Account Name' is empty. Enter the account that logs in");
	if (password === '') throw new UserError("'Password' is empty. Enter that of the account");
	return {
		...endpointOf(credential),
		mode: 'accountPassword',
		accountName,
		password,
		isPlatformAccount: field('isPlatformAccount') === true,
		validityMinutes: readValidity(field('tokenValidity')),
	};
}

export const accessToken: Resource = {
	option: { name: 'Access Token', value: 'accessToken' },
	operations: [issueForUser, logIn],
};
