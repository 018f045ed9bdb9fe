import type { INodeProperties } from 'n8n-workflow';

import {
	DEFAULT_VALIDITY_MINUTES,
	MAX_VALIDITY_MINUTES,
} from '../../../../credentials/session/connection';

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
	displayName: 'Token Validity (Minutes)',
	name: 'tokenValidity',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_VALIDITY_MINUTES },
	default: DEFAULT_VALIDITY_MINUTES,
	description:
		'How long the token stays valid without being used, from 1 to 259200 minutes (180 days)',
};
