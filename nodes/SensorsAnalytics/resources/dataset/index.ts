import type { Resource } from '../operation';
import { getDataset } from './get.operation';
import { getManyDatasets } from './getMany.operation';
import { queryDataset } from './query.operation';
import { refreshDataset } from './refresh.operation';

export const dataset: Resource = {
	option: { name: 'Dataset', value: 'dataset' },
	operations: [getDataset, getManyDatasets, queryDataset, refreshDataset],
};
