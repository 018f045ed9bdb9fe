import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { within } from '../params/bounds';
import type { ReadField } from '../params/read';
import { textOf } from '../params/read';
import type { Property } from '../query/query';

/** The date of the cell. */
export const dateField: INodeProperties = {
	displayName: 'Of Date',
	name: 'sliceDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-11-19',
	description:
		"'date' in the rows of the report (of a retention, when the users came first); the whole range if empty",
};

/** The step of the cell. */
export const stepField: INodeProperties = {
	displayName: 'Of Step',
	name: 'sliceStep',
	type: 'number',
	typeOptions: within('sliceStep'),
	default: 1,
	description: "Number of the step, from 1: 'step' in the rows of the report",
};

/** The value of the one group that a report is split by. */
export const groupField: INodeProperties = {
	displayName: 'Of Group',
	name: 'sliceGroup',
	type: 'string',
	default: '',
	placeholder: 'e.g. Beijing',
	description:
		"Value of the group, if the report is split by one: letter for letter as in the report's rows",
};

/** Where the report has no group, a value of one would be left out without a word. */
export function readCellGroup(field: ReadField, groupBy: readonly Property[]): { group?: string } {
	const group = textOf(field('sliceGroup'));
	if (groupBy.length === 0 && group === '') return {};
	if (groupBy.length > 0 && group !== '') return { group };
	throw new UserError(
		group === ''
			? "'Of Group' is empty, but the report is split by 'Group By'. Enter the value of a group, or empty 'Group By' for the users of all groups; for users without a value use 'Filter' with Has No Value"
			: "'Of Group' has a value, but 'Group By' is empty. Choose the property, or empty 'Of Group'",
	);
}

export function isFilled(value: unknown): boolean {
	return value !== '' && value !== null && value !== undefined;
}
