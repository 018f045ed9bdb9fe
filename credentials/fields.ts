import type { INodeProperties } from 'n8n-workflow';

import { SECRET_PLACES } from './session/apiSecret';
import { DEFAULT_VALIDITY_MINUTES, MAX_VALIDITY_MINUTES } from './session/connection';

const withSecret = { show: { authentication: ['apiSecret', 'userToken'] } };
const withUserToken = { show: { authentication: ['userToken'] } };
const withKey = { show: { authentication: ['apiKey'] } };
const withAccount = { show: { authentication: ['accountPassword'] } };
const withToken = { show: { authentication: ['userToken', 'accountPassword'] } };

/** The form of the credential, and the hidden fields in which n8n keeps the token. */
export const credentialFields: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://sensors.example.com',
		description:
			'The address at which you open Sensors Analytics in the browser. You can paste a whole address from there; the project is taken from it if the Project field is empty.',
	},
	{
		displayName: 'Project',
		name: 'project',
		type: 'string',
		default: '',
		placeholder: 'e.g. production',
		description:
			'English name of the project: the value of project= in the browser address after you have opened the project',
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		default: 'apiSecret',
		options: [
			{
				name: 'API Secret',
				value: 'apiSecret',
				description: "The project's secret, for queries over all event data. Nothing to log in to.",
			},
			{
				name: 'User Token via API Secret',
				value: 'userToken',
				description:
					"Act with the permissions of one user; the token is issued by the project's secret",
			},
			{
				name: 'Account and Password',
				value: 'accountPassword',
				description:
					'Act with the permissions of your own account. Not possible where logins ask for a captcha.',
			},
			{
				name: 'API Key (OpenAPI)',
				value: 'apiKey',
				description:
					"Act with the permissions of a key's account in the OpenAPI, from version 2.5 on. Nothing to log in to.",
			},
		],
	},
	{
		displayName: 'API Secret',
		name: 'apiSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		displayOptions: withSecret,
		description: `An administrator finds it ${SECRET_PLACES}. It is neither the token for data import nor a key of the OpenAPI (#K-…), which is a choice of its own under Authentication.`,
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		displayOptions: withKey,
		placeholder: 'e.g. #K-…',
		description:
			'A key of the OpenAPI: 35 characters that begin with #K-. An administrator creates it for an account, whose permissions it has; it may expire.',
	},
	{
		displayName: 'Account ID to Act As',
		name: 'actAs',
		type: 'string',
		default: '',
		displayOptions: withKey,
		placeholder: 'e.g. 1001',
		description:
			"ID of another account whose permissions are used. Only with an administrator's key; leave it empty to act as the key's own account.",
	},
	{
		displayName: 'User Name',
		name: 'userName',
		type: 'string',
		default: '',
		required: true,
		displayOptions: withUserToken,
		placeholder: 'e.g. reports',
		description: 'Name of the user whose permissions are used',
	},
	{
		displayName: 'Account Name',
		name: 'accountName',
		type: 'string',
		default: '',
		required: true,
		displayOptions: withAccount,
		placeholder: 'e.g. reports',
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		displayOptions: withAccount,
	},
	{
		displayName: 'Platform Account',
		name: 'isPlatformAccount',
		type: 'boolean',
		default: false,
		displayOptions: withAccount,
		description:
			'Whether the account is a platform account, as opposed to one that exists in one project only',
	},
	{
		displayName: 'Token Validity (Minutes)',
		name: 'tokenValidity',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_VALIDITY_MINUTES },
		default: DEFAULT_VALIDITY_MINUTES,
		displayOptions: withToken,
		description:
			'How long a token stays valid without being used, from 1 to 259200 minutes (180 days). Choose more than the pause between two runs, for example 2880 (two days) for a daily workflow: it then never has to log in again.',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'ignoreSslIssues',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if SSL certificate validation is not possible',
	},
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{
		displayName: 'Access Token Identity',
		name: 'accessTokenIdentity',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
	{
		displayName: 'Access Token Details',
		name: 'accessTokenDetails',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
	{
		displayName: 'Access Token Claim',
		name: 'accessTokenClaim',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
	{
		displayName: 'Access Token Renewal',
		name: 'accessTokenRenewal',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
];
