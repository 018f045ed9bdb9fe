import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { modelOptionFields, modelOutputFields } from '../../../form/outputFields';
import { JSON_LABEL, pastedJsonField, readPastedJson } from '../../../form/pastedJson';
import { queryModeField } from '../../../form/queryMode';
import { readTimeZone } from '../../../form/range';
import { rangeOnlyFields } from '../../../form/rangeFields';
import type { ReadField } from '../../../form/reading';
import { showWhen } from '../../../form/showWhen';
import { readPastedModel } from '../../../wire/legacy/models/pastedModel';
import { readFilter } from '../../../wire/legacy/readFilter';
import { assertModel } from '../../../wire/legacy/whichModel';
import type { Operation } from '../../operation';
import type { ReportModel } from './model';
import { runModel } from './runModel';

const splitField: INodeProperties = {
	displayName: 'Split by Date',
	name: 'splitByDate',
	type: 'boolean',
	default: false,
	description: 'Whether to return rows for each date, in place of those for the whole range',
};

/** The operation for a model: its form or a pasted query, dates, and the forms of output. */
export function modelOperation(model: ReportModel): Operation {
	const dates = (isPasted: boolean) => (model.wire.hasDates ? rangeOnlyFields(isPasted) : []);
	return {
		option: model.option,
		fields: [
			queryModeField,
			...showWhen({ queryMode: ['fields'] }, [...model.fields, ...dates(false)]),
			...showWhen({ queryMode: ['json'] }, [
				pastedJsonField(model.panelPath, 'e.g. the payload that begins with {'),
				...dates(true),
			]),
			...(model.hasSplit ? [splitField] : []),
			...modelOutputFields,
		],
		options: modelOptionFields,
		async execute(run) {
			const { context, itemIndex } = run;
			const field: ReadField = (name) => context.getNodeParameter(name, itemIndex, '');
			if (field('queryMode') !== 'json') {
				return await runModel(run, model, { body: model.bodyOf(field, readFilter) });
			}
			const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
			const timeZone = readTimeZone(options.timeZone, context.getTimezone());
			const json = readPastedJson(field('queryJson'), JSON_LABEL);
			assertModel(json, model.name);
			const pasted = readPastedModel(json, timeZone);
			if (pasted.comparison) {
				throw new UserError(
					`'${JSON_LABEL}' compares two ranges, which this node does for event analyses only. Remove 'compare_from_date' and 'compare_to_date' from it, or run the report twice`,
				);
			}
			return await runModel(run, model, pasted);
		},
	};
}
