import type { INodeProperties } from 'n8n-workflow';

/** Name of the option for the longest wait, as errors call it. */
export const LONGEST_WAIT = 'Longest Wait (Minutes)';
/** Minutes. */
export const DEFAULT_LONGEST_WAIT = 30;

export const longestWaitField: INodeProperties = {
	displayName: LONGEST_WAIT,
	name: 'longestWait',
	type: 'number',
	typeOptions: { minValue: 1 },
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
