import type { INodeExecutionData } from 'n8n-workflow';

import { addHint } from '../../output/hints';
import { toItems } from '../../output/items';
import { withAllKeys } from '../../output/rows';
import { toUserObject } from '../../output/userObjects';
import type { User, Wanted } from '../../query/users';
import type { PageRequest, UsersWire } from '../../wire/wire';
import type { ItemRun } from '../operation';
import { isPreview, preview } from '../preview';
import { notesOn, type Read, readPages } from '../readPages';

/** Values of a user beside the properties. */
const IDS = 4;

/**
 * The users as items, each once; a hint where some may be missing.
 * @param check looks at what was read before it goes on
 */
export async function listUsers(
	run: ItemRun,
	users: UsersWire,
	request: PageRequest,
	{ properties, limit }: Wanted,
	check?: (read: Read<User>) => void,
): Promise<INodeExecutionData[]> {
	const { context, itemIndex } = run;
	const { largestPage } = users;
	if (isPreview(run)) return toItems([preview(request, largestPage, limit)], itemIndex);
	const read = await readPages(run.ask, {
		request,
		read: users.readUsers,
		keyOf: ({ id }) => id,
		sizeOf: (user) => IDS + Object.keys(user.properties).length,
		largestPage,
		limit,
	});
	check?.(read);
	addHint(context, notesOn(read, limit, 'users'));
	const objects = read.entries.map((user) => toUserObject(user, properties));
	return toItems(withAllKeys(objects), itemIndex);
}
