import { datasetListFields } from '../../form/datasetFields';
import { limited } from '../../form/listFields';
import { type ReadField, textOf } from '../../form/reading';
import { toDatasetObject } from '../../output/datasetObjects';
import { toItems } from '../../output/items';
import type { Operation } from '../operation';
import { askerOf, datasetsOf } from './datasetsOf';

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
		const { context, itemIndex } = run;
		const datasets = await datasetsOf(run);
		const field: ReadField = (name) => context.getNodeParameter(name, itemIndex, '');
		const group = textOf(field('datasetGroup'));
		const found = await datasets.list(askerOf(run), group === '' ? undefined : group);
		return toItems(limited(found, field).map(toDatasetObject), itemIndex);
	},
};
