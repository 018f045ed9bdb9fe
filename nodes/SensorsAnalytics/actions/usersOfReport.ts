import type { INodeProperties } from 'n8n-workflow';

import { BOUNDS } from '../params/bounds';
import { optionField } from '../params/options';
import { rangeFields } from '../params/range';
import { readWhole } from '../params/read';
import { shareFields, showWhen } from '../params/show';
import { userOptionFields, userSelectionFields } from '../params/users';
import { distributionSliceFields } from '../reports/distribution';
import { cellFields, eventSliceFields } from '../reports/event';
import { funnelSliceFields } from '../reports/funnel';
import { pathSliceFields } from '../reports/path';
import { reports } from '../reports/registry';
import { fieldsOf } from '../reports/report';
import { retentionSliceFields } from '../reports/retention';
import { sessionSliceFields } from '../reports/session';

/** A cell of a report, whose users are wanted: the report's own fields, and which cell it is. */

/** Of each report: its query, and the cell of it. */
const REPORTS = {
	event: { query: cellFields(fieldsOf(reports.event)), slice: eventSliceFields },
	distribution: { query: fieldsOf(reports.distribution), slice: distributionSliceFields },
	funnel: { query: fieldsOf(reports.funnel), slice: funnelSliceFields },
	path: { query: fieldsOf(reports.path), slice: pathSliceFields },
	retention: { query: fieldsOf(reports.retention), slice: retentionSliceFields },
	session: { query: cellFields(fieldsOf(reports.session)), slice: sessionSliceFields },
};

/** The fields of one part, those that several reports have once. */
function shownFor(part: 'query' | 'slice'): INodeProperties[] {
	return shareFields(
		Object.entries(REPORTS).map(([report, fields]) => ({
			shownWith: { fromReport: report },
			fields: fields[part],
		})),
	);
}

/** The node runs for each item that comes in, and the rows of a report are many. */
const chainNote: INodeProperties[] = showWhen({ '@tool': [false] }, [
	{
		displayName:
			"Returns the users counted in one cell of a report, once for <b>each</b> incoming item. After a report node, filter to one row or turn on 'Execute Once' in Settings. Enter the same query and dates as in the report, and use expressions such as {{ $json.step }} to identify the cell.",
		name: 'chainNote',
		type: 'notice',
		default: '',
	},
]);

export const sliceFields: INodeProperties[] = [
	...chainNote,
	{
		displayName: 'Report',
		name: 'fromReport',
		type: 'options',
		default: 'funnel',
		options: [
			{
				name: 'Distribution',
				value: 'distribution',
				description: 'Users who performed an event a given number of times',
			},
			{
				name: 'Event',
				value: 'event',
				description: 'Users who performed an event, on a date or in a group',
			},
			{
				name: 'Funnel',
				value: 'funnel',
				description: 'Users who completed a step, or dropped off after the step',
			},
			{ name: 'Path', value: 'path', description: 'Users who followed a given path' },
			{
				name: 'Retention',
				value: 'retention',
				description: "Users who returned, or didn't return",
			},
			{
				name: 'Session',
				value: 'session',
				description: 'Users whose sessions contain an event, on a date or in a group',
			},
		],
		description: 'Type of the report. Enter the same query and dates as in the report.',
	},
	...shownFor('query'),
	...rangeFields(false),
	...shownFor('slice'),
	...userSelectionFields,
];

export const sliceOptionFields: INodeProperties[] = [
	...optionField('longestRange'),
	{
		displayName: 'Expected Number of Users',
		name: 'expectedUsers',
		// A text, since a 0 that nobody entered would be a number to compare with.
		type: 'string',
		default: '',
		placeholder: 'e.g. 57',
		description:
			"The number in the report's cell. If the list has a different number, the node stops. Leave empty for sampled or approximate reports, and for cells that count events, sessions, or paths.",
	},
	...optionField('timeZone'),
	...userOptionFields,
];

/** The number that a list must have, if any. @throws UserError that names the option */
export function readExpected(options: { [name: string]: unknown }): number | undefined {
	const { expectedUsers: typed } = options;
	if (typed === undefined) return undefined;
	return readWhole(typed, "'Expected Number of Users'", ...BOUNDS.expectedUsers);
}
