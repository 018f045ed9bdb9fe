import { type INodeProperties, UserError } from 'n8n-workflow';

import type { SessionQuery } from '../../query/modelQueries';
import type { Slices } from '../../query/users';
import type { ReadField } from '../reading';
import { hasTime, readEventSlice } from './event';
import { dateField } from './shared';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

export const sessionSliceFields: INodeProperties[] = [
	{
		...dateField,
		required: true,
		description:
			"'date' in the rows of the report, when the sessions began: 'Unit' must not be None",
	},
];

/** The date and the groups of a session report. @throws UserError that names the field */
export function readSessionSlice(
	field: ReadField,
	query: SessionQuery,
	timeZone: string,
): Slices['session'] {
	const { date, groups } = readEventSlice(field, query, timeZone);
	if (date !== undefined) {
		return { date: hasTime(query.unit) ? date : date.slice(0, DAY_LENGTH), groups };
	}
	throw new UserError(
		"'Of Date' is empty, and the users of sessions are told by date alone. Enter 'date' of a row of the report, whose 'Unit' is not None",
	);
}
