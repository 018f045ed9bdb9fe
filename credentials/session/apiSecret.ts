import { UserError } from 'n8n-workflow';

import { isKey } from './apiKey';

/** Where an administrator finds the secret (docs/service.md, "API secret"). */
export const SECRET_PLACES =
	'under Project Settings > Basic Settings > View API Secret (version 3.0 and above), System Settings > Project Settings (2.2 to 2.5) or Basic Settings > API_SECRET (below 2.2)';

/**
 * The secret as it was filled in.
 * @throws UserError that names the field 'API Secret' when it is empty, or a key of the OpenAPI
 */
export function readSecret(typed: string): string {
	if (typed === '') throw new UserError("'API Secret' is empty");
	if (isKey(typed)) {
		throw new UserError(
			`'API Secret' holds a key of the OpenAPI (#K-…). Set 'Authentication' to API Key (OpenAPI) and enter it there, or enter the API secret: an administrator finds it ${SECRET_PLACES}`,
		);
	}
	return typed;
}
