import type { Operation, Resource } from '../item';
import { comparisonFields } from '../params/comparison';
import { modelOptionFields, reportOptionFields } from '../params/options';
import { modelOutputFields, outputFields } from '../params/output';
import { definitionFields, pastedJsonField, reportQueryModeFields } from '../params/queryMode';
import { rangeFields } from '../params/range';
import { showWhen } from '../params/show';
import { definitions } from '../reports/definitions';
import { payloadFormats } from '../reports/payloads';
import { planReport } from '../reports/plan';
import type { ReportModel } from '../reports/registry';
import { reportModels } from '../reports/registry';
import { runDefinition, runReport } from '../reports/run';

/** The operation for a model: its form or a pasted query, dates, and the forms of output. */
export function reportOperation(model: ReportModel): Operation {
	const page = payloadFormats[model.name];
	const dates = (isPasted: boolean) => {
		if (!model.hasDates) return [];
		return [...rangeFields(isPasted), ...(model.isSeries ? comparisonFields(isPasted) : [])];
	};
	return {
		option: model.option,
		fields: [
			...reportQueryModeFields,
			...showWhen({ queryMode: ['fields'] }, [...model.fields, ...dates(false)]),
			...showWhen({ queryMode: ['json'] }, [
				pastedJsonField(page.path, page.example),
				...dates(true),
			]),
			...showWhen({ queryMode: ['definition'] }, definitionFields(definitions[model.name])),
			...showWhen({ queryMode: ['fields', 'json'] }, model.rows?.fields ?? []),
			...(model.isSeries ? outputFields : modelOutputFields),
		],
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
	operations: Object.values(reportModels).map(reportOperation),
};
