import { type INodeExecutionData, type INodeProperties, UserError } from 'n8n-workflow';

import { identityOf, type Session } from '../../../credentials/session';
import { type Connection, loginOf, type TokenConnection, wayOf } from '../../../credentials/ways';
import {
	probeRequest,
	readValidity,
	validityField as fieldOfCredential,
} from '../../../credentials/ways/access';
import type { AccountConnection } from '../../../credentials/ways/account';
import type { UserTokenConnection } from '../../../credentials/ways/userToken';
import { endpointOf } from '../../../credentials/ways/way';
import type { ItemRun, Operation, Resource } from '../item';
import { ownItems } from '../output/present';
import type { ReadField } from '../params/read';
import { showWhen } from '../params/show';
import { answerError } from '../transport/errors';

/** Fields that both ways to a token share. */
const newTokenField: INodeProperties = {
	displayName: 'Request New Token',
	name: 'requestNewToken',
	type: 'boolean',
	default: false,
	description:
		'Whether to sign in even if a valid token exists. A user can have up to 20 valid tokens. When the limit is reached, a new token invalidates the oldest one, which can sign a colleague out.',
};

const validityField: INodeProperties = {
	...fieldOfCredential,
	description: 'Minutes that the token stays valid without use, from 1 to 259200 (180 days)',
};

const MINUTE_MS = 60_000;

/**
 * Gives a token of the wanted account that is valid now: the credential's own if it is for that
 * account, else one that this process keeps. It is tried first; there is a login only if the
 * service refuses it, or if a new one is wanted.
 * @param readRequestedAccount the account that the form asks for
 * @returns the documented fields of the login's answer, where the token came from, and until
 * when it is valid if nobody uses it (ISO 8601, UTC)
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

	const isOwn =
		credential.mode === requested.mode && identityOf(credential) === identityOf(requested);
	const { session, hasSignedIn } = isOwn
		? await ownSession(run, requested, isNewTokenRequested)
		: await run.service.sessionOf(run.itemIndex, requested, isNewTokenRequested);
	const validUntil = new Date(Date.now() + session.validityMinutes * MINUTE_MS);
	const result = {
		...session.details,
		[loginOf(requested).tokenField]: session.token,
		from_cache: !hasSignedIn,
		valid_until_if_unused: validUntil.toISOString(),
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
		{ isNewTokenWanted: isNewTokenRequested },
	);
	// A refusal for lack of permission still shows that the token is accepted.
	const isAccepted = answer.kind === 'success' || answer.kind === 'refused';
	if (isAccepted && session !== undefined) return { session, hasSignedIn };
	throw answerError(
		context.getNode(),
		itemIndex,
		answer.kind === 'success' ? { kind: 'notThisService', said: 'no token' } : answer,
		requested,
		{ isResend },
	);
}

/**
 * `POST /api/auth/login` (docs/service.md, "Login"): a user's token, issued by the project secret.
 */
const issueForUser: Operation = {
	option: {
		name: 'Issue for User',
		value: 'issueForUser',
		action: 'Issue token for user',
		description:
			"Use the credential's API secret to get a user's access token. Reuses a valid token.",
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
					description:
						'The user that the credential specifies. n8n keeps the token in the credential.',
				},
				{
					name: 'Defined Below',
					value: 'item',
					description: 'Another user, set below for this item',
				},
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
				description: 'Name of the user to get a token for',
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
			"The credential has no API secret, which is required to issue tokens. Use a credential with 'Authentication' set to API Secret or User Token via API Secret",
		);
	}
	if (field('userSource') === 'credential') {
		if (credential.mode === 'userToken') return credential;
		throw new UserError(
			"The credential has no user name. Set 'User' to Defined Below, or set 'Authentication' in the credential to User Token via API Secret",
		);
	}
	const userName = String(field('userName')).trim();
	if (userName === '')
		throw new UserError("'User Name' is empty. Enter the user to get a token for");
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
const logIn: Operation = {
	option: {
		name: 'Log In',
		value: 'logIn',
		action: 'Log in with account and password',
		description:
			"Use an account's name and password to get its access token. Reuses a valid token.",
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
					description: 'The account in the credential. n8n keeps the token in the credential.',
				},
				{
					name: 'Defined Below',
					value: 'item',
					description: 'Another account, set below for this item',
				},
			],
		},
		...showWhen({ accountSource: ['item'] }, [
			{
				displayName: 'Account Name',
				description: 'Account name that you enter on the sign-in page',
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
					'The workflow stores the password as plain text. Use an expression to take the password from an earlier node, or use a credential instead.',
			},
			{
				displayName: 'Platform Account',
				name: 'isPlatformAccount',
				type: 'boolean',
				default: false,
				description:
					'Whether the account is a platform account rather than a single-project account',
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
			"The credential has no account and password. Set 'Account' to Defined Below, or set 'Authentication' in the credential to Account and Password",
		);
	}
	const accountName = String(field('accountName')).trim();
	const password = String(field('password'));
	if (accountName === '')
		throw new UserError("'Account Name' is empty. Enter the account to sign in with");
	if (password === '')
		throw new UserError("'Password' is empty. Enter the password of the account");
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
