import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { UserError } from 'n8n-workflow';

import { firstWords, quoted } from '../../../credentials/http/redact';
import { firstTwice } from '../query/json';
import type { GroupBy } from '../query/query';
import { toExpression } from '../query/query';
import { BOUNDS } from './bounds';
import { comparisonFields, comparisonParam } from './comparison';
import { filterParam } from './filter';
import { bucketsField, groupsParamOf } from './group';
import { measuresParam } from './measure';
import { modelOutputFields, readOutputForm } from './output';
import type { ParamParts } from './param';
import { countParam, flagParam, querySchema } from './param';
import { propertyField } from './property';
import { rangeParam } from './range';
import { entriesField } from './show';
import { usualParam } from './usual';

/** Parameters of Explain Change, in the order in which people think of them. */

export const MOST_REQUESTS = 'Maximum Requests';
const USUAL_REQUESTS = 30;

/** Named like an event report's groups, so that the editor keeps it for another operation. */
const dimensionsField: INodeProperties = entriesField({
	displayName: 'Dimensions',
	name: 'groupBy',
	what: 'Dimension',
	row: 'group',
	description:
		'Properties in which to look for the change, such as city. If you add none, the node chooses up to six properties of the event that have 2 to 50 values.',
	isSortable: true,
	values: [
		propertyField('field'),
		{
			...bucketsField,
			description: 'Bucket boundaries in ascending order. Required for numeric properties.',
		},
	],
});

export const explainedMeasure = measuresParam(false, {
	key: 'measure',
	also: ['measures', 'metric', 'metrics'],
});
/** Dimensions; if there are none, the node chooses them. */
export const dimensionsParam = groupsParamOf(dimensionsField, {
	key: 'dimensions',
	also: ['dimension', 'group_by', 'breakdown', 'by'],
});
export const looksInside = flagParam({
	displayName: 'Drill Down Into the Largest Change',
	name: 'looksInside',
	key: 'inside',
	also: ['look inside', 'drill down'],
	description:
		'Whether to also use the other dimensions to break down the value that explains most of the change, for example Android by app version',
});
export const mostRequests = countParam({
	displayName: MOST_REQUESTS,
	name: 'mostRequests',
	key: 'most_requests',
	also: ['max requests'],
	bounds: BOUNDS.mostRequests,
	preset: USUAL_REQUESTS,
	description:
		"Maximum number of report requests. The report needs two for the total, two per dimension (up to 12 if the node chooses them), and, for 'Drill Down Into the Largest Change', two for each of the other dimensions. If it needs more, the node sends none.",
});

/**
 * An explanation always has a comparison. Its default is that of a report: otherwise n8n's editor
 * would lose a choice that equals the default here when the report is selected again.
 */
const AUTOMATIC: INodePropertyOptions = {
	name: 'Automatic',
	value: 'none',
	description:
		'The same days of the previous week if the date range has fewer than 7 days, otherwise the previous period',
};
const comparedFields: INodeProperties[] = comparisonFields(false).map((field) =>
	field.name === 'compareWith'
		? {
				...field,
				options: (field.options as INodePropertyOptions[]).map((option) =>
					option.value === AUTOMATIC.value ? AUTOMATIC : option,
				),
				description: 'Dates to compare the date range with',
			}
		: field,
);

export const explainParams: readonly ParamParts[] = [
	explainedMeasure,
	dimensionsParam,
	filterParam,
	rangeParam,
	{ ...comparisonParam, fields: comparedFields },
	looksInside,
	mostRequests,
	usualParam,
];

/** The JSON query, as the form shows it. */
export const explainDefinition = {
	example:
		'{"measure": "PayOrder", "range": "yesterday", "compare": "last_week", "dimensions": ["city", "channel"], "filter": {"$os": "iOS"}, "inside": true}',
	short: '{"measure": "PayOrder", "range": "yesterday"}',
	get schema() {
		return querySchema(explainParams);
	},
};

/** The rows of an explanation have a fixed order, and it has sentences and no chart. */
const LEFT_OUT = ['wide', 'raw', 'chart'];

const OUTPUT_TEXTS: { [output: string]: { description: string } | undefined } = {
	rows: {
		description: 'One item for the overall change, then one for each value of each dimension',
	},
	table: { description: 'One item with the headline, the dimensions, and their rows' },
};

export const explainOutputFields: INodeProperties[] = modelOutputFields.map((field) =>
	field.name === 'output'
		? {
				...field,
				options: (field.options as INodePropertyOptions[])
					.filter(({ value }) => !LEFT_OUT.includes(String(value)))
					.map((option) => ({ ...option, ...OUTPUT_TEXTS[String(option.value)] })),
			}
		: field,
);

export function readExplainOutput(
	typed: unknown,
): Exclude<ReturnType<typeof readOutputForm>, 'wide' | 'raw' | 'chart' | 'summary'> {
	const output = readOutputForm(typed);
	if (output === 'wide' || output === 'raw' || output === 'chart' || output === 'summary') {
		throw new UserError(
			`'Output' of Explain Change can't be ${quoted(output)}. Choose Rows, Table, Compact, or a message`,
		);
	}
	return output;
}

export function assertDifferent(dimensions: GroupBy[]): GroupBy[] {
	const again = firstTwice(dimensions.map(({ property }) => toExpression(property)));
	if (again === undefined) return dimensions;
	throw new UserError(`'Dimensions' has ${firstWords(again)} twice. Remove one of them`);
}
