import { UserError } from 'n8n-workflow';

import { readDate } from './dates';
import { textOf } from './reading';
import { DEFAULT_LONGEST_WAIT, LONGEST_WAIT } from './taskFields';

type Options = { [name: string]: unknown };

const MINUTE_MS = 60_000;

/** Milliseconds to wait for a task at most. @throws UserError that names the option */
export function readLongestWait({ longestWait }: Options): number {
	if (longestWait === undefined || longestWait === '') return DEFAULT_LONGEST_WAIT * MINUTE_MS;
	const minutes = Number(longestWait);
	if (Number.isFinite(minutes) && minutes > 0) return minutes * MINUTE_MS;
	throw new UserError(`The option '${LONGEST_WAIT}' must be a number of minutes above 0`);
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
