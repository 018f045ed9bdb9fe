import { comparisonFields } from '../../form/comparison';
import { definitionFields } from '../../form/definitionField';
import { modelOutputFields, outputFields } from '../../form/output';
import { pastedJsonField } from '../../form/pastedJson';
import { reportQueryModeFields } from '../../form/queryMode';
import { rangeFields } from '../../form/range';
import { modelOptionFields, reportOptionFields } from '../../form/reportOptions';
import { showWhen } from '../../form/showWhen';
import { definitions } from '../../definition';
import { pages } from '../../paste';
import type { Operation } from '../operation';
import type { ReportModel } from './model';
import { planReport } from './plan';
import { runDefinition } from './runDefinition';
import { runReport } from './runReport';

/** The operation for a model: its form or a pasted query, dates, and the forms of output. */
export function reportOperation(model: ReportModel): Operation {
	const page = pages[model.name];
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
