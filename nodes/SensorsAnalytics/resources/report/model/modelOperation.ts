import type { INodeProperties } from 'n8n-workflow';

import { modelOptionFields, modelOutputFields } from '../../../form/outputFields';
import { JSON_LABEL, pastedJsonField, readPastedJson } from '../../../form/pastedJson';
import { queryModeField } from '../../../form/queryMode';
import { rangeOnlyFields } from '../../../form/rangeFields';
import type { ReadField } from '../../../form/reading';
import { showWhen } from '../../../form/showWhen';
import { readPastedModel } from '../../../wire/legacy/models/pastedModel';
import { readFilter } from '../../../wire/legacy/readFilter';
import { assertModel } from '../../../wire/legacy/whichModel';
import type { Operation } from '../../operation';
import type { ReportModel } from './model';
import { type GivenModelQuery, runModel } from './runModel';

const splitField: INodeProperties = {
	displayName: 'Split by Date',
	name: 'splitByDate',
	type: 'boolean',
	default: false,
	description: 'Whether to return rows for each date, in place of those for the whole range',
};

function readGiven(model: ReportModel, typed: unknown): GivenModelQuery {
	const pasted = readPastedJson(typed, JSON_LABEL);
	assertModel(pasted, model.name);
	return readPastedModel(pasted);
}

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
			const given =
				field('queryMode') === 'json'
					? readGiven(model, field('queryJson'))
					: { body: model.bodyOf(field, readFilter) };
			return await runModel(run, model, given);
		},
	};
}
