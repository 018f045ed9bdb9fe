import { addDays, startOfMonth } from '../dates/calendar';
import type { Column, Derived } from '../table/table';
import { type Aggregator, aggregatorOf, type CountedEntity } from './aggregators';
import { functionOf } from './filterFunctions';
import { asText } from './json';
import {
	ANY_EVENT,
	COUNT_USERS,
	type DateRange,
	type Filter,
	type GroupBy,
	type Measure,
	type Property,
	TOTAL,
	type Unit,
} from './query';

const DATE_KEY = 'date';

export interface ReportColumns {
	/** undefined for totals. */
	date?: Column;
	/** Whether the points in time are hours or shorter, not days. */
	hasTimeOfDay: boolean;
	groups: Column[];
	measures: Column[];
	compared?: ComparedColumns;
}

/** The comparison date, and each measure's previous value, change, and change in percent. */
interface ComparedColumns {
	date: Column;
	measures: Column[][];
}

export interface NamedParts {
	measures: Measure[];
	groupBy: GroupBy[];
	unit: Unit;
}

/** Keys that a row has only if they apply to it. */
export const FLAGS = ['_truncated', '_sampled', '_partial'];
/** Keys that every row may have. */
export const OWN_KEYS = [DATE_KEY, 'meta', ...FLAGS];
const SUMMARY_KEYS = ['from', 'to'];
const COMPARED_SUMMARY_KEYS = ['compare_from', 'compare_to'];
const DATE_PREVIOUS_KEY = `${DATE_KEY}_previous`;
const DERIVED: Array<[Derived['as'], string]> = [
	['previous', '_previous'],
	['change', '_change'],
	['percent', '_change_percent'],
];
const UNITS_WITHIN_A_DAY = ['hour', 'minute', 'second'];

export function hasTime(unit: string): boolean {
	return UNITS_WITHIN_A_DAY.includes(unit.toLowerCase());
}

/**
 * Returns short, stable keys: the measure's output name or `<event>_<aggregator>[_<property>]`; the
 * group's property name, with its owner before it if needed. A key that is taken gets a number at
 * its end (R6 of docs/calendar.md).
 * @param isCompared whether there are columns of a comparison
 * @param isSummary whether the single row has the dates of the range
 */
export function nameColumns(
	{ measures, groupBy, unit }: NamedParts,
	isCompared = false,
	isSummary = false,
): ReportColumns {
	const taken = new Set([
		...OWN_KEYS,
		...(isCompared ? [DATE_PREVIOUS_KEY] : []),
		...(isSummary ? SUMMARY_KEYS : []),
		...(isSummary && isCompared ? COMPARED_SUMMARY_KEYS : []),
	]);
	const take = nameTaker(taken);
	const names = requestedNames(measures);
	const measureColumns = measures.map((measure, index): Column => {
		const nature = natureOf(measure);
		const isZeroWhenEmpty = nature === 'sum' || nature === 'count';
		const key = take(names[index] as string);
		return {
			key,
			role: 'measure',
			type: 'number',
			whenEmpty: isZeroWhenEmpty ? 0 : null,
			canAddUp: nature === 'sum',
		};
	});
	const properties = groupBy.map(({ property }) => property);
	const groups = nameGroups(properties, taken);
	for (const { key } of groups) taken.add(key);
	const hasTimeOfDay = hasTime(unit);
	const date: Column = {
		key: DATE_KEY,
		role: 'date',
		type: hasTimeOfDay ? 'datetime' : 'date',
		whenEmpty: null,
	};
	const derive = (column: Column, as: Derived['as'], key: string): Column => ({
		...column,
		key,
		whenEmpty: as === 'previous' ? column.whenEmpty : null,
		derived: { of: column.key, as },
	});
	const compared = isCompared
		? {
				date: derive(date, 'previous', DATE_PREVIOUS_KEY),
				measures: measureColumns.map((column) =>
					DERIVED.map(([as, suffix]) => derive(column, as, take(column.key + suffix))),
				),
			}
		: undefined;
	return {
		date: unit === TOTAL ? undefined : date,
		hasTimeOfDay,
		groups,
		measures: measureColumns,
		...(compared ? { compared } : {}),
	};
}

export function listColumns({ date, groups, measures, compared }: ReportColumns): Column[] {
	return [
		...(date ? [date, ...(compared ? [compared.date] : [])] : []),
		...groups,
		...measures.flatMap((column, index) => [column, ...(compared?.measures[index] ?? [])]),
	];
}

/** @param taken keys of other columns, in addition to those that every row may have */
export function nameGroups(properties: readonly Property[], taken: Iterable<string>): Column[] {
	const keys = new Set([...OWN_KEYS, ...taken]);
	const take = nameTaker(keys);
	const short = properties.map(shortName);
	return properties.map((property): Column => {
		const name = shortName(property);
		const isAlone = short.filter((other) => other === name).length === 1;
		const key = take(isAlone && !keys.has(name) ? name : ownedName(property));
		return { key, role: 'group', type: 'string', whenEmpty: null };
	});
}

/** Of the name of a column, characters. */
const MOST_NAME = 100;

/** Returns names of measures, with the filters of those that differ only in their filters. */
export function requestedNames(measures: readonly Measure[]): string[] {
	const names = measures.map((measure) => measure.name ?? defaultName(measure));
	return measures.map(({ name, filter }, index) => {
		const own = names[index] as string;
		const isAlone = names.filter((other) => other === own).length === 1;
		if (isAlone || name !== undefined || !filter) return own;
		const whole = `${own} ${conditionsIn(filter)}`;
		const apart = whole.length > MOST_NAME ? apartIn(measures, index) : undefined;
		return (apart ? `${own} …${conditionsIn(apart)}` : whole).slice(0, MOST_NAME);
	});
}

/**
 * Returns what the filter of a measure has, but not that of each other measure of the same name, with
 * its own values first; undefined without such another one.
 */
export function apartIn(measures: readonly Measure[], index: number): Filter | undefined {
	const own = measures[index];
	const others = measures.flatMap((one) =>
		own && one !== own && one.filter && defaultName(one) === defaultName(own) ? [one.filter] : [],
	);
	const { filter } = own ?? {};
	if (!filter || others.length === 0) return undefined;
	const parts = others.map(
		({ conditions, groups }) =>
			new Set(
				[conditions, groups, conditions.flatMap(({ values }) => values)]
					.flat()
					.map((part) => JSON.stringify(part)),
			),
	);
	const isShared = (part: unknown) => parts.every((other) => other.has(JSON.stringify(part)));
	const conditions = filter.conditions
		.filter((one) => !isShared(one))
		.map((one) => {
			// The order of two can be that of a range.
			if (one.values.length < 3) return one;
			const shared = new Set(one.values.filter(isShared));
			const ownValues = one.values.filter((value) => !shared.has(value));
			return { ...one, values: [...ownValues, ...shared] };
		});
	const groups = filter.groups.filter((one) => !isShared(one));
	return conditions.length + groups.length > 0 ? { ...filter, conditions, groups } : undefined;
}

/** Writes conditions with the signs of a JSON query: `(city = Beijing/Shanghai or age not_set)`. */
export function conditionsIn({ join, conditions, groups }: Filter): string {
	const parts = conditions.map(({ property, function: name, values }) => {
		const sign = functionOf(name)?.word ?? name;
		const whose = property.of === 'other' ? property.expression : property.name;
		return [whose, sign, ...(values.length > 0 ? [values.map(asText).join('/')] : [])].join(' ');
	});
	return `(${[...parts, ...groups.map(conditionsIn)].join(` ${join} `)})`;
}

export function defaultName(measure: Measure): string {
	if (measure.kind === 'formula') return 'formula';
	const { event, aggregator, property } = measure;
	const eventWord = event === ANY_EVENT ? 'any_event' : event;
	const word = aggregatorOf(measure)?.word ?? aggregator;
	return [eventWord, word, ...(property ? [shortName(property)] : [])].join('_');
}

/** Returns what a measure counts; undefined if it doesn't count. */
export function countedBy(measure: Measure): CountedEntity | undefined {
	if (measure.kind === 'formula') return undefined;
	return measure.aggregator === COUNT_USERS ? 'users' : aggregatorOf(measure)?.counts;
}

export function isCounting(measure: Measure): boolean {
	return countedBy(measure) !== undefined;
}

/** Whether it counts distinct values, whose number doesn't vary by chance like that of events. */
export function isCountOfValues(measure: Measure): boolean {
	return countedBy(measure) === 'values';
}

/** Returns the property whose values a measure aggregates; undefined for counts and formulas. */
export function measuredProperty(measure: Measure | undefined): Property | undefined {
	return measure?.kind === 'event' && !isCounting(measure) ? measure.property : undefined;
}

/** Returns which earlier dates a number also counts, like events in the last 7 days. */
export function windowIn(measure: Measure): Aggregator['window'] {
	return measure.kind === 'formula' ? undefined : aggregatorOf(measure)?.window;
}

/** Whether the measure's numbers grow from the start of the range. */
export function isCumulated(measure: Measure): boolean {
	return windowIn(measure) === 'range';
}

/** Returns the dates that a rolling measure counts up to a date. */
export function windowOf(measure: Measure, to: string): DateRange | undefined {
	const window = windowIn(measure);
	if (window === undefined || window === 'range') return undefined;
	return { from: window === 'month' ? startOfMonth(to) : addDays(to, 1 - window), to };
}

/** Whether its numbers restart at a date, so that earlier ones don't show what is usual. */
export function restarts(measure: Measure): boolean {
	return typeof windowIn(measure) === 'string';
}

/** Returns how numbers of the measure behave; unknown aggregators get the most cautious nature. */
export function natureOf(measure: Measure): Aggregator['nature'] {
	return measure.kind === 'formula' ? undefined : aggregatorOf(measure)?.nature;
}

/** Functions of users in a formula; of a property, `uniqCount` counts values (docs/service.md, "Formulas"). */
const OF_USERS = /\b(?:unique|average|uniqAvg)\(|\buniqcount\(event\.[^.()]+\)/i;

/** Whether it divides by, or multiplies, numbers of users, of which each counts once for all dates. */
export function isPerUsers(measure: Measure): boolean {
	return measure.kind === 'formula'
		? OF_USERS.test(measure.expression)
		: ['average', 'uniqAvg'].includes(measure.aggregator);
}

/** A tag or segment of users on a day (docs/service.md, "Fields"). */
const OF_DAY = /^(.+)@(\d{4}-\d{2}-\d{2})(?: \d{2}:\d{2}:\d{2})?$/;

function shortName(property: Property): string {
	if (property.of === 'other') return property.expression;
	return property.of === 'user' ? property.name.replace(OF_DAY, '$1') : property.name;
}

function ownedName(property: Property): string {
	if (property.of === 'other') return property.expression;
	if (property.of === 'user' && OF_DAY.test(property.name)) {
		return property.name.replace(OF_DAY, '$1_$2');
	}
	const owner =
		property.of === 'user' ? 'user' : property.event === ANY_EVENT ? 'event' : property.event;
	return `${owner}_${property.name}`;
}

/**
 * Returns a function that makes names unique by numbers. It continues where it stopped, because
 * thousands of groups may have the same name.
 */
export function nameTaker(
	taken: Set<string>,
	numbered = (requested: string, number: number) => `${requested}_${number}`,
): (requested: string) => string {
	const numbers = new Map<string, number>();
	return (requested) => {
		let key = requested;
		let next = numbers.get(requested) ?? 2;
		for (; taken.has(key); next++) key = numbered(requested, next);
		if (key !== requested) numbers.set(requested, next);
		taken.add(key);
		return key;
	};
}
