import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../credentials/http/json';
import type { Weekday } from '../dates/calendar';
import { asText } from '../query/json';
import { BOUNDS } from './bounds';
import type { NameResolver } from './names';
import { readProperty } from './property';
import { readAscending, type ReadField, readInteger, textOf } from './read';
import { readFlag, readKeys, readWord, shown, type Word } from './words';

/** Names in the form are the service's: they go out as they are. */
const SERVICE_NAMES: NameResolver = {
	areFinal: true,
	event: (typed) => typed,
	property: (typed, event, place) => ({ property: readProperty(typed, event, place) }),
	session: (typed) => typed,
	needKind() {},
};

/**
 * A parameter of a query is one object: what the form asks, its key in a query as JSON, and the one
 * function that reads it from either.
 */
export interface ParamParts {
	/** In the form; none for what the form asks elsewhere. */
	fields: INodeProperties[];
	key: string;
	/** What else people write for the key. */
	also: readonly string[];
	/** Of the value in JSON. */
	schema: JsonObject;
	/** Whether a query as JSON must have it. */
	isRequired?: boolean;
	/** Whether it is about the rows, not about what the service is asked: pasted queries have it, too. */
	isOfRows?: boolean;
	/** The words of a choice. */
	words?: ReadonlyArray<Word<unknown>>;
}

export interface Param<Value, Of extends unknown[] = []> extends ParamParts {
	/**
	 * @param of what its meaning depends on, such as the event of a property
	 * @throws UserError that names it by its label or its key
	 */
	read(source: ParamSource, ...of: Of): Value;
}

/** How a parameter is called in the form, and in JSON. */
export interface ParamName {
	displayName: string;
	name: string;
	key: string;
	also?: readonly string[];
}

interface AnySource {
	/** What names of events and properties mean. */
	names: NameResolver;
	/** How errors call a parameter, in quotation marks. */
	label(param: ParamName): string;
	/** What it was given; in JSON the preset where it is left out. */
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
	now: Today;
}

/** Where parameters are read from. */
export type ParamSource = FormSource | JsonSource;

/** The form of an item. */
export function formSource(field: ReadField): FormSource {
	return {
		isForm: true,
		field,
		names: SERVICE_NAMES,
		label: ({ displayName }) => `'${displayName}'`,
		value: ({ name }) => field(name),
		asIn: '',
	};
}

/** What dates in words count from. */
export interface Today {
	/** `YYYY-MM-DD`. */
	today: string;
	firstWeekday: Weekday;
	/** IANA name. */
	timeZone: string;
}

/** What a query as JSON is read with. */
export interface ReadContext {
	names: NameResolver;
	now: Today;
}

/**
 * A query as JSON.
 * @param params all that it may have
 * @throws UserError for keys that are not known
 */
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
		label: ({ key }) => `'${key}'`,
		value: ({ key }, preset) => entries[key] ?? preset,
		asIn: `, as in ${example}`,
	};
}

/**
 * What the JSON schemas of queries are made of. Each is short enough for the description of a tool
 * (docs/query.md): words that a report shares with others stand in examples, not in lists.
 */

export const TEXT = { type: 'string' };

/** One of the words of a list. */
export function oneOf(words: ReadonlyArray<Word<unknown>>): JsonObject {
	return { enum: words.map(({ word }) => word) };
}

/** An object of these keys, or a text that stands for the first of them. */
export function textOr(properties: JsonObject): JsonObject {
	return { type: ['string', 'object'], properties };
}

export function arrayOf(items: JsonObject): JsonObject {
	return { type: 'array', items };
}

/** A query with these parameters and no others. */
export function querySchema(params: readonly ParamParts[]): JsonObject {
	const required = params.filter(({ isRequired }) => isRequired).map(({ key }) => key);
	return {
		type: 'object',
		properties: Object.fromEntries(params.map(({ key, schema }) => [key, schema])),
		...(required.length > 0 ? { required } : {}),
		additionalProperties: false,
	};
}

/** A choice of the form's list; its word in JSON is its value, if it has no other. */
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

/** One choice of a list. */
export function choiceParam<Value extends string>({
	choices,
	preset,
	isOfRows,
	mayBeEmpty = isOfRows,
	description,
	...named
}: ParamName & {
	choices: ReadonlyArray<ParamChoice<Value>>;
	preset: Value;
	isOfRows?: boolean;
	/** Whether nothing is the preset, in forms that do not ask it, too. */
	mayBeEmpty?: boolean;
	description?: string;
}): Param<Value> {
	const words = wordsOfChoices(choices);
	return {
		...keyOf(named),
		fields: [
			fieldOf(named, {
				type: 'options',
				default: preset,
				options: optionsOf(choices),
				...(description ? { description } : {}),
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

/** The field of a number in the form, which bounds what is typed. */
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

/** A whole number; what it depends on may allow less. */
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

/** Yes or no: no if it is left out. */
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
			return isNothing(raw) ? false : readFlag(raw, source.label(named));
		},
	};
}

/** Numbers in ascending order. */
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
		read: (source) => readAscending(source.value(named, preset), source.label(named)),
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
 * A time in one unit: a number in the form, a text such as `7 days` in JSON.
 * @param bounds in that unit, whatever the unit of the text
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

/** `7 days`, `2 hours`, `{"value": 7, "unit": "days"}`, in minutes. @throws UserError */
export function readDuration(value: unknown, label: string): number {
	const amount = isObject(value)
		? readKeys(value, { value: [], unit: [] }, label, '"7 days"')
		: undefined;
	const [count, unit] = amount
		? [amount.value, amount.unit]
		: (DURATION.exec(asText(value).trim())?.slice(1) ?? []);
	const number = Number(count);
	if (!Number.isInteger(number) || number < 1 || number > BOUNDS.window[1] || unit === undefined) {
		throw new UserError(
			`${label} must be a time such as "7 days" or "2 hours", with up to ${BOUNDS.window[1]} units, not ${shown(value)}`,
		);
	}
	return number * readWord(unit, MINUTES, `The unit of ${label}`);
}

/** Whether nothing was given: what the form does not show, and what JSON leaves out. */
export function isNothing(value: unknown): boolean {
	return value === undefined || (typeof value !== 'object' && textOf(value) === '');
}

/** The parts of a parameter that are its key. */
export function keyOf({ key, also = [] }: ParamName): Pick<ParamParts, 'key' | 'also'> {
	return { key, also };
}

/** A field under the parameter's name. */
export function fieldOf(
	{ displayName, name }: Pick<ParamName, 'displayName' | 'name'>,
	field: Omit<INodeProperties, 'displayName' | 'name'>,
): INodeProperties {
	return { displayName, name, ...field };
}
