import { UserError } from 'n8n-workflow';

import { wireFor } from '../../wire';
import type { UsersWire } from '../../wire/wire';
import type { ItemRun } from '../operation';

/** How the credential's generation lists users. @throws UserError where it can't */
export async function usersOf({ service, itemIndex }: ItemRun): Promise<UsersWire> {
	const { users, name } = wireFor(await service.connectionOf(itemIndex));
	if (users) return users;
	throw new UserError(
		`Lists of users can't be had with the 'Authentication' of the credential: the ${name} has none. Use a credential that signs in by API Key (OpenAPI), or ask the table of users by SQL Query`,
	);
}
