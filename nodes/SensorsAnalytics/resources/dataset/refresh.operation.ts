import {
	datasetRefreshFields,
	datasetRefreshOptionFields,
	readDatasetRefresh,
} from '../../form/datasets/refresh';
import { readTimeZone } from '../../form/range';
import { readLongestWait, readTaskId } from '../../form/tasks';
import { toRefreshObject } from '../../output/datasetObjects';
import { toItems } from '../../output/items';
import { toItemJson } from '../../output/raw';
import { cancelSignalOf } from '../../transport/context';
import { awaitTask } from '../awaitTask';
import type { Operation } from '../operation';
import { isPreview } from '../preview';
import { timesOf } from '../timesOf';
import { datasetsOf } from './datasetsOf';

/** A dataset computed anew from its source (docs/service.md, "Datasets"). */
export const refreshDataset: Operation = {
	option: {
		name: 'Refresh',
		value: 'refreshDataset',
		action: 'Refresh a dataset',
		description:
			'Have Sensors Analytics fill a dataset anew, and wait until it is done. Needs an API key.',
	},
	fields: datasetRefreshFields,
	options: datasetRefreshOptionFields,
	async execute(run) {
		const { context, itemIndex, field, options, ask } = run;
		const datasets = await datasetsOf(run);
		const timeZone = readTimeZone(options.timeZone, context.getTimezone());
		const refresh = readDatasetRefresh(field, options, timeZone, new Date());
		const [longestMs, given] = [readLongestWait(options), readTaskId(options)];
		const request = datasets.refreshRequest(refresh);
		if (isPreview(run)) {
			const body = toItemJson(request.body);
			return toItems([{ requests: [{ method: 'POST', path: request.path, body }] }], itemIndex);
		}
		const taskId = given ?? datasets.readRefresh(await ask(request));
		const state = await awaitTask({
			name: `Refresh ${taskId}`,
			look: async () => await datasets.refreshState(ask, taskId),
			longestMs,
			advice: `Run this again later with the option 'Task ID' set to ${taskId}: it is waited for, and no second refresh is started.`,
			tell: (words) => context.sendMessageToUI(words),
			cancelled: cancelSignalOf(context),
		});
		const time = timesOf(run, timeZone);
		return toItems([toRefreshObject(refresh.datasetId, taskId, state, time)], itemIndex);
	},
};
