import { type INodeProperties, UserError } from 'n8n-workflow';

import { type EventQuery, TOTAL } from '../../query/eventQuery';
import type { Slices } from '../../query/users';
import { readDate, readDateTime } from '../dates';
import { withOneMeasure } from '../oneMeasure';
import { type ReadField, rowsOf, textOf } from '../reading';
import { dateField, isFilled } from './shared';

/** Units whose points in time have a time of day. */
const WITH_TIME = ['hour', 'minute', 'second'];

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Beijing',
	description: "Which group's users: letter for letter as in the report's rows",
};

/** One measure, and each group with its value. */
export const cellFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	withOneMeasure(fields, 'The number whose users to list: an event and how to count it').map(
		(field): INodeProperties => {
			if (field.name !== 'groupBy') return field;
			const options = (field.options ?? []).map((option) =>
				'values' in option ? { ...option, values: [...option.values, valueField] } : option,
			);
			return { ...field, options: options as INodeProperties['options'] };
		},
	);

export const eventSliceFields: INodeProperties[] = [dateField];

/** The date and the groups of an event report. @throws UserError that names the field */
export function readEventSlice(
	field: ReadField,
	{ measures, unit }: EventQuery,
	timeZone: string,
): Slices['event'] {
	if (measures.length > 1 || measures.some(({ kind }) => kind === 'formula')) {
		throw new UserError(
			"'Measure' must be one event: a list of users is of one number, and of no formula. Keep the one whose users you want",
		);
	}
	const groups = rowsOf<{ value?: unknown }>(field('groupBy'), 'group').map(({ value }, index) => {
		const text = textOf(value);
		if (text !== '') return text;
		throw new UserError(
			`'Value' of group ${index + 1} in 'Group By' is empty. Enter the value of the group, or remove the group for the users of all; for users without a value use 'Filter' with Has No Value`,
		);
	});
	if (!isFilled(field('sliceDate'))) return { groups };
	if (unit === TOTAL) {
		throw new UserError(
			"'Of Date' has a value, but with 'Unit' None there are no dates. Empty 'Of Date', or choose a unit",
		);
	}
	const date = hasTime(unit)
		? readDateTime(field('sliceDate'), 'Of Date', timeZone)
		: `${readDate(field('sliceDate'), 'Of Date', timeZone)} 00:00:00`;
	return { date, groups };
}

/** Whether the unit's points in time have a time of day. */
export function hasTime(unit: string): boolean {
	return WITH_TIME.includes(unit);
}
