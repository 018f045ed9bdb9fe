import { UserError } from 'n8n-workflow';

import type { Property } from '../query/eventQuery';

/**
 * The property that was typed: whole (`event.PayOrder.amount`, `user.city`, other expressions
 * with dots of the platform such as `session_visit.$Anything.x`) or short (`amount`), which is a
 * property of the given event, or of users where there is none.
 * @throws UserError that names the field
 */
export function readProperty(typed: string, event: string, label: string): Property {
	const text = typed.trim();
	if (text === '') throw new UserError(`${label} is empty`);
	const [scope, ...rest] = text.split('.');
	if (scope === 'event' || scope === 'user') {
		const isWhole = rest.length >= (scope === 'event' ? 2 : 1) && rest.every((part) => part !== '');
		if (!isWhole && text !== scope) {
			const forms = scope === 'event' ? 'event.<event>.<property>' : 'user.<property>';
			throw new UserError(
				`${label} is incomplete: '${text}'. Write ${forms}, or the property alone`,
			);
		}
		if (isWhole && scope === 'event') {
			return { of: 'event', event: rest[0] as string, name: rest.slice(1).join('.') };
		}
		if (isWhole) return { of: 'user', name: rest.join('.') };
	}
	if (rest.length > 0) return { of: 'other', expression: text };
	// A report on users alone has no event.
	if (event === '') return { of: 'user', name: text };
	return { of: 'event', event, name: text };
}
