import type { Property } from './eventQuery';

/** `event.<event>.<property>` or `user.<property>` (docs/service.md, "Fields"). */
export function toExpression(property: Property): string {
	switch (property.of) {
		case 'event':
			return `event.${property.event}.${property.name}`;
		case 'user':
			return `user.${property.name}`;
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

/** Whether a property is the time of an event, so that groups by it are dates. */
export function isTime(property: Property): boolean {
	return toExpression(property).endsWith('.$time');
}
