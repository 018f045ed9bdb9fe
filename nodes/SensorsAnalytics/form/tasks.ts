import { type INodeProperties, UserError } from 'n8n-workflow';

import { BOUNDS, within } from './bounds';
import { readDate } from './dates';
import { textOf } from './reading';

type Options = { [name: string]: unknown };

const MINUTE_MS = 60_000;
const MOST_SHOWN = 100;
/** Name of the option for the longest wait, as errors call it. */
export const LONGEST_WAIT = 'Longest Wait (Minutes)';
/** Minutes. */
const DEFAULT_LONGEST_WAIT = 30;

export const longestWaitField: INodeProperties = {
	displayName: LONGEST_WAIT,
	name: 'longestWait',
	type: 'number',
	typeOptions: within('longestWait'),
	default: DEFAULT_LONGEST_WAIT,
	description:
		'How long to wait until it is done. Then there is an error; what was started goes on in Sensors Analytics.',
};

/** @param what was started, in words that follow "a" */
export function taskIdField(what: string, kept: string): INodeProperties {
	return {
		displayName: 'Task ID',
		name: 'taskId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 17',
		description: `ID of ${what} that was started before, as an error or a hint tells it: it is waited for, and no second one is started${kept}`,
	};
}

/** @param description what the day is for */
export function computedOnField(description: string): INodeProperties {
	return {
		displayName: 'Computed For',
		name: 'computedOn',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-11-01',
		description,
	};
}

/** Milliseconds to wait for a task at most. @throws UserError that names the option */
export function readLongestWait({ longestWait }: Options): number {
	if (longestWait === undefined || longestWait === '') return DEFAULT_LONGEST_WAIT * MINUTE_MS;
	const minutes = Number(longestWait);
	const [least, most] = BOUNDS.longestWait;
	if (minutes >= least && minutes <= most) return minutes * MINUTE_MS;
	throw new UserError(
		`The option '${LONGEST_WAIT}' must be a number of minutes above 0, ${most} at most, not '${textOf(longestWait).slice(0, MOST_SHOWN)}'`,
	);
}

/** The task to go on with, if one is given. @throws UserError that names the option */
export function readTaskId({ taskId }: Options): string | undefined {
	const id = textOf(taskId);
	if (id === '') return undefined;
	if (/^\d{1,15}$/.test(id)) return id;
	throw new UserError(
		`The option 'Task ID' must be a whole number, as an error or a hint of this node tells it, not '${id.slice(0, 100)}'`,
	);
}

/** `YYYY-MM-DD` of the computation that is meant, if one is. @throws UserError that names the option */
export function readComputedOn({ computedOn }: Options, timeZone: string): string | undefined {
	if (textOf(computedOn) === '' && !(computedOn instanceof Date)) return undefined;
	return readDate(computedOn, 'Computed For', timeZone);
}
