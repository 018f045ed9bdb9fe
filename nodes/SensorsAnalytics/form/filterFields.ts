import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	FILTER_FUNCTIONS,
	FUNCTIONS_OF_ANY_KIND,
	FUNCTIONS_WITH_PICKED,
} from '../query/filterFunctions';
import type { ValueKind } from '../query/valueKinds';
import { pickField, propertyField } from './pickField';
import { showWhen } from './showWhen';

const KINDS: Array<{ name: string; value: ValueKind; description?: string }> = [
	{
		name: 'As the Property',
		value: 'text',
		description: 'As the list of properties shows it; text if the property was typed',
	},
	{ name: 'Number', value: 'number' },
	{ name: 'Yes or No', value: 'boolean' },
	{ name: 'Date', value: 'date' },
	{ name: 'List', value: 'list' },
];

const functionOptions: INodePropertyOptions[] = FILTER_FUNCTIONS.map(
	({ value, label, description }) => ({ name: label, value, description }),
);

const withValues = FILTER_FUNCTIONS.filter(({ takes }) => takes !== 'none').map(
	({ value }) => value,
);

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'values',
	type: 'string',
	default: '',
	placeholder: 'e.g. Beijing, or 100, or 2026-11-01',
	description:
		'Several values with commas between them, or a list from an expression. A range is two values: 100, 500 or 2026-11-01, 2026-11-30.',
};

/** Beside the field above: a saved text stays one, and several values can be typed. */
const pickedValueField = pickField({
	displayName: 'Pick a Value',
	name: 'pickedValue',
	list: 'searchValues',
	placeholder: 'e.g. Beijing',
	typed: { displayName: 'By Value', name: 'value' },
	description:
		"One of the property's values. It is one more beside what stands in Value, and does not replace it: leave Value empty for this one alone.",
});

const BESIDE = ' What is picked below is one more.';

const listedValueField: INodeProperties = {
	...pickedValueField,
	// What was picked is no value of another property.
	typeOptions: { loadOptionsDependsOn: ['&field.value'] },
	displayOptions: { show: { function: FUNCTIONS_WITH_PICKED } },
};

/**
 * A list of conditions.
 * @param field what they are on
 * @param hasValueList whether the service lists its values
 */
export function conditionsField(
	displayName: string,
	name: string,
	field = propertyField('Field', 'field'),
	hasValueList = true,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Condition' },
		default: {},
		placeholder: 'Add Condition',
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: [
					field,
					{
						displayName: 'Function',
						name: 'function',
						type: 'options',
						default: 'equal',
						options: functionOptions,
						description: 'How the property is compared; one that does not fit it is refused',
					},
					// Not required: a yes or no that was saved without its function has none.
					{
						...valueField,
						description: `${valueField.description}${hasValueList ? BESIDE : ''}`,
						displayOptions: { show: { function: withValues } },
					},
					...(hasValueList ? [listedValueField] : []),
					{
						displayName: 'Kind of Value',
						name: 'valueKind',
						type: 'options',
						default: 'text',
						displayOptions: { show: { function: FUNCTIONS_OF_ANY_KIND } },
						options: KINDS,
						description: 'What the value is, for a property whose name was typed',
					},
				],
			},
		],
	};
}

/** How conditions are joined. */
export function joinField(name: string): INodeProperties {
	return {
		displayName: 'Combine Conditions',
		name,
		type: 'options',
		default: 'and',
		description: 'How many of the conditions must be met: and for all, or for any',
		options: [
			{ name: 'All Must Be Met (AND)', value: 'and' },
			{ name: 'Any May Be Met (OR)', value: 'or' },
		],
	};
}

/** Filter of the whole report. */
export const filterFields: INodeProperties[] = [
	{
		displayName: 'Filter',
		name: 'filterMode',
		type: 'options',
		description: 'Which events or users count: all, or those for which conditions are met',
		default: 'none',
		options: [
			{ name: 'None', value: 'none' },
			{
				name: 'Conditions',
				value: 'conditions',
				description: 'Count only events for which conditions are met',
			},
			{
				name: 'JSON',
				value: 'json',
				description: "A filter in the platform's own form, nested as deep as needed",
			},
		],
	},
	...showWhen({ filterMode: ['conditions'] }, [
		joinField('filterJoin'),
		conditionsField('Filter By', 'filter'),
		{
			displayName: 'Filter Groups',
			name: 'filterGroups',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Group of Conditions' },
			default: {},
			placeholder: 'Add Group of Conditions',
			description: 'Conditions in brackets: each group counts as one condition',
			options: [
				{
					displayName: 'Group',
					name: 'group',
					values: [joinField('join'), conditionsField('Conditions', 'conditions')],
				},
			],
		},
	]),
	...showWhen({ filterMode: ['json'] }, [
		{
			displayName: 'Filter JSON',
			name: 'filterJson',
			type: 'json',
			default: '',
			placeholder:
				'e.g. {"relation":"and","conditions":[{"field":"user.city","function":"equal","params":["Beijing"]}]}',
			description: 'The value of "filter" in a request payload copied from Sensors Analytics',
		},
	]),
];
