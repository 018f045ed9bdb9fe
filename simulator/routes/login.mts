import type { FastifyInstance, FastifyRequest } from 'fastify';

import { type Account, opensProject } from '../identity/accounts.mts';
import { authenticateSecret } from '../identity/authenticate.mts';
import { DEFAULT_VALIDITY_MINUTES, MAX_VALIDITY_MINUTES } from '../identity/tokens.mts';
import { badRequest, Refusal, unauthorized } from '../refusal.mts';
import type { World } from '../world.mts';

type Query = Record<string, string | undefined>;
type Body = Record<string, unknown>;

/** Both login operations (docs/service.md, "Login"). */
export function addLoginRoutes(app: FastifyInstance, world: World): void {
	app.post('/api/auth/login', (request) => {
		const { token: secret, project } = request.query as Query;
		authenticateSecret(secret, project, world);
		const body = bodyOf(request);
		const account = world.accounts.find(text(body, 'username'));
		if (!account || !opensProject(account, project as string)) {
			throw badRequest(`username: there is no user "${text(body, 'username')}" in this project`);
		}
		assertEnabled(account);
		const token = world.tokens.issue(account, project as string, validityOf(body));
		world.countLogin('username', account.name);
		return {
			role: account.role,
			user_id: account.id,
			token: token.value,
			username: account.name,
			event_permission:
				account.events === 'ALL'
					? { type: 'ALL', events: [] }
					: { type: 'PART', events: account.events },
		};
	});

	app.post('/api/v2/auth/login', (request) => {
		const { project, is_global: isGlobal } = request.query as Query;
		if (!project) throw badRequest('project: the parameter is missing');
		if (!world.projects.includes(project))
			throw badRequest(`project: there is no project "${project}"`);
		const body = bodyOf(request);
		const name = text(body, 'account_name');
		const password = text(body, 'password');
		const validity = validityOf(body);
		if (world.isCaptchaOn) throw badRequest('The verification code is wrong or has expired');
		const account = world.accounts.find(name);
		world.countAttempt(name);
		if (!account || account.password !== password || account.isPlatform !== (isGlobal === 'true')) {
			throw unauthorized('The account name or the password is wrong');
		}
		if (!opensProject(account, project)) {
			throw new Refusal(403, `The account has no permission for the project "${project}"`);
		}
		assertEnabled(account);
		const token = world.tokens.issue(account, project, validity);
		world.countLogin('password', account.name);
		// The service returns a number instead of the name (docs/service.md, "Login").
		return { account_name: account.id, account_id: account.id, session_id: token.value };
	});
}

function assertEnabled(account: Account): void {
	if (account.isDisabled) throw new Refusal(403, 'The account is disabled', { code: 'SA-D-24-1' });
}

function bodyOf(request: FastifyRequest): Body {
	const { body } = request;
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw badRequest('body: must be a JSON object');
	return body as Body;
}

function text(body: Body, key: string): string {
	const value = body[key];
	if (typeof value !== 'string' || value === '')
		throw badRequest(`${key}: must be a text that is not empty`);
	return value;
}

function validityOf(body: Body): number {
	const value = body.expired_interval ?? DEFAULT_VALIDITY_MINUTES;
	if (
		!Number.isInteger(value) ||
		(value as number) < 1 ||
		(value as number) > MAX_VALIDITY_MINUTES
	) {
		throw badRequest(
			`expired_interval: must be a whole number of minutes from 1 to ${MAX_VALIDITY_MINUTES}`,
		);
	}
	return value as number;
}
