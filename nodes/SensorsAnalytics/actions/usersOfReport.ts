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
			"Lists the users of one cell for <b>each</b> incoming item. Behind a report, let a Filter pass the one row that you mean, or turn on 'Execute Once' in Settings; take the cell from the row by expressions such as {{ $json.step }}, and fill in query and dates as in that report.",
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
				description: 'Users who did something so often',
			},
			{
				name: 'Event',
				value: 'event',
				description: 'Users who did something, on a date or in a group',
			},
			{ name: 'Funnel', value: 'funnel', description: 'Users who took a step, or stopped there' },
			{ name: 'Path', value: 'path', description: 'Users who went this way' },
			{ name: 'Retention', value: 'retention', description: 'Users who came back, or did not' },
			{
				name: 'Session',
				value: 'session',
				description: 'Users in whose sessions something happened, on a date or in a group',
			},
		],
		description: 'Fill in the query and the dates as in the report whose users you want',
	},
	...shownFor('query'),
	...rangeFields(false),
	...shownFor('slice'),
	...userSelectionFields,
];

export const sliceOptionFields: INodeProperties[] = [
	...optionField('longestRange'),
	{
		displayName: 'Number in the Report',
		name: 'expectedUsers',
		// A text, since a 0 that nobody entered would be a number to compare with.
		type: 'string',
		default: '',
		placeholder: 'e.g. 57',
		description:
			"How many users the report's cell says there are. If the list has another number, it is an error in place of a list. Sampled or approximate reports differ, and the times of events, sessions and paths are no users.",
	},
	...optionField('timeZone'),
	...userOptionFields,
];

/** The number that a list must have, if any. @throws UserError that names the option */
export function readExpected(options: { [name: string]: unknown }): number | undefined {
	const { expectedUsers: typed } = options;
	if (typed === undefined) return undefined;
	return readWhole(typed, "'Number in the Report'", ...BOUNDS.expectedUsers);
}
