import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Failure } from '../../../credentials/http/answer';
import { type Explanation, explainNoAnswer } from '../../../credentials/http/explain';
import type { Connection } from '../../../credentials/session/connection';

/** The error for an answer that is no success, in words for a person. */
export function answerError(
	node: INode,
	itemIndex: number,
	failure: Failure,
	connection: Connection,
	{ isResend = false } = {},
): NodeApiError {
	const { message, description } = explainAnswer(failure, connection, isResend);
	return apiError(node, itemIndex, { message, description }, failure.status);
}

/** n8n's error for a login that failed on the way to the request; undefined for other errors. */
export function signInErrorOf(
	node: INode,
	itemIndex: number,
	error: unknown,
): NodeApiError | undefined {
	const cause = (error as { cause?: unknown }).cause ?? error;
	if (!(cause instanceof Error) || !['SignInError', 'UserError'].includes(cause.name))
		return undefined;
	const explanation = (cause as { explanation?: Explanation }).explanation;
	return apiError(node, itemIndex, explanation ?? { message: cause.message, description: '' });
}

/** Any error of one item as n8n's own, with the item's number. */
export function itemError(
	node: INode,
	itemIndex: number,
	error: unknown,
): NodeOperationError | NodeApiError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { message, description } = error as { message?: string; description?: string };
	return new NodeOperationError(withoutPassword(node), message ?? String(error), {
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
function withoutPassword(node: INode): INode {
	const parameters = { ...node.parameters };
	delete parameters.password;
	return { ...node, parameters };
}

function explainAnswer(failure: Failure, connection: Connection, isResend: boolean): Explanation {
	if (failure.kind === 'notSignedIn') return explainNotSignedIn(failure, connection, isResend);
	if (failure.kind !== 'refused') return explainNoAnswer(failure, connection.baseUrl);

	const code = failure.code ? ` (${failure.code})` : '';
	const trace = failure.requestId ? ` Request ID: ${failure.requestId}.` : '';
	const said = `Sensors Analytics refused the request: ${failure.said}${code}`;
	return failure.status === 403
		? {
				message: said,
				description: `The account of the credential may not do this. Ask the administrator of project '${connection.project}' for the permission.${trace}`,
			}
		: {
				message: said,
				description: `Check event names, fields and dates: they must be spelled as in project '${connection.project}'.${trace}`,
			};
}

function explainNotSignedIn(
	failure: Failure,
	connection: Connection,
	isResend: boolean,
): Explanation {
	if (connection.mode === 'apiSecret') {
		return {
			message: `Sensors Analytics refused the API secret: ${failure.said}`,
			description:
				"Check 'API Secret' and 'Project' in the credential. The secret changes when the password of the administrator account changes.",
		};
	}
	return {
		message: isResend
			? `Sensors Analytics refused a token twice, the second one just renewed: ${failure.said}`
			: `Sensors Analytics refused the token: ${failure.said}`,
		description: `Check that the account may open project '${connection.project}', and that 'Base URL' in the credential is the address of the installation itself.`,
	};
}
