import { type INodeProperties, UserError } from 'n8n-workflow';

import { within } from '../params/bounds';
import { type ReadField, textOf } from '../params/read';
import type { Property } from '../query/query';

/** The date of the cell. */
export const dateField: INodeProperties = {
	displayName: 'Date',
	name: 'sliceDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-11-19',
	description:
		"Date: the value of 'date' in the report row. For retention, the date of the initial event. If empty, the node uses the whole date range.",
};

/** The step of the cell. */
export const stepField: INodeProperties = {
	displayName: 'Step Number',
	name: 'sliceStep',
	type: 'number',
	typeOptions: within('sliceStep'),
	default: 1,
	description: "Number of the step, starting at 1: the value of 'step' in the report row",
};

/** The value of the one group that a report is split by. */
export const groupField: INodeProperties = {
	displayName: 'Group Value',
	name: 'sliceGroup',
	type: 'string',
	default: '',
	placeholder: 'e.g. Beijing',
	description: "Group value, exactly as in the report's rows, if the report has a group",
};

/** Where the report has no group, a value of one would be left out without a word. */
export function readCellGroup(field: ReadField, groupBy: readonly Property[]): { group?: string } {
	const group = textOf(field('sliceGroup'));
	if (groupBy.length === 0 && group === '') return {};
	if (groupBy.length > 0 && group !== '') return { group };
	throw new UserError(
		group === ''
			? "'Group Value' is empty, but 'Group By' is set. Enter a group value. For the users of all groups, clear 'Group By'. For users without a value, use 'Filter' with Has No Value"
			: "'Group Value' has a value, but 'Group By' is empty. Choose the property, or clear 'Group Value'",
	);
}

export function isFilled(value: unknown): boolean {
	return value !== '' && value !== null && value !== undefined;
}
