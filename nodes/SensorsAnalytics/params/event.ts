import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { CohortUnit, FilteredEvent } from '../query/query';
import { conditionsField, joinField, readConditions } from './condition';
import { eventField } from './property';
import { readOneOf, textOf } from './read';
import { showWhen } from './show';

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

/** Of a range that has only just begun, nothing is known yet of what comes afterwards. */
export const followedNote: INodeProperties[] = showWhen({ dateRange: ['yesterday', 'today'] }, [
	{
		displayName:
			"Users who start in 'Date Range' are followed afterwards: of yesterday's there is only today so far. To see who comes back in days, choose a range that begins earlier, such as Last… 14 Days.",
		name: 'followedNote',
		type: 'notice',
		default: '',
	},
]);

/** @throws UserError for a unit that these models don't know */
export function readUnit(value: unknown): CohortUnit {
	return readOneOf(value, ['day', 'week', 'month'], "'Unit'");
}

/** @throws UserError that names the field */
export function readEvent(value: unknown, label: string): string {
	const event = textOf(value);
	if (event !== '') return event;
	throw new UserError(`${label} is empty. Choose an event, or enter its name`);
}

/** An event of a list, with conditions of its own. @param what it is, such as `Step` */
export function filteredEventFields(what: string): INodeProperties[] {
	return [
		eventField('Event Name', 'eventName'),
		{
			displayName: `Filter This ${what}`,
			name: 'isFiltered',
			type: 'boolean',
			default: false,
			description: `Whether only events for which conditions are met count for this ${what.toLowerCase()}`,
		},
		...showWhen({ isFiltered: [true] }, [
			joinField('filterJoin'),
			conditionsField('Only Where', 'filter'),
		]),
	];
}

export interface FilteredEventRow {
	eventName?: unknown;
	isFiltered?: unknown;
	filterJoin?: unknown;
	filter?: unknown;
}

/** @param place for errors, such as `of step 2`. @throws UserError that names the field */
export function readFilteredEvent(row: FilteredEventRow, place: string): FilteredEvent {
	const event = readEvent(row.eventName, `'Event Name' ${place}`);
	const filter =
		row.isFiltered === true ? readConditions(row.filter, row.filterJoin, event, place) : undefined;
	return { event, filter };
}
