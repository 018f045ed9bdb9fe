import { isObject } from '../../../../credentials/http/json';
import type { Besides } from '../../paste/payload';
import { apartIn, conditionsIn } from '../../query/columns';
import type {
	EventMeasure,
	Filter,
	Measure,
	Property,
	Queries,
	ReportModelName,
	Scalar,
} from '../../query/query';
import {
	ANY_EVENT,
	bothFilters,
	FULL_SAMPLE,
	propertiesOfFilter,
	propertyName,
} from '../../query/query';
import type { Table } from '../../table/table';
import type { Sentences } from './sentences';
import { clean, cut } from './text';

/** Writes the restrictions of a message: filters, top groups, time zone, sample. */

/** Functions with the words of others. */
const SAME_WORDS = new Map([
	['absoluteBetween', 'between'],
	['include', 'contain'],
]);
/** Maximum number of conditions that are written individually. */
const MAX_CONDITIONS = 2;
const MAX_VALUES = 3;
/** Of those that are all written. */
const MOST_VALUES = 1000;
const MAX_VALUE = 40;
const MINUTES = { day: 1440, hour: 60, minute: 1 } as const;

/** The groups in the table. */
interface TopGroups {
	count: number;
	isDescending: boolean;
	/** Key of the column by which they are ordered. */
	by?: string;
}

/** Parts of a report's query that messages mention. */
export interface Scoped {
	query?: Queries[ReportModelName];
	besides?: Besides;
	top?: TopGroups;
	isApproximate?: boolean;
}

type PropertyName = (name: string) => string;

/** The filters of a report in words. */
export interface Filters {
	/** Those of all numbers, and those of a step, or of the start or return of users, with its name. */
	ofAll: string[];
	/** Those of a measure, with its name. */
	ofParts: string[];
}

/** A part of a report that is of an event, such as its start or a touchpoint. */
interface Part {
	event?: string;
	filter?: Filter;
}

/** Whether another part is of the same event without this filter: the event's name would be both. */
function isAmbiguous({ event, filter }: Part, others: ReadonlyArray<Part | undefined>): boolean {
	return others.some((other) => other?.event === event && !isAlike(filter, other?.filter));
}

/** Writes the filters of a report, with what they restrict. */
export function filtersOf(
	{ query, besides }: Scoped,
	labels: readonly string[],
	nameOf: PropertyName,
	said: Sentences,
	/** May have the names of a funnel's steps, with their filters. */
	headline = '',
): Filters {
	const ofAll = new Set<string>();
	const ofParts = new Set<string>();
	const ofEvents = query && hasEvents(query) ? query : undefined;
	const add = (filter: Filter | undefined, what = '', parts = ofAll) => {
		const own =
			filter && filterWords(filter, nameOf, said, false, what === '' ? ofEvents : undefined);
		const only =
			own &&
			(own.text
				? said.only(own.text, own.of === 'other' ? undefined : own.of, own.event)
				: own.unread);
		if (only) parts.add(what === '' ? only : said.within(what, only));
	};
	/** Names the event, unless the other part of the report is of the same one without this filter. */
	const addOwn = (one: Part, other: Part | undefined, what: string) => {
		const own = one.filter && filterWords(one.filter, nameOf, said, false, undefined);
		const isOfEvent = own?.text !== undefined && own.text !== '' && own.of === 'event';
		if (isOfEvent && one.event !== undefined && !isAmbiguous(one, [other]))
			ofAll.add(said.only(own.text, 'event', nameOf(one.event)));
		else add(one.filter, what);
	};
	if (query) {
		const shared = sharedFilter(query);
		const valued = valuedIn(query);
		if (valued) {
			const parts = 'start' in query ? [query.start] : 'target' in query ? query.touchpoints : [];
			const role = 'target' in query ? said.targetName : said.valueName;
			add(query.filter);
			add(shared, isAmbiguous(valued, parts) ? role : nameOf(valued.event));
		} else add(bothOf(query.filter, shared));
		if ('measures' in query)
			query.measures.forEach((_: Measure, index) => {
				const filter = ownFilter(query, index);
				const label = labels[index] ?? '';
				const { text = '' } = filter ? filterWords(filter, nameOf, said, true) : {};
				// The name of a measure may have its filter.
				const isIn = filter && ((text && label.includes(text)) || hasFilter(label, filter));
				if (!isIn) add(filter, label, ofParts);
			});
		if ('steps' in query && Array.isArray(query.steps))
			query.steps.forEach(({ filter }, index) => {
				const own = filterOfStep(query, index, nameOf, said);
				if (own === '' || !headline.includes(own)) add(filter, said.stepName(index + 1));
			});
		if ('first' in query) {
			const { first, second } = query;
			addOwn(first, second, said.startName);
			addOwn(second, first, 'quantiles' in query ? said.endName : said.returnName);
		}
		if ('source' in query) {
			const { source, isBackward, events } = query;
			// The events of a path contain its start.
			const isListed = events.some(
				({ event, filter }) => event === source.event && isAlike(filter, source.filter),
			);
			if (!isListed) add(source.filter, isBackward ? said.endName : said.startName);
		}
		if ('start' in query) addOwn(query.start, query.value, said.startName);
		const some = 'touchpoints' in query ? query.touchpoints : 'events' in query ? query.events : [];
		for (const one of some) {
			const name = nameOf(one.event);
			add(one.filter, isAmbiguous(one, [valued]) ? said.touchpointName(name) : name);
		}
	}
	if (besides?.hasFilter) ofAll.add(said.unreadFilter);
	return { ofAll: [...ofAll], ofParts: [...ofParts] };
}

/** Headlines and titles name all steps of a funnel if there are at most this many. */
export const MAX_STEPS = 4;
const MAX_STEP_FILTER = 40;

/**
 * Returns the filter of a funnel's step in words, if all are short enough for the names of the steps:
 * the numbers of a step would be wrong without it.
 */
export function filterOfStep(
	query: Scoped['query'],
	index: number,
	nameOf: PropertyName,
	said: Sentences,
): string {
	const steps = query && 'windowMinutes' in query ? query.steps : [];
	if (!steps[index]?.filter || steps.length > MAX_STEPS) return '';
	const all = steps.map(({ filter }) => filter && filterWords(filter, nameOf, said, true));
	const length = all.reduce((sum, one) => sum + (one?.text.length ?? 0), 0);
	// A property of users may have the name of one of events.
	return all[index]?.of !== 'event' || length > MAX_STEP_FILTER ? '' : all[index].text;
}

/** Whether a query has several events: which of them its filter restricts is not documented for all. */
function hasEvents(query: NonNullable<Scoped['query']>): boolean {
	return ['windowMinutes', 'second', 'start', 'touchpoints', 'source'].some((key) => key in query);
}

/** Writes the conditions of a filter, and the owner of their properties if there is a single one. */
function filterWords(
	filter: Filter,
	nameOf: PropertyName,
	said: Sentences,
	/** Whether to write all conditions and values. */
	isWhole = false,
	/** The query, if it has several events. */
	ofEvents?: Scoped['query'],
) {
	if (!isReadable(filter, said)) return { text: '', unread: said.unreadFilter };
	const properties = propertiesOfFilter(filter);
	// An event of a query with several is an owner by itself, as is a step of a funnel.
	const eventOf = (property: Property): string | number | undefined => {
		if (!ofEvents || property.of !== 'event') return undefined;
		const name = property.event === ANY_EVENT ? undefined : short(nameOf(property.event));
		if (!('windowMinutes' in ofEvents)) return name;
		const { steps, filterSteps } = ofEvents;
		const isAlone = steps.filter(({ event }) => event === property.event).length === 1;
		const at = filter.conditions.findIndex((one) => one.property === property);
		// Without them, it isn't documented which of several steps the filter of a pasted query restricts.
		const step = filterSteps?.[at];
		return !isAlone && step !== undefined && steps[step] !== undefined ? step + 1 : name;
	};
	const owners = new Set(properties.map((property) => property.of));
	const events = new Set(properties.map(eventOf));
	const [only] = owners;
	const [named] = events;
	const isOfOne = owners.size === 1 && events.size === 1;
	const event = isOfOne && typeof named === 'string' ? named : undefined;
	const isOfEvents = (owner?: Property['of']) => ofEvents !== undefined && owner === 'event';
	const of = owners.size === 1 && !isOfEvents(only) ? only : undefined;
	const write = (property: Property) => {
		const name = short(nameOf(propertyName(property)));
		const own = eventOf(property);
		if (event === undefined && own !== undefined) return said.owned(name, 'event', own);
		const isOwned = of === undefined && property.of !== 'other' && !isOfEvents(property.of);
		return isOwned ? said.owned(name, property.of) : name;
	};
	return { text: conditionsOf(filter, write, said, isWhole), of, event };
}

/** Maximum length of a measure's name with its filter. */
const MAX_NARROWED = 80;

/**
 * Adds the filter to the name of a measure that has one of its own, because its number would be
 * wrong without it. It has all conditions, because those of another measure may begin alike, or those
 * that the other measure doesn't have.
 */
export function narrowedName(
	label: string,
	query: Scoped['query'],
	index: number,
	nameOf: PropertyName,
	said: Sentences,
): string {
	const filter = ownFilter(query, index);
	if (!filter || hasFilter(label, filter)) return label;
	const { text } = filterWords(filter, nameOf, said, true);
	const name = said.narrowed(label, text);
	if (text !== '' && name.length <= MAX_NARROWED) return name;
	const measures = query && 'measures' in query ? query.measures : [];
	const apart = text === '' ? undefined : apartIn(measures, index);
	const short = apart && said.narrowed(label, `…${filterWords(apart, nameOf, said).text}`);
	return short && short.length <= MAX_NARROWED ? short : said.narrowed(label);
}

/** Returns a filter that a measure has, but neither its name nor all numbers. */
function ownFilter(query: Scoped['query'], index: number): Filter | undefined {
	if (!query || !('measures' in query) || sharedFilter(query)) return undefined;
	const { filter } = query.measures[index] ?? {};
	return isAlike(filter, query.filter) ? undefined : filter;
}

/** Whether the key of a measure, which is its name in the query, has its filter. */
function hasFilter(label: string, filter: Filter): boolean {
	return label.endsWith(` ${conditionsIn(filter)}`);
}

/** Returns the filter that requires both. */
function bothOf(one?: Filter, other?: Filter): Filter | undefined {
	if (!one || !other || isAlike(one, other)) return one ?? other;
	return bothFilters(one, other);
}

/**
 * Whether filters have the same conditions; each names the event that it is about. To write them as
 * text would take seconds if a condition has a million values.
 */
function isAlike(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (Array.isArray(one) && Array.isArray(other)) {
		return one.length === other.length && one.every((entry, at) => isAlike(entry, other[at]));
	}
	if (!isObject(one) || !isObject(other)) return false;
	const keys = Object.keys({ ...one, ...other });
	return keys.every((key) => key === 'event' || isAlike(one[key], other[key]));
}

/** Writes what numbers count if their names may not say it: the events of measures, and sessions. */
export function countedOf(
	scoped: Scoped,
	labels: readonly string[],
	nameOf: PropertyName,
	said: Sentences,
): string[] {
	const { query } = scoped;
	return [
		...eventsOfProperties(scoped, labels, nameOf, said),
		...formulasOf(scoped, labels, nameOf),
		...(query && 'session' in query
			? [said.ofSessions(short(nameOf(query.session)), query.isSplitByDay === true)]
			: []),
	];
}

/** Writes formulas that have a name of their own in the display names of their parts. */
function formulasOf({ query }: Scoped, labels: readonly string[], nameOf: PropertyName): string[] {
	const measures = query && 'measures' in query ? query.measures : [];
	return measures.flatMap((measure, index) => {
		if (measure.kind !== 'formula') return [];
		const [label = '', formula] = [labels[index], nameOf(measure.expression)];
		// Without display names, it is the formula of the query; part of a long one would be wrong.
		const isKnown = formula !== label && !formula.includes('(event.') && !formula.endsWith('…');
		return isKnown ? [`${label} = ${formula}`] : [];
	});
}

/**
 * Writes the events of measures that are called by their property alone, such as its sum, or by a
 * name in a pasted query, unless another measure names the event.
 */
function eventsOfProperties(
	{ query, besides }: Scoped,
	labels: readonly string[],
	nameOf: PropertyName,
	said: Sentences,
): string[] {
	// Measures of users have no unit, and no event.
	const measures = query && 'measures' in query && 'unit' in query ? query.measures : [];
	const unnamed = measures.flatMap((measure, index) => {
		if (measure.kind !== 'event') return [];
		// In a pasted query, a measure of any event can have any name.
		if (measure.name === undefined ? !measure.property : !besides) return [];
		const event = nameOf(measure.event);
		const isNamed = measure.event === ANY_EVENT || labels.some((label) => label.includes(event));
		return isNamed ? [] : [{ event, label: labels[index] ?? '' }];
	});
	const [first, ...others] = new Set(unnamed.map(({ event }) => event));
	if (first === undefined) return [];
	const isOfAll = measures.every((one) => one.kind === 'event' && nameOf(one.event) === first);
	if (others.length === 0 && isOfAll) return [said.ofEvent(first)];
	return unnamed.map(({ event, label }) => said.within(label, said.ofEvent(event)));
}

/** Returns what an attribution or a lifetime value adds up. */
function valuedIn(query: Scoped['query']): EventMeasure | undefined {
	if (query && 'target' in query) return query.target;
	return query && 'value' in query ? query.value : undefined;
}

/** Returns the filter that each measure has, which is a filter of all numbers. */
function sharedFilter(query: Scoped['query']): Filter | undefined {
	const valued = valuedIn(query);
	if (valued) return valued.filter;
	const [first, ...others] = query && 'measures' in query ? query.measures : [];
	const isShared = others.every((one: Measure) => isAlike(one.filter, first?.filter));
	return isShared ? first?.filter : undefined;
}

/** Maximum length of filters in a headline. */
const MAX_FILTER = 80;

/**
 * Writes short filters of all numbers in front of the headline, because it would be wrong without
 * them, or that there are long ones. Returns the others for the scope.
 */
export function inHeadline(
	headline: string,
	{ ofAll, ofParts }: Filters,
	said: Sentences,
): { headline: string; others: string[] } {
	const others = [...ofAll, ...ofParts];
	if (headline === '') return { headline, others };
	if (ofAll.join(' ').length > MAX_FILTER) return { headline: said.filtered(headline), others };
	return {
		headline: ofAll.reduceRight((line, one) => said.filtered(line, one), headline),
		others: ofParts,
	};
}

/** Whether all conditions can be written in words: a saved filter may have other functions. */
function isReadable({ conditions, groups }: Filter, said: Sentences): boolean {
	return (
		conditions.every(({ function: name, values }) => {
			const write = said.functions[SAME_WORDS.get(name) ?? name];
			return write !== undefined && (write.length < 2 || values.length > 0);
		}) && groups.every((group) => isReadable(group, said))
	);
}

function conditionsOf(
	filter: Filter,
	nameOf: (property: Property) => string,
	said: Sentences,
	isWhole: boolean,
): string {
	const { join, conditions, groups } = filter;
	const phrases = [
		...conditions.flatMap(({ property, function: name, values }) => {
			const label = nameOf(property);
			const own = SAME_WORDS.get(name) ?? name;
			const list = valuesOf(own, values, said, isWhole);
			return said.functions[own]?.(label, list) ?? [];
		}),
		...groups.flatMap((group) => {
			const own = conditionsOf(group, nameOf, said, isWhole);
			const count = group.conditions.length + group.groups.length;
			return own === '' ? [] : [count > 1 ? `(${own})` : own];
		}),
	];
	const shown = phrases.slice(0, isWhole ? Infinity : MAX_CONDITIONS);
	const more = phrases.length - shown.length;
	if (shown.length === 0) return '';
	const all = said.joined(shown, join === 'or');
	return more > 0 ? said.moreConditions(all, more, join === 'or') : all;
}

function valuesOf(
	name: string,
	values: readonly Scalar[],
	said: Sentences,
	isWhole: boolean,
): string {
	const isRange = name === 'between';
	const shown = values
		.slice(0, isWhole || isRange ? MOST_VALUES : MAX_VALUES)
		.map((value) => (value === '' ? '“”' : said.value(short(String(value)))));
	return isRange ? shown.join('–') : said.anyOf(shown, values.length - shown.length);
}

/** Writes settings of a pasted or saved query by their keys, and that others are not applied. */
export function settingsOf({ besides }: Scoped, said: Sentences): string[] {
	const { settings = [], notApplied = [] } = besides ?? {};
	const shown = settings.slice(0, MAX_VALUES).map(short);
	return [
		...(notApplied.length > 0 ? [said.notApplied] : []),
		...(shown.length === 0 ? [] : [said.settings(shown, settings.length - shown.length)]),
	];
}

/** Writes what numbers are computed from; these limits come first, because a long scope is cut. */
export function basisOf(
	{ isApproximate }: Scoped,
	{ isSampled, samplingFactor = FULL_SAMPLE, isTruncated }: Table,
	said: Sentences,
): string[] {
	const part = samplingFactor < FULL_SAMPLE ? samplingFactor / FULL_SAMPLE : undefined;
	const percent = part === undefined ? undefined : `${Number((part * 100).toFixed(1))}%`;
	return [
		...(isTruncated ? [said.truncated] : []),
		...(isSampled ? [said.sample(percent)] : []),
		...(isApproximate ? [said.approximate] : []),
	];
}

/** Writes about omitted groups and totals. */
export function limitsOf(
	{ top }: Scoped,
	{
		groups,
		isOfAll = false,
		rankedOver = '',
	}: { groups?: number; isOfAll?: boolean; rankedOver?: string },
	{ notes, columns }: Table,
	nameOf: PropertyName,
	said: Sentences,
): string[] {
	const { of, as } = columns.find(({ key }) => key === top?.by)?.derived ?? {};
	const by =
		top?.by === undefined
			? undefined
			: of !== undefined && (as === 'change' || as === 'percent')
				? said.changeOf(nameOf(of), as === 'percent')
				: nameOf(top.by);
	const isCut = top !== undefined && (groups === undefined || groups > top.count);
	return [
		...(isCut ? [said.top(top.count, groups, by, top.isDescending, isOfAll, rankedOver)] : []),
		...(['noTotals', 'noOverall'] as const).flatMap((missing) =>
			notes?.some(({ kind }) => kind === missing) ? [said[missing]] : [],
		),
	];
}

/** Writes the window period in the largest unit that fits. */
export function lengthOf(minutes: number, said: Sentences): string {
	const unit = (['day', 'hour'] as const).find((one) => minutes % MINUTES[one] === 0) ?? 'minute';
	return said.length(minutes / MINUTES[unit], unit);
}

function short(text: string): string {
	return cut(clean(text), MAX_VALUE);
}
