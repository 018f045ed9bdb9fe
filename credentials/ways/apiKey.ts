import { UserError } from 'n8n-workflow';

import { type Answer, asForeign, type Failure } from '../http/answer';
import { explainNoAnswer, type Explanation, isModuleMissing, withRequestId } from '../http/explain';
import { objectOrEmpty } from '../http/json';
import { quoted } from '../http/redact';
import type { ServiceRequest } from '../http/request';
import {
	type DirectWay,
	type Endpoint,
	PROJECT_HEADER,
	type SendSigned,
	credentialText,
	explainLoginPage,
	explainProject,
	isLoginPage,
	refusesProject,
	toUserError,
} from './way';

/**
 * The key of an account, sent with every request; there is no token (docs/service.md, "OpenAPI").
 */
export interface KeyConnection extends Endpoint {
	mode: 'apiKey';
	apiKey: string;
	/** ID of another account whose permissions apply; only for administrators' keys. */
	actAs?: string;
}

/** An OpenAPI key has 35 characters (docs/service.md, "OpenAPI"). */
const KEY = /^#K-[\x21-\x7e]{32}$/;
/** Text that fits into an HTTP header unchanged. */
const HEADER = /^[\x21-\x7e]{1,200}$/;
/** Requests that show the key's owner or, in older installations, their versions. */
const WHO: ServiceRequest[] = [
	{ path: '/api/v3/portal/v2/identity/account/get-by-api-key', body: {} },
	{ method: 'GET', path: '/api/v3/portal/v2/management/product/versions' },
];
const PROJECT: ServiceRequest = {
	method: 'GET',
	path: '/api/v3/analytics/v1/event-meta/events/all',
};

export const apiKey: DirectWay<KeyConnection> = {
	mode: 'apiKey',
	label: 'API Key (OpenAPI)',
	description:
		'Use the permissions of the account that the API key belongs to. Requires Sensors Analytics 2.5 or later.',
	fields: [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. #K-…',
			description:
				'35-character OpenAPI key that starts with #K-. You create the key in your personal account, under API Key Management. The key has the permissions of that account and can expire.',
		},
		{
			displayName: 'Account ID to Act As',
			name: 'actAs',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1001',
			description:
				"ID of another account whose permissions the node uses. Requires an administrator's key. To act as the key's own account, leave empty.",
		},
	],
	generation: 'openapi',
	read(filledIn, endpoint) {
		const actAs = readActAs(credentialText(filledIn, 'actAs'));
		return {
			...endpoint,
			project: readProjectHeader(endpoint.project),
			mode: 'apiKey',
			apiKey: readKey(credentialText(filledIn, 'apiKey')),
			...(actAs === undefined ? {} : { actAs }),
		};
	},
	secretOf: ({ apiKey: key }) => key,
	// The signature has no query parameters, so the key isn't in the URL.
	signature: ({ apiKey: key, project, actAs }) => ({
		headers: {
			'api-key': key,
			[PROJECT_HEADER]: project,
			...(actAs === undefined ? {} : { 'account-id': actAs }),
		},
	}),
	explainRefusal: explainKey,
	test: assertHolds,
};

/** Whether a text is an OpenAPI key, which no other secret of Sensors Analytics looks like. */
export function isKey(text: string): boolean {
	return KEY.test(text);
}

/** Errors don't repeat the key. */
function readKey(typed: string): string {
	if (typed === '') throw new UserError("'API Key' is empty. Enter an OpenAPI key");
	if (isKey(typed)) return typed;
	throw new UserError(
		typed.startsWith('#K-')
			? `'API Key' has ${typed.length} characters, but an OpenAPI key has 35 (#K-…). Copy the whole key, without any other text`
			: "'API Key' isn't a valid OpenAPI key. An OpenAPI key starts with #K- and has 35 characters. To use the project's API secret instead, set 'Authentication' to API Secret",
	);
}

function readActAs(typed: string): string | undefined {
	if (typed === '') return undefined;
	if (HEADER.test(typed)) return typed;
	throw new UserError(
		"'Account ID to Act As' isn't a valid account ID. Enter the ID of an account, which usually consists of digits",
	);
}

/** Returns the project for a header. @throws UserError if it isn't the English name */
function readProjectHeader(project: string): string {
	if (HEADER.test(project)) return project;
	throw new UserError(
		`'Project' isn't the English name of a project: ${quoted(project)}. Enter the value of project= in the URL`,
	);
}

/** Sends each request that the installation has; a missing permission shows that the key works. */
async function assertHolds(ask: SendSigned, connection: KeyConnection): Promise<void> {
	let isKnown = false;
	let missing: Failure | undefined;
	for (const request of [...WHO, PROJECT]) {
		if (isKnown && request !== PROJECT) continue;
		const answer = asRefusal(await ask(request));
		// A gateway may offer only the paths of reports.
		const isOptional = request !== PROJECT;
		if (
			answer.kind !== 'success' &&
			(isModuleMissing(answer) || (isOptional && answer.isForeign))
		) {
			missing = answer;
			continue;
		}
		assertAccepted(answer, connection);
		isKnown = true;
	}
	if (isKnown || missing === undefined) return;
	throw new UserError(
		`${connection.baseUrl} didn't return an OpenAPI response (status ${missing.status}): ${missing.said}. Check 'Base URL'. If 'Base URL' is correct, this version of Sensors Analytics doesn't have OpenAPI. Choose a different option for 'Authentication'`,
	);
}

/** Returns JSON of another server, or of a gateway, as no answer of the service. */
function asRefusal(answer: Answer): Answer {
	if (answer.kind !== 'success' || objectOrEmpty(answer.body).code === 'SUCCESS') return answer;
	const said = "the JSON doesn't contain the code SUCCESS";
	return { kind: 'notThisService', status: 200, said, isForeign: true };
}

function assertAccepted(answer: Answer, connection: KeyConnection): void {
	const { baseUrl, project } = connection;
	if (answer.kind === 'success') return;
	if (answer.kind === 'notSignedIn' && !answer.isForeign)
		throw toUserError(explainKey(answer, connection));
	if (answer.kind === 'refused' && refusesProject(answer))
		throw toUserError(explainProject(answer, project));
	if (answer.kind !== 'refused' || answer.isForeign)
		throw toUserError(explainNoAnswer(asForeign(answer), baseUrl));
	if (answer.mayBeSignedOut) throw toUserError(explainKey(answer, connection));
}

function explainKey(failure: Failure, connection: KeyConnection): Explanation {
	const { project, actAs, baseUrl } = connection;
	if (refusesProject(failure)) return explainProject(failure, project);
	if (isLoginPage(failure)) {
		const other =
			"the installation might be older than version 2.5. Choose a different option for 'Authentication'";
		return explainLoginPage(failure, baseUrl, other);
	}
	const other =
		actAs === undefined
			? ''
			: " Only an administrator's key can act as another account. Check 'Account ID to Act As'.";
	return {
		message: `Sensors Analytics rejected the API key: ${failure.said}`,
		description: `Check 'API Key' and 'Project' in the credential. The key might be wrong, expired, or deleted. The key's account might not have access to project ${quoted(project)}, or the license quota might be exhausted.${other}${withRequestId(failure)}`,
	};
}
