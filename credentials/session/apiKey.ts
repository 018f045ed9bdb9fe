import { UserError } from 'n8n-workflow';

/** A key of the OpenAPI has 35 characters (docs/service.md, "OpenAPI"). */
const KEY = /^#K-[\x21-\x7e]{32}$/;
/** What an HTTP header takes as it is. */
const HEADER = /^[\x21-\x7e]{1,200}$/;

/** Whether a text is a key of the OpenAPI, and nothing else of Sensors Analytics. */
export function isKey(text: string): boolean {
	return KEY.test(text);
}

/**
 * The key as it was filled in.
 * @throws UserError that names the field 'API Key' when it is empty or no key; it does not repeat it
 */
export function readKey(typed: string): string {
	if (typed === '') throw new UserError("'API Key' is empty");
	if (isKey(typed)) return typed;
	throw new UserError(
		typed.startsWith('#K-')
			? `'API Key' holds ${typed.length} characters, but a key of the OpenAPI has 35 (#K-…): copy all of it, and nothing else`
			: "'API Key' holds no key of the OpenAPI: a key begins with #K- and has 35 characters. If it is the API secret of the project, set 'Authentication' to API Secret and enter it there",
	);
}

/** @throws UserError for what can't be the ID of an account */
export function readActAs(typed: string): string | undefined {
	if (typed === '') return undefined;
	if (HEADER.test(typed)) return typed;
	throw new UserError("'Account ID to Act As' must be the ID of an account, in digits as a rule");
}

/** The project, which goes into a header. @throws UserError for a name that is not the English one */
export function readProjectHeader(project: string): string {
	if (HEADER.test(project)) return project;
	throw new UserError(
		`'Project' must be the English name of the project, the value of project= in the browser address; it is '${project.slice(0, 80)}'`,
	);
}
