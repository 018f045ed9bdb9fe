import { partOf } from '../../lists/partOf';
import type { UsersWire } from '../../wire/wire';
import type { ItemRun } from '../operation';

/** How the credential's generation lists users. @throws UserError where it can't */
export async function usersOf({ service, itemIndex }: ItemRun): Promise<UsersWire> {
	const otherwise = 'ask the table of users by SQL Query';
	return await partOf(service, itemIndex, 'users', 'Lists of users', otherwise);
}
