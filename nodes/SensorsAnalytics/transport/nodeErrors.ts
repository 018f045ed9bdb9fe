import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Failure } from '../../../credentials/http/answer';
import {
	type Explanation,
	explainNoAnswer,
	withCode,
	withRequestId,
} from '../../../credentials/http/explain';
import { isModuleMissing } from '../../../credentials/http/missingModule';
import { type Connection, wayOf } from '../../../credentials/ways';
import { explainProject, refusesProject } from '../../../credentials/ways/access';
import { adviceOn } from './advice';
import { withLabel } from './places';

/** How the message of a refused request begins. */
export const REFUSED = 'Sensors Analytics refused the request: ';

const MAYBE_A_ROW =
	" If it is a row of the result, and no refusal: give the column 'error' another name in 'SQL' by AS.";

const MAYBE_STARTED =
	' Whether it was started is not known, so it was not sent again: look for it in Sensors Analytics before you run this once more.';

/**
 * The error for an answer that is no success, in words for a person.
 * @param how `isDoubtful`: whether what was to be started may have been
 */
export function answerError(
	node: INode,
	itemIndex: number,
	failure: Failure,
	connection: Connection,
	how: { isResend?: boolean; isDoubtful?: boolean } = {},
): NodeApiError {
	const { message, description } = explainAnswer(node, failure, connection, how.isResend === true);
	const lacks = lacksModule(failure, connection);
	const doubt = how.isDoubtful && !lacks ? MAYBE_STARTED : '';
	const advice = `${description}${failure.isLine ? MAYBE_A_ROW : ''}${doubt}`;
	const error = apiError(node, itemIndex, { message, description: advice }, failure.status);
	if (lacks) error.context.isModuleMissing = true;
	return error;
}

/** A fault that our own credential code raised while signing a request. */
export interface SignInFault {
	message: string;
	explanation?: Explanation;
	failure?: Failure;
	isRefusal?: boolean;
}

/** The fault of the sign-in in what n8n's request helper threw; undefined for other errors. */
export function findSignInFault(error: unknown): SignInFault | undefined {
	const cause = (error as { cause?: unknown }).cause ?? error;
	const { name, constructor } = cause as { name?: unknown; constructor?: { name?: unknown } };
	// n8n's UserError has the name of any error. Not instanceof: it may be of another realm.
	const isOurs = name === 'SignInError' || constructor?.name === 'UserError';
	return isOurs ? (cause as SignInFault) : undefined;
}

/** n8n's error for a login that failed on the way to the request. */
export function signInError(node: INode, itemIndex: number, fault: SignInFault): NodeApiError {
	const explanation = fault.explanation ?? { message: fault.message, description: '' };
	return apiError(node, itemIndex, explanation, fault.failure?.status);
}

/**
 * Any error of one item as n8n's own, with the item's number.
 * @param suggestion what a name in a refusal may have meant, if that is known
 */
export function itemError(
	node: INode,
	itemIndex: number,
	error: unknown,
	suggestion?: string,
): NodeOperationError | NodeApiError {
	if (suggestion !== undefined && error instanceof NodeApiError) {
		const description = `${suggestion}. ${error.description ?? ''}`.replace('?.', '?');
		const status = Number(error.httpCode);
		return apiError(node, itemIndex, { message: error.message, description }, status);
	}
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { message, description } = error as { message?: string; description?: string };
	return new NodeOperationError(withoutPassword(node), withLabel(message ?? String(error), node), {
		itemIndex,
		description,
	});
}

function apiError(
	node: INode,
	itemIndex: number,
	{ message, description }: Explanation,
	status?: number,
): NodeApiError {
	const httpCode = status === undefined ? undefined : String(status);
	// Always a fresh one: n8n's own carries the request, and with it the secret in the query.
	const plain: JsonObject = { message, description, ...(httpCode ? { httpCode } : {}) };
	return new NodeApiError(withoutPassword(node), plain, {
		message,
		description,
		httpCode,
		itemIndex,
	});
}

/** n8n records the node with each error; a password typed into its form does not belong there. */
export function withoutPassword(node: INode): INode {
	const parameters = { ...node.parameters };
	delete parameters.password;
	return { ...node, parameters };
}

function explainAnswer(
	node: INode,
	failure: Failure,
	connection: Connection,
	isResend: boolean,
): Explanation {
	if (failure.kind === 'notSignedIn') {
		return wayOf(connection).explainRefusal(failure, connection, isResend);
	}
	if (lacksModule(failure, connection)) return explainMissing(failure);
	if (failure.kind !== 'refused') return explainNoAnswer(failure, connection.baseUrl);

	if (refusesProject(failure)) return explainProject(failure, connection.project);
	const trace = withRequestId(failure);
	const said = `${REFUSED}${withLabel(failure.said, node)}${withCode(failure)}`;
	const isPermission = failure.status === 403 || /permission|权限/i.test(failure.said);
	return isPermission
		? {
				message: said,
				description: `The account of the credential may not do this. Ask the administrator of project '${connection.project}' for the permission.${trace}`,
			}
		: {
				message: said,
				description: `${adviceOn(failure.said, node, connection.project)}${trace}`,
			};
}

/** Words for a request that nothing is installed for. */
function explainMissing(failure: Failure): Explanation {
	return {
		message: `Sensors Analytics has no module for this request: ${failure.said}${withCode(failure)}`,
		description: `The module that answers it is not installed on this Sensors Analytics, or not in its OpenAPI. Ask its administrator, or use a credential with another 'Authentication'.${withRequestId(failure)}`,
	};
}

/** Only the OpenAPI has codes for it. */
function lacksModule(failure: Failure, connection: Connection): boolean {
	return wayOf(connection).generation === 'openapi' && isModuleMissing(failure);
}
