import { UserError } from 'n8n-workflow';

import type { Answer, Failure } from '../http/answer';
import type { Explanation } from '../http/explain';
import { explainNoAnswer, isModuleMissing, withRequestId } from '../http/explain';
import type { ServiceRequest } from '../http/request';
import { explainProject, refusesProject, toUserError } from './access';
import type { DirectWay, Endpoint, SendSigned } from './way';
import { PROJECT_HEADER, textIn } from './way';

/** docs/service.md, "OpenAPI": a key of an account travels with every request; there is no token. */
export interface KeyConnection extends Endpoint {
	mode: 'apiKey';
	apiKey: string;
	/** ID of another account whose permissions count; for keys of administrators. */
	actAs?: string;
}

/** A key of the OpenAPI has 35 characters (docs/service.md, "OpenAPI"). */
const KEY = /^#K-[\x21-\x7e]{32}$/;
/** What an HTTP header takes as it is. */
const HEADER = /^[\x21-\x7e]{1,200}$/;
/** Whose key it is; older installations tell their versions instead (docs/service.md, "OpenAPI"). */
const WHO: ServiceRequest[] = [
	{ path: '/api/v3/portal/v2/identity/account/get-by-api-key', body: {} },
	{ method: 'GET', path: '/api/v3/portal/v2/management/product/versions' },
];
/** What only the project can answer. */
const PROJECT: ServiceRequest = {
	method: 'GET',
	path: '/api/v3/analytics/v1/event-meta/events/all',
};

export const apiKey: DirectWay<KeyConnection> = {
	mode: 'apiKey',
	label: 'API Key (OpenAPI)',
	description:
		"Act with the permissions of a key's account in the OpenAPI, from version 2.5 on. Nothing to log in to.",
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
				'A key of the OpenAPI: 35 characters that begin with #K-. An administrator creates it for an account, whose permissions it has; it may expire.',
		},
		{
			displayName: 'Account ID to Act As',
			name: 'actAs',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1001',
			description:
				"ID of another account whose permissions are used. Only with an administrator's key; leave it empty to act as the key's own account.",
		},
	],
	generation: 'openapi',
	read(filledIn, endpoint) {
		const actAs = readActAs(textIn(filledIn, 'actAs'));
		return {
			...endpoint,
			project: readProjectHeader(endpoint.project),
			mode: 'apiKey',
			apiKey: readKey(textIn(filledIn, 'apiKey')),
			...(actAs === undefined ? {} : { actAs }),
		};
	},
	secretOf: ({ apiKey: key }) => key,
	// Nothing of it stands in the query.
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

/** Whether a text is a key of the OpenAPI, and nothing else of Sensors Analytics. */
export function isKey(text: string): boolean {
	return KEY.test(text);
}

/**
 * The key as it was filled in.
 * @throws UserError that names the field 'API Key' when it is empty or no key; it does not repeat it
 */
function readKey(typed: string): string {
	if (typed === '') throw new UserError("'API Key' is empty");
	if (isKey(typed)) return typed;
	throw new UserError(
		typed.startsWith('#K-')
			? `'API Key' holds ${typed.length} characters, but a key of the OpenAPI has 35 (#K-…): copy all of it, and nothing else`
			: "'API Key' holds no key of the OpenAPI: a key begins with #K- and has 35 characters. If it is the API secret of the project, set 'Authentication' to API Secret and enter it there",
	);
}

/** @throws UserError for what can't be the ID of an account */
function readActAs(typed: string): string | undefined {
	if (typed === '') return undefined;
	if (HEADER.test(typed)) return typed;
	throw new UserError("'Account ID to Act As' must be the ID of an account, in digits as a rule");
}

/** The project, which goes into a header. @throws UserError for a name that is not the English one */
function readProjectHeader(project: string): string {
	if (HEADER.test(project)) return project;
	throw new UserError(
		`'Project' must be the English name of the project, the value of project= in the browser address; it is '${project.slice(0, 80)}'`,
	);
}

/**
 * Each request as far as the installation has it. A missing permission still shows that the key is
 * accepted.
 */
async function assertHolds(ask: SendSigned, connection: KeyConnection): Promise<void> {
	let isKnown = false;
	let missing: Failure | undefined;
	for (const request of [...WHO, PROJECT]) {
		if (isKnown && request !== PROJECT) continue;
		const answer = await ask(request);
		if (answer.kind !== 'success' && isModuleMissing(answer)) {
			missing = answer;
			continue;
		}
		assertAccepted(answer, connection);
		isKnown = true;
	}
	if (isKnown || missing === undefined) return;
	throw new UserError(
		`Nothing at ${connection.baseUrl} answers for the OpenAPI (status ${missing.status}): ${missing.said}. Check 'Base URL'. If it is right, this Sensors Analytics has no OpenAPI: choose another 'Authentication'`,
	);
}

function assertAccepted(answer: Answer, connection: KeyConnection): void {
	if (answer.kind === 'success') return;
	if (answer.kind === 'notSignedIn') throw toUserError(explainKey(answer, connection));
	if (answer.kind !== 'refused') throw toUserError(explainNoAnswer(answer, connection.baseUrl));
	if (refusesProject(answer)) throw toUserError(explainProject(answer, connection.project));
	if (answer.mayBeSignedOut) throw toUserError(explainKey(answer, connection));
}

/** Words for a key that was refused: for itself, its project, or its licence. */
function explainKey(failure: Failure, connection: KeyConnection): Explanation {
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

/** A page in place of an answer; refusals of the OpenAPI are JSON with status 401. */
function isLoginPage({ status = 0, code }: Failure): boolean {
	return status < 400 && code === undefined;
}
