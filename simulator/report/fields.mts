import {
	EVENTS,
	type ShopEvent,
	USER_PROPERTIES,
	type Value,
	type ValueKind,
} from '../data/shop.mts';
import { USER_GROUPS } from '../data/catalog.mts';
import { badRequest } from '../refusal.mts';

export const ANY_EVENT = '$Anything';

/** The target of a field expression (docs/service.md, "Fields"). */
export interface Field {
	kind: ValueKind;
	valueOf(event: ShopEvent): Value;
	/** The expression in answers: event properties are those of any event. */
	generalName: string;
}

/** @throws Refusal that names `place` for a field that the project does not have */
export function findField(expression: string, place: string): Field {
	const [scope, ...rest] = expression.split('.');
	if (scope === 'user' && rest.length === 1) {
		const [name] = rest as [string];
		const kind = USER_PROPERTIES[name];
		if (kind)
			return {
				kind,
				valueOf: ({ user }) => user.properties[name] ?? null,
				generalName: expression,
			};
		const group = USER_GROUPS.find((one) => name === `user_group_${one.name}`);
		if (group)
			return {
				kind: 'bool',
				valueOf: ({ user }) => group.has(user.properties),
				generalName: expression,
			};
	}
	if (scope === 'event' && rest.length === 2) {
		const [event, name] = rest as [string, string];
		const kind = kindOf(event, name);
		if (kind) {
			return {
				kind,
				valueOf: ({ properties }) => properties[name] ?? null,
				generalName: `event.${ANY_EVENT}.${name}`,
			};
		}
	}
	throw badRequest(`${place}: the field "${expression}" does not exist`);
}

function kindOf(event: string, name: string): ValueKind | undefined {
	if (event !== ANY_EVENT) return EVENTS[event]?.[name];
	return Object.values(EVENTS).find((properties) => properties[name])?.[name];
}
