import { loadCode } from '../../../credentials/loadCode';
import { type Operation, type Resource } from '../item';
import {
	datasetField,
	datasetListFields,
	datasetQueryFields,
	datasetQueryOptionFields,
	datasetRefreshFields,
	datasetRefreshOptionFields,
} from '../params/dataset';

const code = async () => await loadCode(async () => await import('./run/dataset'));

/** One dataset with its columns (docs/service.md, "Datasets"). */
const getDataset: Operation = {
	option: {
		name: 'Get',
		value: 'getDataset',
		action: 'Get dataset',
		description:
			'Get the columns of a dataset and the time of its last refresh. Requires an API key.',
	},
	fields: [datasetField],
	execute: async (run) => await (await code()).getDataset(run),
};

/** Datasets that the account may see (docs/service.md, "Datasets"). */
const getManyDatasets: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyDatasets',
		action: 'Get many datasets',
		description: 'List the datasets with their IDs. Requires an API key.',
	},
	fields: datasetListFields,
	execute: async (run) => await (await code()).getManyDatasets(run),
};

/** Measures of a dataset by its columns (docs/service.md, "Datasets"). */
const queryDataset: Operation = {
	option: {
		name: 'Query',
		value: 'queryDataset',
		action: 'Query dataset',
		description:
			'Compute measures from columns of a dataset, grouped by other columns. Requires an API key.',
	},
	fields: datasetQueryFields,
	options: datasetQueryOptionFields,
	execute: async (run) => await (await code()).queryDataset(run),
};

/** Recomputes a dataset from its source (docs/service.md, "Datasets"). */
const refreshDataset: Operation = {
	option: {
		name: 'Refresh',
		value: 'refreshDataset',
		action: 'Refresh dataset',
		description: 'Refresh a dataset and wait until the refresh finishes. Requires an API key.',
	},
	fields: datasetRefreshFields,
	options: datasetRefreshOptionFields,
	execute: async (run) => await (await code()).refreshDataset(run),
};

export const dataset: Resource = {
	option: { name: 'Dataset', value: 'dataset' },
	operations: [getDataset, getManyDatasets, queryDataset, refreshDataset],
};
