/**
 * The grammar of fields (docs/service.md, "Fields"): `event.<event>.<property>`, `user.<property>`,
 * and `event.<event>` within formulas. It is written nowhere else.
 */
import type { Property } from './eventQuery';

const USER = 'user.';
const EVENT = 'event.';
const EVENT_IN_FORMULA = /\bevent\.([^.\s()+\-*/|,]+)/g;

export function toExpression(property: Property): string {
	switch (property.of) {
		case 'event':
			return `${EVENT}${property.event}.${property.name}`;
		case 'user':
			return userField(property.name);
		case 'other':
			return property.expression;
	}
}

/** The property that a field expression names. An event's property may itself hold dots. */
export function fromExpression(expression: string): Property {
	const [scope, ...rest] = expression.split('.');
	if (scope === 'event' && rest.length >= 2) {
		return { of: 'event', event: rest[0] as string, name: rest.slice(1).join('.') };
	}
	if (scope === 'user' && rest.length >= 1) return { of: 'user', name: rest.join('.') };
	return { of: 'other', expression };
}

/** The field of users for a property of theirs. */
export function userField(name: string): string {
	return `${USER}${name}`;
}

/** The name of a property of users: without `user.`, which may stand in front of it. */
export function withoutUser(field: string): string {
	return field.startsWith(USER) ? field.slice(USER.length) : field;
}

/** Whether it is meant as a field of events, be it whole or not. */
export function isOfEvents(field: string): boolean {
	return field.startsWith(EVENT);
}

/** The events that a formula names, in its order. */
export function eventsIn(formula: string): string[] {
	return [...formula.matchAll(EVENT_IN_FORMULA)].map(([, event]) => event as string);
}

/** Whether a property is the time of an event, so that groups by it are dates. */
export function isTime(property: Property): boolean {
	return toExpression(property).endsWith('.$time');
}
