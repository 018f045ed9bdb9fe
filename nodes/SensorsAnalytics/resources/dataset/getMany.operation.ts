import { datasetListFields } from '../../form/datasets/dataset';
import { limited } from '../../form/listFields';
import { textOf } from '../../form/reading';
import { bounded } from '../../lists/bounded';
import { toDatasetObject } from '../../output/datasetObjects';
import { toItems } from '../../output/items';
import type { Operation } from '../operation';
import { datasetsOf } from './datasetsOf';

/** Datasets that the account may see (docs/service.md, "Datasets"). */
export const getManyDatasets: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyDatasets',
		action: 'Get many datasets',
		description: 'List the datasets (业务模型) with their IDs. Needs an API key.',
	},
	fields: datasetListFields,
	async execute(run) {
		const { itemIndex, field, ask } = run;
		const datasets = await datasetsOf(run);
		const group = textOf(field('datasetGroup'));
		const found = await datasets.list(bounded(ask), group === '' ? undefined : group);
		return toItems(limited(found, field).map(toDatasetObject), itemIndex);
	},
};
