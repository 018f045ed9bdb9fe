import { type Operation, type Resource } from '../item';
import {
	datasetField,
	datasetListFields,
	datasetQueryFields,
	datasetQueryOptionFields,
	datasetRefreshFields,
	datasetRefreshOptionFields,
} from '../params/dataset';

const getDataset: Operation = {
	option: {
		name: 'Get',
		value: 'getDataset',
		action: 'Get dataset',
		description:
			'Get the columns of a dataset and the time of its last refresh. Requires an API key.',
	},
	toolText:
		'Returns the columns of one dataset, which of them you can group by or measure, and the time of the last refresh. Use it before you query a dataset, to learn the names of its columns. Requires an API key. Example: dataset 1 has city to group by and amount to add up.',
	fields: [datasetField],
};

const getManyDatasets: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyDatasets',
		action: 'Get many datasets',
		description: 'List the datasets with their IDs. Requires an API key.',
	},
	toolText:
		"Lists the datasets of the project with their IDs. Use it to find the dataset that a question refers to. Requires an API key. Example: use it to answer 'Is there a dataset with orders?'",
	fields: datasetListFields,
};

const queryDataset: Operation = {
	option: {
		name: 'Query',
		value: 'queryDataset',
		action: 'Query dataset',
		description:
			'Compute measures from columns of a dataset, grouped by other columns. Requires an API key.',
	},
	toolText:
		"Computes measures from columns of a dataset, grouped by other columns. Use it for prepared data. To analyze events, use the report tools. The tool that gets a dataset returns the column names. Requires an API key. Example: the sum of amount by city of dataset 1 answers 'How much was sold in each city?'",
	fields: datasetQueryFields,
	options: datasetQueryOptionFields,
};

const refreshDataset: Operation = {
	option: {
		name: 'Refresh',
		value: 'refreshDataset',
		action: 'Refresh dataset',
		description: 'Refresh a dataset and wait until the refresh finishes. Requires an API key.',
	},
	toolText:
		'Refreshes a dataset in Sensors Analytics and waits until the refresh finishes. This puts a heavy load on Sensors Analytics. Use it only if somebody asks for newer data. Requires an API key. Example: dataset 1, if asked to refresh the data first.',
	fields: datasetRefreshFields,
	options: datasetRefreshOptionFields,
};

export const datasetResource: Resource = {
	option: { name: 'Dataset', value: 'dataset' },
	operations: [getDataset, getManyDatasets, queryDataset, refreshDataset],
};
