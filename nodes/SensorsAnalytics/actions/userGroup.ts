import { type INodeProperties, UserError } from 'n8n-workflow';

import { dateInZone, withOffset } from '../dates/calendar';
import type { Operation, Resource } from '../item';
import { type Detail, detailFields, listFields, readLimit, wholeListFields } from '../params/list';
import { optionField } from '../params/options';
import { pickField } from '../params/property';
import { readTimeZone } from '../params/range';
import { type RawOptions, ReadField, readOneOf, textOf } from '../params/read';
import { showWhen } from '../params/show';
import {
	computedOnField,
	defuseField,
	fileFields,
	type FileForm,
	idsAsTextField,
	longestWaitField,
	readComputedOn,
	readFileForm,
	readLongestWait,
	readTaskId,
	taskIdField,
} from '../params/task';
import { chosenPropertiesFields, readUserProperties } from './user';

const userGroupField = pickField({
	displayName: 'User Group',
	name: 'userGroup',
	list: 'searchUserGroups',
	placeholder: 'e.g. gold_members',
	description: 'Name, ID, or display name of the user group, for example gold_members or 1',
	typed: { displayName: 'By Name or ID', name: 'name' },
	required: true,
});

export function readUserGroup(field: ReadField): string {
	const group = textOf(field('userGroup'));
	if (group !== '') return group;
	throw new UserError("'User Group' is empty. Choose a user group, or enter its name");
}

const computeFields: INodeProperties[] = [userGroupField];

const computeOptionFields: INodeProperties[] = [
	computedOnField,
	longestWaitField,
	...optionField('previewRequest'),
	...optionField('timeZone'),
];

interface ComputeForm {
	/** Moment that the group is computed for: a midnight, ISO 8601 in UTC without fractions. */
	moment: string;
	timeZone: string;
	isZoneChosen: boolean;
	longestMs: number;
	isPreview: boolean;
}

/** @param byDefault the workflow's time zone. @throws UserError that names the field */
export function readComputeForm(
	options: { [name: string]: unknown },
	byDefault: string,
	now: Date,
): ComputeForm {
	const timeZone = readTimeZone(options.timeZone, byDefault);
	const day = readComputedOn(options, timeZone, now) ?? dateInZone(now, timeZone);
	const midnight = new Date(withOffset(`${day}T00:00:00`, timeZone));
	return {
		moment: midnight.toISOString().replace('.000Z', 'Z'),
		timeZone,
		isZoneChosen: textOf(options.timeZone) !== '',
		longestMs: readLongestWait(options),
		isPreview: options.previewRequest === true,
	};
}

/**
 * Sensors Analytics identifies computations by their moment: one for another zone's midnight would
 * be additional to those of the group's own days. A zone that the user set is used.
 */
export function assertSameMidnight(
	{ moment, timeZone, isZoneChosen }: ComputeForm,
	newest: string | undefined,
): void {
	const known = newest === undefined ? NaN : Date.parse(newest);
	if (isZoneChosen || Number.isNaN(known)) return;
	if (timeOfDay(known) === timeOfDay(Date.parse(moment))) return;
	throw new UserError(
		`The latest computation of the 'User Group' is as of ${newest}, which isn't midnight in the workflow's time zone ${timeZone}. Set the option 'Time Zone' to the time zone of the project, such as Asia/Shanghai`,
	);
}

/** Returns milliseconds since midnight in UTC. */
function timeOfDay(moment: number): number {
	const dayMs = 86_400_000;
	return ((moment % dayMs) + dayMs) % dayMs;
}

const memberFields: INodeProperties[] = [
	userGroupField,
	{
		displayName: 'Properties',
		name: 'userProperties',
		type: 'options',
		default: 'none',
		options: [
			{ name: 'None', value: 'none', description: 'Only the internal IDs of the users' },
			{
				name: 'Selected',
				value: 'chosen',
				description: 'The selected properties, after the ID, in the order in which you select them',
			},
			{ name: 'All', value: 'all', description: 'All user properties of the project' },
		],
		description:
			"Properties to return for each member, in addition to the internal ID. To also return the IDs that your app assigns, choose 'Selected', and enter first_id and second_id by name.",
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
					"One item with a file, for groups of any size. See also the option 'Escape Formulas'.",
			},
		],
	},
	...showWhen({ output: ['file'] }, fileFields('members.csv', 'gold-members.csv')),
	...wholeListFields,
];

const memberOptionFields: INodeProperties[] = [
	computedOnField,
	defuseField,
	idsAsTextField,
	longestWaitField,
	...optionField('previewRequest'),
	taskIdField,
	...optionField('timeZone'),
];

export interface MembersForm {
	properties: 'all' | 'none' | string[];
	isFile: boolean;
	file: FileForm;
	limit?: number;
	/** `YYYY-MM-DD` */
	computedOn?: string;
	longestMs: number;
	/** ID of an export that was started before. */
	taskId?: string;
	isPreview: boolean;
}

export function readMembersForm(
	field: ReadField,
	options: RawOptions,
	timeZone: string,
): MembersForm {
	const output = readOneOf(field('output'), ['items', 'file'], "'Output'");
	return {
		properties: readUserProperties(field),
		isFile: output === 'file',
		file: readFileForm(field, options, 'members.csv'),
		limit: readLimit(field),
		computedOn: readComputedOn(options, timeZone, new Date()),
		longestMs: readLongestWait(options),
		taskId: readTaskId(options),
		isPreview: options.previewRequest === true,
	};
}

export const GROUP_DETAIL: Detail = {
	simple: [
		...['id', 'name', 'display_name', 'property', 'status'],
		...['users', 'last_computation', 'comment'],
	],
	more: ['is_routine', 'owner', 'created_at'],
};

const computeGroup: Operation = {
	option: {
		name: 'Compute',
		value: 'computeUserGroup',
		action: 'Compute user group',
		description:
			'Recompute a user group in Sensors Analytics and return its size. Requires an API key.',
	},
	toolText:
		'Recomputes a user group in Sensors Analytics, waits until the computation finishes, and returns the new size. This changes the group for everybody. Use it only if somebody asks for a new computation, not to look up a size. Requires an API key. Example: gold_members, if asked to update the group.',
	fields: [...computeFields, ...detailFields(GROUP_DETAIL)],
	options: computeOptionFields,
};

const getUserGroup: Operation = {
	option: {
		name: 'Get',
		value: 'getUserGroup',
		action: 'Get user group',
		description: 'Get a user group, with its size and the state of its last computation',
	},
	toolText:
		"Returns one user group with its size and the state of its last computation. Example: gold_members answers 'How many gold members were there at the last computation?'",
	fields: [userGroupField, ...detailFields(GROUP_DETAIL)],
};

const getManyUserGroups: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyUserGroups',
		action: 'Get many user groups',
		description: 'List the user groups, with the state of their last computation',
	},
	toolText:
		"Lists the user groups of the project, with their sizes. Use it to find the group that a question refers to. Reports can filter by its 'property'. Example: use it to answer 'Which user groups are there?'",
	fields: [...listFields, ...detailFields(GROUP_DETAIL)],
};

const getMembers: Operation = {
	option: {
		name: 'Get Members',
		value: 'getMembers',
		action: 'Get user group members',
		description: 'Export the users in a user group as items or a CSV file. Requires an API key.',
	},
	toolText:
		'Exports the users in a user group, which takes seconds to minutes. Use it to find out who is in a group. For the size, the tool for user groups is faster. Set a limit, because groups can be large. Requires an API key. Example: 20 members of gold_members with city and level.',
	fields: memberFields,
	options: memberOptionFields,
};

export const userGroupResource: Resource = {
	option: { name: 'User Group', value: 'userGroup' },
	operations: [getUserGroup, getManyUserGroups, getMembers, computeGroup],
};
