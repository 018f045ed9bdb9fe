import { UserError } from 'n8n-workflow';

import type { Filter, Property } from '../query/eventQuery';
import { isOfEvents, toExpression, withoutUser } from '../query/fieldExpression';
import type { Wanted } from '../query/users';
import { readQueryFilter } from './eventQuery';
import { readLimit } from './listFields';
import { type ReadField, rowsOf, textOf } from './reading';

type Options = { [name: string]: unknown };

/** What to return of each user, and of how many. @throws UserError that names the field */
export function readWanted(field: ReadField, options: Options): Wanted {
	return {
		properties: readUserProperties(field),
		limit: readLimit(field),
		useCache: typeof options.useCache === 'boolean' ? options.useCache : undefined,
		requestId: textOf(options.requestId) || undefined,
	};
}

/** Names of properties, without their scope. @throws UserError that names the field */
export function readUserProperties(field: ReadField): Wanted['properties'] {
	const choice = textOf(field('userProperties'));
	if (choice === 'all' || choice === 'none') return choice;
	if (choice !== 'chosen') throw new UserError(`'Properties' is unknown: '${choice}'`);
	const rows = rowsOf<{ field?: unknown }>(field('chosenProperties'), 'property');
	if (rows.length === 0) {
		throw new UserError(
			"'Properties to Return' is empty. Add a property, or set 'Properties' to All or None",
		);
	}
	const names = rows.map((row, index) => {
		const name = withoutUser(textOf(row.field));
		if (name !== '' && !isOfEvents(name)) return name;
		throw new UserError(
			`'Property' ${index + 1} of 'Properties to Return' must be a property of users. Choose one, or enter its name`,
		);
	});
	return [...new Set(names)];
}

/** A filter of users: short names are properties of theirs. @throws UserError that names the field */
export function readUserFilter(field: ReadField): Filter | undefined {
	const filter = readQueryFilter(field, '');
	return filter && ofUsers(filter);
}

function ofUsers({ join, conditions, groups }: Filter): Filter {
	return {
		join,
		conditions: conditions.map(({ property, ...rest }) => ({
			property: propertyOfUsers(property),
			...rest,
		})),
		groups: groups.map(ofUsers),
	};
}

function propertyOfUsers(property: Property): Property {
	if (property.of === 'user') return property;
	if (property.of === 'event' && property.event === '') return { of: 'user', name: property.name };
	throw new UserError(
		`'Filter' has a condition on ${toExpression(property)}, which is no property of users. For users who did something use Get Many From Report, or filter by a user group`,
	);
}

/**
 * The ID of a user as it was typed or came from an expression.
 * @throws UserError that does not repeat it
 */
export function readUserId(value: unknown): string {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		throw new UserError(
			"'User' is a number of more digits than numbers can hold, so the last ones are lost. Give it as a text: the node's own items have IDs so",
		);
	}
	const id = textOf(value);
	if (id !== '') return id;
	throw new UserError("'User' is empty. Enter the ID of a user");
}
