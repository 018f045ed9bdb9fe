import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { outputField, reportOptionFields } from '../../form/outputFields';
import { queryFields } from '../../form/queryFields';
import { rangeFields } from '../../form/rangeFields';
import { showWhen } from '../../form/showWhen';
import { addHints } from '../../output/hints';
import { toItems } from '../../output/items';
import { toRawObjects } from '../../output/raw';
import { nameColumns } from '../../query/columns';
import { EVENT_REPORT_PATH } from '../../wire/legacy/writeEventReport';
import type { ItemRun, Operation } from '../operation';
import { arrange } from './arrange';
import { bodiesFor, fetchAnswers, fetchTable } from './fetchReport';
import { JSON_LABEL, planReport, rangesOf, type ReportPlan } from './plan';
import { present } from './present';

const fields: INodeProperties[] = [
	{
		displayName: 'Query',
		name: 'queryMode',
		type: 'options',
		default: 'fields',
		noDataExpression: true,
		options: [
			{
				name: 'Build From Fields',
				value: 'fields',
				description: 'Fill in measures, grouping, filter and unit',
			},
			{
				name: 'Paste JSON',
				value: 'json',
				description:
					'Use the request payload of a report that you have opened in Sensors Analytics',
			},
		],
	},
	...showWhen({ queryMode: ['fields'] }, [...queryFields, ...rangeFields(false)]),
	...showWhen({ queryMode: ['json'] }, [
		{
			displayName: JSON_LABEL,
			name: 'queryJson',
			type: 'json',
			typeOptions: { rows: 10 },
			default: '',
			required: true,
			placeholder:
				'e.g. {"measures":[{"event_name":"PayOrder","aggregator":"general"}],"unit":"day",…}',
			description:
				"Open the report in Sensors Analytics with the browser's developer tools, filter the network panel by events/report, and copy the request payload",
		},
		...rangeFields(true),
	]),
	outputField,
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
		const now = new Date();
		const plan = planReport(run.context, run.itemIndex, now);
		if (plan.options.isPreview) return toItems([preview(plan)], run.itemIndex);
		if (plan.output === 'raw') {
			return toItems(toRawObjects(await fetchRaw(run, plan)), run.itemIndex);
		}

		const columns = nameColumns(plan.parts);
		const fetch = async (range: ReportPlan['range']) =>
			await fetchTable(run.service, run.itemIndex, plan, range, columns);
		const current = await fetch(plan.range);
		const before = plan.comparison && (await fetch(plan.comparison));
		const table = arrange(plan, current, before);
		addHints(run.context, table);
		return toItems(present(plan, table, now.toISOString()), run.itemIndex);
	},
};

function preview(plan: ReportPlan): IDataObject {
	const bodies = rangesOf(plan).flatMap((range) => bodiesFor(plan, range)) as IDataObject[];
	return { requests: bodies.map((body) => ({ method: 'POST', path: EVENT_REPORT_PATH, body })) };
}

async function fetchRaw({ service, itemIndex }: ItemRun, plan: ReportPlan): Promise<unknown[]> {
	const answers: unknown[] = [];
	for (const range of rangesOf(plan)) {
		answers.push(...(await fetchAnswers(service, itemIndex, plan, range)));
	}
	return answers.flat();
}
