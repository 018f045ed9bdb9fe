import { type INodeProperties, UserError } from 'n8n-workflow';

import type { Failure } from '../http/answer';
import type { Explanation } from '../http/explain';
import { explainProject, refusesProject } from './access';
import { type Endpoint, PROJECT_PARAMETER, type Signature } from './way';

/** What ways with a token share. */

/** A user's token has to be got. */
export interface TokenEndpoint extends Endpoint {
	/** How long it is valid without being used. */
	validityMinutes: number;
}

/** Maximum and default of `expired_interval`, in minutes (docs/service.md, "Tokens"). */
const MAX_VALIDITY_MINUTES = 259_200;
const DEFAULT_VALIDITY_MINUTES = 30;

export const validityField: INodeProperties = {
	displayName: 'Token Validity (Minutes)',
	name: 'tokenValidity',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_VALIDITY_MINUTES },
	default: DEFAULT_VALIDITY_MINUTES,
	description:
		'Minutes that a token stays valid without use, from 1 to 259200 (180 days). Use a value greater than the time between runs. For example, 2880 minutes (two days) lets a daily workflow keep its token.',
};

/**
 * Minutes for `expired_interval`. An empty field means the service's default.
 * @throws UserError for what is no whole number from 1 to 259200
 */
export function readValidity(typed: unknown): number {
	if (typed === undefined || typed === null || typed === '') return DEFAULT_VALIDITY_MINUTES;
	const minutes = Number(typed);
	if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_VALIDITY_MINUTES) {
		throw new UserError(
			`'Token Validity (Minutes)' must be a whole number from 1 to ${MAX_VALIDITY_MINUTES} (180 days)`,
		);
	}
	return minutes;
}

/** The token travels in a header (docs/service.md, "Tokens"). */
export function tokenSignature({ project }: TokenEndpoint, token: string): Signature {
	return { query: { [PROJECT_PARAMETER]: project }, headers: { 'sensorsdata-token': token } };
}

/** Words for a token that was refused, in whose place no other helps. */
export function explainToken(
	failure: Failure,
	{ project }: TokenEndpoint,
	isResend: boolean,
): Explanation {
	if (refusesProject(failure)) return explainProject(failure, project);
	return {
		message: isResend
			? `Sensors Analytics rejected the access token, and then rejected the renewed token: ${failure.said}`
			: `Sensors Analytics rejected the access token: ${failure.said}`,
		description: `Check that the account has access to project '${project}', and that 'Base URL' points directly to Sensors Analytics.`,
	};
}
