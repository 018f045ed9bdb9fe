import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../../credentials/http/json';
import { isObject, WholeNumber } from '../../../../credentials/http/json';
import { firstWords } from '../../../../credentials/http/redact';
import type { Aggregator } from '../../query/aggregators';
import { AGGREGATORS } from '../../query/aggregators';
import { defaultName } from '../../query/columns';
import { asText } from '../../query/json';
import type {
	CohortUnit,
	EventMeasure,
	Filter,
	FilterCondition,
	FilteredEvent,
	GroupBy,
	Measure,
	Property,
} from '../../query/query';
import { ANY_EVENT, eventsIn } from '../../query/query';
import { BOUNDS } from '../bounds';
import { readComparison } from './dates';
import type { NamedProperty, NameResolver, Word } from './read';
import {
	isOfNumbers,
	listed,
	meaningsOf,
	nearest,
	plain,
	readEach,
	readKeys,
	readOperator,
	readText,
	readWord,
	shown,
	TEXT,
	textOr,
} from './read';

/** What else people write; `average` and `count` of what is judged by whether there is a property. */
const ALSO: { [word: string]: readonly string[] | undefined } = {
	events: ['count', 'times', 'event count', '次数'],
	users: ['uv', 'user count', 'unique users', 'distinct users', '人数', '用户数'],
	events_per_user: ['average', '人均'],
	avg: ['average', 'mean', '平均', '平均值'],
	sum: ['合计', '求和'],
	max: ['maximum', '最大'],
	min: ['minimum', '最小'],
	distinct: ['distinct count', 'count distinct', '去重'],
	median: ['p50'],
};

/** Aggregators under the words of the schema, which are those of default names of columns. */
export const AGGREGATES: ReadonlyArray<Word<Aggregator>> = AGGREGATORS.map((aggregator) => {
	const { word, value, label, interfaceName } = aggregator;
	const other = ALSO[word] ?? [];
	// The service's `average` counts events; of a property it would be `avg`.
	return { word, value: aggregator, also: [value, label, interfaceName, ...other] };
});

/**
 * How a number is computed; without a word events are counted.
 * @param hasProperty whether there is a property to compute with
 * @throws UserError that lists what is allowed, or what may be meant
 */
export function readAggregate(given: unknown, hasProperty: boolean, place: string): Aggregator {
	const found = given === undefined ? [] : meaningsOf(asText(given), AGGREGATES);
	if (given === undefined && !hasProperty) return AGGREGATES[0]?.value as Aggregator;
	const fitting = hasProperty ? found.filter(({ value }) => value.needsProperty) : found;
	const [only] = fitting;
	if (only === undefined || fitting.length > 1) {
		throw found.length === 0
			? unknown(given, hasProperty, place)
			: misfit(given, found, hasProperty, place);
	}
	if (only.value.needsProperty && !hasProperty) throw misfit(given, found, hasProperty, place);
	return only.value;
}

function unknown(given: unknown, hasProperty: boolean, place: string): UserError {
	const words = wordsOf(hasProperty ? true : undefined);
	const fault = given === undefined ? 'is missing' : `can't be ${shown(given)}`;
	return new UserError(
		`'aggregate' of ${place} ${fault}. ${hasProperty ? 'With a property it' : 'It'} must be one of: ${words}${adviceFor(given)}`,
	);
}

/** What is no aggregate is often what the number is called, such as revenue. */
function adviceFor(given: unknown): string {
	if (typeof given !== 'string' || given.trim() === '') return '';
	const near = nearest(
		given,
		AGGREGATES.map(({ word }) => word),
	);
	if (near !== undefined) return `. Did you mean ${near}?`;
	return `. If ${shown(given)} is what the number is called, it is its 'name': {"event": …, "aggregate": "sum", "property": "amount", "name": ${shown(given)}}`;
}

function misfit(
	given: unknown,
	found: ReadonlyArray<Word<Aggregator>>,
	hasProperty: boolean,
	place: string,
): UserError {
	if (found.length > 1) {
		const meanings = found.map(({ word, value }) => `${word} (${value.label})`).join(' or ');
		return new UserError(
			`'aggregate' of ${place} is ${shown(given)}, which can mean ${meanings}. Write one of them`,
		);
	}
	const [{ word = '' } = {}] = found;
	return hasProperty
		? new UserError(
				`'aggregate' of ${place} is ${word}, which takes no 'property'. Leave it out, or take one of: ${wordsOf(true)}`,
			)
		: new UserError(
				`'aggregate' of ${place} is ${word}, which needs a 'property', such as "amount". Without one it can be: ${wordsOf(false)}`,
			);
}

function wordsOf(needsProperty?: boolean): string {
	return AGGREGATES.filter(
		({ value }) => needsProperty === undefined || value.needsProperty === needsProperty,
	)
		.map(({ word }) => word)
		.join(', ');
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
/** Deeper than anybody writes it. */
const DEEPEST = 8;

/**
 * Conditions: `{"city": ["Beijing", "Shanghai"], "amount": {">=": 500}, "or": [{…}, {…}]}`, or a
 * list of `{"property", "operator", "value"}`; all must hold.
 * @param event whose properties short names mean
 * @param place for errors, such as `'filter'`
 * @returns undefined where there are none
 * @throws UserError that names the property
 */
export function readFilter(
	value: unknown,
	event: string,
	names: NameResolver,
	place: string,
): Filter | undefined {
	if (value === undefined || value === null) return undefined;
	const filter = readPart(value, { event, names, place }, 0);
	return filter.conditions.length + filter.groups.length > 0 ? filter : undefined;
}

interface Where {
	event: string;
	names: NameResolver;
	place: string;
}

function readPart(value: unknown, where: Where, depth: number): Filter {
	if (depth > DEEPEST) throw new UserError(`${where.place} is nested too deep`);
	if (Array.isArray(value)) return joined('and', value, where, depth);
	if (!isObject(value)) {
		throw new UserError(
			`${where.place} must be an object such as ${FILTER_EXAMPLE}, not ${shown(value)}`,
		);
	}
	if (isCondition(value)) return all([readListed(value, where)]);
	const parts = Object.entries(value).flatMap(([key, spec]): Filter[] => {
		const [join] = meaningsOf(key, JOINS);
		if (join === undefined) return [readProperty(key, spec, where)];
		if (!Array.isArray(spec)) {
			throw new UserError(`'${key}' in ${where.place} must be a list such as [${FILTER_EXAMPLE}]`);
		}
		return [joined(join.value, spec, where, depth)];
	});
	return merge('and', parts);
}

function joined(join: 'and' | 'or', list: unknown[], where: Where, depth: number): Filter {
	return merge(
		join,
		list.map((inner) => readPart(inner, where, depth + 1)),
	);
}

/** One filter of several: what has one condition, or the same join, needs no group of its own. */
function merge(join: 'and' | 'or', parts: readonly Filter[]): Filter {
	const filled = parts.filter(({ conditions, groups }) => conditions.length + groups.length > 0);
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

/** Whether it is written as `{"property": …, "operator": …, "value": …}`. */
function isCondition(value: JsonObject): boolean {
	const keys = Object.keys(value).map(plain);
	const says = (key: keyof typeof CONDITION) =>
		[key, ...CONDITION[key]].some((word) => keys.includes(plain(word)));
	return says('property') && (says('operator') || says('value')) && keys.length <= 3;
}

function readListed(value: JsonObject, where: Where): FilterCondition {
	const example = '{"property": "city", "operator": "=", "value": "Beijing"}';
	const { place } = where;
	const given = readKeys(value, CONDITION, `A condition in ${place}`, example);
	const property = readText(given.property, `'property' of a condition in ${place}`, '"city"');
	const operator = given.operator === undefined ? '=' : given.operator;
	return readCondition(property, asText(operator), given.value, where);
}

function readProperty(key: string, spec: unknown, where: Where): Filter {
	if (!isObject(spec) || spec instanceof WholeNumber)
		return all([readCondition(key, '=', spec, where)]);
	const entries = Object.entries(spec);
	if (entries.length === 0) {
		throw new UserError(`'${key}' in ${where.place} has no condition. Write ${FILTER_EXAMPLE}`);
	}
	const [operator, value] = ['operator', 'value'].map((name) =>
		entries.find(([given]) => plain(given) === name),
	);
	if (operator && entries.length === (value ? 2 : 1)) {
		return all([readCondition(key, asText(operator[1]), value?.[1], where)]);
	}
	return all(entries.map(([name, inner]) => readCondition(key, name, inner, where)));
}

function readCondition(
	typed: string,
	operator: string,
	value: unknown,
	where: Where,
): FilterCondition {
	const { event, names, place } = where;
	const at = `'${firstWords(typed)}' in ${place}`;
	const asked = readOperator(operator, at);
	const named = names.property(typed, event, at, isOfNumbers(asked) ? 'compared' : undefined);
	const comparison = readComparison(asked, listed(value), {
		kind: named.kind,
		names,
		place: at,
	});
	return { property: named.property, ...comparison };
}

const EVENT = ['event name'];
const PROPERTY = ['field'];
const NAME = ['as', 'alias', 'label', 'output name'];
const AGGREGATE = ['aggregator', 'aggregation', 'agg', 'metric', 'function', 'math'];
const MEASURE = {
	event: EVENT,
	aggregate: AGGREGATE,
	property: PROPERTY,
	name: NAME,
	filter: ['where'],
};
const FORMULA = { formula: ['expression'], name: NAME, filter: ['where'] };
/** The aggregates that are asked for most; of the others docs/query.md tells. */
export const COMMON_AGGREGATES = [
	...['events', 'users', 'events_per_user', 'sum', 'avg', 'max', 'min', 'median', 'distinct'],
];
export const MEASURE_SCHEMA = textOr({
	event: TEXT,
	aggregate: { examples: COMMON_AGGREGATES },
	property: TEXT,
	name: TEXT,
	filter: { type: 'object' },
	formula: { examples: ['sum(event.A.x)/count(event.B)'] },
});
/** A number of an event, or the sum of a property. */
export const VALUE_SCHEMA = textOr({
	...{ event: TEXT, aggregate: { enum: ['events', 'sum'] }, property: TEXT },
});
const MEASURE_EXAMPLE = '{"event": "PayOrder", "aggregate": "sum", "property": "amount"}';
const FORMULA_EXAMPLE =
	'{"formula": "sum(event.PayOrder.amount)/count(event.PayOrder)", "name": "price"}';

/** `measures` of a report: a list, or the one. @throws UserError that names the measure */
export function readMeasuresJson(value: unknown, names: NameResolver): Measure[] {
	const given = listed(value);
	if (given.length === 0)
		throw new UserError(`'measures' is missing. Write it as [${MEASURE_EXAMPLE}]`);
	const measures = readEach(given, (one, index) =>
		isObject(one) && Object.keys(one).some((key) => key in FORMULA && key === 'formula')
			? readFormula(one, names, `measure ${index + 1}`)
			: readMeasure(one, names, `measure ${index + 1}`),
	);
	const called = measures.map((measure) => measure.name ?? defaultName(measure));
	const twice = called.findIndex((name, index) => called.indexOf(name) !== index);
	if (twice >= 0) {
		const name = called[twice] as string;
		throw new UserError(
			`Measures ${called.indexOf(name) + 1} and ${twice + 1} would both be called '${name}'. Give one of them another 'name'`,
		);
	}
	return measures;
}

/** A number of an event: an object, or the event alone, which is counted. @throws UserError */
export function readMeasure(value: unknown, names: NameResolver, place: string): EventMeasure {
	const given = readKeys(
		typeof value === 'string' ? { event: value } : value,
		MEASURE,
		place,
		MEASURE_EXAMPLE,
	);
	const event = readEventJson(given.event, names, `'event' of ${place}`);
	const hasProperty = given.property !== undefined && given.property !== '';
	const { value: aggregator, needsProperty } = readAggregate(given.aggregate, hasProperty, place);
	// Of these, numbers can be computed from whatever values.
	const use = aggregator === 'uniqCount' ? undefined : 'number';
	const property = needsProperty
		? readNamed(given.property, event, names, `'property' of ${place}`, use)
		: undefined;
	return {
		kind: 'event',
		event,
		aggregator,
		property: property?.property,
		name: nameOf(given.name, place),
		filter: readFilter(given.filter, event, names, `'filter' of ${place}`),
	};
}

function readFormula(value: unknown, names: NameResolver, place: string): Measure {
	const given = readKeys(value, FORMULA, place, FORMULA_EXAMPLE);
	const expression = readText(given.formula, `'formula' of ${place}`, FORMULA_EXAMPLE);
	const name = nameOf(given.name, place);
	if (name === undefined) throw new UserError(`'name' of ${place} is missing: a formula needs one`);
	const named = eventsIn(expression);
	if (named.length === 0) {
		throw new UserError(
			`'formula' of ${place} names no event. Write event.<event>, as in ${FORMULA_EXAMPLE}`,
		);
	}
	return {
		kind: 'formula',
		expression,
		events: [...new Set(named)],
		name,
		filter: readFilter(given.filter, ANY_EVENT, names, `'filter' of ${place}`),
	};
}

function nameOf(value: unknown, place: string): string | undefined {
	return value === undefined ? undefined : readText(value, `'name' of ${place}`, '"revenue"');
}

/** @throws UserError */
export function readEventJson(value: unknown, names: NameResolver, place: string): string {
	return names.event(readText(value, place, '"PayOrder"'), place);
}

/** An event, alone or with conditions of its own. @throws UserError */
export function readFilteredEventJson(
	value: unknown,
	names: NameResolver,
	place: string,
): FilteredEvent {
	if (typeof value === 'string') return { event: readEventJson(value, names, place) };
	const example = '"PayOrder" or {"event": "PayOrder", "filter": {"city": "Beijing"}}';
	if (value === undefined) throw new UserError(`${place} is missing. Write it as ${example}`);
	const given = readKeys(value, { event: EVENT, filter: ['where'] }, place, example);
	const event = readEventJson(given.event, names, `'event' of ${place}`);
	const filter = readFilter(given.filter, event, names, `'filter' of ${place}`);
	return filter ? { event, filter } : { event };
}

/** @param event whose property a short name means. @throws UserError */
export function readNamed(
	value: unknown,
	event: string,
	names: NameResolver,
	place: string,
	use?: 'number',
): NamedProperty {
	return names.property(readText(value, place, '"city" or "user.level"'), event, place, use);
}

const GROUP = { property: ['field', 'name'], buckets: ['bounds', 'limits'] };

/** `group_by` of an event report: properties, or objects with buckets. @throws UserError */
export function readGroups(value: unknown, event: string, names: NameResolver): GroupBy[] {
	return readEach(listed(value), (one, index) => {
		const place = `group ${index + 1} of 'group_by'`;
		const example = '{"property": "amount", "buckets": [100, 500]}';
		const given = readKeys(
			typeof one === 'string' ? { property: one } : one,
			GROUP,
			place,
			example,
		);
		const { property } = readNamed(given.property, event, names, `'property' of ${place}`);
		const buckets = readAscendingJson(given.buckets, `'buckets' of ${place}`);
		return buckets.length > 0 ? { property, buckets } : { property };
	});
}

/** Numbers, each larger than the one before; none if there are none. @throws UserError */
export function readAscendingJson(value: unknown, place: string): number[] {
	const numbers = listed(value);
	const isRight = numbers.every(
		(number, i) => Number.isFinite(number) && (i === 0 || Number(number) > Number(numbers[i - 1])),
	);
	if (isRight) return numbers as number[];
	throw new UserError(
		`${place} must be numbers in ascending order, such as [100, 500], not ${shown(value)}`,
	);
}

/** The filter of a whole report. @throws UserError */
export function readQueryFilterJson(
	value: unknown,
	event: string,
	names: NameResolver,
): Filter | undefined {
	return readFilter(value, event, names, "'filter'");
}

/** What the definitions of reports on groups of users share. */

export const GROUP_BY = ['group', 'breakdown'];
export const FILTER = ['filters', 'where'];
export const RANGE = ['date range', 'dates', 'time range'];
export const UNIT = ['interval', 'granularity'];

export const COHORT_UNITS: ReadonlyArray<Word<CohortUnit>> = [
	{ word: 'day', value: 'day', also: ['daily', 'days', '天', '日'] },
	{ word: 'week', value: 'week', also: ['weekly', 'weeks', '周'] },
	{ word: 'month', value: 'month', also: ['monthly', 'months', '月'] },
];

/** @throws UserError that lists the units */
export function readUnitJson(value: unknown): CohortUnit {
	return value === undefined ? 'day' : readWord(value, COHORT_UNITS, "'unit'");
}

/** No property, or the one that these reports are split by. @throws UserError */
export function readGroupJson(value: unknown, event: string, names: NameResolver): Property[] {
	const given = listed(value);
	if (given.length > 1) {
		throw new UserError(
			`'group_by' takes one property in this report, not ${given.length}. Keep one, or ask once for each`,
		);
	}
	return given.map((one) => readNamed(one, event, names, "'group_by'").property);
}

const MINUTES: ReadonlyArray<Word<number>> = [
	{ word: 'minutes', value: 1, also: ['minute', 'min', '分钟', '分'] },
	{ word: 'hours', value: 60, also: ['hour', 'h', '小时'] },
	{ word: 'days', value: 24 * 60, also: ['day', 'd', '天', '日'] },
	{ word: 'weeks', value: 7 * 24 * 60, also: ['week', '周'] },
];
const DURATION = /^(\d{1,6})\s{0,9}(\p{L}{1,10})$/u;

/** `7 days`, `2 hours`, `{"value": 7, "unit": "days"}`, in minutes. @throws UserError */
export function readDuration(value: unknown, place: string): number {
	const given = isObject(value)
		? readKeys(value, { value: [], unit: [] }, place, '"7 days"')
		: undefined;
	const [count, unit] = given
		? [given.value, given.unit]
		: (DURATION.exec(asText(value).trim())?.slice(1) ?? []);
	const number = Number(count);
	if (!Number.isInteger(number) || number < 1 || number > BOUNDS.window[1] || unit === undefined) {
		throw new UserError(
			`${place} must be a time such as "7 days" or "2 hours", of ${BOUNDS.window[1]} units at most, not ${shown(value)}`,
		);
	}
	return number * readWord(unit, MINUTES, `The unit of ${place}`);
}
