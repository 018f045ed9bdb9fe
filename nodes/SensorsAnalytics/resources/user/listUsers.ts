import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { addHint } from '../../output/hints';
import { toItems } from '../../output/items';
import { withAllKeys } from '../../output/rows';
import { toUserObject } from '../../output/userObjects';
import type { User, Wanted } from '../../query/users';
import type { PageRequest, UsersWire } from '../../wire/wire';
import type { ItemRun } from '../operation';
import { isPreview, preview } from '../preview';
import { limitNote, notesOn, type Read, readPages } from '../readPages';

/** Values of a user beside the properties. */
const IDS = 4;

/**
 * The users as items, each once; a hint where some may be missing.
 * @param besideOf looks at what was read before it goes on, and tells what stands beside each user
 */
export async function listUsers(
	run: ItemRun,
	users: UsersWire,
	request: PageRequest,
	{ properties, limit }: Wanted,
	besideOf?: (read: Read<User>) => Promise<IDataObject>,
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
	const beside = (await besideOf?.(read)) ?? {};
	addHint(context, notesOn(read, limit, 'users'));
	addHint(context, limitNote(read, limit, 'users'));
	addHint(context, sameNote(run, request(1, largestPage)));
	addHint(context, withoutProfiles(read.entries, properties));
	const objects = read.entries.map((user) => toUserObject(user, properties));
	const items = withAllKeys(objects).map((object) => ({ ...object, ...beside }));
	return toItems(items, itemIndex);
}

/** What the input items of a run asked for, and the first item that did. */
const asked = new WeakMap<ItemRun['context'], Map<string, number>>();

/** That an earlier input item asked for the same users. */
function sameNote(
	{ context, itemIndex }: ItemRun,
	{ path, body }: ReturnType<PageRequest>,
): string | undefined {
	const known = asked.get(context) ?? new Map<string, number>();
	asked.set(context, known);
	const key = JSON.stringify([path, body]);
	const first = known.get(key);
	if (first === undefined) known.set(key, itemIndex);
	return first === undefined || first === itemIndex
		? undefined
		: "Several input items asked for the same users, so these come once for each of the items. Let a Filter node pass the one item that you mean, turn on 'Execute Once' in Settings, or take the values from the item by expressions.";
}

/** No document of these lists has the key that asks for properties (docs/service.md, "Users"). */
function withoutProfiles(
	users: readonly User[],
	properties: Wanted['properties'],
): string | undefined {
	const isTold = users.some((user) => Object.keys(user.properties).length > 0);
	if (properties === 'none' || users.length === 0 || isTold) return undefined;
	return 'No user in the list has a property that was asked for. If they have some, this version of Sensors Analytics does not tell them here: ask for them by SQL Query, with the IDs.';
}
