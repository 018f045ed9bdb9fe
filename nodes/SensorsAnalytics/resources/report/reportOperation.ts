import {
	modelOptionFields,
	modelOutputFields,
	outputFields,
	reportOptionFields,
} from '../../form/outputFields';
import { definitionFields } from '../../form/definitionField';
import { pastedJsonField } from '../../form/pastedJson';
import { reportQueryModeFields } from '../../form/queryMode';
import { rangeFields, rangeOnlyFields } from '../../form/rangeFields';
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
	const { example, schema } = definitions[model.name];
	const dates = (isPasted: boolean) => {
		if (!model.hasDates) return [];
		return model.isSeries ? rangeFields(isPasted) : rangeOnlyFields(isPasted);
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
			...showWhen({ queryMode: ['definition'] }, definitionFields(example, schema)),
			...showWhen({ queryMode: ['fields', 'json'] }, model.rows?.fields ?? []),
			...(model.isSeries ? outputFields : modelOutputFields),
		],
		options: model.isSeries ? reportOptionFields : modelOptionFields,
		async execute(run) {
			const { context, itemIndex } = run;
			if (context.getNodeParameter('queryMode', itemIndex, '') === 'definition') {
				return await runDefinition(run, model, new Date());
			}
			return await runReport(run, planReport(context, itemIndex, new Date(), model));
		},
	};
}
