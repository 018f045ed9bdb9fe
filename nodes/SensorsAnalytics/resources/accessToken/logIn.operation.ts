import { UserError } from 'n8n-workflow';

import type { Connection } from '../../../../credentials/ways';
import type { AccountConnection } from '../../../../credentials/ways/account';
import { readValidity } from '../../../../credentials/ways/token';
import type { ReadField } from '../../form/reading';
import { showWhen } from '../../form/showWhen';
import type { Operation } from '../operation';
import { newTokenField, validityField } from './fields';
import { giveToken } from './giveToken';

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
	const { baseUrl, project, skipCertificateCheck } = credential;
	return {
		baseUrl,
		project,
		skipCertificateCheck,
		mode: 'accountPassword',
		accountName,
		password,
		isPlatformAccount: field('isPlatformAccount') === true,
		validityMinutes: readValidity(field('tokenValidity')),
	};
}
