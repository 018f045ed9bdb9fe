import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { showWhen } from '../../form/showWhen';
import { dateRangeFields, eventQueryFields } from '../../form/eventQueryFields';
import { readEventQuery, readRange } from '../../form/eventQueryForm';
import { readPastedJson } from '../../form/pastedJson';
import type { ReadField } from '../../form/readField';
import { warnOfIncomplete } from '../../output/hints';
import { toItems } from '../../output/items';
import { toRawObjects } from '../../output/raw';
import { toRows } from '../../output/rows';
import { nameColumns, type ReportColumns } from '../../query/columns';
import { usePastedEventReport } from '../../wire/legacy/pastedEventReport';
import { readEventReport } from '../../wire/legacy/readEventReport';
import { EVENT_REPORT_PATH, writeEventReport } from '../../wire/legacy/writeEventReport';
import type { Operation } from '../operation';

const JSON_LABEL = 'Query JSON';

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
				description: 'Fill in measures, grouping, unit and dates',
			},
			{
				name: 'Paste JSON',
				value: 'json',
				description:
					'Use the request payload of a report that you have opened in Sensors Analytics',
			},
		],
	},
	...showWhen({ queryMode: ['fields'] }, [...eventQueryFields, ...dateRangeFields]),
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
		{
			displayName: 'Override Dates',
			name: 'overrideDates',
			type: 'boolean',
			default: true,
			description:
				'Whether to use the dates below instead of those in the JSON, so that a pasted query can run every day',
		},
		...showWhen({ overrideDates: [true] }, dateRangeFields),
	]),
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
];

/** `POST /api/events/report` (spec 4.3): one item per date and group, or the raw answer. */
export const getEventReport: Operation = {
	option: {
		name: 'Get Event Report',
		value: 'getEventReport',
		action: 'Get an event report',
		description: "Count or add up events by date and group, such as yesterday's orders by city",
	},
	fields,
	async execute({ context, service, itemIndex }) {
		const { body, columns } = readQuery(context, itemIndex);
		const answer = await service.call(itemIndex, { path: EVENT_REPORT_PATH, body });
		if (context.getNodeParameter('simplify', itemIndex) !== true) {
			return toItems(toRawObjects(answer), itemIndex);
		}
		const table = readEventReport(answer, columns);
		warnOfIncomplete(context, table);
		return toItems(toRows(table), itemIndex);
	},
};

function readQuery(
	context: IExecuteFunctions,
	itemIndex: number,
): { body: object; columns: ReportColumns } {
	const field: ReadField = (name) => context.getNodeParameter(name, itemIndex, '');
	const timeZone = context.getTimezone();
	if (field('queryMode') === 'fields') {
		const query = readEventQuery(field, timeZone);
		return { body: writeEventReport(query), columns: nameColumns(query) };
	}
	const range = field('overrideDates') === true ? readRange(field, timeZone) : undefined;
	const { body, parts } = usePastedEventReport(
		readPastedJson(field('queryJson'), JSON_LABEL),
		range,
	);
	return { body, columns: nameColumns(parts) };
}
