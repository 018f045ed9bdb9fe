import { loadCode } from '../../../credentials/loadCode';
import type { Operation, Resource } from '../item';
import {
	eventListFields,
	eventListOptions,
	propertyListFields,
	valueListFields,
	valueListOptions,
} from '../params/list';

const code = async () => await loadCode(async () => await import('./run/catalog'));

/** Events of the project (docs/service.md, "Lists" and "OpenAPI"). */
const getManyEvents: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyEvents',
		action: 'Get many events',
		description:
			'Find events by words in their names, descriptions, or tags, and optionally get their properties',
	},
	fields: eventListFields,
	options: eventListOptions,
	execute: async (run) => await (await code()).getManyEvents(run),
};

export const event: Resource = {
	option: { name: 'Event', value: 'event' },
	operations: [getManyEvents],
};

/** Properties of events and users (docs/service.md, "Lists" and "OpenAPI"). */
const getManyProperties: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyProperties',
		action: 'Get many properties',
		description:
			'Find properties of events or users by words in their names or display names, with their types',
	},
	fields: propertyListFields,
	execute: async (run) => await (await code()).getManyProperties(run),
};

/** Values of a property (docs/catalog.md, "Values"). */
const getValues: Operation = {
	option: {
		name: 'Get Values',
		value: 'getPropertyValues',
		action: 'Get property values',
		description: 'Get the most frequent values of a property and their counts in the last 7 days',
	},
	fields: valueListFields,
	options: valueListOptions,
	execute: async (run) => await (await code()).getValues(run),
};

export const property: Resource = {
	option: { name: 'Property', value: 'property' },
	operations: [getManyProperties, getValues],
};
