import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ownOf } from '../../../credentials/http/json';
import { type Failure, withoutNames } from '../../../credentials/http/answer';
import {
	adviceOnServer,
	explainNoAnswer,
	type Explanation,
	isModuleMissing,
	withCode,
	withRequestId,
} from '../../../credentials/http/explain';
import { quoted, redactorOf, withoutHidden } from '../../../credentials/http/redact';
import { type Connection, hasToken, readConnection, wayOf } from '../../../credentials/ways';
import { explainProject, refusesProject } from '../../../credentials/ways/way';
import { CREDENTIAL_TYPE, type Credentials, secretsOf, type ServiceContext } from './context';
import { waitBeforeRetry } from './queue';

/** Labels of the form, by the place of a field in a request's body. */

const FIELDS: { [key: string]: string | undefined } = {
	event_name: "'Event Name' of ",
	aggregator: "'Aggregator' of ",
	field: "'Property' of ",
	expression: "'Formula' of ",
	name: "'Output Name' of ",
	function: "'Operator' of ",
	params: "'Value' of ",
};
const TOP: { [key: string]: string | undefined } = {
	unit: "'Unit'",
	from_date: "the first day of 'Date Range'",
	to_date: "the last day of 'Date Range'",
	bucket_params: "'Buckets (Numbers Only)'",
	by_field: "'Group By'",
	limit: "the option 'Group Limit'",
	sampling_factor: "the option 'Sampling Factor'",
	duration: "'Number of Periods'",
	result_bucket_param: "'Buckets'",
	measure_type: "'Distribution Of'",
};
/** Separator with which readRefusal joins statements. */
const BETWEEN_STATEMENTS = '; ';
const PLACE = /^([a-z_]+(?:\.[a-z_0-9]+)*): /;

/**
 * Replaces places in the request by labels of the form, at the start of each statement of a refusal
 * by the service or this package: `measures.1.field: …` becomes `'Property' of measure 2: …`. Other
 * statements stay as they are, and so do all about a pasted or saved query.
 */
export function withLabel(said: string, { parameters }: Pick<INode, 'parameters'>): string {
	const { queryMode = 'fields', operation } = parameters ?? {};
	if (queryMode !== 'fields' || operation === 'runSavedReport') return said;
	return said.split(BETWEEN_STATEMENTS).map(labelled).join(BETWEEN_STATEMENTS);
}

function labelled(said: string): string {
	const path = PLACE.exec(said)?.[1];
	const place = path === undefined ? undefined : placeOf(path.split('.'));
	return place === undefined ? said : `${place}: ${said.slice((path as string).length + 2)}`;
}

function placeOf(path: string[]): string | undefined {
	const [first = '', second, ...rest] = path;
	if (first === 'filter') return conditionPlace([second, ...rest].filter(isText), "'Filter'");
	if (second === undefined) return ownOf(TOP, first);
	const number = Number(second) + 1;
	if (first === 'by_fields' && Number.isInteger(number)) return `'Property' of group ${number}`;
	if (first === 'measures' && Number.isInteger(number)) {
		const [key = '', ...inner] = rest;
		if (key === 'filter') return conditionPlace(inner, `measure ${number}`);
		return `${ownOf(FIELDS, key) ?? ''}measure ${number}`;
	}
	if (first === 'funnel' && second === 'steps') return stepPlace(rest);
	if (first === 'first_event') return "'Initial Event'";
	if (first === 'second_event') return "'Return Event'";
	return undefined;
}

function stepPlace([index, key = '', ...inner]: string[]): string | undefined {
	const step = `step ${Number(index) + 1}`;
	if (!Number.isInteger(Number(index))) return undefined;
	return key === 'filter' ? conditionPlace(inner, step) : `${ownOf(FIELDS, key) ?? ''}${step}`;
}

function conditionPlace(path: string[], owner: string): string | undefined {
	const [list, index, ...rest] = path;
	const number = Number(index) + 1;
	if (!Number.isInteger(number)) return undefined;
	if (list === 'filters') return conditionPlace(rest, `condition group ${number}`);
	if (list !== 'conditions') return undefined;
	return `${ownOf(FIELDS, rest[0] ?? '') ?? ''}condition ${number} of ${owner}`;
}

function isText(value: string | undefined): value is string {
	return value !== undefined;
}

const SAYS_TOO_MUCH =
	/\btoo (big|large|much|many)\b|\b(exceed|exceeds|exceeded|exceeding)\b|\bout of memory\b|\b(over|beyond|above|reached) (the|its|a) (limit|maximum)\b|\b(limit|maximum) (is|of) \d|过大|过多|太大|太多|超出|超过|上限/i;
const SQL = 'sqlQuery';
const FORMULA = /"expression":"(?!=)([^"]*)/g;
/** A function of a name that doesn't start with `event.` (docs/service.md, "Formulas"). */
const WITHOUT_EVENT = /\b[a-z]\w*\((?!\s*event\.)/i;

/** Returns what to do about a refusal of the service, by its words and the node's parameters. */
export function adviceOn(said: string, { parameters }: INode, project: string): string {
	const isSql = parameters?.resource === SQL;
	if (SAYS_TOO_MUCH.test(withoutNames(said))) {
		return isSql
			? "Select fewer columns or rows in 'SQL', for example only one day per run."
			: "Use fewer groups, a longer 'Unit', or a shorter date range.";
	}
	const formulas = JSON.stringify(parameters?.measures ?? '').matchAll(FORMULA);
	const formula = [...formulas].some(([, text = '']) => WITHOUT_EVENT.test(text))
		? "In 'Formula', write each name with event. in front of it, for example unique(event.PayOrder)/unique(event.ViewProduct). "
		: '';
	return isSql
		? `Check the syntax of 'SQL', and check that its tables, columns, and functions exist in project ${quoted(project)}.`
		: `${formula}Check event names, properties, and dates. Use the exact names from project ${quoted(project)}.`;
}

/** Start of the message of a rejected request. */
export const REFUSED = 'Sensors Analytics rejected the request: ';

const BAD_REQUEST = '400';

/** Whether the service rejected a request, maybe because of a name. */
export function isNameRefusal(error: unknown): error is NodeApiError {
	if (!(error instanceof NodeApiError)) return false;
	// A session definition that doesn't exist is no bad request (docs/service.md, "OpenAPI").
	if (error.httpCode !== BAD_REQUEST && !error.message.includes('SESSION_NOT_EXISTS')) return false;
	// A refused login says nothing about names in the project.
	return error.message.startsWith(REFUSED);
}

const MAYBE_A_ROW = " If this is a row of the result, rename the column 'error' in 'SQL' with AS.";

const MAYBE_STARTED =
	" The node didn't send the request again, because the task may have started. Check for the task in Sensors Analytics before you run the node again.";

/** @param how `isDoubtful`: whether the requested work may have started */
export function answerError(
	node: INode,
	itemIndex: number,
	failure: Failure,
	connection: Connection,
	how: { isResend: boolean; isDoubtful?: boolean },
): NodeApiError {
	const { message, description } = explainAnswer(node, failure, connection, how.isResend);
	const lacks = lacksModule(failure, connection);
	const doubt = how.isDoubtful && !lacks ? MAYBE_STARTED : '';
	const advice = `${description}${failure.isLine ? MAYBE_A_ROW : ''}${doubt}`;
	const error = apiError(node, itemIndex, { message, description: advice }, failure.status);
	if (lacks) error.context.isModuleMissing = true;
	const isOfProject = refusesProject(failure);
	error.context.isOfOne = failure.status !== undefined && OF_ONE.has(failure.kind) && !isOfProject;
	error.context.isOfRequest =
		failure.kind !== 'notSignedIn' && failure.code !== CANCELED && !isOfProject;
	error.context.mayPass = waitBeforeRetry(failure, 0, 1) !== undefined;
	return error;
}

const CANCELED = 'ERR_CANCELED';
/** Of other kinds, the credential, the pace, or another server is the cause, whatever the status. */
const OF_ONE: ReadonlySet<string> = new Set(['refused', 'failed', 'temporary', 'tooLarge']);

/** The lowest status of an error of the server. */
export const SERVER_ERROR = 500;

/** Whether the service answered, but not with the requested object: others may be readable. */
export function isOfOne(error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && error.context.isOfOne === true;
}

/** Whether a request failed by a fault that usually passes. */
export function mayPass(error: unknown): boolean {
	return error instanceof NodeApiError && error.context.mayPass === true;
}

/**
 * Whether the rest can do without the failed request: sign-in, project, and Stop concern all. A
 * refusal without a reason is of the request, because the same account was answered before.
 */
export function isOfRequest(error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && error.context.isOfRequest === true;
}

/** An error that the credential code of this package threw while signing a request. */
interface SignInFault {
	message: string;
	explanation?: Explanation;
	failure?: Failure;
	isRefusal?: boolean;
}

/** Start of n8n's error for a host that the credential doesn't allow. */
const OF_DOMAINS = /^Domain not allowed/;

/**
 * Finds the sign-in's error in what n8n's request helper threw.
 * @param kept error that the credential kept, which has the same message as one without a cause
 */
export function findSignInFault(error: unknown, kept?: unknown): SignInFault | undefined {
	const { cause: known, messages } = error as { cause?: unknown; messages?: unknown[] };
	const isKept = messages?.includes((kept as Error | undefined)?.message) === true;
	const cause = known ?? (isKept ? kept : error);
	const { name, message, constructor } = cause as Partial<Error>;
	// n8n's UserError has the name 'Error'. `instanceof` fails if the error comes from another realm.
	const isOfUser = constructor?.name === 'UserError' && !OF_DOMAINS.test(String(message));
	const isOurs = name === 'SignInError' || isOfUser;
	return isOurs ? (cause as SignInFault) : undefined;
}

export function signInError(node: INode, itemIndex: number, fault: SignInFault): NodeApiError {
	const explanation = fault.explanation ?? { message: fault.message, description: '' };
	return apiError(node, itemIndex, explanation, fault.failure?.status);
}

/** n8n sends no request with a token that it can't store. */
export function unstoredError(node: INode, itemIndex: number): NodeApiError {
	return apiError(node, itemIndex, {
		message: "n8n couldn't store the access token in the credential",
		description:
			'The sign-in succeeded, but n8n sends no request until it has stored the token. Check the n8n log and the n8n database. Then run the node again.',
	});
}

/** @param suggestion name that the request may have meant, if known */
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
	const { message, description } = isTooDeep(error)
		? TOO_DEEP
		: (error as { message?: string; description?: string });
	return new NodeOperationError(withoutPassword(node), withLabel(message ?? String(error), node), {
		itemIndex,
		description,
	});
}

/** Responses have few levels (credentials/http/json.ts), but the value of an expression may have more. */
const TOO_DEEP = {
	message: 'A field has lists or objects with too many levels',
	description: 'Check the expressions of this operation: one of them gives a deeply nested value.',
};

function isTooDeep(error: unknown): boolean {
	const { name, message } = error as Partial<Error>;
	return name === 'RangeError' && message === 'Maximum call stack size exceeded';
}

function apiError(
	node: INode,
	itemIndex: number,
	{ message, description }: Explanation,
	status?: number,
): NodeApiError {
	const httpCode = status === undefined ? undefined : String(status);
	// The error is always a new one: n8n's own contains the request, and with it the secret in the
	// query.
	const plain: JsonObject = { message, description, ...(httpCode ? { httpCode } : {}) };
	return new NodeApiError(withoutPassword(node), plain, {
		message,
		description,
		httpCode,
		itemIndex,
	});
}

/** Removes the password: n8n records the node with each error. */
function withoutPassword(node: INode): INode {
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
	if (failure.kind === 'notSignedIn' && !failure.isForeign) {
		return wayOf(connection).explainRefusal(failure, connection, isResend);
	}
	if (lacksModule(failure, connection)) return explainMissing(failure);
	if (failure.kind !== 'refused') return explainNoAnswer(failure, connection.baseUrl);

	if (refusesProject(failure)) return explainProject(failure, connection.project);
	const trace = withRequestId(failure);
	const said = `${REFUSED}${withLabel(failure.said, node)}${withCode(failure)}`;
	const isPermission = failure.status === 403 || /permission|权限/i.test(failure.said);
	const server = adviceOnServer(failure);
	const first = server && `${server} Otherwise: `;
	const secret =
		failure.mayBeOfQuery && !hasToken(connection)
			? ` If the words are about the sign-in: ${wayOf(connection).explainRefusal(failure, connection, isResend).description}`
			: '';
	// Some servers answer so if the token has ended (docs/tokens.md), which nothing else shows.
	const token =
		(failure.mayBeSignedOut || failure.isOfPermission) && hasToken(connection)
			? " If it has the permission, the access token may have ended: turn on 'Request New Token' in an operation of Access Token, and run it once."
			: '';
	return isPermission
		? {
				message: said,
				description: `${first}The credential's account doesn't have the required permission. Ask an administrator of project ${quoted(connection.project)} to grant it.${token}${trace}`,
			}
		: {
				message: said,
				description: `${first}${adviceOn(failure.said, node, connection.project)}${secret || trace}`,
			};
}

function explainMissing(failure: Failure): Explanation {
	return {
		message: `The required Sensors Analytics module isn't available: ${failure.said}${withCode(failure)}`,
		description: `The module isn't installed or isn't available through OpenAPI. Ask your Sensors Analytics administrator, or use a credential with a different authentication method.${withRequestId(failure)}`,
	};
}

/** Only the OpenAPI has codes for a missing module. */
function lacksModule(failure: Failure, connection: Connection): boolean {
	return wayOf(connection).generation === 'openapi' && isModuleMissing(failure);
}

/**
 * Returns an error that may be shown. It has no invisible text, which names in a query may contain.
 * Why a task failed may hold a server's words, from which only complete secrets are removed.
 */
export async function hidingSecrets<Shown extends NodeApiError | NodeOperationError>(
	context: ServiceContext,
	itemIndex: number,
	error: Shown,
): Promise<Shown | NodeOperationError> {
	error.message = withoutHidden(error.message);
	error.description &&= withoutHidden(error.description);
	const said = `${error.message} ${error.description ?? ''}`;
	if (!(await holdsPart(context, itemIndex, said))) return error;
	return new NodeOperationError(
		withoutPassword(context.getNode()),
		"The response of Sensors Analytics contains part of the credential's secret, key, token, or password",
		{
			itemIndex,
			description:
				'The node hides the response. For the text, contact your Sensors Analytics administrator.',
		},
	);
}

/** Adds advice to an error that has a description, and returns the error. */
export function withAdvice(error: unknown, advice: string): unknown {
	if (error instanceof Error && 'description' in error) {
		const { description } = error as { description?: unknown };
		error.description = [description, advice].filter(Boolean).join(' ');
	}
	return error;
}

async function holdsPart(
	context: ServiceContext,
	itemIndex: number,
	text: string,
): Promise<boolean> {
	try {
		const stored = await context.getCredentials<Credentials>(CREDENTIAL_TYPE, itemIndex);
		return redactorOf(secretsOf(stored, readConnection(stored))).holdsPart(text);
	} catch {
		// Without a credential, no request was sent.
		return false;
	}
}
