import { UserError } from 'n8n-workflow';

import type { Connection } from '../../../../credentials/ways';
import { readValidity } from '../../../../credentials/ways/token';
import type { UserTokenConnection } from '../../../../credentials/ways/userToken';
import type { ReadField } from '../../form/reading';
import { showWhen } from '../../form/showWhen';
import type { Operation } from '../operation';
import { newTokenField, validityField } from './fields';
import { giveToken } from './giveToken';

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
	const { baseUrl, project, skipCertificateCheck, apiSecret } = credential;
	return {
		baseUrl,
		project,
		skipCertificateCheck,
		mode: 'userToken',
		apiSecret,
		userName,
		validityMinutes: readValidity(field('tokenValidity')),
	};
}
