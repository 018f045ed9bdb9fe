import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../credentials/http/json';
import { readSwitch } from '../../../credentials/ways/way';
import type { Weekday } from '../dates/calendar';
import { asText } from '../query/json';
import { BOUNDS } from './bounds';
import { WITH_WORDS } from './expression';
import type { NameResolver } from './names';
import { readAscending, type ReadField, readInteger, textOf } from './read';
import { readKeys, readWord, shown, type Word } from './words';

/** One object: its fields in the form, its key in JSON queries, and the function for both. */
export interface ParamParts {
	/** Fields in the form; empty if other fields contain the value. */
	fields: INodeProperties[];
	key: string;
	also: readonly string[];
	schema: JsonObject;
	/** Whether a JSON query must have it. */
	isRequired?: boolean;
	/** Whether it changes the rows instead of the request; pasted queries have it, too. */
	isOfRows?: boolean;
	words?: ReadonlyArray<Word<unknown>>;
}

export interface Param<Value, Of extends unknown[] = []> extends ParamParts {
	/** @param of values that its meaning depends on, such as the event of a property */
	read(source: ParamSource, ...of: Of): Value;
}

export interface ParamName {
	displayName: string;
	name: string;
	key: string;
	also?: readonly string[];
}

interface AnySource {
	/** IANA name. A moment in a condition means the day that it is here. */
	timeZone: string;
	label(param: ParamName): string;
	/** Returns the value; in JSON, the default if it is left out. */
	value(param: ParamName, preset?: unknown): unknown;
	/** The end of an error that an example explains. */
	asIn: string;
}

export interface FormSource extends AnySource {
	isForm: true;
	field: ReadField;
}

export interface JsonSource extends AnySource {
	isForm: false;
	names: NameResolver;
	now: Today;
}

export type ParamSource = FormSource | JsonSource;

export function formSource(field: ReadField, timeZone: string): FormSource {
	return {
		isForm: true,
		field,
		timeZone,
		label: ({ displayName }) => `'${displayName}'`,
		value: ({ name }) => field(name),
		asIn: '',
	};
}

/** The day and week to which words for dates refer. */
export interface Today {
	/** `YYYY-MM-DD`. */
	today: string;
	firstWeekday: Weekday;
	/** IANA name. */
	timeZone: string;
}

export interface ReadContext {
	names: NameResolver;
	now: Today;
}

export function jsonSource(
	json: unknown,
	params: readonly ParamParts[],
	example: string,
	{ names, now }: ReadContext,
): JsonSource {
	const keys = Object.fromEntries(params.map(({ key, also }) => [key, also]));
	const entries = readKeys(json, keys, 'The query', example);
	return {
		isForm: false,
		names,
		now,
		timeZone: now.timeZone,
		label: ({ key }) => `'${key}'`,
		value: ({ key }, preset) => entries[key] ?? preset,
		asIn: `, as in ${example}`,
	};
}

/**
 * Parts of the JSON schemas of queries. Schemas are short enough for a tool's description
 * (docs/query.md), so words that a report shares with others are in examples, not in lists.
 */

export const TEXT = { type: 'string' };

export function oneOf(words: ReadonlyArray<Word<unknown>>): JsonObject {
	return { enum: words.map(({ word }) => word) };
}

/** Returns the schema of an object with these keys, or a text for the first of them. */
export function textOr(properties: JsonObject): JsonObject {
	return { type: ['string', 'object'], properties };
}

export function arrayOf(items: JsonObject): JsonObject {
	return { type: 'array', items };
}

export function querySchema(params: readonly ParamParts[]): JsonObject {
	const required = params.filter(({ isRequired }) => isRequired).map(({ key }) => key);
	return {
		type: 'object',
		properties: Object.fromEntries(params.map(({ key, schema }) => [key, schema])),
		...(required.length > 0 ? { required } : {}),
		additionalProperties: false,
	};
}

/** A choice in the form's list; its word in JSON is its value, unless it has another one. */
export interface ParamChoice<Value extends string> {
	name: string;
	value: Value;
	word?: string;
	also?: readonly string[];
	description?: string;
}

export function wordsOfChoices<Value extends string>(
	choices: ReadonlyArray<ParamChoice<Value>>,
): Array<Word<Value>> {
	return choices.map(({ value, word = value, also = [] }) => ({ word, value, also }));
}

export function optionsOf(choices: ReadonlyArray<ParamChoice<string>>): INodePropertyOptions[] {
	return choices.map(({ name, value, description }) => ({
		name,
		value,
		...(description ? { description } : {}),
	}));
}

export function choiceParam<Value extends string>({
	choices,
	preset,
	isOfRows,
	mayBeEmpty = isOfRows,
	isFixed,
	description,
	...named
}: ParamName & {
	choices: ReadonlyArray<ParamChoice<Value>>;
	preset: Value;
	isOfRows?: boolean;
	/** Whether an empty value means the default, also in forms without the field. */
	mayBeEmpty?: boolean;
	/** Whether it shows required fields: with an expression, n8n would request them all. */
	isFixed?: boolean;
	description?: string;
}): Param<Value> {
	const words = wordsOfChoices(choices);
	return {
		...keyOf(named),
		fields: [
			fieldOf(named, {
				type: 'options',
				default: preset,
				...(isFixed ? { noDataExpression: true } : {}),
				options: optionsOf(choices),
				...(description ? { description } : {}),
				...WITH_WORDS,
			}),
		],
		schema: oneOf(words),
		words,
		...(isOfRows ? { isOfRows } : {}),
		read(source) {
			const raw = source.value(named, preset);
			return mayBeEmpty && isNothing(raw) ? preset : readWord(raw, words, source.label(named));
		},
	};
}

function numberField(
	named: ParamName,
	[from, to]: readonly [number, number],
	preset: number,
	description: string,
): INodeProperties {
	return fieldOf(named, {
		type: 'number',
		typeOptions: { minValue: from, maxValue: to },
		default: preset,
		description,
	});
}

/** Returns a parameter for an integer; what it depends on may reduce the maximum. */
export function countParam({
	bounds: [from, to],
	preset,
	description,
	...named
}: ParamName & {
	bounds: readonly [number, number];
	preset: number;
	description: string;
}): Param<number, [most?: number]> {
	return {
		...keyOf(named),
		fields: [numberField(named, [from, to], preset, description)],
		schema: { type: 'integer' },
		read: (source, most = to) =>
			readInteger(source.value(named, preset), source.label(named), from, most),
	};
}

export function flagParam({
	isOfRows,
	description,
	...named
}: ParamName & { isOfRows?: boolean; description: string }): Param<boolean> {
	return {
		...keyOf(named),
		fields: [fieldOf(named, { type: 'boolean', default: false, description })],
		schema: { type: 'boolean' },
		...(isOfRows ? { isOfRows } : {}),
		read(source) {
			const raw = source.value(named);
			return isNothing(raw) ? false : readSwitch(raw, source.label(named));
		},
	};
}

export function numbersParam({
	preset = '',
	placeholder,
	description,
	...named
}: ParamName & { preset?: string; placeholder: string; description: string }): Param<number[]> {
	return {
		...keyOf(named),
		fields: [fieldOf(named, { type: 'string', default: preset, placeholder, description })],
		schema: arrayOf({ type: 'number' }),
		read: (source) =>
			readAscending(
				source.value(named, preset),
				source.label(named),
				placeholder.replace('e.g. ', ''),
			),
	};
}

const MINUTES: ReadonlyArray<Word<number>> = [
	{ word: 'minutes', value: 1, also: ['minute', 'min', '分钟', '分'] },
	{ word: 'hours', value: 60, also: ['hour', 'h', '小时'] },
	{ word: 'days', value: 24 * 60, also: ['day', 'd', '天', '日'] },
	{ word: 'weeks', value: 7 * 24 * 60, also: ['week', '周'] },
];

export function minutesOf(unit: 'minutes' | 'hours' | 'days'): number {
	return MINUTES.find(({ word }) => word === unit)?.value as number;
}

/**
 * A time in one unit, to which the bounds apply: a number in the form, text such as `7 days` in
 * JSON.
 */
export function durationParam({
	unit,
	bounds: [from, to],
	preset,
	description,
	...named
}: ParamName & {
	unit: 'minutes' | 'days';
	bounds: readonly [number, number];
	preset: number;
	description: string;
}): Param<number> {
	const example = `${preset} ${unit}`;
	return {
		...keyOf(named),
		fields: [numberField(named, [from, to], preset, description)],
		schema: { examples: [example] },
		read(source) {
			const label = source.label(named);
			const raw = source.value(named, example);
			if (source.isForm) return readInteger(raw, label, from, to);
			const count = readDuration(raw, label) / minutesOf(unit);
			if (Number.isInteger(count) && count >= from && count <= to) return count;
			throw new UserError(
				`${label} must be whole ${unit} from ${from} to ${to}, such as "${example}", not ${shown(raw)}`,
			);
		},
	};
}

const DURATION = /^(\d{1,6})\s{0,9}(\p{L}{1,10})$/u;

/** Reads `7 days`, `2 hours`, `{"value": 7, "unit": "days"}` in minutes. @throws UserError */
export function readDuration(value: unknown, label: string): number {
	const amount = isObject(value)
		? readKeys(value, { value: [], unit: [] }, label, '"7 days"')
		: undefined;
	const [count, unit] = amount
		? [amount.value, amount.unit]
		: (DURATION.exec(asText(value).trim())?.slice(1) ?? []);
	const number = Number(textOf(count));
	if (!Number.isInteger(number) || number < 1 || number > BOUNDS.window[1] || unit === undefined) {
		throw new UserError(
			`${label} must be a time such as "7 days" or "2 hours", with up to ${BOUNDS.window[1]} units, not ${shown(value)}`,
		);
	}
	return number * readWord(unit, MINUTES, `The unit of ${label}`);
}

/** Whether there is no value: the form hides the field, or JSON omits it. */
export function isNothing(value: unknown): boolean {
	return value === undefined || (typeof value !== 'object' && textOf(value) === '');
}

export function keyOf({ key, also = [] }: ParamName): Pick<ParamParts, 'key' | 'also'> {
	return { key, also };
}

export function fieldOf(
	{ displayName, name }: Pick<ParamName, 'displayName' | 'name'>,
	field: Omit<INodeProperties, 'displayName' | 'name'>,
): INodeProperties {
	return { displayName, name, ...field };
}
