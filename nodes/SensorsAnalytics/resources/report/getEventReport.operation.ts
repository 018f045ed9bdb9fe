import type { INodeProperties } from 'n8n-workflow';

import { outputFields, reportOptionFields } from '../../form/outputFields';
import { pastedJsonField } from '../../form/pastedJson';
import { queryFields } from '../../form/queryFields';
import { queryModeField } from '../../form/queryMode';
import { rangeFields } from '../../form/rangeFields';
import { showWhen } from '../../form/showWhen';
import type { Operation } from '../operation';
import { planReport } from './event/plan';
import { runEventReport } from './event/runEventReport';

const fields: INodeProperties[] = [
	queryModeField,
	...showWhen({ queryMode: ['fields'] }, [...queryFields, ...rangeFields(false)]),
	...showWhen({ queryMode: ['json'] }, [
		pastedJsonField(
			'events/report',
			'e.g. {"measures":[{"event_name":"PayOrder","aggregator":"general"}],"unit":"day",…}',
		),
		...rangeFields(true),
	]),
	...outputFields,
];

/** `POST /api/events/report` (spec 4.3), and all that n8n users do with its answer. */
export const getEventReport: Operation = {
	option: {
		name: 'Get Event Report',
		value: 'getEventReport',
		action: 'Get an event report',
		description: "Count or add up events by date and group, such as yesterday's orders by city",
	},
	fields,
	options: reportOptionFields,
	async execute(run) {
		return await runEventReport(run, planReport(run.context, run.itemIndex, new Date()));
	},
};
