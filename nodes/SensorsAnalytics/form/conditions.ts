import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import type { Condition, Filter } from '../query/eventQuery';
import {
	FILTER_FUNCTIONS,
	type FilterFunction,
	FUNCTIONS_OF_ANY_KIND,
} from '../query/filterFunctions';
import { KIND_WORDS, kindIn, type ValueKind } from '../query/valueKinds';
import {
	assertFilled,
	assertPlainText,
	compareBy,
	isOpen,
	readValues,
	valueFields,
	type ValueRow,
	valuesOf,
} from './conditionValues';
import { propertyField } from './pickField';
import { readProperty } from './property';
import { noChoice } from './choice';
import { hasLostLabel, pickedLabel, rowsOf, textOf, withPlainCommas } from './reading';

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
					...valueFields(hasValueList),
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

/** A condition as the form holds it. */
export interface ConditionRow extends ValueRow {
	field?: unknown;
	valueKind?: unknown;
	function?: unknown;
}

/** Conditions alone; undefined where there are none. */
export function readConditions(
	collection: unknown,
	join: unknown,
	event: string,
	place: string,
): Filter | undefined {
	const rows = rowsOf<ConditionRow>(collection, 'condition');
	if (rows.length === 0) return undefined;
	const conditions = rows.map((row, index) =>
		readCondition(row, event, `of condition ${index + 1} ${place}`),
	);
	return { join: join === 'or' ? 'or' : 'and', conditions, groups: [] };
}

/**
 * Reads one condition. What kind of value the property has is known if it was picked from the
 * list, which shows the kind; it decides over the entry 'Kind of Value', which can only agree.
 * @param event whose properties short field names mean
 * @param place where the condition stands, for errors
 * @throws UserError for a function that does not fit the property, and for wrong values
 */
export function readCondition(row: ConditionRow, event: string, place: string): Condition {
	const name = textOf(row.field);
	const property = readProperty(name, event, `'Field' ${place}`);
	const wanted = textOf(row.function);
	const known = FILTER_FUNCTIONS.find(({ value }) => value === wanted);
	if (!known) {
		const choices = FILTER_FUNCTIONS.map(({ value }) => value);
		throw noChoice(wanted, choices, `'Function' ${place}`);
	}
	const given = valuesOf(row, known);
	const picked = kindIn(pickedLabel(row.field));
	const stated = readStated(row.valueKind);
	if (picked && stated && picked !== stated) {
		throw new UserError(
			`'Kind of Value' ${place} does not fit '${name}', which is ${KIND_WORDS[picked]} in the project. Set it to 'As the Property'`,
		);
	}
	if (isOpen(known) && stated === undefined && hasLostLabel(row.field)) {
		assertPlainText(given, name, place);
	}
	const kind = picked ?? stated ?? defaultKind(known);
	if (!known.kinds.includes(kind)) throw misfit(known, kind, name, place);
	const values = kind === 'number' || kind === 'date' ? withPlainCommas(given) : given;
	const isLeftOpen = isOpen(known) && kind === 'boolean' && picked === undefined;
	if (known.takes !== 'none' && !isLeftOpen) assertFilled(row, values, known, kind, place);
	const comparison = isOpen(known)
		? compareBy(kind, values, known, place, picked === undefined)
		: { function: known.value, values: readValues(values, kind, known, place) };
	return { property, ...comparison };
}

/** 'As the Property' states nothing; it is kept as text, which it means for typed properties. */
function readStated(typed: unknown): ValueKind | undefined {
	const kind = textOf(typed) as ValueKind;
	return kind in KIND_WORDS && kind !== 'text' ? kind : undefined;
}

function defaultKind({ kinds }: FilterFunction): ValueKind {
	return kinds.length === 1 ? (kinds[0] as ValueKind) : 'text';
}

function misfit(known: FilterFunction, kind: ValueKind, name: string, place: string): UserError {
	const fitting = FILTER_FUNCTIONS.filter(({ kinds }) => kinds.includes(kind));
	return new UserError(
		`'Function' ${place} is '${known.label}', which does not fit '${name}': that is ${KIND_WORDS[kind]}. Choose one of: ${fitting.map(({ label }) => label).join(', ')}`,
	);
}
