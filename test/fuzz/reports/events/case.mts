/** One case: a table of events, a form filled in, a service with its habits, and a moment; the keys of its result (R6 of docs/calendar.md). */
import type { Day, Range, Unit } from './calendar.mts';

export type Scalar = string | number | boolean | null;

export interface Event {
	name: 'A' | 'B';
	/** ISO, UTC. */
	at: string;
	user: string;
	/** A property that is missing has no key. */
	properties: { [name: string]: Scalar };
}

export interface Measure {
	name: string;
	/** As the service calls it; `formula` for an expression. */
	aggregator: string;
	event: 'A' | 'B' | '$Anything';
	field?: string;
	expression?: string;
}

export interface RangeChoice {
	/** As in the form. */
	preset: string;
	count?: number;
	of?: 'days' | 'weeks' | 'months';
	withCurrent?: boolean;
	firstWeekday?: 1 | 6 | 7;
	from?: Day;
	to?: Day;
}

export interface CompareChoice {
	preset: string;
	from?: Day;
	to?: Day;
}

/** The form in which the service returns what it found. */
export interface Habits {
	/** Periods without any event are left out. */
	isSparse: boolean;
	/** What an answer without events holds: nothing, no series either, a series, a row of zeros. */
	empty: 'bare' | 'noSeries' | 'series' | 'zeros';
	/** Whether an hour that comes twice is in the answer twice. */
	isTwice: boolean;
	/** Whether an hour that the clocks leave out is in the answer, with nothing in it. */
	returnsSkipped: boolean;
	firstWeekday: 1 | 6 | 7;
	/** Whether the first week is named by the first day of the range. */
	isFirstWeekCut: boolean;
	/** Whether periods that have not begun are in the answer, with nothing in them. */
	returnsFuture: boolean;
	numbers: 'number' | 'text' | 'thousands';
	/** Values of totals and of a single measure without lists around them. */
	isFlat: boolean;
	/** Averages of nothing. */
	nothing: 'null' | 'zero';
	/** With a key: the most rows that the answer has of the points in time. */
	mostRows?: number;
	/** Every number is multiplied by this, to exceed 2^53. */
	factor?: string;
	/** Numbers of the first measure are texts such as `12%`. */
	hasTexts?: boolean;
	/** If one value of the whole range was requested: totals next to it, or the value alone. */
	wholeAlone: boolean;
	/** How the totals of groups include all groups together. */
	allGroups: 'none' | 'silent' | 'empty';
	/** Order of groups: by size, or by their first event. */
	groupOrder: 'size' | 'arrival';
}

export interface Case {
	zone: string;
	/** ISO, UTC. */
	now: string;
	events: Event[];
	measures: Measure[];
	groups: string[];
	/** Value that the property `channel` must have. */
	filter?: string;
	unit: Unit;
	range: RangeChoice;
	compare: CompareChoice;
	/** Dates of a pasted query; none where the query is built from fields. */
	pasted?: { from: Day; to: Day; compareFrom?: Day; compareTo?: Day };
	/** `message`: all forms of messages, in addition to the table. */
	output: 'rows' | 'table' | 'wide' | 'summary' | 'message';
	isFilled: boolean;
	/** Complete Periods Only. */
	isWhole?: boolean;
	hasTotals: boolean;
	orderBy?: string;
	isAscending?: boolean;
	top?: number;
	/** Whether the form leaves out the order: it is that of the first measure. */
	isOrderLeftOut?: boolean;
	hasRest?: boolean;
	limit?: number;
	sliceDays?: number;
	/** The zone is the option's rather than the workflow's. */
	isZoneOption?: boolean;
	/** The credential has an API Key: the service is asked by its OpenAPI. */
	hasKey?: boolean;
	/** By the OpenAPI: sessions in place of events. */
	session?: { endsAtMidnight: boolean };
	habits: Habits;
	/** Whether relations between runs of the node are judged, too. */
	hasRelations?: boolean;
}

/** Beyond 2^53 a text of digits; another text stays one. */
export type Value = number | string | null;

export interface ReturnedGroup {
	values: Scalar[];
	/** One list per point in time, one value per measure in it; none where a group has no row. */
	cells: Array<Value[] | undefined>;
	/** Over the whole range. */
	totals: Value[];
}

/** An answer, in no form. */
export interface Returned {
	range: Range;
	/** As it was asked for. */
	unit: Unit;
	/** `yyyy-MM-dd HH:mm:ss` */
	points: string[];
	groups: ReturnedGroup[];
	/** Groups that there are, those that were left out, too. */
	existing: number;
	isTruncated: boolean;
	/** Whether the answer also says that rows of groups were left out. */
	isCutByRows?: boolean;
	hasTotals: boolean;
	/** The range was asked for as one number. */
	isTotal?: boolean;
}

const PARTS = ['', '_previous', '_change', '_change_percent'] as const;

export interface Keys {
	groups: string[];
	/** Of each measure: itself, previous, change, change in percent; the first alone uncompared. */
	measures: string[][];
}

export function keysOf({ groups, measures, output }: Case, isCompared: boolean): Keys {
	const isSummary = output === 'summary';
	const taken = new Set(['date', 'meta', '_truncated', '_sampled', '_partial']);
	if (isCompared) taken.add('date_previous');
	const dates = isCompared ? ['from', 'to', 'compare_from', 'compare_to'] : ['from', 'to'];
	if (isSummary) for (const name of dates) taken.add(name);
	const free = (name: string): string => {
		let key = name;
		for (let count = 2; taken.has(key); count++) key = `${name}_${count}`;
		taken.add(key);
		return key;
	};
	const groupKeys = isSummary ? [] : groups.map(free);
	const names = measures.map(({ name }) => free(name));
	const keys = names.map((name) =>
		isCompared ? [name, ...PARTS.slice(1).map((part) => free(name + part))] : [name],
	);
	return { groups: groupKeys, measures: keys };
}

/** What a report can be ordered by; a summary by its groups, too, which changes nothing (O5). */
export function orderKeysOf(given: Case): string[] {
	const { groups, measures } = keysOf(given, isCompared(given));
	return [...(given.output === 'summary' ? given.groups : groups), ...measures.flat()];
}

/** Whether an order would be that of dates, which is refused (O3). */
export function ordersDates({ groups, unit, output }: Case): boolean {
	return groups.length === 0 && unit !== 'total' && output !== 'summary';
}

const isCompared = ({ compare, pasted }: Case) =>
	compare.preset === 'asPasted' ? pasted?.compareFrom !== undefined : compare.preset !== 'none';
