import type { Besides } from '../../paste/payload';
import type {
	EventMeasure,
	Filter,
	Measure,
	Property,
	Queries,
	ReportModelName,
} from '../../query/query';
import { ANY_EVENT, FULL_SAMPLE, propertyName } from '../../query/query';
import type { Table } from '../../table/table';
import type { Sentences } from './sentences';
import { clean, cut } from './text';

/** Writes the restrictions of a message: filters, top groups, time zone, sample. */

/** Maximum number of conditions that are written individually. */
const MAX_CONDITIONS = 2;
const MAX_VALUES = 3;
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

/** Writes the filters of a report, with what they restrict. */
export function filtersOf(
	{ query, besides }: Scoped,
	labels: readonly string[],
	nameOf: PropertyName,
	said: Sentences,
): string[] {
	const parts: string[] = [];
	const add = (filter: Filter | undefined, what = '') => {
		if (filter && !isReadable(filter, said)) {
			parts.push(what === '' ? said.unreadFilter : said.within(what, said.unreadFilter));
			return;
		}
		const owners = filter && ownersOf(filter);
		const of = owners?.size === 1 ? [...owners][0] : undefined;
		const named = (property: Property) => {
			const name = nameOf(propertyName(property));
			const isOwned = of === undefined && property.of !== 'other';
			return isOwned ? said.owned(name, property.of) : name;
		};
		const conditions = filter && conditionsOf(filter, named, said);
		const only = conditions && said.only(conditions, of === 'other' ? undefined : of);
		if (only) parts.push(what === '' ? only : said.within(what, only));
	};
	if (query) {
		add(query.filter);
		const shared = sharedFilter(query);
		const valued = valuedIn(query);
		if (shared) add(shared, valued && nameOf(valued.event));
		else if ('measures' in query)
			query.measures.forEach(({ filter }: Measure, index) => add(filter, labels[index]));
		if ('steps' in query && Array.isArray(query.steps))
			query.steps.forEach(({ filter }, index) => add(filter, said.stepName(index + 1)));
		if ('first' in query) add(query.first.filter, said.startName);
		if ('second' in query)
			add(query.second.filter, 'quantiles' in query ? nameOf(query.second.event) : said.returnName);
		if ('source' in query) add(query.source.filter, said.startName);
		if ('start' in query) add(query.start.filter, said.startName);
		const some = 'touchpoints' in query ? query.touchpoints : 'events' in query ? query.events : [];
		for (const { event, filter } of some) add(filter, nameOf(event));
	}
	if (besides?.hasFilter) parts.push(said.unreadFilter);
	return [...new Set(parts)];
}

/**
 * Writes the events of measures that are called by their property alone, such as its sum, or by a
 * name in a pasted query, unless another measure names the event.
 */
export function eventsOfProperties(
	{ query, besides }: Scoped,
	labels: readonly string[],
	nameOf: PropertyName,
	said: Sentences,
): string[] {
	const measures = query && 'measures' in query ? query.measures : [];
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
	const filter = JSON.stringify(first?.filter);
	const isShared = others.every((one: Measure) => JSON.stringify(one.filter) === filter);
	return isShared ? first?.filter : undefined;
}

/** Longest filter in a headline. */
const MAX_FILTER = 80;

/**
 * Moves a short filter of all numbers from the scope to the front of the headline: without it, the
 * headline would be wrong.
 */
export function inHeadline(
	headline: string,
	filters: string[],
	{ query }: Scoped,
	said: Sentences,
): string {
	const [filter] = filters;
	const own = sharedFilter(query)?.conditions.length;
	const ofAll = query && 'filter' in query ? query.filter?.conditions.length : undefined;
	const all = (ofAll ?? 0) + (own ?? 0);
	const isShort = filter && filters.length === 1 && filter.length <= MAX_FILTER;
	if (!isShort || all === 0) return headline;
	filters.length = 0;
	return said.filtered(filter, headline);
}

/** Whether all conditions can be written in words: a saved filter may have other functions. */
function isReadable({ conditions, groups }: Filter, said: Sentences): boolean {
	return (
		conditions.every(({ function: name, values }) => {
			const write = said.functions[name];
			return write !== undefined && (write.length < 2 || values.length > 0);
		}) && groups.every((group) => isReadable(group, said))
	);
}

/** Returns the owners of a filter's properties. */
function ownersOf({ conditions, groups }: Filter): Set<Property['of']> {
	return new Set([
		...conditions.map(({ property }) => property.of),
		...groups.flatMap((group) => [...ownersOf(group)]),
	]);
}

function conditionsOf(
	filter: Filter,
	nameOf: (property: Property) => string,
	said: Sentences,
): string {
	const { join, conditions, groups } = filter;
	const phrases = [
		...conditions.flatMap(({ property, function: name, values }) => {
			const label = short(nameOf(property));
			const list = valuesOf(
				name,
				values.map((value) => (value === '' ? '“”' : said.value(short(String(value))))),
				said,
			);
			return said.functions[name]?.(label, list) ?? [];
		}),
		...groups.flatMap((group) => {
			const own = conditionsOf(group, nameOf, said);
			const count = group.conditions.length + group.groups.length;
			return own === '' ? [] : [count > 1 ? `(${own})` : own];
		}),
	];
	const shown = phrases.slice(0, MAX_CONDITIONS);
	const more = phrases.length - shown.length;
	if (shown.length === 0) return '';
	const all = said.joined(shown, join === 'or');
	return more > 0 ? said.moreConditions(all, more, join === 'or') : all;
}

function valuesOf(name: string, values: readonly string[], said: Sentences): string {
	if (name === 'between' || name === 'absoluteBetween') return values.join('–');
	const shown = values.slice(0, MAX_VALUES);
	const more = values.length - shown.length;
	return said.anyOf(shown, more);
}

/** Writes settings of a pasted or saved query by their keys. */
export function settingsOf({ besides }: Scoped, said: Sentences): string[] {
	const { settings = [] } = besides ?? {};
	const shown = settings.slice(0, MAX_VALUES).map(short);
	return shown.length === 0 ? [] : [said.settings(shown, settings.length - shown.length)];
}

/** Writes about omitted groups, and the sample. */
export function limitsOf(
	{ top, isApproximate, besides }: Scoped,
	{
		groups,
		isOfAll = false,
		rankedOver = '',
	}: { groups?: number; isOfAll?: boolean; rankedOver?: string },
	{
		isSampled,
		samplingFactor = FULL_SAMPLE,
		isTruncated,
		notes,
	}: Pick<Table, 'isSampled' | 'samplingFactor' | 'isTruncated' | 'notes'>,
	nameOf: PropertyName,
	said: Sentences,
): string[] {
	const by = top?.by === undefined ? undefined : nameOf(top.by);
	const isCut = top !== undefined && (groups === undefined || groups > top.count);
	const part = samplingFactor < FULL_SAMPLE ? samplingFactor / FULL_SAMPLE : undefined;
	const percent = part === undefined ? undefined : `${Number((part * 100).toFixed(1))}%`;
	return [
		...(isCut ? [said.top(top.count, groups, by, top.isDescending, isOfAll, rankedOver)] : []),
		...(['noTotals', 'noOverall'] as const).flatMap((missing) =>
			notes?.some(({ kind }) => kind === missing) ? [said[missing]] : [],
		),
		...(isTruncated ? [said.truncated] : []),
		...(isSampled ? [said.sample(percent)] : []),
		...(isApproximate ? [said.approximate] : []),
		...settingsOf({ besides }, said),
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
