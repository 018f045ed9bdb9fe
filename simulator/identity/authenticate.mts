import type { Account } from './accounts.mts';
import type { Secrets } from './secrets.mts';
import type { Tokens } from './tokens.mts';
import { unauthorized } from '../refusal.mts';

/** The caller and the project. `account` is undefined for a secret: all data, no user. */
export interface Caller {
	project: string;
	account?: Account;
}

interface Presented {
	/** Query parameter `token`. */
	secret?: string;
	/** Header `sensorsdata-token`. */
	token?: string;
	project?: string;
}

/** Authenticates by either scheme (docs/service.md, "API secret" and "Tokens"). */
export function authenticate(
	{ secret, token, project }: Presented,
	world: { tokens: Tokens; secrets: Secrets; projects: readonly string[] },
): Caller {
	if (token !== undefined) {
		const valid = world.tokens.findValid(token);
		if (!valid)
			throw unauthorized('The access token is invalid or has expired, please log in again');
		if (project !== undefined && project !== valid.project) {
			throw unauthorized(`The access token is not valid in project "${project}"`);
		}
		if (valid.account.isDisabled) throw unauthorized('The account is disabled');
		world.tokens.use(valid);
		return { project: valid.project, account: valid.account };
	}
	if (secret === undefined) throw unauthorized('Neither token nor sensorsdata-token was given');
	return authenticateSecret(secret, project, world);
}

/** Authenticates only by secret, as the login by user name requires (docs/service.md, "Login"). */
export function authenticateSecret(
	secret: string | undefined,
	project: string | undefined,
	world: { secrets: Secrets; projects: readonly string[] },
): Caller {
	if (project === undefined || project === '')
		throw unauthorized('The parameter project is missing');
	if (!world.projects.includes(project)) throw unauthorized(`There is no project "${project}"`);
	if (secret === undefined || !world.secrets.opens(secret, project)) {
		throw unauthorized('The API secret is wrong or gives no access to this project');
	}
	return { project };
}
