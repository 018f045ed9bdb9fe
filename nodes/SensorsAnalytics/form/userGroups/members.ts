import type { INodeProperties } from 'n8n-workflow';

import {
	defuseField,
	fileFields,
	type FileForm,
	idsAsTextField,
	readFileForm,
} from '../fileFields';
import { readLimit, wholeListFields } from '../listFields';
import { readOneOf } from '../choice';
import type { ReadField } from '../reading';
import { optionField } from '../reportOptions';
import { showWhen } from '../showWhen';
import {
	computedOnField,
	longestWaitField,
	readComputedOn,
	readLongestWait,
	readTaskId,
	taskIdField,
} from '../tasks';
import { chosenPropertiesFields, readUserProperties } from '../users';
import { userGroupField } from './userGroup';

export const memberFields: INodeProperties[] = [
	userGroupField,
	{
		displayName: 'Properties',
		name: 'userProperties',
		type: 'options',
		default: 'none',
		options: [
			{ name: 'None', value: 'none', description: 'The internal IDs of the users alone' },
			{ name: 'Chosen', value: 'chosen', description: 'These, in this order, behind the ID' },
			{ name: 'All', value: 'all', description: 'All properties of users that the project has' },
		],
		description:
			'What to return of each member beside the internal ID. For the IDs by which apps name users, choose Chosen and enter first_id and second_id By Name.',
	},
	...chosenPropertiesFields,
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'items',
		options: [
			{ name: 'Items', value: 'items', description: 'One item per member' },
			{
				name: 'CSV File',
				value: 'file',
				description:
					'One item with a file, for groups of any size; see also the option Defuse Formulas',
			},
		],
	},
	...showWhen({ output: ['file'] }, fileFields('members.csv', 'gold-members.csv')),
	...wholeListFields,
];

export const memberOptionFields: INodeProperties[] = [
	computedOnField(
		'Day of the computation whose members are returned; those of the newest one if empty. Sensors Analytics keeps as many computations as the group is set to.',
	),
	defuseField,
	idsAsTextField,
	longestWaitField,
	...optionField('previewRequest'),
	taskIdField(
		'an export',
		'. Its file stays for two days; group and properties must be those of that export.',
	),
	...optionField('timeZone'),
];

type Options = { [name: string]: unknown };

/** What the form of Get Members says, beside the group. */
export interface MembersForm {
	properties: 'all' | 'none' | string[];
	isFile: boolean;
	file: FileForm;
	limit?: number;
	/** `YYYY-MM-DD` */
	computedOn?: string;
	longestMs: number;
	/** An export that was started before. */
	taskId?: string;
	isPreview: boolean;
}

/** @throws UserError that names the field */
export function readMembersForm(field: ReadField, options: Options, timeZone: string): MembersForm {
	const output = readOneOf(field('output'), ['items', 'file'], "'Output'");
	return {
		properties: readUserProperties(field),
		isFile: output === 'file',
		file: readFileForm(field, options, 'members.csv'),
		limit: readLimit(field),
		computedOn: readComputedOn(options, timeZone),
		longestMs: readLongestWait(options),
		taskId: readTaskId(options),
		isPreview: options.previewRequest === true,
	};
}
