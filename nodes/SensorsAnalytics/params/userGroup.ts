import { type INodeProperties, UserError } from 'n8n-workflow';

import { dateInZone, withOffset } from '../dates/zone';
import { type Detail, readLimit, wholeListFields } from './list';
import { optionField } from './options';
import { pickField } from './property';
import { readTimeZone } from './range';
import { type RawOptions, ReadField, readOneOf, textOf } from './read';
import { showWhen } from './show';
import type { FileForm } from './task';
import {
	computedOnField,
	defuseField,
	fileFields,
	idsAsTextField,
	longestWaitField,
	readComputedOn,
	readFileForm,
	readLongestWait,
	readTaskId,
	taskIdField,
} from './task';
import { chosenPropertiesFields, readUserProperties } from './users';

export const userGroupField = pickField({
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

export const computeFields: INodeProperties[] = [userGroupField];

export const computeOptionFields: INodeProperties[] = [
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
	const today = dateInZone(now, timeZone);
	const day = readComputedOn(options, timeZone) ?? today;
	if (day > today) {
		throw new UserError(
			`The option 'Computation Date' (${day}) is in the future. Enter today or an earlier date`,
		);
	}
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

export const memberFields: INodeProperties[] = [
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

export const memberOptionFields: INodeProperties[] = [
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
		computedOn: readComputedOn(options, timeZone),
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
