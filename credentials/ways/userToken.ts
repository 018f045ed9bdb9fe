import { quoted } from '../http/redact';
import {
	credentialText,
	explainSecret,
	explainToken,
	PROJECT_PARAMETER,
	readValidity,
	required,
	type TokenEndpoint,
	tokenSignature,
	type TokenWay,
	validityField,
} from './way';
import { readSecret, secretField } from './apiSecret';

/** A user's token, which the project's secret gets (docs/service.md, "Login"). */
export interface UserTokenConnection extends TokenEndpoint {
	mode: 'userToken';
	apiSecret: string;
	userName: string;
}

export const userToken: TokenWay<UserTokenConnection> = {
	mode: 'userToken',
	label: 'User Token via API Secret',
	description:
		"Use the permissions of one user. The node uses the project's API secret to get the user's token.",
	fields: [
		secretField,
		{
			displayName: 'User Name',
			name: 'userName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. reports',
			description: 'Name of the user whose permissions the node uses',
		},
		validityField,
	],
	generation: 'legacy',
	read: (filledIn, endpoint) => ({
		...endpoint,
		mode: 'userToken',
		apiSecret: readSecret(credentialText(filledIn, 'apiSecret')),
		userName: required(credentialText(filledIn, 'userName'), 'User Name'),
		validityMinutes: readValidity(filledIn.tokenValidity),
	}),
	secretOf: ({ apiSecret }) => apiSecret,
	signature: tokenSignature,
	explainRefusal: explainToken,
	login: {
		tokenField: 'token',
		request: ({ project, apiSecret, userName, validityMinutes }) => ({
			path: '/api/auth/login',
			query: { token: apiSecret, [PROJECT_PARAMETER]: project },
			body: { username: userName, expired_interval: validityMinutes },
		}),
		ownerOf: ({ userName, apiSecret }) => [userName, apiSecret],
		explainRefusal: (failure, connection, said) =>
			failure.kind === 'notSignedIn'
				? explainSecret(failure, connection)
				: {
						message: `Couldn't get a token for user ${quoted(connection.userName)}${said}`,
						description: "Check 'User Name' and 'Project'",
					},
	},
};
