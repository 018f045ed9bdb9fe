import { type NodeApiError, UserError } from 'n8n-workflow';

import { arrayOrEmpty, isObject, ownOf } from '../../../credentials/http/json';
import { betweenPieces, inSlices } from '../../../credentials/http/slices';
import { wireFor } from '../api';
import { type Catalog, catalogOf } from '../catalog/catalog';
import { countValues } from '../catalog/find';
import { addDays, earlier, isDayUnit, later } from '../dates/calendar';
import type { ItemRun } from '../item';
import { narrowedName } from '../output/message/scope';
import { chinese, english } from '../output/message/sentences';
import { clean, cut } from '../output/message/text';
import { addHint, type DisplayNameLookup, hasNoCompletePeriod } from '../output/meta';
import { nameOfFormula } from '../params/measure';
import type { NameResolver } from '../params/names';
import { indexSteps, isAnyEvent, NearNames, ProjectNames, TypedNames } from '../params/names';
import { aggregatorOf } from '../query/aggregators';
import { defaultName } from '../query/columns';
import type { CatalogEntry } from '../query/entities';
import { asText } from '../query/json';
import { callSteps, joinedWords, suggestionSteps } from '../query/names';
import { distanceOf, LONGEST_SEARCH } from '../query/spelling';
import type {
	DateRange,
	FilterCondition,
	Measure,
	Property,
	Queries,
	ReportModelName,
} from '../query/query';
import { ANY_EVENT, countsEntries, isUserGroup, propertyName, toExpression } from '../query/query';
import type { TimeSeriesPlan } from '../series/series';
import { type Note, positionsOf, type Table } from '../table/table';
import { cancelSignalOf } from '../transport/context';
import type { Service } from '../transport/service';
import { partsOf, type QueryParts, type ReportPlan } from './plan';

/** Names in quotation marks in the service's refusals. */
const QUOTED = /"([^"\s]{1,200})"/g;

/** The lists are requested only for a refusal whose names may be wrong, once in a run. */
export async function suggestNames(
	service: Service,
	itemIndex: number,
	error: NodeApiError,
): Promise<string | undefined> {
	const names = [...error.message.matchAll(QUOTED)].map(([, name]) => name as string);
	try {
		const catalog = await catalogOf(service, itemIndex);
		for (const name of names) {
			const found = await suggestFor(catalog, name);
			if (found) return found;
		}
	} catch {
		// The refusal itself is reported; the account may not be allowed to read the lists.
	}
	return undefined;
}

async function suggestion(
	typed: string,
	known: readonly CatalogEntry[],
): Promise<string | undefined> {
	return await inSlices(suggestionSteps(typed, known));
}

async function suggestFor(catalog: Catalog, name: string): Promise<string | undefined> {
	const [scope, ...rest] = name.split('.');
	if (scope === 'user' && rest.length > 0) {
		return await suggestion(rest.join('.'), await catalog.userProperties());
	}
	const events = await catalog.events();
	if (scope !== 'event' || rest.length < 2) return await suggestion(name, events);
	const [event = '', ...property] = rest;
	const wrongEvent = event === ANY_EVENT ? undefined : await suggestion(event, events);
	if (wrongEvent) return wrongEvent;
	return await suggestion(property.join('.'), await catalog.eventProperties([event]));
}

/**
 * Reads a query whose names may be the project's display names.
 * @param read reads the query with the given resolver
 * @param areAccepted whether the service knows the names, also those that the lists lack
 * @throws UserError with all names that the project doesn't have
 */
export async function readWithNames<Value>(
	{ context, catalog, connection }: ItemRun,
	read: (names: NameResolver) => Value,
	areAccepted = false,
): Promise<Value> {
	const typed = new TypedNames(wireFor(await connection()).refusedFunctions);
	const names = await namesFor(await catalog(), read, typed, cancelSignalOf(context));
	const value = read(names);
	if (!areAccepted) names.assertKnown();
	return value;
}

/**
 * Does what readWithNames does, but returns undefined if the lists can't be read.
 * @throws UserError for a wrong query
 */
export async function readIfListed<Value>(
	run: ItemRun,
	read: (names: NameResolver) => Value,
	areAccepted: boolean,
): Promise<Value | undefined> {
	return await readWithNames(run, read, areAccepted).catch((error: unknown) => {
		if (error instanceof UserError) throw error;
		return undefined;
	});
}

/** @param cancelled ends the search for suggestions */
async function namesFor(
	catalog: Catalog,
	read: (names: NameResolver) => unknown,
	typed: TypedNames,
	cancelled: AbortSignal | undefined,
): Promise<ProjectNames> {
	read(typed);
	const events = typed.usesEvents ? await catalog.events() : [];
	await inSlices(indexSteps(events));
	const near = new NearNames(true);
	const owners = await readFully(
		() => new Owners({ events, userProperties: [], eventProperties: new Map() }, near),
	);
	const userProperties = owners.hasProperties ? await catalog.userProperties() : [];
	const eventProperties = new Map<string, readonly CatalogEntry[]>();
	const there = new Set([ANY_EVENT, ...events.map(({ name }) => name)]);
	for (const event of [...owners.events].filter((name) => there.has(name)))
		eventProperties.set(event, await catalog.eventProperties([event]));
	const sessions = typed.usesSessions
		? await catalog.sessions?.().catch(() => undefined)
		: undefined;
	const { refusedFunctions } = typed;
	const lists = { events, userProperties, eventProperties, sessions, refusedFunctions };
	for (const entries of [userProperties, sessions ?? [], ...eventProperties.values()])
		await inSlices(indexSteps(entries));
	const { lacking } = await readFully(() => new ProjectNames(lists, near));
	// If a property doesn't exist, the user may have meant that of another event.
	const ownersOf = lacking.size > 0 ? await eventsByProperty(catalog, events, lacking) : undefined;
	return new ProjectNames({ ...lists, ownersOf }, near);

	/** Reads until no names are left to search for: the meaning of one name may decide others. */
	async function readFully<Names extends NameResolver>(make: () => Names): Promise<Names> {
		for (let left = MOST_READINGS; ; left--) {
			const names = make();
			read(names);
			if (!(await near.look(cancelled)) || left === 0) return names;
		}
	}
}

const MOST_READINGS = 5;

/** Returns a function for the events with one of these properties, by its name or display name. */
async function eventsByProperty(
	catalog: Catalog,
	events: readonly CatalogEntry[],
	properties: ReadonlySet<string>,
): Promise<(property: string) => readonly string[]> {
	const perEvent = await catalog.propertiesByEvent(events.map(({ name }) => name));
	const owners = new Map([...properties].map((property) => [property, [] as string[]]));
	// Events share many properties, so their joined words are cached.
	const joined = new Map<string, string>();
	const joinedOf = (text: string) => {
		const own = joined.get(text) ?? joinedWords(text);
		joined.set(text, own);
		return own;
	};
	const pause = betweenPieces();
	for (const { event, properties } of perEvent) {
		const called = await inSlices(callSteps(properties, joinedOf));
		for (const [property, own] of owners) if (called(property)) own.push(event);
		await pause();
	}
	return (property) => owners.get(property) ?? [];
}

/** Records the events and users whose properties a query names. */
class Owners implements NameResolver {
	// Checks that depend on the names of properties wait until the lists are known.
	readonly areFinal = false;
	readonly events = new Set<string>();
	hasProperties = false;
	private readonly known: ProjectNames;

	constructor(...input: ConstructorParameters<typeof ProjectNames>) {
		this.known = new ProjectNames(...input);
	}

	event(typed: string, place: string): string {
		return isAnyEvent(typed) ? ANY_EVENT : this.known.event(typed, place);
	}

	property(typed: string, event: string, place: string): ReturnType<NameResolver['property']> {
		this.hasProperties = true;
		const property = this.known.ownedProperty(typed, event, place);
		if (property.of === 'event') this.events.add(property.event);
		// It may be the display name of a property of the event.
		else if (property.of === 'other' && event !== '') this.events.add(event);
		return { property };
	}

	session(typed: string): string {
		return typed;
	}

	needKind(): void {}
}

/** How to name columns: for rows, or as people say them in messages. */
interface NamingOptions {
	/** undefined: the language of the project's events. */
	language?: string;
	isSpoken: boolean;
}

interface DisplayedNames {
	/** `zh` or `en`, or the requested language. */
	language: string;
	names: DisplayNameLookup;
	unitOf: DisplayNameLookup;
}

type NamedSeries = Pick<TimeSeriesPlan, 'query' | 'columns'>;

/** Display names by the names of events and properties. */
type NameMap = Map<string, string>;

const CHURNED = { users: 'churned_users', percent: 'churned_percent' };

/** Returns names of columns, by their keys, for a query that counts something else than they say. */
export function ownKeys(
	query: Queries[ReportModelName],
): { [key: string]: string | undefined } | undefined {
	if (countsEntries(query)) return { users: 'entries' };
	return 'isChurn' in query && query.isChurn ? CHURNED : undefined;
}

/** A message doesn't depend on the names: if they can't be read, a hint says so. */
export async function projectNames(
	{ context, catalog }: ItemRun,
	...requested: Parameters<typeof displayedNames> extends [Catalog, ...infer Rest] ? Rest : never
): Promise<DisplayedNames | undefined> {
	try {
		return await displayedNames(await catalog(), ...requested);
	} catch (error) {
		addHint(
			context,
			`The node used the names in the query, because it couldn't read the display names: ${(error as Error).message}`,
		);
		return undefined;
	}
}

/** Does the same, but throws an error if they can't be read. */
export async function displayedNames(
	catalog: Catalog,
	query: Queries[ReportModelName],
	series: NamedSeries | undefined,
	naming: NamingOptions,
): Promise<DisplayedNames> {
	const measures = 'measures' in query ? query.measures : [];
	// Messages, and names of measures that are alike, also name the parts of filters.
	const areAlike = new Set(measures.map(defaultName)).size < measures.length;
	const parts = partsOf(query, naming.isSpoken || areAlike);
	const has = (of: Property['of']) => parts.properties.some((property) => property.of === of);
	const events = parts.events.filter((event) => event !== ANY_EVENT);
	const known: NameMap = new Map();
	const units: NameMap = new Map();
	const add = (entries: ReadonlyArray<{ name: string; displayName: string; unit?: string }>) => {
		for (const { name, displayName, unit } of entries) {
			if (displayName) known.set(name, displayName);
			if (unit) units.set(name, unit);
		}
	};
	if (has('user')) add(await catalog.userProperties());
	// Without the permission, a message has the name in the query.
	if ('session' in query && naming.isSpoken) add(await sessionsOf(catalog));
	const isOfProperties = measures.some(
		(one) => one.kind === 'formula' && /event\.[^.()]+\./.test(one.expression),
	);
	// A formula has its properties in its text.
	const sought = isOfProperties
		? undefined
		: parts.properties.filter(({ of }) => of === 'event').map(propertyName);
	if (has('event') || isOfProperties) add(await catalog.eventProperties(parts.events, sought));
	// A message on any event has the language of most names in the project.
	const isUndecided = events.length === 0 && naming.isSpoken && naming.language === undefined;
	if (events.length > 0 || isUndecided) add(await catalog.events());
	nameApart(events, known);
	const language = naming.language ?? languageOf(events, known);
	const isZh = language === 'zh';
	if (parts.events.includes(ANY_EVENT)) known.set(ANY_EVENT, isZh ? '任意事件' : 'Any Event');
	for (const [property, group] of await namedGroups(catalog, parts)) {
		const spoken = isZh ? `分群“${group}”` : `User Group “${group}”`;
		known.set(property, naming.isSpoken ? spoken : group);
	}
	const columns = series
		? columnNames(series, known, { ...naming, language })
		: groupNames(parts, known);
	// Reports on users alone have one measure.
	if (!series && naming.isSpoken) {
		const of = 'measures' in query && !('unit' in query) ? ' of users' : '';
		for (const measure of measures) {
			const name = measure.name ? undefined : spokenName(measure, known, language, of);
			if (name !== undefined) columns.set(defaultName(measure), name);
		}
	}
	return {
		names: (key) => columns.get(key) ?? known.get(key),
		unitOf: (name) => units.get(name),
		language,
	};
}

async function sessionsOf({ sessions }: Catalog): Promise<readonly CatalogEntry[]> {
	return (await sessions?.().catch(() => [])) ?? [];
}

/** Returns the display names of the user groups in a query; without the permission, none. */
async function namedGroups(catalog: Catalog, { properties }: QueryParts) {
	const used = properties.filter(isUserGroup);
	const groups = used.length === 0 ? [] : await catalog.userGroups().catch(() => []);
	return used.flatMap((property) => {
		const group = groups.find(({ field }) => field === toExpression(property));
		return group ? [[propertyName(property), group.displayName] as const] : [];
	});
}

/** Adds the names of events that the project displays alike, to distinguish them. */
function nameApart(events: readonly string[], known: NameMap): void {
	const displayed = events.map((event) => known.get(event));
	for (const [index, event] of events.entries()) {
		const name = displayed[index];
		const isShared = name !== undefined && displayed.filter((one) => one === name).length > 1;
		if (isShared) known.set(event, `${name} (${event})`);
	}
}

function languageOf(events: readonly string[], known: NameMap): string {
	const isChinese = (name: string) => /\p{Script=Han}/u.test(known.get(name) ?? '');
	const all = [...known.keys()];
	const isZh =
		events.length > 0 ? events.some(isChinese) : 2 * all.filter(isChinese).length > all.length;
	return isZh ? 'zh' : 'en';
}

/** The user's names stay; groups are named by their properties. */
function columnNames(
	{ query, columns }: NamedSeries,
	known: NameMap,
	naming: NamingOptions & { language: string },
): NameMap {
	const names: NameMap = new Map();
	const counts = new Map<string, number>();
	const full = query.measures.map((measure) => nameOf(measure, known, naming.language));
	const isShared = (name: string) => full.filter((other) => other === name).length > 1;
	const said = naming.language === 'zh' ? chinese : english;
	const narrow = (name: string, index: number) =>
		naming.isSpoken || isShared(name)
			? narrowedName(name, query, index, (one) => known.get(one) ?? one, said)
			: name;
	const plain = query.measures.map((measure) => spokenName(measure, known, naming.language));
	const spoken = plain.map((name, index) => {
		if (name === undefined) return undefined;
		const own = narrow(name, index);
		// Next to the same number with a filter, one without a filter is of all.
		const measure = query.measures[index];
		if (measure?.kind !== 'event' || measure.filter) return own;
		const isTwin = query.measures.some(
			(other, at) =>
				other.kind === 'event' &&
				other.event === measure.event &&
				plain[at] === name &&
				narrow(name, at) !== name,
		);
		return isTwin ? said.unfiltered(name) : own;
	});
	query.measures.forEach((measure, index) => {
		const key = columns.measures[index]?.key;
		const own = spoken[index];
		// Two measures with the same spoken name get their full names.
		const isAlone = own !== undefined && spoken.filter((name) => name === own).length === 1;
		const isGiven =
			measure.kind !== 'formula' || measure.name !== nameOfFormula(measure.expression);
		const given = isGiven || !naming.isSpoken ? measure.name : undefined;
		if (key === undefined) return;
		// Messages say what a formula with a name of its own is.
		if (measure.kind === 'formula' && naming.isSpoken && given !== undefined && own !== undefined)
			names.set(measure.expression, own);
		const isShort = naming.isSpoken && isAlone && given === undefined;
		const label = isShort ? own : narrow(given ?? full[index] ?? key, index);
		const count = (counts.get(label) ?? 0) + 1;
		counts.set(label, count);
		// Long filters of measures are in the scope alone.
		names.set(key, naming.isSpoken && count > 1 ? `${label} (${count})` : label);
	});
	query.groupBy.forEach(({ property }, index) => {
		const key = columns.groups[index]?.key;
		const name = known.get(propertyName(property));
		if (key === undefined) return;
		// The city of the event and that of the user may be displayed alike.
		const alike = query.groupBy.filter((one) => known.get(propertyName(one.property)) === name);
		const isShared = naming.isSpoken && name !== undefined && alike.length > 1;
		names.set(key, isShared ? `${name} (${key})` : (name ?? key));
	});
	return names;
}

function groupNames({ properties }: QueryParts, known: NameMap): NameMap {
	return new Map(
		properties.flatMap((property) => {
			const name = known.get(propertyName(property));
			return name === undefined ? [] : [[propertyName(property), name]];
		}),
	);
}

function spokenParts(measure: Measure, known: NameMap) {
	const aggregator = measure.kind === 'formula' ? undefined : aggregatorOf(measure);
	if (measure.kind === 'formula' || !aggregator) return undefined;
	const name = measure.property && propertyName(measure.property);
	const property = name === undefined ? '' : (known.get(name) ?? name);
	return { aggregator, event: known.get(measure.event) ?? measure.event, property };
}

/** Returns the name that people say: `App Start events` for a number, the property for its sum. */
function spokenName(
	measure: Measure,
	known: NameMap,
	language: string,
	of: '' | ' of users' = '',
): string | undefined {
	const spoken = SPOKEN[language === 'zh' ? 'zh' : 'en'];
	if (measure.kind === 'formula') {
		const named = (name = '') => known.get(name) ?? name;
		// A regular expression for the spaces around `/` takes seconds for many of them.
		const parts = measure.expression.replace(/\|[^|]*$/, '').split('/');
		return parts
			.map((part) => part.trim())
			.join(' ÷ ')
			.replace(ATOM, (_all, name: string, event: string, property?: string) => {
				const own = [named(event), named(property)] as const;
				const counted = ownOf(COUNTS, name);
				const write =
					property === undefined && !counted ? undefined : ownOf(spoken, counted ?? name);
				return write?.(...own) ?? `${name}(${own.join(' ').trim()})`;
			});
	}
	const parts = spokenParts(measure, known);
	if (!parts) return undefined;
	const { aggregator, event, property } = parts;
	const { value } = aggregator;
	if (!measure.isOfSessions) return (spoken[value + of] ?? spoken[value])?.(event, property);
	// Sessions with any event are simply sessions.
	return spoken[`${value} of sessions`]?.(measure.event === ANY_EVENT ? '' : event, property);
}

/** Parts of a formula: `sum(event.PayOrder.amount)`. */
const ATOM = /\b(\w+)\(event\.([^.()\s]+)(?:\.([^()\s]+))?\)/g;
const COUNTS: { [name: string]: string } = { count: 'general', unique: 'unique' };

type Spoken = { [aggregator: string]: ((event: string, property: string) => string) | undefined };
const SPOKEN: { zh: Spoken; en: Spoken } = {
	zh: {
		general: (event) => `${event}次数`,
		unique: (event) => `${event}人数`,
		average: (event) => `${event}人均次数`,
		rollup_count: (event) => `累计${event}次数`,
		rollup_uniq: (event) => `累计${event}人数`,
		count_last_day_7: (event) => `近 7 日${event}次数`,
		count_last_day_30: (event) => `近 30 日${event}次数`,
		uniq_last_day_7: (event) => `近 7 日${event}人数`,
		uniq_last_day_30: (event) => `近 30 日${event}人数`,
		count_cur_month: (event) => `当月累计${event}次数`,
		uniq_cur_month: (event) => `当月累计${event}人数`,
		quantile50: (_event, property) => `${property}中位数`,
		sum: (_event, property) => property,
		avg: (_event, property) => `平均${property}`,
		max: (_event, property) => `最大${property}`,
		min: (_event, property) => `最小${property}`,
		uniqAvg: (_event, property) => `人均${property}`,
		'sum of users': (_event, property) => `用户${property}总和`,
		'avg of users': (_event, property) => `用户平均${property}`,
		'max of users': (_event, property) => `用户最大${property}`,
		'min of users': (_event, property) => `用户最小${property}`,
		'general of sessions': (event) => `${event && `含“${event}”的 `}Session 数`,
		'unique of sessions': (event) => `${event && `含“${event}”的 `}Session 用户数`,
		'average of sessions': (event) => `${event && `含“${event}”的`}人均 Session 数`,
	},
	en: {
		general: eventsOf,
		unique: (event) => `${event} users`,
		average: (event) => `${event} per user`,
		rollup_count: (event) => `Cumulative ${eventsOf(event)}`,
		rollup_uniq: (event) => `Cumulative ${event} users`,
		count_last_day_7: (event) => `${eventsOf(event)} in the last 7 days`,
		count_last_day_30: (event) => `${eventsOf(event)} in the last 30 days`,
		uniq_last_day_7: (event) => `${event} users in the last 7 days`,
		uniq_last_day_30: (event) => `${event} users in the last 30 days`,
		count_cur_month: (event) => `${eventsOf(event)} in the month so far`,
		uniq_cur_month: (event) => `${event} users in the month so far`,
		quantile50: (_event, property) => `Median ${property}`,
		sum: (_event, property) => property,
		avg: (_event, property) => `Average ${property}`,
		max: (_event, property) => `Largest ${property}`,
		min: (_event, property) => `Smallest ${property}`,
		uniqAvg: (_event, property) => `${property} per user`,
		'sum of users': (_event, property) => `Total ${property} of users`,
		'avg of users': (_event, property) => `Average ${property} of users`,
		'max of users': (_event, property) => `Largest ${property} of users`,
		'min of users': (_event, property) => `Smallest ${property} of users`,
		'general of sessions': (event) => `Sessions${event && ` with ${event}`}`,
		'unique of sessions': (event) => `Users with sessions${event && ` with ${event}`}`,
		'average of sessions': (event) => `Sessions${event && ` with ${event}`} per user`,
	},
};

function eventsOf(event: string): string {
	if (event === 'Any Event') return 'Events';
	return / events$/i.test(event) ? event : `${event} events`;
}

/** Returns `PayOrder: Sum of Amount`, or the platform's format in Chinese. */
function nameOf(measure: Measure, known: NameMap, language: string): string | undefined {
	const parts = spokenParts(measure, known);
	if (!parts) return undefined;
	const { aggregator, event, property } = parts;
	return language === 'zh'
		? `${event} ${property}${aggregator.interfaceName}`
		: `${event}: ${aggregator.label.replace('a Property', () => property)}`;
}

/** Reports rarely have conditions on more properties, and each takes a request. */
const MOST_PROPERTIES = 5;
const MOST_VALUES = 8;
/** Each missing value is compared with all existing values. */
const MOST_MISSING = 5;
const LONGEST_VALUE = 80;

interface FilteredValues {
	property: Property;
	values: Set<string>;
}

/** Adds the notes of notesOnValues to the table, unless no period is complete. */
export async function explained(run: ItemRun, plan: ReportPlan, table: Table): Promise<Table> {
	if (hasNoCompletePeriod(table)) return table;
	const notes = await notesOnValues(run, plan, hasNothing(table, plan.query));
	return notes.length > 0 ? { ...table, notes: [...(table.notes ?? []), ...notes] } : table;
}

/**
 * Returns a note for each property whose values in the query never occur: a result of 0 may be
 * right, but a typing mistake, such as 上海 for Shanghai, must be visible. Takes one request for each
 * property.
 */
export async function notesOnValues(
	run: ItemRun,
	plan: ValueSearch,
	isNothing: boolean,
): Promise<Note[]> {
	const conditions = equalitiesIn(plan.query);
	// If a single value has results, it exists; one of several values, or an excluded one, may not.
	const isPlain = conditions.every(
		({ function: name, values }) => name === 'equal' && values.length === 1,
	);
	if (isPlain && !isNothing && !hasChoice(plan.query)) return [];
	const notes: Note[] = [];
	for (const filtered of filteredValues(conditions).slice(0, MOST_PROPERTIES)) {
		// The report is valid without this note.
		const note = await noteOn(run, plan, filtered).catch(() => undefined);
		if (note) notes.push(note);
	}
	return notes;
}

interface ValueSearch extends Pick<ReportPlan, 'query' | 'today'> {
	range?: DateRange;
}

/** Whether a measure is empty everywhere, or a funnel step has no users. */
function hasNothing(table: Table, query: Queries[ReportModelName]): boolean {
	const { measures } = positionsOf(table);
	const isFunnel = 'windowMinutes' in query;
	const empty = new Set(measures);
	for (const row of table.rows.each()) {
		for (const measure of measures) {
			const isNothing = row[measure] === 0 || row[measure] === null;
			if (isNothing && isFunnel && row[measure] === 0) return true;
			if (!isNothing) empty.delete(measure);
		}
	}
	return empty.size > 0 || table.rows.length === 0;
}

/** Whether conditions are alternatives, of which another one may have been met. */
function hasChoice(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(hasChoice);
	if (!isObject(value)) return false;
	const { join, conditions, groups } = value;
	const parts = [conditions, groups].flatMap(arrayOrEmpty);
	return (join === 'or' && parts.length > 1) || Object.values(value).some(hasChoice);
}

async function noteOn(
	{ service, itemIndex }: ItemRun,
	plan: ValueSearch,
	{ property, values: searched }: FilteredValues,
): Promise<Note | undefined> {
	const isOfUsers = property.of === 'user';
	const range = plan.range && followedRange(plan);
	if (!isOfUsers && !range) return undefined;
	const dates = range ?? { from: '', to: '' };
	const counted = await countValues(service, itemIndex, property, dates);
	// The value may be among the omitted ones.
	if (counted.isTruncated || counted.isSampled) return undefined;
	const known = counted.values.flatMap(({ value }) => (value === null ? [] : [String(value)]));
	const there = new Set(known.map(comparable));
	const missing = [...searched].filter((value) => !there.has(comparable(value)));
	if (known.length === 0 || missing.length === 0) return undefined;
	const isOfNumbers = [...searched].every((value) => NUMBER.test(value));
	if (isOfNumbers && known.length > MOST_CODES) return undefined;
	const isSearchable = (value: string) => value.length <= LONGEST_SEARCH;
	const looked = missing.slice(0, MOST_MISSING).filter(isSearchable);
	const near = known.filter((value) => looked.some((other) => isNear(value, other)));
	const offered = [...new Set([...near, ...known])];
	return {
		kind: 'noSuchValue',
		property: toExpression(property),
		missing: looked.map(shortly),
		...(missing.length > MOST_MISSING ? { moreMissing: missing.length - MOST_MISSING } : {}),
		known: offered.slice(0, MOST_VALUES).map(shortly),
		more: Math.max(0, offered.length - MOST_VALUES),
		...(isOfUsers ? {} : { range }),
	};
}

/** Users are followed for some periods, so the compared events may be later than the range. */
function followedRange({ query, range, today }: ValueSearch): DateRange | undefined {
	if (!range || !('duration' in query) || !isDayUnit(query.unit)) {
		return range && { from: range.from, to: range.to };
	}
	const days = { day: 1, week: 7, month: 31, quarter: 92, year: 366 }[query.unit];
	const last = addDays(range.to, days * query.duration);
	return { from: range.from, to: later(earlier(last, today), range.to) };
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
/** Numeric codes have few values; for amounts, a missing value means nothing. */
const MOST_CODES = 20;

/** Returns the comparable form of a value: 5 and 5.0 are equal. */
function comparable(value: string): string {
	return NUMBER.test(value) ? String(Number(value)) : value;
}

/** Shortens a value, which may be any text from a user. */
function shortly(value: string): string {
	return cut(clean(value), LONGEST_VALUE);
}

/** Whether two values differ only in case, a letter or two, or surrounding text. */
function isNear(value: string, other: string): boolean {
	const [a, b] = [value.toLowerCase(), other.toLowerCase()];
	const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
	const most = shorter.length > 3 ? 2 : 1;
	return (shorter !== '' && longer.includes(shorter)) || distanceOf(a, b, most) <= most;
}

/** Returns all conditions by which a property is one of some values, or none of them. */
function equalitiesIn(value: unknown): FilterCondition[] {
	if (Array.isArray(value)) return value.flatMap(equalitiesIn);
	if (isCondition(value)) {
		const { property, function: name, values } = value;
		const isCompared = EQUALITIES.includes(name) && values.length > 0;
		return isCompared && property.of !== 'other' && !isUserGroup(property) ? [value] : [];
	}
	return isObject(value) ? Object.values(value).flatMap(equalitiesIn) : [];
}

const EQUALITIES = ['equal', 'notEqual'];

function filteredValues(conditions: readonly FilterCondition[]): FilteredValues[] {
	const found = new Map<string, FilteredValues>();
	for (const { property, values } of conditions) {
		const key = toExpression(property);
		const entry = found.get(key) ?? { property, values: new Set<string>() };
		for (const value of values) entry.values.add(asText(value));
		found.set(key, entry);
	}
	return [...found.values()];
}

function isCondition(value: unknown): value is FilterCondition {
	return isObject(value) && 'function' in value && 'property' in value && 'values' in value;
}
