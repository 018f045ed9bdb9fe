import type { IDataObject } from 'n8n-workflow';

import type { User, UserEvent, Wanted } from '../query/users';
import { freeKey } from './keys';
import { toItemJson } from './raw';

const IDS = new Set(['id', 'first_id', 'second_id', 'distinct_id']);

/**
 * A user as a flat object, which a table or a file takes: the IDs, then the properties. Chosen ones
 * that a user does not have are null; one called like an ID gets a number behind its name.
 */
export function toUserObject(user: User, wanted: Wanted['properties']): IDataObject {
	const object: IDataObject = {
		id: user.id,
		first_id: user.firstId ?? null,
		second_id: user.secondId ?? null,
		distinct_id: user.distinctId ?? null,
	};
	if (wanted === 'none') return object;
	const names = wanted === 'all' ? Object.keys(user.properties) : wanted;
	for (const name of names) {
		const value = Object.hasOwn(user.properties, name) ? user.properties[name] : null;
		object[freeKey(name, IDS)] = (value ?? null) as IDataObject[string];
	}
	return object;
}

/** An event; its properties stay together, since each event has others. */
export function toEventObject(event: UserEvent): IDataObject {
	return {
		time: event.time,
		event: event.event,
		display_name: event.displayName ?? null,
		distinct_id: event.distinctId ?? null,
		user_id: event.userId ?? null,
		properties: toItemJson(event.properties),
		user_properties: toItemJson(event.profile),
	};
}
