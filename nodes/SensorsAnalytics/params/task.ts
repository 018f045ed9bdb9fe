import { type INodeProperties, UserError } from 'n8n-workflow';

import { quoted, withoutHidden } from '../../../credentials/http/redact';
import { dateInZone } from '../dates/calendar';
import { BOUNDS, boundsOf } from './bounds';
import { readDate } from './range';
import { type RawOptions, ReadField, textOf } from './read';

const MINUTE_MS = 60_000;
export const LONGEST_WAIT = 'Maximum Wait (Minutes)';
/** Minutes. */
const DEFAULT_LONGEST_WAIT = 30;

export const longestWaitField: INodeProperties = {
	displayName: LONGEST_WAIT,
	name: 'longestWait',
	type: 'number',
	typeOptions: boundsOf('longestWait'),
	default: DEFAULT_LONGEST_WAIT,
	description:
		'How long to wait for the task. After that, the node stops waiting, and the task continues in Sensors Analytics.',
};

export const taskIdField: INodeProperties = {
	displayName: 'Task ID',
	name: 'taskId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 17',
	description:
		"ID of a refresh or export that an earlier run started. That run's message has it. The node waits for this task instead of starting another. Export files are kept for two days. To get the file of an earlier export, select the same group and properties.",
};

export const computedOnField: INodeProperties = {
	displayName: 'Computation Date',
	name: 'computedOn',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-01',
	description:
		"For 'Compute', the group is computed as of the start of this day, in the time zone set in 'Time Zone'. If empty, the node uses today. For 'Get Members', the node returns the members computed on this day, if the group keeps earlier results. If empty, the node returns the latest members.",
};

/** Returns milliseconds. */
export function readLongestWait({ longestWait }: RawOptions): number {
	if (longestWait === undefined || longestWait === '') return DEFAULT_LONGEST_WAIT * MINUTE_MS;
	const minutes = Number(textOf(longestWait));
	const [least, most] = BOUNDS.longestWait;
	if (minutes >= least && minutes <= most) return minutes * MINUTE_MS;
	throw new UserError(
		`The option '${LONGEST_WAIT}' must be more than 0 and up to ${most} minutes, not ${quoted(textOf(longestWait))}`,
	);
}

export function readTaskId({ taskId }: RawOptions): string | undefined {
	const id = textOf(taskId);
	if (id === '') return undefined;
	if (/^\d{1,15}$/.test(id)) return id;
	throw new UserError(
		`The option 'Task ID' must be a whole number, as in the message of the earlier run, not ${quoted(id)}`,
	);
}

/** Returns `YYYY-MM-DD`. @throws UserError for a later day than today */
export function readComputedOn(
	{ computedOn }: RawOptions,
	timeZone: string,
	now: Date,
): string | undefined {
	if (textOf(computedOn) === '' && !(computedOn instanceof Date)) return undefined;
	const day = readDate(computedOn, "'Computation Date'", timeZone);
	const today = dateInZone(now, timeZone);
	if (day <= today) return day;
	throw new UserError(
		`The option 'Computation Date' (${day}) is in the future: in the time zone ${timeZone}, today is ${today}. Enter an earlier date, or set the option 'Time Zone' to the project's`,
	);
}

/** The field in which n8n's own nodes expect a file. */
const DEFAULT_BINARY = 'data';

export function fileFields(fileName: string, example: string): INodeProperties[] {
	return [
		{
			displayName: 'Put Output File in Field',
			name: 'binaryProperty',
			type: 'string',
			default: DEFAULT_BINARY,
			required: true,
			placeholder: `e.g. ${DEFAULT_BINARY}`,
			description: 'Name of the binary field for the file in the output item',
			hint: 'The name of the output binary field to put the file in',
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: fileName,
			placeholder: `e.g. ${example}`,
			description:
				'Name of the file, including the extension .csv. If you enter a path, the node uses the last part.',
		},
	];
}

export const defuseField: INodeProperties = {
	displayName: 'Escape Formulas',
	name: 'defuseFormulas',
	type: 'boolean',
	default: true,
	displayOptions: { show: { '/output': ['file'] } },
	description:
		"Whether to add an apostrophe (') before cells that a spreadsheet would evaluate as a formula, such as =1+1. Protects against formulas in user data. Doesn't change cells that are numbers.",
};

export const IDS_AS_TEXT = 'IDs as Text for Spreadsheets';

export const idsAsTextField: INodeProperties = {
	displayName: IDS_AS_TEXT,
	name: 'idsAsText',
	type: 'boolean',
	default: true,
	displayOptions: { show: { '/output': ['file'] } },
	description:
		'Whether to write IDs as ="0012…", so that Excel, WPS, and Google Sheets show the IDs as text. Otherwise, spreadsheets drop leading zeros and change digits after the 15th to 0. For databases and other programs, leave this off.',
};

export interface FileForm {
	property: string;
	fileName: string;
	isDefused: boolean;
	/** Whether IDs are written so that spreadsheet programs keep all digits. */
	keepsIds: boolean;
}

/** Bytes; file systems accept 255, and n8n may add a few. */
const LONGEST_NAME = 200;

/**
 * Returns a file name without a path, which could leave the folder, and without a line break or
 * what nobody sees, which could show another ending.
 */
function nameOf(typed: string): string {
	const [last = ''] = withoutHidden(typed).split(/[/\\]/).slice(-1);
	const name = last.trim();
	if (/^\.*$/.test(name)) return '';
	// A character that is cut is replaced by others.
	return Buffer.from(name)
		.subarray(-LONGEST_NAME)
		.toString()
		.replace(/^\ufffd+/, '');
}

export function readFileForm(
	field: ReadField,
	options: { [name: string]: unknown },
	fileName: string,
): FileForm {
	return {
		property: textOf(field('binaryProperty')) || DEFAULT_BINARY,
		fileName: nameOf(textOf(field('fileName'))) || fileName,
		isDefused: options.defuseFormulas === true,
		keepsIds: options.idsAsText === true,
	};
}
