import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from '../item';
import { comparisonFields } from '../params/comparison';
import { modelOptionFields, reportOptionFields } from '../params/options';
import { modelOutputFields, outputFields } from '../params/output';
import { definitionFields, pastedJsonField, reportQueryModeFields } from '../params/queryMode';
import { rangeFields } from '../params/range';
import { shareFields } from '../params/show';
import { definitions } from '../reports/definitions';
import { payloadFormats } from '../reports/payloads';
import { planReport } from '../reports/plan';
import type { ReportModel } from '../reports/registry';
import { reportModels } from '../reports/registry';
import { runDefinition, runReport } from '../reports/run';
import { explainChange } from './explain';

/** The operation for a model: its form or a pasted query, dates, and the forms of output. */
export function reportOperation(model: ReportModel): Operation {
	const page = payloadFormats[model.name];
	const dates = (isPasted: boolean) => {
		if (!model.hasDates) return [];
		return [...rangeFields(isPasted), ...(model.isSeries ? comparisonFields(isPasted) : [])];
	};
	const rows = model.rows?.fields ?? [];
	const fieldsOf = () => [
		...reportQueryModeFields,
		// What a form and a pasted query both ask for, such as a date, is one field.
		...shareFields([
			{
				shownWith: { queryMode: 'fields' },
				fields: [...model.fields, ...dates(false), ...rows],
			},
			{
				shownWith: { queryMode: 'json' },
				fields: [pastedJsonField(page.path, page.example), ...dates(true), ...rows],
			},
			{
				shownWith: { queryMode: 'definition' },
				fields: definitionFields(definitions[model.name]),
			},
		]),
		...(model.isSeries ? outputFields : modelOutputFields),
	];
	let fields: INodeProperties[] | undefined;
	return {
		option: model.option,
		// Made when they are asked for: n8n waits for what is made while it loads the package.
		get fields() {
			fields ??= fieldsOf();
			return fields;
		},
		options: model.isSeries ? reportOptionFields : modelOptionFields,
		async execute(run) {
			if (run.field('queryMode') === 'definition') {
				return await runDefinition(run, model, new Date());
			}
			return await runReport(run, planReport(run, new Date(), model));
		},
	};
}

export const report: Resource = {
	option: { name: 'Report', value: 'report' },
	operations: [...Object.values(reportModels).map(reportOperation), explainChange],
};
