import type { Failure } from '../http/answer';
import { type Explanation, withCode, withRequestId } from '../http/explain';
import type { KeyConnection } from './connection';
import { explainProject, refusesProject } from './refusedAccess';

/** Words for a key of the OpenAPI that was refused: for itself, its project, or its licence. */
export function explainKey(failure: Failure, connection: KeyConnection): Explanation {
	const { project, actAs, baseUrl } = connection;
	if (refusesProject(failure)) return explainProject(failure, project);
	if (isLoginPage(failure)) {
		return {
			message: `What answers at ${baseUrl} is the page for logging in, not the OpenAPI: ${failure.said}`,
			description:
				"Check 'Base URL' in the credential. If it is right, this Sensors Analytics may be older than version 2.5 and have no OpenAPI: choose another 'Authentication'.",
		};
	}
	const other =
		actAs === undefined
			? ''
			: " Only an administrator's key may act as another account: check 'Account ID to Act As'.";
	return {
		message: `API key refused: ${failure.said}`,
		description: `Check 'API Key' and 'Project' in the credential: the key may be wrong, may have expired or been deleted, its account may not see the project '${project}', or the licence may be used up.${other}${withRequestId(failure)}`,
	};
}

/** Words for a request that nothing is installed for. */
export function explainMissing(failure: Failure): Explanation {
	return {
		message: `Sensors Analytics has no module for this request: ${failure.said}${withCode(failure)}`,
		description: `The module that answers it is not installed on this Sensors Analytics, or not in its OpenAPI. Ask its administrator, or use a credential with another 'Authentication'.${withRequestId(failure)}`,
	};
}

/** A page in place of an answer; refusals of the OpenAPI are JSON with status 401. */
function isLoginPage({ status = 0, code }: Failure): boolean {
	return status < 400 && code === undefined;
}
