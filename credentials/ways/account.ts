import type { INodeProperties } from 'n8n-workflow';

import {
	credentialText,
	explainLoginPage,
	explainToken,
	isLoginPage,
	PROJECT_PARAMETER,
	readValidity,
	required,
	type TokenEndpoint,
	tokenSignature,
	type TokenWay,
	validityField,
} from './way';

/** A user's token, which name and password get (docs/service.md, "Login"). */
export interface AccountConnection extends TokenEndpoint {
	mode: 'accountPassword';
	accountName: string;
	password: string;
	isPlatformAccount: boolean;
}

export const platformAccountField: INodeProperties = {
	displayName: 'Platform Account',
	name: 'isPlatformAccount',
	type: 'boolean',
	default: false,
	description: 'Whether the account is a platform account rather than a single-project account',
};

export const account: TokenWay<AccountConnection> = {
	mode: 'accountPassword',
	label: 'Account and Password',
	description:
		"Use the permissions of your own account. Doesn't work if sign-in requires a captcha.",
	fields: [
		{
			displayName: 'Account Name',
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
		},
		platformAccountField,
		validityField,
	],
	generation: 'legacy',
	read: (filledIn, endpoint) => ({
		...endpoint,
		mode: 'accountPassword',
		accountName: required(credentialText(filledIn, 'accountName'), 'Account Name'),
		// The password isn't trimmed, because it may start or end with a blank.
		password: required(String(filledIn.password ?? ''), 'Password'),
		isPlatformAccount: filledIn.isPlatformAccount === true,
		validityMinutes: readValidity(filledIn.tokenValidity),
	}),
	secretOf: ({ password }) => password,
	signature: tokenSignature,
	explainRefusal: explainToken,
	login: {
		tokenField: 'session_id',
		request: ({ project, accountName, password, isPlatformAccount, validityMinutes }) => ({
			path: '/api/v2/auth/login',
			query: { [PROJECT_PARAMETER]: project, ...(isPlatformAccount ? { is_global: 'true' } : {}) },
			body: { account_name: accountName, password, expired_interval: validityMinutes },
		}),
		ownerOf: ({ accountName, password, isPlatformAccount }) => [
			accountName,
			password,
			isPlatformAccount,
		],
		explainRefusal: (failure, { baseUrl }, said) =>
			isLoginPage(failure)
				? explainLoginPage(failure, baseUrl, "check 'Account Name' and 'Password'")
				: {
						message: `Sensors Analytics rejected the account or password${said}`,
						description: "Check 'Account Name', 'Password', 'Project', and 'Platform Account'.",
					},
	},
};
