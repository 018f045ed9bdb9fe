import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Property } from '../../query/eventQuery';
import type { CohortUnit } from '../../query/modelQueries';
import { pickField } from '../pickField';
import { readProperty } from '../property';
import { textOf } from '../reading';

const UNITS: INodePropertyOptions[] = [
	{ name: 'Day', value: 'day' },
	{ name: 'Week', value: 'week' },
	{ name: 'Month', value: 'month' },
];

export function unitField(description: string): INodeProperties {
	return {
		displayName: 'Unit',
		name: 'unit',
		type: 'options',
		default: 'day',
		options: UNITS,
		description,
	};
}

/** One property to split by; these models take one. */
export const groupField: INodeProperties = pickField({
	displayName: 'Group By',
	name: 'groupByField',
	list: 'searchProperties',
	placeholder: 'e.g. city or user.level',
	description: 'Property by which to split the users; not split if empty',
});

/** No group, or the one that these forms take. */
export function readGroups(value: unknown, event: string): Property[] {
	const text = textOf(value);
	return text === '' ? [] : [readProperty(text, event, "'Group By'")];
}

/** @throws UserError for a unit that these models don't know */
export function readUnit(value: unknown): CohortUnit {
	const unit = textOf(value);
	if (unit === 'day' || unit === 'week' || unit === 'month') return unit;
	throw new UserError(`'Unit' must be day, week or month, not '${unit}'`);
}

/** @throws UserError that names the field */
export function readEvent(value: unknown, label: string): string {
	const event = textOf(value);
	if (event !== '') return event;
	throw new UserError(`${label} is empty. Choose an event, or enter its name`);
}
