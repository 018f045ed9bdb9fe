import type { Column } from '../table/table';
import { findAggregator } from './aggregators';
import { ANY_EVENT, type Measure, type Property, type Unit } from './eventQuery';

export const DATE_KEY = 'date';

/** The keys of a result, in the order of what was asked. */
export interface ReportColumns {
	date: Column;
	/** Whether the points in time are hours (or shorter), not whole days. */
	hasTimeOfDay: boolean;
	groups: Column[];
	measures: Column[];
}

/** A measure and a group as they are named, whichever way the query was given. */
export interface NamedParts {
	measures: Measure[];
	groupBy: Property[];
	unit: Unit;
}

const UNITS_WITHIN_A_DAY = ['hour', 'minute', 'second'];

/**
 * Stable, short keys: the measure's output name or `<event>_<aggregator>[_<property>]`; the
 * group's property name. Groups that would be called alike get the name of their owner in front.
 */
export function nameColumns({ measures, groupBy, unit }: NamedParts): ReportColumns {
	const taken = new Set([DATE_KEY]);
	const take = (wanted: string) => {
		const key = firstFree(wanted, taken);
		taken.add(key);
		return key;
	};
	const measureKeys = measures.map((measure) => take(measure.name ?? defaultName(measure)));
	const short = groupBy.map(shortName);
	const isAlone = (key: string) => short.filter((other) => other === key).length === 1;

	const groupKeys = groupBy.map((property) => {
		const key = shortName(property);
		return take(isAlone(key) && !taken.has(key) ? key : ownedName(property));
	});
	return {
		date: { key: DATE_KEY, role: 'date' },
		hasTimeOfDay: UNITS_WITHIN_A_DAY.includes(unit.toLowerCase()),
		groups: groupKeys.map((key) => ({ key, role: 'group' })),
		measures: measureKeys.map((key) => ({ key, role: 'measure' })),
	};
}

/** The key of a measure that was given no name. */
export function defaultName({ event, aggregator, property }: Measure): string {
	const eventWord = event === ANY_EVENT ? 'any_event' : event;
	const word = findAggregator(aggregator)?.word ?? aggregator;
	return [eventWord, word, ...(property ? [shortName(property)] : [])].join('_');
}

function shortName(property: Property): string {
	return property.of === 'other' ? property.expression : property.name;
}

function ownedName(property: Property): string {
	if (property.of === 'other') return property.expression;
	const owner =
		property.of === 'user' ? 'user' : property.event === ANY_EVENT ? 'event' : property.event;
	return `${owner}_${property.name}`;
}

function firstFree(wanted: string, taken: ReadonlySet<string>): string {
	let key = wanted;
	for (let number = 2; taken.has(key); number++) key = `${wanted}_${number}`;
	return key;
}
