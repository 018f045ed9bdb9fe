import { type INodeProperties, UserError } from 'n8n-workflow';

import type { DatasetQuery } from '../../query/datasets';
import { listFields } from '../listFields';
import { pickField } from '../pickField';
import { readRange } from '../range';
import { assertRangeLength } from '../rangeLength';
import { type ReadField, textOf } from '../reading';

export const datasetField = pickField({
	displayName: 'Dataset',
	name: 'dataset',
	list: 'searchDatasets',
	placeholder: 'e.g. 1',
	typed: { displayName: 'By ID', name: 'id' },
	required: true,
	description: 'Called business model (业务模型) in Sensors Analytics',
});

export const datasetListFields: INodeProperties[] = [
	pickField({
		displayName: 'Group',
		name: 'datasetGroup',
		list: 'searchDatasetGroups',
		placeholder: 'e.g. Sales',
		description: 'Group in which the datasets stand; all if empty',
	}),
	...listFields,
];

/** @throws UserError that names the field */
export function readDataset(field: ReadField): string {
	const id = textOf(field('dataset'));
	if (id !== '') return id;
	throw new UserError("'Dataset' is empty. Choose one, or enter its ID");
}

/** From the first to the last second of the days. */
export function readMoments(
	field: ReadField,
	timeZone: string,
	now: Date,
	longestRange: number,
): NonNullable<DatasetQuery['range']> {
	const { from, to } = readRange(field, timeZone, now);
	assertRangeLength({ from, to }, longestRange);
	return { from: `${from} 00:00:00`, to: `${to} 23:59:59` };
}
