import type { INodeProperties } from 'n8n-workflow';

import { type Operation, type Resource } from '../item';
import { oneMeasureNote } from '../params/measure';
import { optionField } from '../params/options';
import { rangeFields } from '../params/range';
import { madeOnce, neverShown, shareFields, showWhen } from '../params/show';
import {
	behaviorFields,
	behaviorListFields,
	behaviorOptionFields,
	userListFields,
	userOptionFields,
	userSelectionFields,
} from '../params/users';
import { distributionSliceFields } from '../reports/distribution';
import { eventSliceFields } from '../reports/event';
import { funnelSliceFields } from '../reports/funnel';
import { pathSliceFields } from '../reports/path';
import { cellQueries } from '../reports/registry';
import { retentionSliceFields } from '../reports/retention';
import { sessionSliceFields } from '../reports/session';

/** Fields for the cell of a report whose users are requested. */
const SLICES = {
	event: eventSliceFields,
	distribution: distributionSliceFields,
	funnel: funnelSliceFields,
	path: pathSliceFields,
	retention: retentionSliceFields,
	session: sessionSliceFields,
};

/** Returns the fields of all reports; fields that several reports have occur once. */
function shownFor(all: Array<[string, INodeProperties[]]>): INodeProperties[] {
	return shareFields(
		all.map(([report, fields]) => ({ shownWith: { fromReport: report }, fields })),
	);
}

/** Warns that the node runs for each input item, because a report has many rows. */
const chainNote: INodeProperties[] = showWhen({ '@tool': [false] }, [
	{
		displayName:
			"Runs once for <b>each</b> incoming item, and returns the users counted in one cell of a report. After a report node, filter to one row or turn on 'Execute Once' in Settings. Enter the same query and dates as in the report, and use expressions such as {{ $json.step }} to identify the cell.",
		name: 'chainNote',
		type: 'notice',
		default: '',
	},
]);

const reportField: INodeProperties = {
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
};

export const sliceFields = madeOnce((): INodeProperties[] => [
	...chainNote,
	reportField,
	// The first definition's default would hide the fields of reports, which don't have this field.
	neverShown(reportField),
	...showWhen({ fromReport: ['event', 'session'] }, [oneMeasureNote]),
	...shownFor(cellQueries()),
	...rangeFields(false),
	...shownFor(Object.entries(SLICES)),
	...userSelectionFields,
]);

const sliceOptionFields: INodeProperties[] = [
	...optionField('longestRange'),
	{
		displayName: 'Expected Number of Users',
		name: 'expectedUsers',
		// This is a text, because a number's default of 0 would be compared with.
		type: 'string',
		default: '',
		placeholder: 'e.g. 57',
		description:
			"The number in the report's cell. If the list contains a different number of users, the node stops. Leave empty for sampled or approximate reports, and for cells that count events, sessions, or paths.",
	},
	...optionField('timeZone'),
	...userOptionFields,
];

const getBehavior: Operation = {
	option: {
		name: 'Get Behavior',
		value: 'getBehavior',
		action: 'Get user behavior',
		description: 'List the events of one user in chronological order. Requires an API key.',
	},
	toolText:
		'Lists what one user did, event by event, in chronological order. Use it to examine a single case. Requires an API key. Example: the events of user 13f8a2 on 2026-11-01.',
	fields: [...behaviorFields, ...rangeFields(false), ...behaviorListFields],
	options: behaviorOptionFields,
};

const getManyUsers: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyUsers',
		action: 'Get many users',
		description:
			'List users with certain property values, or in a user group. Requires an API key.',
	},
	toolText:
		'Lists users with certain property values, or in a user group, together with their properties. Use it to find out who the users are. To count users, use a report. Requires an API key. Example: the users whose level is gold, with city and age.',
	fields: userListFields,
	options: userOptionFields,
};

const getManyFromReport: Operation = {
	option: {
		name: 'Get Many From Report',
		value: 'getManyFromReport',
		action: 'Get many users from report',
		description:
			'Get the users counted in one cell of a report, such as a funnel step. Requires an API key.',
	},
	toolText:
		'Lists the users counted in one cell of a report: for a date and group, a funnel step, a retention period, or a path. Use it after the report, to find out who the users are. Requires an API key. Example: the users who dropped off after AddToCart last week.',
	get fields() {
		return sliceFields();
	},
	options: sliceOptionFields,
};

export const userResource: Resource = {
	option: { name: 'User', value: 'user' },
	operations: [getManyUsers, getManyFromReport, getBehavior],
};
