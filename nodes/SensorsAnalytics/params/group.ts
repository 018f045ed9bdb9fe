import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { KIND_WORDS, kindIn } from '../query/filterFunctions';
import type { GroupBy, Measure, Property } from '../query/query';
import { ANY_EVENT } from '../query/query';
import { pickField, propertyField, readProperty } from './property';
import { pickedLabel, readAscending, rowsOf, textOf } from './read';

/** Properties to split by, as many as one likes. */
export const groupByList: INodeProperties = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field', sortable: true },
	default: {},
	placeholder: 'Add Field',
	description: 'Properties by which to split the numbers, such as city',
	options: [
		{
			displayName: 'Group',
			name: 'group',
			values: [
				propertyField('Field', 'field'),
				{
					displayName: 'Number Buckets',
					name: 'buckets',
					type: 'string',
					default: '',
					placeholder: 'e.g. 0, 100, 500',
					description:
						'Only for a field that is a number: limits between the buckets, in ascending order. The service chooses them if empty.',
				},
			],
		},
	],
};

/** The event whose properties short names mean: the measures' event, or any event if they differ. */
export function eventOfShortNames(measures: readonly Measure[]): string {
	const events = new Set(
		measures.flatMap((measure) => (measure.kind === 'event' ? [measure.event] : measure.events)),
	);
	return events.size === 1 ? ([...events][0] as string) : ANY_EVENT;
}

/**
 * Reads the list 'Group By' of the form, or another one that is like it.
 * @throws UserError that names the field and the group's number
 */
export function readGroupByList(collection: unknown, event: string, label = 'Group By'): GroupBy[] {
	return rowsOf<{ field?: unknown; buckets?: unknown }>(collection, 'group').map((row, index) => {
		const place = `of group ${index + 1} in '${label}'`;
		const property = readProperty(textOf(row.field), event, `'Field' ${place}`);
		const buckets = readAscending(row.buckets, `'Number Buckets' ${place}`);
		const kind = kindIn(pickedLabel(row.field));
		if (buckets.length > 0 && kind !== undefined && kind !== 'number') {
			throw new UserError(
				`'Number Buckets' ${place} are for numbers, and '${textOf(row.field)}' is ${KIND_WORDS[kind]} in the project. Empty them`,
			);
		}
		return buckets.length > 0 ? { property, buckets } : { property };
	});
}

/** One property to split by, for reports that take no more. */
export const groupByOne: INodeProperties = pickField({
	displayName: 'Group By',
	name: 'groupByField',
	list: 'searchPropertiesOrNone',
	placeholder: 'e.g. city or user.level',
	description: 'Property by which to split the users; not split if empty',
});

/** No group, or the one property. */
export function readGroupByOne(value: unknown, event: string): Property[] {
	const text = textOf(value);
	return text === '' ? [] : [readProperty(text, event, "'Group By'")];
}
