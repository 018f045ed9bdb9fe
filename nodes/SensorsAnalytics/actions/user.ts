import { type INodeProperties, UserError } from 'n8n-workflow';

import type { Operation, Resource } from '../item';
import { filterFields, filterOfUsers, readQueryFilter } from '../params/filter';
import { listFields, readLimit } from '../params/list';
import { oneMeasureNote } from '../params/measure';
import { optionField, reportOptionFields } from '../params/options';
import { pickField } from '../params/property';
import { rangeFields } from '../params/range';
import { fewRowsOf, type RawOptions, ReadField, readOneOf, textOf } from '../params/read';
import { entriesField, madeOnce, neverShown, shareFields, showWhen } from '../params/show';
import type { UserSelection } from '../query/entities';
import { type Filter, isOfEvents, withoutUser } from '../query/query';
import { distributionSliceFields } from '../reports/distribution';
import { eventSliceFields } from '../reports/event';
import { funnelSliceFields } from '../reports/funnel';
import { pathSliceFields } from '../reports/path';
import { cellQueries, reports } from '../reports/registry';
import { retentionSliceFields } from '../reports/retention';
import { sessionSliceFields } from '../reports/session';

export const chosenPropertiesFields = showWhen({ userProperties: ['chosen'] }, [
	entriesField({
		displayName: 'Properties to Return',
		name: 'chosenProperties',
		what: 'Property',
		row: 'property',
		isSortable: true,
		values: [
			pickField({
				displayName: 'Property',
				name: 'field',
				list: 'searchUserProperties',
				placeholder: 'e.g. city or user.city',
				description: 'User property. Enter a short name (city) or a full name (user.city).',
				required: true,
			}),
		],
	}),
]);

const userSelectionFields: INodeProperties[] = [
	{
		displayName: 'Properties',
		name: 'userProperties',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'All', value: 'all', description: 'All properties of the users' },
			{
				name: 'Selected',
				value: 'chosen',
				description: 'Only the selected properties, in the order in which you select them',
			},
			{ name: 'None', value: 'none', description: 'Only the IDs of the users' },
		],
		description: 'Properties to return for each user, in addition to the IDs',
	},
	...chosenPropertiesFields,
	...listFields,
];

const userListFields: INodeProperties[] = [...filterFields, ...userSelectionFields];

const behaviorFields: INodeProperties[] = [
	{
		displayName: 'User',
		name: 'user',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 13f8a2 or -8961289991947891759',
		description:
			'ID of the user to return events for. Enter all-digit IDs as text, because large numbers can lose digits.',
	},
	{
		displayName: 'User ID Type',
		name: 'userIdKind',
		type: 'options',
		default: 'internal',
		options: [
			{
				name: 'Internal ID',
				value: 'internal',
				description: "ID that Sensors Analytics assigns. The operation 'Get Many' returns this ID.",
			},
			{
				name: 'Distinct ID',
				value: 'distinct',
				description: 'ID that your app assigns: a sign-in ID or a device ID',
			},
		],
	},
];

const behaviorListFields: INodeProperties[] = [
	{
		displayName: 'Order',
		name: 'eventOrder',
		type: 'options',
		default: 'oldest',
		options: [
			{ name: 'Oldest First', value: 'oldest' },
			{ name: 'Newest First', value: 'newest' },
		],
	},
	...listFields,
];

const SHARED_OPTIONS = ['previewRequest', 'requestId'];

/** Options of user lists, with the names that reports use. */
const userOptionFields = reportOptionFields.filter(({ name }) =>
	[...SHARED_OPTIONS, 'filterJoin', 'filterJson', 'useCache'].includes(name),
);

const behaviorOptionFields = reportOptionFields.filter(({ name }) =>
	[...SHARED_OPTIONS, 'longestRange', 'timeZone'].includes(name),
);

export function readUserSelection(field: ReadField, options: RawOptions): UserSelection {
	return {
		properties: readUserProperties(field),
		limit: readLimit(field),
		useCache: typeof options.useCache === 'boolean' ? options.useCache : undefined,
		requestId: textOf(options.requestId) || undefined,
	};
}

export function readUserProperties(field: ReadField): UserSelection['properties'] {
	const choices = ['all', 'chosen', 'none'] as const;
	const choice = readOneOf(field('userProperties'), choices, "'Properties'");
	if (choice !== 'chosen') return choice;
	const rows = fewRowsOf<{ field?: unknown }>(
		field('chosenProperties'),
		'property',
		"'Properties to Return'",
	);
	if (rows.length === 0) {
		throw new UserError(
			"'Properties to Return' is empty. Add a property, or set 'Properties' to All or None",
		);
	}
	const names = rows.map((row, index) => {
		const name = withoutUser(textOf(row.field));
		if (name !== '' && !isOfEvents(name)) return name;
		throw new UserError(
			`'Property' ${index + 1} of 'Properties to Return' must be a user property. Choose a property, or enter its name`,
		);
	});
	return [...new Set(names)];
}

export function readUserFilter(field: ReadField, timeZone: string): Filter | undefined {
	return filterOfUsers(readQueryFilter(field, '', timeZone), "'Filter'", 'Get Many From Report');
}

/** Reads the ID, which may come from an expression; errors don't repeat it. */
export function readUserId(value: unknown): string {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		throw new UserError(
			"'User' is a number with more digits than n8n can store, so the last digits are lost. Enter the ID as text, as in the items of this node",
		);
	}
	const id = textOf(value);
	if (Array.isArray(value) && value.length > 1)
		throw new UserError(
			"'User' is a list. Enter the ID of one user, or run the node for each user",
		);
	if (id !== '') return id;
	throw new UserError("'User' is empty. Enter the ID of a user");
}

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
	noDataExpression: true,
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
			description: 'Users who completed a step, or dropped off after it, in the whole date range',
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
	// The dates start as those of the report, of whose cells these are the users.
	...shownFor(
		cellQueries().map(([report, fields]) => {
			return [report, [...fields, ...rangeFields(false, reports[report].firstRange)]];
		}),
	),
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
