import type { INodeProperties } from 'n8n-workflow';

import type { DatasetRefresh } from '../../query/datasets';
import { rangeFields } from '../range';
import type { ReadField } from '../reading';
import { optionField, readLongestRange } from '../reportOptions';
import { showWhen } from '../showWhen';
import { longestWaitField, taskIdField } from '../tasks';
import { datasetField, readDataset, readMoments } from './dataset';

export const datasetRefreshFields: INodeProperties[] = [
	datasetField,
	{
		displayName: 'Refresh',
		name: 'refreshMode',
		type: 'options',
		default: 'full',
		options: [
			{ name: 'Everything', value: 'full', description: 'The whole dataset (全量)' },
			{
				name: 'A Date Range',
				value: 'range',
				description: 'Only the data of some days (增量)',
			},
		],
	},
	...showWhen({ refreshMode: ['range'] }, rangeFields(false)),
];

export const datasetRefreshOptionFields: INodeProperties[] = [
	...optionField('longestRange'),
	longestWaitField,
	...optionField('previewRequest'),
	taskIdField('a refresh', ''),
	...optionField('timeZone'),
];

/** @throws UserError that names the field */
export function readDatasetRefresh(
	field: ReadField,
	options: { [name: string]: unknown },
	timeZone: string,
	now: Date,
): DatasetRefresh {
	const datasetId = readDataset(field);
	const isPart = field('refreshMode') === 'range';
	if (!isPart) return { datasetId };
	return { datasetId, range: readMoments(field, timeZone, now, readLongestRange(options)) };
}
