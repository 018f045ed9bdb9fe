import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { Integer, isObject, type JsonObject, toInteger } from '../../../credentials/http/json';
import { firstWords, quoted } from '../../../credentials/http/redact';
import { readFilter } from '../paste/payload';
import {
	FILTER_FUNCTIONS,
	type FilterFunction,
	functionOf,
	FUNCTIONS_OF_ANY_KIND,
	FUNCTIONS_WITH_PICKED,
	functionsFor,
	KIND_WORDS,
	kindIn,
	type ValueKind,
} from '../query/filterFunctions';
import { asText, MOST_VALUES, valueCounter } from '../query/json';
import {
	ANY_EVENT,
	type Filter,
	type FilterCondition,
	isUserGroup,
	type Property,
	type Scalar,
	toExpression,
	withProperties,
} from '../query/query';
import { assertFew } from './bounds';
import type { NameResolver } from './names';
import type { Param } from './param';
import { pickField, propertyField, readProperty, UNTOUCHED_PICK } from './property';
import { readPastedJson } from './queryMode';
import { readWholeDay } from './range';
import {
	assertPlainCommas,
	assertQuotesClosed,
	exact,
	exactText,
	fewRowsOf,
	hasLostLabel,
	isMoment,
	isUntouched,
	listOf,
	noChoice,
	noNumber,
	pickedLabel,
	pickedValues,
	type RawOptions,
	type ReadField,
	rowsOf,
	textOf,
	withPlainCommas,
} from './read';
import { entriesField, hideWhen, IS_PICKED, showWhen } from './show';
import { asList, isSigned, meaningsOf, plain, readKeys, readText, shown, type Word } from './words';

/** The fields 'Value' and 'Value From List' of a condition. */

/** This is the shorter list, and each of about 16 lists of conditions contains it. */
const withoutValues = FILTER_FUNCTIONS.flatMap(({ takes, value }) =>
	takes === 'none' ? [value] : [],
);

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'values',
	type: 'string',
	default: '',
	placeholder: 'e.g. Beijing, or 100, or 2026-11-01',
	description:
		'Comma-separated values, such as 100, 500 for a range. Quote values with a comma. In an expression, return a list.',
};

/** A separate field, so that saved texts stay texts and several values can be typed. */
const pickedValueField = pickField({
	displayName: 'Value From List',
	name: 'pickedValue',
	list: 'searchValues',
	placeholder: 'e.g. Beijing',
	typed: { displayName: 'By Value', name: 'value' },
	description: "To clear this value, choose '(None)'.",
});

const listedValueField: INodeProperties = {
	...pickedValueField,
	// A notice for both fields filled in would take 5 kB, because about ten lists of conditions would
	// contain it.
	hint: "Instead of 'Value', or in addition to it",
	// A selected value doesn't apply to another property.
	typeOptions: { loadOptionsDependsOn: ['&field.value'] },
	displayOptions: { show: { function: FUNCTIONS_WITH_PICKED } },
};

/** @param hasValueList whether the service lists values to select from */
function valueFields(hasValueList: boolean): INodeProperties[] {
	return [
		{ ...valueField, displayOptions: { hide: { function: withoutValues } } },
		...(hasValueList ? [listedValueField] : []),
	];
}

interface ValueRow {
	values?: unknown;
	pickedValue?: unknown;
}

type ConditionOperand = Pick<FilterCondition, 'function' | 'values'>;

const WORDS_OF_YES = ['true', 'yes', '1', '是'];
const WORDS_OF_NO = ['false', 'no', '0', '否'];
const YES_OR_NO = [...WORDS_OF_YES, ...WORDS_OF_NO];

/** Returns the typed values and the selected one, which stays one value even with commas. */
function valuesOf({ values, pickedValue }: ValueRow, { value }: FilterFunction): unknown {
	const picked = FUNCTIONS_WITH_PICKED.includes(value) ? pickedValues(pickedValue) : [];
	return picked.length === 0 ? values : [...listOf(values), ...picked];
}

const EXAMPLES: { [kind in ValueKind]: string } = {
	text: 'Beijing',
	number: '100',
	boolean: 'true or false',
	date: '2026-11-01',
	list: 'red',
};

function assertFilled(
	row: ValueRow,
	typed: unknown,
	known: FilterFunction,
	kind: ValueKind,
	place: string,
): void {
	if (listOf(typed).some((value) => textOf(value) !== '')) return;
	const example = known.value.startsWith('relative') ? '7' : EXAMPLES[kind];
	const requested = known.takes === 'two' ? 'two comma-separated values' : 'a value';
	const canPick = 'pickedValue' in row && FUNCTIONS_WITH_PICKED.includes(known.value);
	throw new UserError(
		`'Value' ${place} is empty. Enter ${requested}, e.g. ${example}${canPick ? ", or choose one in 'Value From List'" : ''}`,
	);
}

/**
 * An entry selected again from the top of the list has lost its kind; then a number would be
 * compared as text, and nothing would match.
 */
function assertPlainText(typed: unknown, name: string, place: string): void {
	const odd = listOf(typed).find((value) => {
		const text = textOf(value).toLowerCase();
		return YES_OR_NO.includes(text) || /^-?\d[\d.,:/ -]*$/.test(text);
	});
	if (odd === undefined) return;
	throw new UserError(
		`The type of ${quoted(name)} in 'Property' ${place} is unknown, and ${quoted(textOf(odd))} can be text or another type. Choose another property and then this one again, or set 'Value Type'. For text, set 'Property' to By Name`,
	);
}

const DATE_RANGE = functionOf('absoluteBetween') as FilterFunction;

/** Whether the operator fits any kind of value, so that the kind decides which function to use. */
function isOpen({ value }: FilterFunction): boolean {
	return value === 'equal' || value === 'notEqual';
}

/** Words for a comparison in the errors of the form or of JSON. */
interface ComparisonWords {
	/** Whether a text with an offset is a moment, which means its day. */
	takesMoments: boolean;
	/** Advice about an empty value among others. */
	extra: string;
	oneDay: string;
	oneMember: string;
	counts: { [takes in 'one' | 'two' | 'some']: string };
}

const IN_FORM: ComparisonWords = {
	takesMoments: true,
	extra: 'the extra comma',
	oneDay: "must be one date. For a range of dates, choose 'Is Between Dates'",
	oneMember: 'must be a single value, because the property is a list. Add one condition per value',
	counts: {
		one: 'one value',
		two: 'two comma-separated values',
		some: 'one or more values',
	},
};
const DATES = '{"between": ["2026-11-01", "2026-11-07"]}';
const IN_JSON: ComparisonWords = {
	takesMoments: false,
	extra: '"" from the list',
	oneDay: `must be one date. For a range of dates, write ${DATES}, {"within_days": 7} or {"before_days": 7}`,
	oneMember:
		'must be one text that the list includes. For several write "or" with a condition for each',
	counts: { one: 'one value', two: 'two values, such as [100, 500]', some: 'one or more values' },
};

interface Compared {
	known: FilterFunction;
	kind: ValueKind;
	values: readonly unknown[];
	label: string;
	/** Whether an expression returned the values as one text. */
	isOneText?: boolean;
	words: ComparisonWords;
	/** IANA name, for moments. */
	timeZone: string;
}

/** `Is` and `Is Not` become other functions if the platform has those for the kind. */
function toOperand(compared: Compared): ConditionOperand {
	const { known, kind, values, label, words, isOneText = false } = compared;
	assertFew(values, label, MOST_VALUES);
	const read = (value: unknown) => readValue(value, compared);
	const isNot = known.value === 'notEqual';
	const [first] = values;
	if (isOpen(known) && kind === 'boolean') {
		if (values.length !== 1) throw new UserError(`${label} must be true or false, not both`);
		return { function: readYesOrNo(first, label) === isNot ? 'isFalse' : 'isTrue', values: [] };
	}
	if (isOpen(known) && (kind === 'date' || kind === 'list')) {
		const fault = kind === 'date' ? words.oneDay : words.oneMember;
		if (isNot || values.length !== 1) throw new UserError(`${label} ${fault}`);
		const value = read(first);
		return kind === 'date'
			? { function: 'absoluteBetween', values: [value, value] }
			: { function: 'include', values: [value] };
	}
	if (known.takes === 'none') return { function: known.value, values: [] };
	const counts = { one: 1, two: 2, some: Math.max(1, values.length) };
	if (values.length > 1 && values.some((value) => textOf(value) === '')) {
		throw new UserError(`${label} contains an empty value. Remove ${words.extra}`);
	}
	if (values.length !== counts[known.takes] || values.some((value) => textOf(value) === '')) {
		// Typed text is split at commas, unless it is in quotation marks.
		const isJoined = isOneText && textOf(first).includes(',');
		throw new UserError(
			`${label} must be ${words.counts[known.takes]} for '${known.label}'${isJoined ? '. A string from an expression counts as one value. Return a list, such as {{ [100, 500] }}' : ''}`,
		);
	}
	const scalars = values.map(read);
	if (known.takes === 'two') assertAscending(scalars, label);
	return { function: known.value, values: scalars };
}

function readYesOrNo(value: unknown, label: string): boolean {
	const word = textOf(value).toLowerCase();
	if (WORDS_OF_YES.includes(word)) return true;
	if (WORDS_OF_NO.includes(word)) return false;
	throw new UserError(`${label} must be true or false, not ${quoted(textOf(value))}`);
}

function assertAscending([low, high]: readonly Scalar[], label: string): void {
	const isDescending =
		typeof low === 'number' && typeof high === 'number'
			? low > high
			: String(low).length === String(high).length && String(low) > String(high);
	if (isDescending) {
		throw new UserError(
			`${label} starts with the larger value (${low}) and ends with the smaller (${high}). Swap the two values`,
		);
	}
}

function readValue(value: unknown, compared: Compared): Scalar {
	const { kind, known, label, timeZone, words } = compared;
	const given = exact(value, label);
	const text = textOf(given);
	if (known.value.startsWith('relative')) {
		if (/^\d{1,6}$/.test(text)) return Number(text);
		throw new UserError(`${label} must be a whole number of days, such as 7, not ${quoted(text)}`);
	}
	if (kind === 'date') return readWholeDay(value, label, timeZone, words.takesMoments);
	if (typeof value === 'number' && !Number.isFinite(value)) throw noNumber(value, label, '12.5');
	if (kind !== 'number') return exactText(given);
	if (value instanceof Integer) return value;
	// The digits of an ID that a number can't hold stay unchanged.
	if (/^-?[1-9]\d*$/.test(text)) return toInteger(text);
	if (text !== '' && Number.isFinite(Number(text))) return Number(text);
	throw noNumber(value, label, '12.5');
}

const AUTOMATIC = 'Automatic';
const KINDS: Array<{ name: string; value: ValueKind }> = [
	{ name: AUTOMATIC, value: 'text' },
	{ name: 'Number', value: 'number' },
	{ name: 'Yes or No', value: 'boolean' },
	{ name: 'Date', value: 'date' },
	{ name: 'List', value: 'list' },
];

const functionOptions: INodePropertyOptions[] = FILTER_FUNCTIONS.map(
	({ value, label, description }) => ({ name: label, value, ...(description && { description }) }),
);

/**
 * @param field field for the property
 * @param hasValueList whether the service lists the property's values
 */
export function conditionsField(
	displayName: string,
	name: string,
	field = propertyField('field'),
	hasValueList = true,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Condition',
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: [
					field,
					...showWhen(IS_PICKED, [
						{
							displayName: 'Operator',
							name: 'function',
							type: 'options',
							default: 'equal',
							options: functionOptions,
						},
						...valueFields(hasValueList),
						{
							displayName: 'Value Type',
							name: 'valueKind',
							type: 'options',
							default: 'text',
							// The condition also applies to selected properties: n8n 1 can only test a
							// selection's value, not its mode.
							displayOptions: { show: { function: FUNCTIONS_OF_ANY_KIND } },
							options: KINDS,
							description: "Automatic uses the property's type, or text if it is entered by name",
						},
					]),
				],
			},
		],
	};
}

/** Adds an empty condition to a list of conditions; it doesn't filter until it is filled in. */
export const withBlank = (conditions: INodeProperties): INodeProperties => ({
	...conditions,
	default: { condition: [{ field: UNTOUCHED_PICK }] },
});

export function joinField(name: string): INodeProperties {
	return {
		displayName: 'Combine Conditions',
		name,
		type: 'options',
		default: 'and',
		options: [
			{ name: 'All Conditions (AND)', value: 'and' },
			{ name: 'Any Condition (OR)', value: 'or' },
		],
	};
}

/** Several numbers that may be a single one, such as 1,234. */
const THOUSANDS = /^\s*-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?\s*$/;

interface ConditionRow extends ValueRow {
	field?: unknown;
	valueKind?: unknown;
	function?: unknown;
}

/** Returns the conditions of a list without the empty one that the form starts with. */
export function conditionRows(collection: unknown): ConditionRow[] {
	const rows = rowsOf<ConditionRow>(collection, 'condition');
	const [only] = rows;
	// n8n shows the operator, and therefore returns it, if the property has a value or an expression.
	const isBlank = rows.length === 1 && isUntouched(only?.field) && only?.function === undefined;
	return isBlank ? [] : rows;
}

/** Where conditions are: short property names belong to the event. */
export interface RowsPlace {
	event: string;
	place: string;
	/** IANA name, for moments. */
	timeZone: string;
}

export function readConditions(
	collection: unknown,
	join: unknown,
	{ event, place, timeZone }: RowsPlace,
): Filter | undefined {
	const rows = conditionRows(collection);
	if (rows.length === 0) return undefined;
	assertFew(rows, `'Conditions' ${place}`);
	const count = valueCounter(`'Conditions' ${place}`);
	for (const { values } of rows) count([values].flat());
	const conditions = rows.map((row, index) =>
		readCondition(row, { event, place: `of condition ${index + 1} ${place}`, timeZone }),
	);
	return { join: join === 'or' ? 'or' : 'and', conditions, groups: [] };
}

/**
 * A property selected from the list has a known kind of value, which 'Value Type' can only confirm.
 * Short property names belong to the event.
 */
export function readCondition(
	row: ConditionRow,
	{ event, place, timeZone }: RowsPlace,
): FilterCondition {
	const name = textOf(row.field);
	const property = readProperty(name, event, `'Property' ${place}`, 'condition');
	const requested = textOf(row.function);
	const known = functionOf(requested);
	if (!known) {
		const choices = FILTER_FUNCTIONS.map(({ value }) => value);
		throw noChoice(requested, choices, `'Operator' ${place}`);
	}
	const input = valuesOf(row, known);
	const picked = kindOfPick(row.field, property);
	const stated = readStated(row.valueKind);
	if (picked && stated && picked !== stated) {
		throw new UserError(
			`'Value Type' ${place} doesn't match ${quoted(name)}, whose type in the project is ${KIND_WORDS[picked]}. Set 'Value Type' to ${AUTOMATIC}`,
		);
	}
	if (isOpen(known) && !picked && !stated && hasLostLabel(row.field)) {
		assertPlainText(input, name, place);
	}
	const kind = picked ?? stated ?? defaultKind(known);
	if ((kind === 'text' || kind === 'list') && [input].flat().some(isMoment)) {
		throw new UserError(
			`'Value' ${place} is a date object, not text. Return text, such as {{ $now.toISODate() }}${picked ? '' : ", or set 'Value Type' to Date"}`,
		);
	}
	if (!known.kinds.includes(kind)) throw functionMisfit(known, kind, name, place);
	const label = `'Value' ${place}`;
	const areOfDigits = kind === 'number' || kind === 'date';
	if (!areOfDigits && known.takes === 'some') assertPlainCommas(row.values, label);
	const plainText = typeof row.values === 'string' ? String(withPlainCommas(row.values)) : '';
	if (kind === 'number' && known.takes === 'some' && THOUSANDS.test(plainText)) {
		throw new UserError(
			`${label} can be one number or several: ${quoted(String(row.values))}. Remove the commas, or add a space after each`,
		);
	}
	const typed = areOfDigits ? withPlainCommas(input) : input;
	if (known.takes !== 'none') assertFilled(row, typed, known, kind, place);
	// A single text stays one value, even with commas.
	const isOne = known.takes === 'one' && !Array.isArray(typed);
	const values = isOne ? [typeof typed === 'string' ? typed.trim() : typed] : listOf(typed);
	if (typeof typed === 'string' && known.takes !== 'one') assertQuotesClosed(values, label);
	const isOneText = Array.isArray(typed) && typed.length === 1;
	const compared = { known, kind, values, label, words: IN_FORM, isOneText, timeZone };
	const isRange = isOpen(known) && kind === 'date' && picked === undefined && values.length === 2;
	const operand = toOperand(isRange ? { ...compared, known: DATE_RANGE } : compared);
	return { property, ...operand };
}

/** Returns the kind of a selected property, or of one that is called as a user group. */
export function kindOfPick(field: unknown, property: Property): ValueKind | undefined {
	return kindIn(pickedLabel(field)) ?? (isUserGroup(property) ? 'boolean' : undefined);
}

/** 'Automatic' states no kind; it is stored as text, which is right for typed properties. */
function readStated(typed: unknown): ValueKind | undefined {
	const kind = textOf(typed) as ValueKind;
	return Object.hasOwn(KIND_WORDS, kind) && kind !== 'text' ? kind : undefined;
}

function defaultKind({ kinds }: FilterFunction): ValueKind {
	return kinds.length === 1 ? (kinds[0] as ValueKind) : 'text';
}

function functionMisfit(
	known: FilterFunction,
	kind: ValueKind,
	name: string,
	place: string,
): UserError {
	return new UserError(
		`'Operator' ${place} is '${known.label}', which doesn't match ${quoted(name)} (type: ${KIND_WORDS[kind]}). Choose one of: ${functionsFor(
			kind,
		)
			.map(({ label }) => label)
			.join(', ')}`,
	);
}

/** Conditions in a JSON query. */

function readOperator(typed: string, place: string, names: NameResolver): FilterFunction {
	// `!contains` and `!in` are `not contains` and `not in`.
	const sign = typed
		.trim()
		.normalize('NFKC')
		.replace(/^\$/, '')
		.replace(/^!\s{0,9}(?=\p{L})/u, 'not ');
	const signed = FILTER_FUNCTIONS.find(({ word, also }) => word === sign || also.includes(sign));
	if (signed) return signed;
	const requested = plain(sign);
	const found = FILTER_FUNCTIONS.find(({ word, value, label, also }) =>
		[word, value, label, ...also].some((one) => requested !== '' && plain(one) === requested),
	);
	if (found) return found;
	throw noChoice(typed, operatorsOf(FILTER_FUNCTIONS, names), `The operator of ${place}`);
}

function operatorsOf(
	functions: readonly FilterFunction[],
	{ refusedFunctions = [] }: NameResolver,
): string[] {
	const taken = functions.filter(({ value }) => !refusedFunctions.includes(value));
	return [...new Set(taken.map(({ word }) => word))];
}

function isOfNumbers({ value }: FilterFunction): boolean {
	return ['greater', 'greaterEqual', 'less', 'lessEqual'].includes(value);
}

interface ComparedProperty extends Pick<FilterPlace, 'names' | 'place' | 'timeZone'> {
	kind: ValueKind | undefined;
	/** Whether it is a user group, in which each user is or isn't. */
	isGroup: boolean;
}

function readOperand(
	operator: FilterFunction,
	values: readonly unknown[],
	{ kind, isGroup, names, place, timeZone }: ComparedProperty,
): ConditionOperand {
	const odd = values.find((value) => !isScalar(value));
	if (odd !== undefined) {
		throw new UserError(`${place} must be a text, a number, true or false, not ${shown(odd)}`);
	}
	if (kind === undefined && operator.excludes) names.needKind(true);
	const misfit = (of: ValueKind) =>
		new UserError(
			`${place} is ${KIND_WORDS[of]}, which '${operator.word}' can't compare. Use one of: ${operatorsFor(of, names)}`,
		);
	if (isOpen(operator)) {
		if (values.length === 0) {
			throw new UserError(
				`${place} has no value. Add a value such as ${JSON.stringify(EXAMPLES[kind ?? 'text'])}. To find missing values, write {"not_set": true}`,
			);
		}
		if (kind === undefined && values.some(mayBeOther)) names.needKind();
		const isYesOrNo = (kind ?? kindOf(values)) === 'boolean';
		if (operator.excludes && isYesOrNo && !isGroup) {
			throw new UserError(
				`${place} has '${operator.word}', which doesn't say whether events or users without a value count. Write {"is_true": true} or {"is_false": true}, with "not_set" as an alternative in "or" if they count`,
			);
		}
		if (kind !== undefined && !operator.kinds.includes(kind)) throw misfit(kind);
		return toOperand({
			known: operator,
			kind: kind ?? kindOf(values),
			values,
			label: place,
			words: IN_JSON,
			timeZone,
		});
	}
	const isDates =
		operator.value === 'between' &&
		(kind === 'date' || (kind === undefined && values.length > 0 && values.every(isDateText)));
	const known = isDates ? DATE_RANGE : operator;
	if (kind !== undefined && !known.kinds.includes(kind)) throw misfit(kind);
	const label = `'${operator.word}' of ${place}`;
	// Without the kind, a number would be the wrong advice.
	if (kind === undefined && isOfNumbers(known) && values.some(mayBeDate)) {
		throw new UserError(
			`${label} compares numbers, not dates. For dates, use one of: ${operatorsFor('date', names)}`,
		);
	}
	if (known.takes === 'none') return { function: withFlag(known.value, values, label), values: [] };
	return toOperand({
		known,
		kind: known.kinds[0] ?? 'text',
		values,
		label,
		words: IN_JSON,
		timeZone,
	});
}

/** Returns the operators in JSON that fit a kind of value, and how to write a range of dates. */
function operatorsFor(kind: ValueKind, names: NameResolver): string {
	const isDate = kind === 'date';
	// For dates and lists, `=` becomes another function.
	if (names.refusedFunctions?.length && (isDate || kind === 'list')) return 'is_set, not_set';
	const example = isDate ? `, such as ${DATES}` : '';
	const functions = functionsFor(kind).filter(({ excludes }) => kind !== 'boolean' || !excludes);
	return `${operatorsOf(functions, names).join(', ')}${example}`;
}

/** `is_set: false` means `not_set: true`. */
function withFlag(name: string, values: readonly unknown[], label: string): string {
	const [flag = true] = values;
	const opposite = { isSet: 'notSet', notSet: 'isSet', isTrue: 'isFalse', isFalse: 'isTrue' }[name];
	if (values.length <= 1 && asText(flag) === 'true') return name;
	if (values.length <= 1 && asText(flag) === 'false' && opposite) return opposite;
	throw new UserError(`${label} must be true or false, not ${shown(values)}`);
}

function kindOf(values: readonly unknown[]): ValueKind {
	if (values.every((value) => typeof value === 'boolean')) return 'boolean';
	const isNumber = (value: unknown) => typeof value === 'number' || value instanceof Integer;
	return values.every(isNumber) ? 'number' : 'text';
}

/** Whether a property of another kind may also have this value: a text may contain a number. */
function mayBeOther(value: unknown): boolean {
	if (typeof value !== 'string') return typeof value !== 'boolean';
	const text = value.trim().toLowerCase();
	return /^-?\d{1,400}(\.\d{1,400})?$/.test(text) || isDateText(value) || YES_OR_NO.includes(text);
}

function isDateText(value: unknown): boolean {
	return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

/** Whether a text that is no number speaks of dates, in any spelling. */
function mayBeDate(value: unknown): boolean {
	return (
		typeof value === 'string' &&
		!Number.isFinite(Number(value)) &&
		/^\d{4}[-/.年]\d|\b(?:days?|weeks?|months?|years?|today|yesterday)\b|[年月周日天]/i.test(value)
	);
}

function isScalar(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Integer;
}

export const JSON_MODES = ['json', 'definition'];

export const filterFields = hideWhen({ queryMode: JSON_MODES }, [
	{
		...withBlank(conditionsField('Filter', 'filter')),
		description:
			"Conditions that the counted events or users must all meet. If one of them is enough, add the option 'Combine Conditions'. For a filter as JSON, add 'Filter JSON'. In a funnel, retention, or lifetime value report, event properties are those of the first step, initial event, or start event, unless the list names another event.",
	},
	entriesField({
		displayName: 'Condition Groups',
		name: 'filterGroups',
		what: 'Condition Group',
		row: 'group',
		description: "Each group counts as one additional condition in 'Filter', as if in parentheses",
		values: [joinField('join'), conditionsField('Conditions', 'conditions')],
	}),
]);

export const filterOptions = hideWhen({ '/queryMode': JSON_MODES }, [
	{
		...joinField('filterJoin'),
		default: 'or',
		description:
			'How to combine the conditions. AND requires all conditions to be met. OR requires at least one.',
	},
	{
		displayName: 'Filter JSON',
		name: 'filterJson',
		type: 'json',
		default: '',
		placeholder:
			'e.g. {"relation":"and","conditions":[{"field":"user.city","function":"equal","params":["Beijing"]}]}',
		description:
			'A filter in the JSON format of Sensors Analytics, nested to any depth: the value of "filter" in a request payload. It counts as one additional condition in \'Filter\'.',
	},
]);

/** @param event event that short property names belong to */
export function readQueryFilter(
	field: ReadField,
	event: string,
	timeZone: string,
): Filter | undefined {
	const { filterJoin: join, filterJson = '' } = (field('options') || {}) as RawOptions;
	const own = readConditions(field('filter'), join, {
		event,
		place: "of 'Filter'",
		timeZone,
	});
	const groups = fewRowsOf<GroupRow>(field('filterGroups'), 'group', "'Condition Groups'").map(
		(row, index) => {
			const at = `condition group ${index + 1}`;
			const group = readConditions(row.conditions, row.join, {
				event,
				place: `of ${at}`,
				timeZone,
			});
			if (group) return group;
			throw new UserError(`'Conditions' of ${at} is empty. Add a condition, or remove the group`);
		},
	);
	const pasted =
		filterJson === ''
			? undefined
			: readFilter(readPastedJson(filterJson, 'Filter JSON'), "'Filter JSON'", true);
	if (pasted && isBlank(pasted))
		throw new UserError("'Filter JSON' has no condition. Add one, or remove the option");
	// A single pasted filter is sent unchanged.
	if (pasted && !own && groups.length === 0) return pasted;
	const inner = pasted ? [...groups, pasted] : groups;
	if (!own && inner.length === 0) return undefined;
	return { join: join === 'or' ? 'or' : 'and', conditions: own?.conditions ?? [], groups: inner };
}

interface GroupRow {
	join?: unknown;
	conditions?: unknown;
}

const JOINS: ReadonlyArray<Word<'and' | 'or'>> = [
	{ word: 'and', value: 'and', also: ['all', '且', '并且'] },
	{ word: 'or', value: 'or', also: ['any', '或', '或者'] },
];
const CONDITION = {
	property: ['field'],
	operator: ['op', 'function'],
	value: ['values'],
};
const FILTER_EXAMPLE = '{"city": "Beijing", "amount": {">=": 500}}';
/** Deeper nesting than anybody writes. */
const DEEPEST = 8;

/**
 * Reads `{"city": ["Beijing", "Shanghai"], "amount": {">=": 500}, "or": [{…}, {…}]}`, or a list of
 * `{"property", "operator", "value"}`; all conditions must be met. Short property names belong to
 * the event.
 */
function readFilterJson(value: unknown, where: FilterPlace): Filter | undefined {
	if (value === undefined || value === null) return undefined;
	const filter = readPart(value, where, 0);
	return isBlank(filter) ? undefined : filter;
}

/** Reads the filter of a measure or step. If it finds nothing, the others hide that. */
export function readOwnFilterJson(value: unknown, where: FilterPlace): Filter | undefined {
	const filter = readFilterJson(value, where);
	if (filter) where.names.needKind(true);
	return filter;
}

function isBlank({ conditions, groups }: Filter): boolean {
	return conditions.length === 0 && groups.every(isBlank);
}

interface FilterPlace extends RowsPlace {
	names: NameResolver;
}

function readPart(value: unknown, where: FilterPlace, depth: number): Filter {
	if (depth > DEEPEST) throw new UserError(`${where.place} is nested too deep`);
	if (Array.isArray(value)) return joined('and', value, where, depth);
	if (!isObject(value)) {
		throw new UserError(
			`${where.place} must be an object such as ${FILTER_EXAMPLE}, not ${shown(value)}`,
		);
	}
	if (isCondition(value)) return all([readListed(value, where)]);
	const entries = Object.entries(value);
	assertFew(entries, where.place);
	const parts = entries.flatMap(([key, spec]): Filter[] => {
		const [join] = meaningsOf(key, JOINS);
		if (join === undefined && /^no[tr]$/.test(plain(key)) && asList(spec).every(isObject)) {
			throw new UserError(
				`'${key}' in ${where.place} can't negate a condition. Write the opposite of each condition, such as {"city": {"!=": "Beijing"}}`,
			);
		}
		if (join === undefined) return [readConditionsOn(key, spec, where)];
		if (!Array.isArray(spec)) {
			throw new UserError(`'${key}' in ${where.place} must be a list such as [${FILTER_EXAMPLE}]`);
		}
		const part = joined(join.value, spec, where, depth);
		// Without any of its conditions, the result would include everything.
		if (isBlank(part)) {
			throw new UserError(`'${key}' in ${where.place} has no condition. Write [${FILTER_EXAMPLE}]`);
		}
		return [part];
	});
	return merge('and', parts);
}

function joined(join: 'and' | 'or', list: unknown[], where: FilterPlace, depth: number): Filter {
	assertFew(list, where.place);
	const parts = list.map((inner) => readPart(inner, where, depth + 1));
	// The other alternatives hide one that finds nothing.
	if (join === 'or' && list.length > 1) where.names.needKind(true);
	const empty = join === 'or' && list.length > 1 ? parts.findIndex(isBlank) : -1;
	// As one of several alternatives, it would include everything.
	if (empty >= 0) {
		throw new UserError(
			`Entry ${empty + 1} of 'or' in ${where.place} has no condition. Write ${FILTER_EXAMPLE}, or remove the entry`,
		);
	}
	return merge(join, parts);
}

/** A filter with a single condition, or with the same join, needs no group of its own. */
function merge(join: 'and' | 'or', parts: readonly Filter[]): Filter {
	const filled = parts.filter((part) => !isBlank(part));
	const [only] = filled;
	if (only !== undefined && filled.length === 1) return only;
	const merged: Filter = { join, conditions: [], groups: [] };
	for (const part of filled) {
		if (part.join === join || part.conditions.length + part.groups.length === 1) {
			for (const condition of part.conditions) merged.conditions.push(condition);
			for (const group of part.groups) merged.groups.push(group);
		} else merged.groups.push(part);
	}
	return merged;
}

function all(conditions: FilterCondition[]): Filter {
	return { join: 'and', conditions, groups: [] };
}

function isCondition(value: JsonObject): boolean {
	const keys = Object.keys(value).map(plain);
	const says = (key: keyof typeof CONDITION) =>
		[key, ...CONDITION[key]].some((word) => keys.includes(plain(word)));
	return says('property') && (says('operator') || says('value')) && keys.length <= 3;
}

function readListed(value: JsonObject, where: FilterPlace): FilterCondition {
	const example = '{"property": "city", "operator": "=", "value": "Beijing"}';
	const { place } = where;
	const input = readKeys(value, CONDITION, `A condition in ${place}`, example);
	const property = readText(input.property, `'property' of a condition in ${place}`, '"city"');
	const operator = input.operator === undefined ? '=' : input.operator;
	return readConditionJson(property, asText(operator), input.value, where);
}

function readConditionsOn(key: string, spec: unknown, where: FilterPlace): Filter {
	if (!isObject(spec) || spec instanceof Integer)
		return all([readConditionJson(key, '=', spec, where)]);
	const entries = Object.entries(spec);
	if (entries.length === 0) {
		throw new UserError(`'${key}' in ${where.place} has no condition. Write ${FILTER_EXAMPLE}`);
	}
	const [operator, value] = ['operator', 'value'].map((name) =>
		entries.find(([input]) => plain(input) === name),
	);
	if (operator && entries.length === (value ? 2 : 1)) {
		return all([readConditionJson(key, asText(operator[1]), value?.[1], where)]);
	}
	return all(entries.map(([name, inner]) => readConditionJson(key, name, inner, where)));
}

function readConditionJson(
	typed: string,
	operator: string,
	value: unknown,
	where: FilterPlace,
): FilterCondition {
	const { event, names, place, timeZone } = where;
	const advice = isSigned(typed) ? ' (write {"city": {"!=": "Beijing"}})' : '';
	const at = `'${firstWords(typed)}' in ${place}${advice}`;
	const requested = readOperator(operator, at, names);
	const named = names.property(typed, event, at, isOfNumbers(requested) ? 'compared' : undefined);
	// A number property has no text values, so `{"age": "not_set"}` can only mean the operator.
	const meant = FILTER_FUNCTIONS.find(({ takes, word }) => takes === 'none' && word === value);
	const isOperator = meant && requested.value === 'equal' && named.kind === 'number';
	// In SQL, LIKE compares with a pattern, and not with a part of the text.
	const isLike = requested.value !== 'rlike' && plain(operator).endsWith('like');
	const values = asList(value).map((one) => (isLike ? ofPattern(one, at) : one));
	const comparison = readOperand(isOperator ? meant : requested, isOperator ? [] : values, {
		kind: named.kind,
		isGroup: isUserGroup(named.property),
		names,
		place: at,
		timeZone,
	});
	return { property: named.property, ...comparison };
}

/** Returns the text within the wildcards of SQL. @throws UserError for any other pattern */
function ofPattern(value: unknown, place: string): unknown {
	if (typeof value !== 'string' || !value.includes('%')) return value;
	const [, text] = /^%([^%]{1,1000})%$/.exec(value) ?? [];
	if (text !== undefined) return text;
	throw new UserError(
		`${place} has the SQL pattern ${quoted(value)}, which conditions don't have. Write {"contains": "jing"} for a part of the text, {"matches": "^Bei"} for its beginning, or {"matches": "jing$"} for its end`,
	);
}

export const filterParam: Param<Filter | undefined, [event: string]> = {
	fields: filterFields,
	key: 'filter',
	also: ['filters', 'where'],
	schema: {
		examples: [
			{ city: ['Riga', 'Oslo'], age: { '>=': 18 }, or: [{ a: { contains: 'x' } }, { b: 5 }] },
		],
	},
	read: (source, event) =>
		source.isForm
			? readQueryFilter(source.field, event, source.timeZone)
			: readFilterJson(source.value(FILTER), {
					event,
					names: source.names,
					place: source.label(FILTER),
					timeZone: source.timeZone,
				}),
};
export const FILTER = { displayName: 'Filter', name: 'filter', key: 'filter' };

/**
 * Code of an expression that is true if a condition is filled in. `p` is the form as n8n returns it:
 * without hidden fields; `rows` are the rows that may have their own filter.
 */
export const IS_FILTERED =
	'(p.options?.filterJson || [p.filter, p.datasetFilter, ...(p.filterGroups?.group ?? []).map((x) => x.conditions), ...rows.map((x) => x.isFiltered && x.filter)].some((x) => x?.condition?.some((x) => x.field?.value ?? x.field)))';

/**
 * Short names are user properties.
 * @param report what has the users who performed an event
 */
export function filterOfUsers(
	filter: Filter | undefined,
	label: string,
	report = 'an event report on the number of users',
): Filter | undefined {
	return withProperties(filter, propertyOfUsers);

	function propertyOfUsers(property: Property): Property {
		if (property.of === 'user') return property;
		if (property.of === 'event' && property.event === '') {
			return { of: 'user', name: property.name };
		}
		const isOfAny = property.of === 'event' && property.event === ANY_EVENT;
		const name = isOfAny ? property.name : toExpression(property);
		throw new UserError(
			`${label} has a condition on the event property ${quoted(name)}, but this list or report needs user properties. Choose a user property, or remove the condition. For users who performed an event, use ${report}, or filter by a user group`,
		);
	}
}
