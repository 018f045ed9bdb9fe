import { UserError } from 'n8n-workflow';

import { toWholeNumber, WholeNumber } from '../../../credentials/http/json';
import { readDate } from '../form/dates';
import type { Condition, Scalar } from '../query/eventQuery';
import { FILTER_FUNCTIONS, type FilterFunction } from '../query/filterFunctions';
import { KIND_WORDS, type ValueKind } from '../query/valueKinds';
import { shown } from './keys';
import type { Names } from './names';
import { type Operator, OPERATORS } from './operators';
import { asText } from '../query/json';

type Comparison = Pick<Condition, 'function' | 'values'>;

interface What {
	/** Of the property's values, as far as known. */
	kind: ValueKind | undefined;
	names: Names;
	/** For errors, such as `'city' in 'filter'`. */
	place: string;
}

const YES = ['true', 'yes', '是'];
const NO = ['false', 'no', '否'];
const DATE = /^\d{4}-\d{2}-\d{2}/;
const NUMBER = /^-?\d{1,400}(\.\d{1,400})?$/;
const EXAMPLES: { [kind in ValueKind]: string } = {
	text: '"Beijing"',
	number: '500',
	boolean: 'true',
	date: '"2026-11-01"',
	list: '"red"',
};

/**
 * What an operator and its values ask of a property, in the function of its kind.
 * @throws UserError for values that don't fit the operator or the kind
 */
export function readComparison(
	{ word, asks }: Operator,
	given: readonly unknown[],
	{ kind, names, place }: What,
): Comparison {
	const odd = given.find((value) => !isScalar(value));
	if (odd !== undefined) {
		throw new UserError(`${place} must be a text, a number, true or false, not ${shown(odd)}`);
	}
	const values = given as readonly Scalar[];
	if (asks === 'equal' || asks === 'notEqual') {
		if (values.length === 0) {
			throw new UserError(
				`${place} has no value. Write one such as ${EXAMPLES[kind ?? 'text']}; for what has no value, {"not_set": true}`,
			);
		}
		if (kind === undefined && isOpen(values)) names.needKind();
		return equality(asks === 'notEqual', values, kind ?? kindOf(values), place);
	}
	const isDates =
		asks === 'between' && (kind === 'date' || (kind === undefined && areDates(values)));
	const asked = functionOf(isDates ? 'absoluteBetween' : asks);
	if (kind !== undefined && !asked.kinds.includes(kind)) throw misfit(word, kind, place);
	return readAsked(asked, word, values, place);
}

function readAsked(
	asked: FilterFunction,
	word: string,
	values: readonly Scalar[],
	place: string,
): Comparison {
	const { value: name, takes } = asked;
	if (takes === 'none')
		return { function: withFlag(name, values, `${word} of ${place}`), values: [] };
	const counts = { one: 1, two: 2, some: Math.max(1, values.length) };
	if (values.length !== counts[takes]) {
		const wanted = { one: 'one value', two: 'two values, such as [100, 500]', some: 'a value' };
		throw new UserError(`'${word}' of ${place} takes ${wanted[takes]}`);
	}
	if (name.startsWith('relative'))
		return { function: name, values: values.map(toDays(word, place)) };
	const [kind = 'text'] = asked.kinds;
	const read = values.map((value) => toKind(value, kind, `'${word}' of ${place}`));
	if (takes === 'two') assertAscending(read, word, place);
	return { function: name, values: read };
}

/** `is_set: false` is `not_set: true`. */
function withFlag(name: string, values: readonly Scalar[], place: string): string {
	const [flag = true] = values;
	const opposite = { isSet: 'notSet', notSet: 'isSet', isTrue: 'isFalse', isFalse: 'isTrue' }[name];
	if (values.length <= 1 && asText(flag) === 'true') return name;
	if (values.length <= 1 && asText(flag) === 'false' && opposite) return opposite;
	throw new UserError(`${place} must be true or false, not ${shown(values)}`);
}

function equality(
	isNot: boolean,
	values: readonly Scalar[],
	kind: ValueKind,
	place: string,
): Comparison {
	const read = values.map((value) => toKind(value, kind, place));
	const [only] = read;
	switch (kind) {
		case 'boolean': {
			if (read.length !== 1) throw new UserError(`${place} must be true or false, not both`);
			return { function: (only === true) !== isNot ? 'isTrue' : 'isFalse', values: [] };
		}
		case 'date': {
			if (isNot || read.length !== 1) {
				throw new UserError(
					`${place} is a date: write one date, {"between": ["2026-11-01", "2026-11-07"]}, {"within_days": 7} or {"before_days": 7}`,
				);
			}
			return { function: 'absoluteBetween', values: [only as Scalar, only as Scalar] };
		}
		case 'list': {
			if (isNot || read.length !== 1) {
				throw new UserError(
					`${place} is a list of texts: write one that it includes; for several, "or" with a condition each`,
				);
			}
			return { function: 'include', values: read };
		}
		default:
			return { function: isNot ? 'notEqual' : 'equal', values: read };
	}
}

/** A value of that kind, where it says the same. @throws UserError */
function toKind(value: Scalar, kind: ValueKind, place: string): Scalar {
	const text = String(value);
	switch (kind) {
		case 'number':
			if (typeof value === 'number' || value instanceof WholeNumber) return value;
			if (typeof value === 'string' && NUMBER.test(text.trim())) return toNumber(text.trim());
			break;
		case 'boolean':
			if (YES.includes(text.toLowerCase())) return true;
			if (NO.includes(text.toLowerCase())) return false;
			break;
		case 'date':
			if (typeof value === 'string' && DATE.test(text))
				return readDate(text, 'Value', 'UTC', ` of ${place}`);
			break;
		default:
			if (text.trim() !== '') return text;
	}
	throw new UserError(
		`${place} is ${KIND_WORDS[kind]}, so its value can't be ${shown(value)}. Write one such as ${EXAMPLES[kind]}`,
	);
}

/** The digits of an ID that a number can't hold go out as they are. */
function toNumber(text: string): Scalar {
	return /^-?\d+$/.test(text) ? toWholeNumber(text) : Number(text);
}

function toDays(word: string, place: string): (value: Scalar) => number {
	return (value) => {
		const text = String(value);
		if (/^\d{1,6}$/.test(text)) return Number(text);
		throw new UserError(
			`'${word}' of ${place} must be a whole number of days, such as 7, not ${shown(value)}`,
		);
	};
}

function assertAscending([low, high]: readonly Scalar[], word: string, place: string): void {
	const isDescending =
		typeof low === 'number' && typeof high === 'number'
			? low > high
			: typeof low === 'string' && low > String(high);
	if (isDescending) {
		throw new UserError(
			`'${word}' of ${place} goes from the larger to the smaller: ${shown([low, high])}. Exchange the two`,
		);
	}
}

function misfit(word: string, kind: ValueKind, place: string): UserError {
	const fitting = OPERATORS.filter(
		({ asks }) => (asks === 'between' && kind === 'date') || functionOf(asks).kinds.includes(kind),
	);
	return new UserError(
		`${place} is ${KIND_WORDS[kind]}, which '${word}' can't compare. It takes: ${fitting.map((one) => one.word).join(', ')}`,
	);
}

function functionOf(name: string): FilterFunction {
	return FILTER_FUNCTIONS.find(({ value }) => value === name) as FilterFunction;
}

/** As JSON has it. */
function kindOf(values: readonly Scalar[]): ValueKind {
	const is = (type: string) => values.every((value) => typeof value === type);
	if (is('boolean')) return 'boolean';
	return values.every((value) => typeof value === 'number' || value instanceof WholeNumber)
		? 'number'
		: 'text';
}

/** Whether a property of another kind may have these values, too: a number may stand in a text. */
function isOpen(values: readonly Scalar[]): boolean {
	return values.some((value) => {
		if (typeof value !== 'string') return typeof value !== 'boolean';
		const text = value.trim().toLowerCase();
		return NUMBER.test(text) || DATE.test(text) || YES.includes(text) || NO.includes(text);
	});
}

function areDates(values: readonly Scalar[]): boolean {
	return (
		values.length > 0 && values.every((value) => typeof value === 'string' && DATE.test(value))
	);
}

function isScalar(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value) || value instanceof WholeNumber;
}
