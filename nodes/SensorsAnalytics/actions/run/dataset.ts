import { type INodeExecutionData, UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../../credentials/http/json';
import { missingNote } from '../../api/catalogRows';
import { bounded, moduleOf } from '../../catalog/catalog';
import {
	addNote,
	isPreview,
	type ItemRun,
	type OperationRuns,
	preview,
	shownRequest,
} from '../../item';
import {
	toDatasetDetails,
	toDatasetObject,
	toRefreshObject,
	toRowObject,
} from '../../output/entities';
import { addHint } from '../../output/meta';
import { ownItems, toItems } from '../../output/present';
import { readDataset, readDatasetQuery, readDatasetRefresh, readRowsPerRequest } from '../dataset';
import { limited, readLimit } from '../../params/list';
import { readTimeZone } from '../../params/range';
import { readOneOf, textOf } from '../../params/read';
import { readLongestWait, readTaskId } from '../../params/task';
import type { DatasetDetails, DatasetQuery } from '../../query/entities';
import { timesOf } from './catalog';
import { awaitTask, limitNote, notesOn, readPages } from '../pages';

async function datasetsOf({ service, itemIndex }: ItemRun) {
	return await moduleOf(service, itemIndex, 'datasets', 'Datasets');
}

async function getDataset(run: ItemRun): Promise<INodeExecutionData[]> {
	const datasets = await datasetsOf(run);
	const id = readDataset(run.field);
	const details = await datasets.details(run.ask, id);
	return ownItems([toDatasetDetails(details, timesOf(run))], run.itemIndex);
}

async function getManyDatasets(run: ItemRun): Promise<INodeExecutionData[]> {
	const { itemIndex, field, ask } = run;
	const datasets = await datasetsOf(run);
	const group = textOf(field('datasetGroup'));
	const found = await datasets.list(bounded(ask), group === '' ? undefined : group);
	addNote(run, missingNote(found, 'datasets'));
	// The list of an unknown group is empty, too.
	const groups = group !== '' && found.length === 0 ? await datasets.groups(ask) : [];
	if (groups.length > 0) readOneOf(group, groups, "'Group'");
	return ownItems(limited(found, field).map(toDatasetObject), itemIndex);
}

async function queryDataset(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, itemIndex, field, options } = run;
	const datasets = await datasetsOf(run);
	const timeZone = readTimeZone(options.timeZone, context.getTimezone());
	const query = readDatasetQuery(field, options, timeZone, new Date());
	const limit = readLimit(field);
	const largestPage = readRowsPerRequest(options);
	const request = datasets.query(query);
	if (isPreview(run)) return toItems([preview(request, largestPage, limit)], itemIndex);
	if (query.range) assertDates(query.datasetId, await datasets.details(run.ask, query.datasetId));
	const read = await readPages(run.ask, {
		request,
		read: (answer) => datasets.readRows(answer, query),
		groupOf: groupIn(query),
		sizeOf: (row) => Object.keys(row).length,
		largestPage,
		limit,
	});
	addNote(run, notesOn(read, limit, 'rows'));
	addHint(context, limitNote(read, limit, 'rows'));
	return toItems(read.entries.map(toRowObject), itemIndex);
}

/** Returns a function for the group of a row; undefined if several rows may be of the same group. */
function groupIn({ dimensions, measures }: DatasetQuery) {
	// Details and formulas aren't aggregated.
	if (!measures.every(({ aggregation }) => aggregation !== undefined)) return undefined;
	const names = dimensions.map((name) => name.toLowerCase());
	return (row: JsonObject): string => {
		const cells = new Map(Object.entries(row).map(([name, cell]) => [name.toLowerCase(), cell]));
		return JSON.stringify(names.map((name) => cells.get(name) ?? null));
	};
}

/** Refuses dates for a table: the service ignores them, and returns the numbers of all dates. */
function assertDates(id: string, { storage }: DatasetDetails): void {
	if (storage !== 'TABLE') return;
	throw new UserError(
		`'Dates' is A Date Range, but dataset ${id} is of type Table, which has no dates. Set 'Dates' to All Dates`,
	);
}

async function refreshDataset(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, itemIndex, field, options, ask } = run;
	const datasets = await datasetsOf(run);
	const timeZone = readTimeZone(options.timeZone, context.getTimezone());
	const refresh = readDatasetRefresh(field, options, timeZone, new Date());
	const [longestMs, enteredTaskId] = [readLongestWait(options), readTaskId(options)];
	const request = datasets.refreshRequest(refresh);
	if (isPreview(run)) return toItems([{ requests: [shownRequest(request)] }], itemIndex);
	const taskId = enteredTaskId ?? datasets.readRefresh(await ask(request));
	const state = await awaitTask(context, {
		name: `Refresh ${taskId}`,
		fetchState: async () => await datasets.refreshState(ask, taskId, refresh.datasetId),
		longestMs,
		advice: `Run this again later with the option 'Task ID' set to ${taskId}. The node then waits for this refresh instead of starting another.`,
	});
	const time = timesOf(run, timeZone);
	return ownItems([toRefreshObject(refresh.datasetId, taskId, state, time)], itemIndex);
}

export const datasetRuns: OperationRuns = {
	getDataset,
	getManyDatasets,
	queryDataset,
	refreshDataset,
};
