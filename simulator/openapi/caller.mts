import type { FastifyRequest } from 'fastify';

import { type Account, opensProject } from '../identity/accounts.mts';
import { unauthorized } from '../refusal.mts';
import type { World } from '../world.mts';

/**
 * Returns the owner of the key, and the project (docs/service.md, "OpenAPI"), from headers and
 * never from the query.
 */
export function callerOf(
	request: FastifyRequest,
	world: World,
): { account: Account; project: string } {
	const header = (name: string) => {
		const value = request.headers[name];
		return Array.isArray(value) ? value[0] : value;
	};
	const holder = world.apiKeys.find(header('api-key') ?? '');
	if (!holder || holder.isDisabled) throw unauthorized('The API key is invalid or has expired');
	const project = header('sensorsdata-project');
	if (!project) throw unauthorized('The header sensorsdata-project is missing');
	if (!world.projects.includes(project)) throw unauthorized(`No project "${project}"`);
	const account = actingAs(header('account-id'), holder, world);
	if (!opensProject(account, project))
		throw unauthorized(`The account can't see the project "${project}"`);
	return { account, project };
}

/** An administrator's key may act as another account. */
function actingAs(id: string | undefined, holder: Account, world: World): Account {
	if (id === undefined) return holder;
	const other = world.accounts.all().find((account) => String(account.id) === id);
	if (!holder.isAdmin || !other) throw unauthorized('account-id is not for this key');
	return other;
}
