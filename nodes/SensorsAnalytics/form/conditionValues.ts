/** What stands in the fields 'Value' and 'Pick a Value' of a condition. */
import { type INodeProperties, UserError } from 'n8n-workflow';

import { toWholeNumber } from '../../../credentials/http/json';
import type { Condition, Scalar } from '../query/eventQuery';
import {
	FILTER_FUNCTIONS,
	type FilterFunction,
	FUNCTIONS_WITH_PICKED,
} from '../query/filterFunctions';
import type { ValueKind } from '../query/valueKinds';
import { readDate } from './dates';
import { pickField } from './pickField';
import { noNumber } from './numbers';
import { listOf, textOf } from './reading';

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
		'Several values with commas between them, or a list from an expression. A value that has a comma stands in quotation marks: "Beijing, Shanghai". A text from an expression is one value. A range is two values: 100, 500 or 2026-11-01, 2026-11-30.',
};

/** Beside the field above: a saved text stays one, and several values can be typed. */
const pickedValueField = pickField({
	displayName: 'Pick a Value',
	name: 'pickedValue',
	list: 'searchValues',
	placeholder: 'e.g. Beijing',
	typed: { displayName: 'By Value', name: 'value' },
	description:
		"One of the property's values. It is one more beside what stands in Value, and does not replace it: leave Value empty for this one alone. The entry (None) takes it out again.",
});

const BESIDE = ' What is picked below is one more.';

/** As n8n compares the object that a field is which nobody touched. */
const UNTOUCHED = { _cnd: { between: { from: '[object Object]', to: '[object Object]' } } };

/** Where both have something, that is seen at once. */
const bothFilledNote: INodeProperties = {
	displayName:
		"Both count: what stands in <b>Value</b>, and what is picked below it. For one of them alone, empty the other: 'Pick a Value' by its entry (None).",
	name: 'bothFilledNote',
	type: 'notice',
	default: '',
	displayOptions: {
		show: {
			pickedValue: [{ _cnd: { gt: '' } }],
			function: FUNCTIONS_WITH_PICKED,
		},
		// Not among those above: where one of them is an expression, n8n looks no further.
		hide: { pickedValue: [UNTOUCHED], values: [''] },
	},
};

const listedValueField: INodeProperties = {
	...pickedValueField,
	// What was picked is no value of another property.
	typeOptions: { loadOptionsDependsOn: ['&field.value'] },
	displayOptions: { show: { function: FUNCTIONS_WITH_PICKED } },
};

/**
 * The two fields.
 * @param hasValueList whether the service lists the values; only then there is one to pick from
 */
export function valueFields(hasValueList: boolean): INodeProperties[] {
	return [
		// Not required: a yes or no that was saved without its function has none.
		{
			...valueField,
			description: `${valueField.description}${hasValueList ? BESIDE : ''}`,
			displayOptions: { show: { function: withValues } },
		},
		...(hasValueList ? [listedValueField, bothFilledNote] : []),
	];
}

/** What the form holds of it. */
export interface ValueRow {
	values?: unknown;
	/** One more value, from the list of those that the property has. */
	pickedValue?: unknown;
}

type Comparison = Pick<Condition, 'function' | 'values'>;

const WORDS_OF_YES = ['true', 'yes', '1', '是'];
const WORDS_OF_NO = ['false', 'no', '0', '否'];

/** What was typed, and what was picked: that is taken whole, commas and all. */
export function valuesOf({ values, pickedValue }: ValueRow, { value }: FilterFunction): unknown {
	const picked = FUNCTIONS_WITH_PICKED.includes(value) ? textOf(pickedValue) : '';
	return picked === '' ? values : [...listOf(values), picked];
}

const EXAMPLES: { [kind in ValueKind]: string } = {
	text: 'Beijing',
	number: '100',
	boolean: 'true or false',
	date: '2026-11-01',
	list: 'red',
};

export function assertFilled(
	row: ValueRow,
	typed: unknown,
	known: FilterFunction,
	kind: ValueKind,
	place: string,
): void {
	if (listOf(typed).some((value) => textOf(value) !== '')) return;
	const example = known.value.startsWith('relative') ? '7' : EXAMPLES[kind];
	const wanted = known.takes === 'two' ? 'two values with a comma between them' : 'a value';
	const canPick = 'pickedValue' in row && FUNCTIONS_WITH_PICKED.includes(known.value);
	throw new UserError(
		`'Value' ${place} is empty. Enter ${wanted}, e.g. ${example}${canPick ? ", or choose one in 'Pick a Value'" : ''}`,
	);
}

/**
 * An entry that was picked once more from the top of the list has lost what the list shows behind
 * it. Without the kind, a number would be compared as text, and nothing would fit.
 */
export function assertPlainText(typed: unknown, name: string, place: string): void {
	const odd = listOf(typed).find((value) => {
		const text = textOf(value).toLowerCase();
		return [...WORDS_OF_YES, ...WORDS_OF_NO].includes(text) || /^-?\d[\d.,:/ -]*$/.test(text);
	});
	if (odd === undefined) return;
	throw new UserError(
		`'Field' ${place} does not tell any more what kind of value '${name}' has, and '${textOf(odd)}' can be text or not. Choose another entry of the list and then this one again, or set 'Kind of Value'; for text, set 'Field' to By Name`,
	);
}

/** Whether the function says nothing about the kind of value, and so is put in the kind's words. */
export function isOpen({ value }: FilterFunction): boolean {
	return value === 'equal' || value === 'notEqual';
}

/**
 * `Is` and `Is Not` for each kind.
 * @param isTyped of a property that was not picked: an empty value means the first choice of
 * workflows which were saved when every kind had one
 */
export function compareBy(
	kind: ValueKind,
	typed: unknown,
	known: FilterFunction,
	place: string,
	isTyped: boolean,
): Comparison {
	const isNot = known.value === 'notEqual';
	const values = listOf(typed);
	switch (kind) {
		case 'boolean': {
			if (isTyped && values.length === 0) return { function: 'isTrue', values: [] };
			const isYes = readYesOrNo(values, place) !== isNot;
			return { function: isYes ? 'isTrue' : 'isFalse', values: [] };
		}
		case 'date': {
			const days = values.length === 1 ? [...values, ...values] : values;
			if (days.length !== 2 || (values.length === 2 && !isTyped)) {
				throw new UserError(
					`'Value' ${place} must be one date. For the days from one date to another choose 'Is Between Dates'`,
				);
			}
			const range = { ...known, value: 'absoluteBetween', takes: 'two' as const };
			return { function: range.value, values: readValues(days, kind, range, place) };
		}
		case 'list': {
			if (values.length > 1) {
				throw new UserError(
					`'Value' ${place} must be one value, which the list is to include. Add a condition for each value`,
				);
			}
			const inclusion = { ...known, value: 'include', takes: 'one' as const };
			return { function: inclusion.value, values: readValues(typed, kind, inclusion, place) };
		}
		default:
			return { function: known.value, values: readValues(typed, kind, known, place) };
	}
}

function readYesOrNo(values: readonly unknown[], place: string): boolean {
	const word = values.length === 1 ? textOf(values[0]).toLowerCase() : '';
	if (WORDS_OF_YES.includes(word)) return true;
	if (WORDS_OF_NO.includes(word)) return false;
	throw new UserError(`'Value' ${place} must be true or false, not '${values.join(', ')}'`);
}

export function readValues(
	typed: unknown,
	kind: ValueKind,
	known: FilterFunction,
	place: string,
): Scalar[] {
	if (known.takes === 'none') return [];
	// A single text is taken whole, commas and all.
	const values = known.takes === 'one' && !Array.isArray(typed) ? [typed] : listOf(typed);
	const counts = { one: 1, two: 2, some: values.length };
	if (
		values.length === 0 ||
		values.length !== counts[known.takes] ||
		values.some((value) => textOf(value) === '')
	) {
		const wanted = {
			one: 'one value',
			two: 'two values with a comma between them',
			some: 'at least one value',
		};
		const isJoined = Array.isArray(typed) && typed.length === 1 && textOf(typed[0]).includes(',');
		throw new UserError(
			`'Value' ${place} must be ${wanted[known.takes]} for '${known.label}'${isJoined ? '. A text from an expression is one value: give a list, such as {{ [100, 500] }}' : ''}`,
		);
	}
	const read = values.map((value) => readValue(value, kind, known, place));
	if (known.takes === 'two') assertAscending(read, place);
	return read;
}

function assertAscending([low, high]: readonly Scalar[], place: string): void {
	const isDescending =
		typeof low === 'number' && typeof high === 'number'
			? low > high
			: String(low).length === String(high).length && String(low) > String(high);
	if (isDescending) {
		throw new UserError(
			`'Value' ${place} goes from the larger (${low}) to the smaller (${high}), so nothing is between them. Exchange the two`,
		);
	}
}

function readValue(value: unknown, kind: ValueKind, known: FilterFunction, place: string): Scalar {
	const isDays = known.value.startsWith('relative');
	if (kind === 'date' && !isDays) return readDate(value, 'Value', 'UTC', ` ${place}`);
	if (kind !== 'number' && !isDays) return textOf(value);
	const number = Number(textOf(value));
	if (isDays && !/^\d+$/.test(textOf(value))) {
		throw new UserError(
			`'Value' ${place} must be a whole number of days from 0 on for '${known.label}', not '${textOf(value)}'`,
		);
	}
	// The digits of an ID that a number can't hold go out as they are.
	if (/^-?[1-9]\d*$/.test(textOf(value))) return toWholeNumber(textOf(value));
	if (Number.isFinite(number)) return number;
	throw noNumber(value, `'Value' ${place}`, '12.5');
}
