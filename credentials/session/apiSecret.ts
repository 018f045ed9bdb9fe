import { UserError } from 'n8n-workflow';

/** Where an administrator finds the secret (spec 5.1, 2). */
export const SECRET_PLACES =
	'under Project Settings > Basic Settings > View API Secret (version 3.0 and above), System Settings > Project Settings (2.2 to 2.5) or Basic Settings > API_SECRET (below 2.2)';

/** A key of the OpenAPI has 35 characters (OpenAPI v3, 1). */
const OPENAPI_KEY = /^#K-\S{32}$/;

/**
 * The secret as it was filled in.
 * @throws UserError that names the field 'API Secret' when it is empty, or a key of the OpenAPI
 */
export function readSecret(typed: string): string {
	if (typed === '') throw new UserError("'API Secret' is empty");
	if (OPENAPI_KEY.test(typed)) {
		throw new UserError(
			`'API Secret' holds a key of the OpenAPI (#K-…), which this node does not use yet. Enter the API secret: an administrator finds it ${SECRET_PLACES}`,
		);
	}
	return typed;
}
