import type { Operation, Resource } from '../item';
import { comparisonFields } from '../params/comparison';
import { explainDefinition, explainOutputFields, explainParams } from '../params/explain';
import { optionField, optionFieldsOf } from '../params/options';
import { modelOutputFields, outputFields } from '../params/output';
import {
	definitionFields,
	ownQueryModeFields,
	pastedJsonField,
	reportQueryModeFields,
} from '../params/queryMode';
import { rangeFields } from '../params/range';
import { madeOnce, shareFields } from '../params/show';
import { ofQueries, reports } from '../reports/registry';
import { FIRST_FIND, fieldsOf, type Report, schemaOf } from '../reports/report';

function reportOperation(own: Report): Operation {
	const dates = (isPasted: boolean) => {
		if (!own.hasDates) return [];
		const range = rangeFields(isPasted, own.firstRange);
		return [...range, ...(own.isSeries ? comparisonFields(isPasted) : [])];
	};
	const rows = own.rows?.fields ?? [];
	const fields = madeOnce(() => [
		...(own.payload ? reportQueryModeFields : ownQueryModeFields),
		// A field that the form and a pasted query share, such as a date, occurs once.
		...shareFields([
			// The shorter one is first, because a saved report also has its dates after the filter.
			{
				shownWith: { queryMode: 'json' },
				fields: [pastedJsonField, ...dates(true), ...rows],
			},
			{
				shownWith: { queryMode: 'fields' },
				fields: [...ofQueries(fieldsOf(own)), ...dates(false), ...rows],
			},
			{
				shownWith: { queryMode: 'definition' },
				fields: definitionFields({ ...own, schema: schemaOf(own) }),
			},
		]),
		...(own.isSeries ? outputFields : modelOutputFields),
	]);
	return {
		option: own.option,
		toolText: own.toolText,
		get fields() {
			return fields();
		},
		options: optionFieldsOf(own),
	};
}

const explainFields = madeOnce(() => [
	...ownQueryModeFields,
	...shareFields([
		{
			shownWith: { queryMode: 'fields' },
			fields: ofQueries(explainParams.flatMap((param) => param.fields)),
		},
		{ shownWith: { queryMode: 'definition' }, fields: definitionFields(explainDefinition) },
	]),
	...explainOutputFields,
]);

const explainChange: Operation = {
	option: {
		name: 'Explain Change',
		value: 'explainChange',
		action: 'Explain change',
		description:
			'Find the groups in which a number changed, such as the city in which orders fell, and compare them with the rest',
	},
	toolText: `Finds where a number changed: which city, channel, or version changed differently from the rest. Use it for 'why did it drop' or 'what is behind the rise', in one call. It doesn't identify causes. ${FIRST_FIND} Example: PayOrder, yesterday, answers 'Why did orders drop yesterday?' with the groups that changed most.`,
	get fields() {
		return explainFields();
	},
	options: [
		'approximate',
		'displayNames',
		'filterJoin',
		'filterJson',
		'previewRequest',
		'requestId',
		'samplingFactor',
		'specialDays',
		'timeZone',
		'useCache',
		'usualRange',
	].flatMap(optionField),
};

export const reportResource: Resource = {
	option: { name: 'Report', value: 'report' },
	operations: [
		...(Object.values(reports) as unknown as Report[]).map(reportOperation),
		explainChange,
	],
};
