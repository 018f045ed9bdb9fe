import { UserError } from 'n8n-workflow';

import { readLimit } from './listFields';
import { type ReadField, textOf } from './reading';
import { readComputedOn, readLongestWait, readTaskId } from './tasks';
import { readUserProperties } from './users';

type Options = { [name: string]: unknown };

/** What the form of Get Members says, beside the group. */
export interface MembersForm {
	properties: 'all' | 'none' | string[];
	isFile: boolean;
	isDefused: boolean;
	keepsIds: boolean;
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
	const output = textOf(field('output'));
	if (output !== 'items' && output !== 'file') {
		throw new UserError(`'Output' is unknown: '${output}'`);
	}
	return {
		properties: readUserProperties(field),
		isFile: output === 'file',
		isDefused: options.defuseFormulas === true,
		keepsIds: options.idsAsText === true,
		limit: readLimit(field),
		computedOn: readComputedOn(options, timeZone),
		longestMs: readLongestWait(options),
		taskId: readTaskId(options),
		isPreview: options.previewRequest === true,
	};
}
