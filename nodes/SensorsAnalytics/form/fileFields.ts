import type { INodeProperties } from 'n8n-workflow';

import { type ReadField, textOf } from './reading';

/** The field in which n8n's own nodes look for a file. */
const DEFAULT_BINARY = 'data';

/** Where a file is put, and what it is called. */
export function fileFields(fileName: string, example: string): INodeProperties[] {
	return [
		{
			displayName: 'Put Output File in Field',
			name: 'binaryProperty',
			type: 'string',
			default: DEFAULT_BINARY,
			required: true,
			placeholder: `e.g. ${DEFAULT_BINARY}`,
			description: 'Name of the field in which later nodes find the file',
			hint: 'The name of the output binary field to put the file in',
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: fileName,
			placeholder: `e.g. ${example}`,
			description: 'Name of the file, with its ending .csv; of a path its last part',
		},
	];
}

/** Option of what gives a CSV file. */
export const defuseField: INodeProperties = {
	displayName: 'Defuse Formulas',
	name: 'defuseFormulas',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/output': ['file'] } },
	description:
		"Whether to put a ' before cells of the CSV file that a spreadsheet program would run as a formula, such as =1+1. Who uses your app can send such texts. Numbers stay as they are.",
};

/** Name of the option for IDs, as hints call it. */
export const IDS_AS_TEXT = 'IDs as Text for Spreadsheets';

/** Option of what gives a CSV file. */
export const idsAsTextField: INodeProperties = {
	displayName: IDS_AS_TEXT,
	name: 'idsAsText',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/output': ['file'] } },
	description:
		'Whether to write IDs in the CSV file as ="0012…", which Excel, WPS and Google Sheets show as the text 0012…. Otherwise they take IDs for numbers: of more than 15 digits the last ones become 0, zeros in front are lost. Leave it off for databases and other programs.',
};

/** How a file is wanted. */
export interface FileForm {
	/** Field of the item that holds it. */
	property: string;
	fileName: string;
	isDefused: boolean;
	/** Whether IDs are written so that spreadsheet programs keep them. */
	keepsIds: boolean;
}

const LONGEST_NAME = 200;

/** A name alone: no path leads out of where whoever stores it puts it, and no line ends in it. */
function nameOf(typed: string): string {
	const last =
		typed
			.replace(/\p{Cc}+/gu, '')
			.split(/[/\\]/)
			.at(-1) ?? '';
	const name = last.trim();
	return /^\.*$/.test(name) ? '' : name.slice(-LONGEST_NAME);
}

/** @param fileName what it is called where the form has no name */
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
