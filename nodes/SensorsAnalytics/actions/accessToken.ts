import { type INodeProperties } from 'n8n-workflow';

import { platformAccountField } from '../../../credentials/ways/account';
import { validityField as fieldOfCredential } from '../../../credentials/ways/way';
import type { Operation, Resource } from '../item';
import { showWhen } from '../params/show';

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

const issueForUser: Operation = {
	option: {
		name: 'Issue for User',
		value: 'issueForUser',
		action: 'Issue token for user',
		description:
			"Use the credential's API secret to get a user's access token. Reuses a valid token.",
	},
	toolText:
		"Gets a user's access token, which other tools can use for API calls. The tools of this node don't need an access token, because they sign in by themselves.",
	fields: [
		{
			displayName: 'User',
			name: 'userSource',
			type: 'options',
			noDataExpression: true,
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
};

const logIn: Operation = {
	option: {
		name: 'Log In',
		value: 'logIn',
		action: 'Log in with account and password',
		description:
			"Use an account's name and password to get its access token. Reuses a valid token.",
	},
	toolText:
		"Gets an access token with an account name and password. Other tools can use it for API calls. The tools of this node don't need an access token, because they sign in by themselves.",
	fields: [
		{
			displayName: 'Account',
			name: 'accountSource',
			type: 'options',
			noDataExpression: true,
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
			platformAccountField,
			validityField,
		]),
		newTokenField,
	],
};

export const accessTokenResource: Resource = {
	option: { name: 'Access Token', value: 'accessToken' },
	operations: [issueForUser, logIn],
};
