import type { INodeProperties } from 'n8n-workflow';

import { distributionFields } from './models/distribution';
import { funnelFields } from './models/funnel';
import { pathFields } from './models/path';
import { retentionFields } from './models/retention';
import { sessionFields } from './models/session';
import { withOneMeasure } from './oneMeasure';
import { modelOptionFields } from './outputFields';
import { eventField } from './pickField';
import { queryFields } from './queryFields';
import { rangeOnlyFields } from './rangeFields';
import { showWhen } from './showWhen';
import { userOptionFields, wantedFields } from './users';

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Beijing',
	description: "Which group's users: letter for letter as in the report's rows",
};

const dateField: INodeProperties = {
	displayName: 'Of Date',
	name: 'sliceDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-11-19',
};

/** One measure, and each group with its value. */
const cellFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	withOneMeasure(fields, 'The number whose users to list: an event and how to count it').map(
		(field): INodeProperties => {
			if (field.name !== 'groupBy') return field;
			const options = (field.options ?? []).map((option) =>
				'values' in option ? { ...option, values: [...option.values, valueField] } : option,
			);
			return { ...field, options: options as INodeProperties['options'] };
		},
	);

/** The report and the cell of it; the query has the fields of the report. */
export const sliceFields: INodeProperties[] = [
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
	...showWhen({ fromReport: ['event'] }, cellFields(queryFields)),
	...showWhen({ fromReport: ['distribution'] }, distributionFields),
	...showWhen({ fromReport: ['funnel'] }, funnelFields),
	...showWhen({ fromReport: ['path'] }, pathFields),
	...showWhen({ fromReport: ['retention'] }, retentionFields),
	...showWhen({ fromReport: ['session'] }, cellFields(sessionFields)),
	...rangeOnlyFields(false),
	...showWhen({ fromReport: ['funnel', 'path'] }, [
		{
			displayName: 'Of Step',
			name: 'sliceStep',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: "Number of the step, from 1: 'step' in the rows of the report",
		},
	]),
	...showWhen({ fromReport: ['funnel'] }, [
		{
			displayName: 'Users',
			name: 'sliceUsers',
			type: 'options',
			default: 'converted',
			options: [
				{ name: 'Who Took the Step', value: 'converted' },
				{
					name: 'Who Stopped There',
					value: 'lost',
					description: 'Took this step and not the next one',
				},
			],
		},
	]),
	...showWhen({ fromReport: ['path'] }, [
		{
			...eventField('Event of the Step', 'sliceEvent'),
			description:
				"'event' in the rows of nodes, 'from' in those of links ('to' where the paths are those before an event)",
		},
		{
			displayName: 'Users',
			name: 'slicePathUsers',
			type: 'options',
			default: 'all',
			options: [
				{ name: 'Who Were There', value: 'all', description: 'A node: whatever they did then' },
				{
					name: 'Who Were at One Event of the Next Step',
					value: 'next',
					description: 'A link, away from the event of the paths',
				},
				{ name: 'Whose Path Ends There', value: 'ended', description: 'A link without an event' },
			],
			description: 'Users are listed once, however many of their paths are counted there',
		},
		...showWhen({ slicePathUsers: ['next'] }, [
			{
				...eventField('Event of the Next Step', 'sliceNextEvent'),
				description: "'to' in the rows of links ('from' where the paths are those before an event)",
			},
		]),
	]),
	...showWhen({ fromReport: ['event', 'retention', 'distribution'] }, [
		{
			...dateField,
			description:
				"'date' in the rows of the report (of a retention, when the users came first); the whole range if empty",
		},
	]),
	...showWhen({ fromReport: ['session'] }, [
		{
			...dateField,
			required: true,
			description:
				"'date' in the rows of the report, when the sessions began: 'Unit' must not be None",
		},
	]),
	...showWhen({ fromReport: ['retention'] }, [
		{
			displayName: 'Of Period',
			name: 'slicePeriod',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description:
				"How many days, weeks or months later: 'period' in the rows of the report; 0 is the first one itself",
		},
	]),
	...showWhen({ fromReport: ['distribution'] }, [
		{
			displayName: 'Bucket From',
			name: 'sliceFrom',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 3',
			description: "Where the bucket begins: 'bucket_from' in the rows of the report",
		},
		{
			displayName: 'Bucket To',
			name: 'sliceTo',
			type: 'string',
			default: '',
			placeholder: 'e.g. 5',
			description:
				"Where it ends, below this number: 'bucket_to' in the rows of the report; no end if empty",
		},
	]),
	...showWhen({ fromReport: ['distribution', 'funnel', 'retention'] }, [
		{
			displayName: 'Of Group',
			name: 'sliceGroup',
			type: 'string',
			default: '',
			placeholder: 'e.g. Beijing',
			description:
				"Value of the group, if the report is split by one: letter for letter as in the report's rows",
		},
	]),
	...wantedFields,
];

const timeZone = modelOptionFields.filter(({ name }) => name === 'timeZone');

export const sliceOptionFields: INodeProperties[] = [
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
	...timeZone,
	...userOptionFields,
];
