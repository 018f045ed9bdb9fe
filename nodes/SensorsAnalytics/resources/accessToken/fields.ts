import type { INodeProperties } from 'n8n-workflow';

import { validityField as fieldOfCredential } from '../../../../credentials/ways/token';

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
