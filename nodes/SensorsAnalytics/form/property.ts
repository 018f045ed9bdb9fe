import { UserError } from 'n8n-workflow';

import type { Property } from '../query/eventQuery';
import { fromExpression } from '../query/fieldExpression';

/**
 * The property that was typed: whole (`event.PayOrder.amount`, `user.city`, other expressions
 * with dots of the platform such as `session_visit.$Anything.x`) or short (`amount`), which is a
 * property of the given event, or of users where there is none.
 * @throws UserError that names the field
 */
export function readProperty(typed: string, event: string, label: string): Property {
	const text = typed.trim();
	if (text === '') throw new UserError(`${label} is empty. Choose a property, or enter its name`);
	const parts = text.split('.');
	const [scope] = parts;
	if (parts.length > 1 && (scope === 'event' || scope === 'user')) {
		const property = fromExpression(text);
		if (property.of !== 'other' && !parts.includes('')) return property;
		const forms = scope === 'event' ? 'event.<event>.<property>' : 'user.<property>';
		throw new UserError(`${label} is incomplete: '${text}'. Write ${forms}, or the property alone`);
	}
	if (parts.length > 1) return { of: 'other', expression: text };
	// A report on users alone has no event.
	if (event === '') return { of: 'user', name: text };
	return { of: 'event', event, name: text };
}
