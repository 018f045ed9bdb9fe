import { type INodeProperties, UserError } from 'n8n-workflow';

import {
	assertSignedIn,
	credentialText,
	type DirectWay,
	type Endpoint,
	explainSecret,
	probeRequest,
	PROJECT_PARAMETER,
	required,
} from './way';
import { isKey } from './apiKey';

/** The project's secret, sent with every request (docs/service.md, "API secret"). */
interface SecretConnection extends Endpoint {
	mode: 'apiSecret';
	apiSecret: string;
}

/** Where an administrator finds the secret (docs/service.md, "API secret"). */
const PLACES =
	'under Project Settings > Basic Settings > View API Secret (version 3.0 and later), System Settings > Project Settings (2.2 to 2.5), or Basic Settings > API_SECRET (earlier than 2.2)';

export const secretField: INodeProperties = {
	displayName: 'API Secret',
	name: 'apiSecret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	required: true,
	description: `API secret of the project. Administrators can find the secret ${PLACES}. The data import token doesn't work here. For an OpenAPI key (#K-…), set 'Authentication' to API Key (OpenAPI).`,
};

export function readSecret(typed: string): string {
	required(typed, 'API Secret', 'the API secret of the project');
	if (isKey(typed)) {
		throw new UserError(
			`'API Secret' contains an OpenAPI key (#K-…). Set 'Authentication' to API Key (OpenAPI) and enter the key there, or enter the API secret. Administrators can find the secret ${PLACES}`,
		);
	}
	return typed;
}

export const apiSecret: DirectWay<SecretConnection> = {
	mode: 'apiSecret',
	label: 'API Secret',
	description: "Use the project's API secret to query all event data without signing in",
	fields: [secretField],
	generation: 'legacy',
	read: (filledIn, endpoint) => ({
		...endpoint,
		mode: 'apiSecret',
		apiSecret: readSecret(credentialText(filledIn, 'apiSecret')),
	}),
	secretOf: ({ apiSecret: secret }) => secret,
	signature: ({ project, apiSecret: token }) => ({
		query: { [PROJECT_PARAMETER]: project, token },
	}),
	explainRefusal: explainSecret,
	async test(ask, connection) {
		const answer = await ask(probeRequest(connection.project));
		assertSignedIn(answer, connection, (failure) => explainSecret(failure, connection));
	},
};
