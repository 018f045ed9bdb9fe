import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { textOf } from '../form/reading';
import type { DatasetColumn } from '../query/datasets';
import { withKind } from '../query/valueKinds';
import type { Ask, Wire } from '../wire/wire';
import { bounded } from './bounded';
import { labelOf, serviceFor, toResult, withEmpty } from './catalog';
import { partOf } from './partOf';

type Datasets = NonNullable<Wire['datasets']>;

export async function searchDatasets(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const found = await ask(this, async (datasets, send) => datasets.list(send));
	return toResult(
		found.map(({ id, name }) => ({ name: labelOf(name, id), value: id })),
		filter,
	);
}

export async function searchDatasetGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const names = await ask(this, async (datasets, send) => datasets.groups(send));
	const choices = names.map((name) => ({ name, value: name }));
	return withEmpty(toResult(choices, filter), filter, '(All)');
}

/** Columns of the dataset in the form by which numbers can be split. */
export async function searchDatasetDimensions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return toColumns(await columnsOf(this), filter, ({ isDimension }) => isDimension);
}

/** Columns of the dataset in the form from which numbers can be computed. */
export async function searchDatasetMeasures(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return toColumns(await columnsOf(this), filter, ({ isMeasure }) => isMeasure);
}

async function columnsOf(context: ILoadOptionsFunctions): Promise<DatasetColumn[]> {
	const id = textOf(context.getCurrentNodeParameter('dataset'));
	if (id === '') return [];
	const { columns } = await ask(context, async (datasets, send) => datasets.details(send, id));
	return columns;
}

function toColumns(
	columns: readonly DatasetColumn[],
	filter: string | undefined,
	isMeant: (column: DatasetColumn) => boolean,
): INodeListSearchResult {
	const choices = columns.filter(isMeant).map(({ name, displayName, kind }) => ({
		name: withKind(labelOf(displayName, name), kind),
		value: name,
	}));
	return toResult(choices, filter);
}

async function ask<Result>(
	context: ILoadOptionsFunctions,
	work: (datasets: Datasets, send: Ask) => Promise<Result>,
): Promise<Result> {
	const service = serviceFor(context);
	const datasets = await partOf(service, 0, 'datasets', 'Datasets');
	return await work(
		datasets,
		bounded(async (request) => await service.call(0, request)),
	);
}
