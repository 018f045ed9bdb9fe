import {
	datasetQueryFields,
	datasetQueryOptionFields,
	readDatasetQuery,
	readRowsPerRequest,
} from '../../form/datasets/query';
import { readLimit } from '../../form/listFields';
import { readTimeZone } from '../../form/range';
import { toRowObject } from '../../output/datasetObjects';
import { addHint } from '../../output/hints';
import { toItems } from '../../output/items';
import type { Operation } from '../operation';
import { isPreview, preview } from '../preview';
import { limitNote, notesOn, readPages } from '../readPages';
import { datasetsOf } from './datasetsOf';

/** Numbers of a dataset by its columns (docs/service.md, "Datasets"). */
export const queryDataset: Operation = {
	option: {
		name: 'Query',
		value: 'queryDataset',
		action: 'Query a dataset',
		description:
			'Compute numbers from columns of a dataset, split by other columns: one item per row. Needs an API key.',
	},
	fields: datasetQueryFields,
	options: datasetQueryOptionFields,
	async execute(run) {
		const { context, itemIndex, field, options } = run;
		const datasets = await datasetsOf(run);
		const timeZone = readTimeZone(options.timeZone, context.getTimezone());
		const query = readDatasetQuery(field, options, timeZone, new Date());
		const limit = readLimit(field);
		const largestPage = readRowsPerRequest(options);
		const request = datasets.query(query);
		if (isPreview(run)) return toItems([preview(request, largestPage, limit)], itemIndex);
		const read = await readPages(run.ask, {
			request,
			read: datasets.readRows,
			sizeOf: (row) => Object.keys(row).length,
			largestPage,
			limit,
		});
		addHint(context, notesOn(read, limit, 'rows'));
		addHint(context, limitNote(read, limit, 'rows'));
		return toItems(read.entries.map(toRowObject), itemIndex);
	},
};
