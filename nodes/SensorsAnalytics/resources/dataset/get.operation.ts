import { datasetField, readDataset } from '../../form/datasets/dataset';
import { toDatasetDetails } from '../../output/datasetObjects';
import { toItems } from '../../output/items';
import type { Operation } from '../operation';
import { timesOf } from '../timesOf';
import { datasetsOf } from './datasetsOf';

/** One dataset with its columns (docs/service.md, "Datasets"). */
export const getDataset: Operation = {
	option: {
		name: 'Get',
		value: 'getDataset',
		action: 'Get a dataset',
		description:
			'Get one dataset: its columns, by whose names it is queried, and when it was refreshed. Needs an API key.',
	},
	fields: [datasetField],
	async execute(run) {
		const datasets = await datasetsOf(run);
		const id = readDataset(run.field);
		const details = await datasets.details(run.ask, id);
		return toItems([toDatasetDetails(details, timesOf(run))], run.itemIndex);
	},
};
