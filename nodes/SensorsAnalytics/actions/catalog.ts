import type { Operation, Resource } from '../item';
import {
	eventListFields,
	eventListOptions,
	propertyListFields,
	valueListFields,
	valueListOptions,
} from '../params/list';

const getManyEvents: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyEvents',
		action: 'Get many events',
		description:
			'Find events by words in their names, descriptions, or tags, and optionally get their properties',
	},
	toolText:
		"Finds the events of the Sensors Analytics project, such as a paid order. Use it first, to learn the name of an event before you request a report. Enter one or two words in English or Chinese. The best matches come first. An empty search lists all events. Returns name, display_name, description, and tags. Other tools use 'name'. Example: searching for 'orders' finds PayOrder.",
	fields: eventListFields,
	options: eventListOptions,
};

export const eventResource: Resource = {
	option: { name: 'Event', value: 'event' },
	operations: [getManyEvents],
};

const getManyProperties: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyProperties',
		action: 'Get many properties',
		description:
			'Find properties of events or users by words in their names or display names, with their types',
	},
	toolText:
		"Finds the properties of events or users that reports group by, filter by, or add up. Use it before you request a report that is grouped by a property, such as city, or that adds up amounts. Enter one or two words in English or Chinese. The best matches come first. Returns the type, the unit, and 'property'. Other tools use 'property'. Example: searching for 'amount' finds event.PayOrder.amount, and 'level' finds user.level.",
	fields: propertyListFields,
};

const getValues: Operation = {
	option: {
		name: 'Get Values',
		value: 'getPropertyValues',
		action: 'Get property values',
		description: 'Get the most frequent values of a property and their counts in the last 7 days',
	},
	toolText:
		"Returns the most frequent values of a property with their counts. Use it before you filter, to learn the exact spelling of a value. Example: property 'event.PayOrder.city' returns Beijing, Shanghai, and so on. For event properties, count is the number of events in the last 7 days, and older values are missing. For user properties, count is the number of users.",
	fields: valueListFields,
	options: valueListOptions,
};

export const propertyResource: Resource = {
	option: { name: 'Property', value: 'property' },
	operations: [getManyProperties, getValues],
};
