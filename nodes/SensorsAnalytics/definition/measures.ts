import { UserError } from 'n8n-workflow';

import { defaultName } from '../query/columns';
import {
	ANY_EVENT,
	type EventMeasure,
	type Filter,
	type Group,
	type Measure,
} from '../query/eventQuery';
import { eventsIn } from '../query/fieldExpression';
import { isObject } from '../query/json';
import type { FilteredEvent } from '../query/modelQueries';
import { readAggregate } from './aggregates';
import { readFilter } from './filter';
import { listed, readEach, readKeys, readText, shown } from './keys';
import type { NamedProperty, Names } from './names';
import { TEXT, textOr } from './schema';

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
const EXAMPLE = '{"event": "PayOrder", "aggregate": "sum", "property": "amount"}';
const FORMULA_EXAMPLE =
	'{"formula": "sum(event.PayOrder.amount)/count(event.PayOrder)", "name": "price"}';

/** `measures` of a report: a list, or the one. @throws UserError that names the measure */
export function readMeasures(value: unknown, names: Names): Measure[] {
	const given = listed(value);
	if (given.length === 0) throw new UserError(`'measures' is missing. Write it as [${EXAMPLE}]`);
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
export function readMeasure(value: unknown, names: Names, place: string): EventMeasure {
	const given = readKeys(
		typeof value === 'string' ? { event: value } : value,
		MEASURE,
		place,
		EXAMPLE,
	);
	const event = readEvent(given.event, names, `'event' of ${place}`);
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

function readFormula(value: unknown, names: Names, place: string): Measure {
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
export function readEvent(value: unknown, names: Names, place: string): string {
	return names.event(readText(value, place, '"PayOrder"'), place);
}

/** An event, alone or with conditions of its own. @throws UserError */
export function readFilteredEvent(value: unknown, names: Names, place: string): FilteredEvent {
	if (typeof value === 'string') return { event: readEvent(value, names, place) };
	const example = '"PayOrder" or {"event": "PayOrder", "filter": {"city": "Beijing"}}';
	if (value === undefined) throw new UserError(`${place} is missing. Write it as ${example}`);
	const given = readKeys(value, { event: EVENT, filter: ['where'] }, place, example);
	const event = readEvent(given.event, names, `'event' of ${place}`);
	const filter = readFilter(given.filter, event, names, `'filter' of ${place}`);
	return filter ? { event, filter } : { event };
}

/** @param event whose property a short name means. @throws UserError */
export function readNamed(
	value: unknown,
	event: string,
	names: Names,
	place: string,
	use?: 'number',
): NamedProperty {
	return names.property(readText(value, place, '"city" or "user.level"'), event, place, use);
}

const GROUP = { property: ['field', 'name'], buckets: ['bounds', 'limits'] };

/** `group_by` of an event report: properties, or objects with buckets. @throws UserError */
export function readGroups(value: unknown, event: string, names: Names): Group[] {
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
		const buckets = readAscending(given.buckets, `'buckets' of ${place}`);
		return buckets.length > 0 ? { property, buckets } : { property };
	});
}

/** Numbers, each larger than the one before; none if there are none. @throws UserError */
export function readAscending(value: unknown, place: string): number[] {
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
export function readQueryFilter(value: unknown, event: string, names: Names): Filter | undefined {
	return readFilter(value, event, names, "'filter'");
}
