import type { IDataObject } from 'n8n-workflow';

import { asText } from '../query/json';
import type { User, UserEvent, Wanted } from '../query/users';
import { freeKey } from './keys';
import { toItemJson } from './raw';
import type { WriteTime } from './times';

/** The internal ID, called as a property of users (docs/service.md, "Users"). */
const OWN_ID = '$id';
const IDS = new Set(['id', 'first_id', 'second_id', 'distinct_id']);

/**
 * A user as a flat object, which a table or a file takes: the IDs, then the properties. Chosen ones
 * that a user does not have are null; one called like an ID gets a number behind its name. All
 * properties leave out the internal ID, which `id` is.
 */
export function toUserObject(user: User, wanted: Wanted['properties']): IDataObject {
	const object: IDataObject = {
		id: user.id,
		first_id: user.firstId ?? null,
		second_id: user.secondId ?? null,
		distinct_id: user.distinctId ?? null,
	};
	if (wanted === 'none') return object;
	const isDouble = (name: string) => name === OWN_ID && isId(user, name);
	const names =
		wanted === 'all' ? Object.keys(user.properties).filter((name) => !isDouble(name)) : wanted;
	for (const name of names) {
		const value = Object.hasOwn(user.properties, name) ? user.properties[name] : null;
		object[freeKey(name, IDS)] = (value ?? null) as IDataObject[string];
	}
	return object;
}

function isId({ id, properties }: User, name: string): boolean {
	const value = properties[name];
	return value !== null && value !== undefined && asText(value) === id;
}

/** An event; its properties stay together, since each event has others. */
export function toEventObject(event: UserEvent, time: WriteTime): IDataObject {
	return {
		time: time(event.time),
		event: event.event,
		display_name: event.displayName ?? null,
		distinct_id: event.distinctId ?? null,
		user_id: event.userId ?? null,
		properties: toItemJson(event.properties),
		user_properties: toItemJson(event.profile),
	};
}
