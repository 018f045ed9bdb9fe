import type { INodeProperties } from 'n8n-workflow';

import { defuseField, fileFields, idsAsTextField } from './fileFields';
import { wholeListFields } from './listFields';
import { reportOptionFields } from './outputFields';
import { pickField } from './pickField';
import { showWhen } from './showWhen';
import { computedOnField, longestWaitField, taskIdField } from './tasks';
import { chosenPropertiesFields } from './users';

export const userGroupField = pickField({
	displayName: 'User Group',
	name: 'userGroup',
	list: 'searchUserGroups',
	placeholder: 'e.g. gold_members',
	description: 'Name, ID or display name of the group (gold_members, 1, 黄金会员)',
	typed: { displayName: 'By Name or ID', name: 'name' },
	required: true,
});

const option = (name: string) => reportOptionFields.filter((field) => field.name === name);

export const memberFields: INodeProperties[] = [
	userGroupField,
	{
		displayName: 'Properties',
		name: 'userProperties',
		type: 'options',
		default: 'none',
		options: [
			{ name: 'None', value: 'none', description: 'The internal IDs of the users alone' },
			{
				name: 'Chosen',
				value: 'chosen',
				description:
					'These, in this order, behind the ID; first_id and second_id can be among them',
			},
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
					'One item with a file, for groups of any size. Cells that spreadsheets run as formulas are passed on as well, see the option Defuse Formulas.',
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
	...option('previewRequest'),
	taskIdField(
		'an export',
		'. Its file stays for two days; group and properties must be those of that export.',
	),
	...option('timeZone'),
];

export const computeFields: INodeProperties[] = [userGroupField];

export const computeOptionFields: INodeProperties[] = [
	computedOnField(
		'Day as of whose beginning the group is computed; today if empty. Its midnight is that of the option Time Zone.',
	),
	longestWaitField,
	...option('previewRequest'),
	...option('timeZone'),
];
