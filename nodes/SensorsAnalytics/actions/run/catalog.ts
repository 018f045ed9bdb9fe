import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	UserError,
} from 'n8n-workflow';

import { firstWords, joinNames } from '../../../../credentials/http/redact';
import { betweenPieces, inSlices } from '../../../../credentials/http/slices';
import { type Catalog, labelOf } from '../../catalog/catalog';
import {
	countEvents,
	countValues,
	EVENTS_PER_REPORT,
	findEvents,
	findProperty,
} from '../../catalog/find';
import { timesIn, type WriteTime } from '../../dates/calendar';
import type { ItemRun, OperationRuns } from '../../item';
import { toEventEntry, toPropertyEntry } from '../../output/entities';
import { clean, cut } from '../../output/message/text';
import { addHint, flagsOf } from '../../output/meta';
import { ownItems } from '../../output/present';
import { asWorded, toListAnswer } from '../../output/agent';
import {
	EVENT_DETAIL,
	limited,
	readDetail,
	readSearch,
	readValueSearch,
	RECENT_EVENTS_LABEL,
	RECENT_VALUES_LABEL,
} from '../../params/list';
import { readRecentRange, RECENT_DAYS, recentRange } from '../../params/range';
import { listOf, type ReadField, readOneOf, textOf } from '../../params/read';
import type { EventEntry, PropertyEntry } from '../../query/entities';
import { type Findable, nearestSteps, searchSteps } from '../../query/names';
import { ANY_EVENT, type DateRange, type Property, toExpression } from '../../query/query';
import { type Amount, compareAmounts } from '../../table/decimal';
import { MISSING, type Table } from '../../table/table';
import { faultOfOptional } from '../../reports/fetch';
import { isTool } from '../../transport/context';
import { isNameRefusal, withAdvice } from '../../transport/errors';

/** People can read this many names at a glance. */
const MOST_NAMED = 20;
const MOST_NEAR = 5;
/** A model receives this many names without further facts. */
const MOST_BARE = 80;
const LONGEST_NAME = 200;

interface SearchSubject {
	/** What was searched: only this part can lack a match. */
	what: string;
	text: string;
	none?: string;
	/** What isn't known about the part, or wasn't searched in it. */
	notes?: readonly string[];
}

/**
 * Returns the found items. If there are none, it suggests what to try: in a hint for people, or in
 * an answer for a model, which would not understand an empty result. A model receives one answer
 * with the number of entries and the names of the others.
 */
export async function respondWithFound(
	run: ItemRun,
	found: readonly IDataObject[],
	all: readonly Findable[],
	words: SearchSubject,
	others: readonly string[] = [],
): Promise<INodeExecutionData[]> {
	const { context, itemIndex } = run;
	const isForModel = isTool(context);
	const { notes = [] } = words;
	if (!isForModel) for (const note of notes) addHint(context, note);
	if (found.length > 0) {
		if (!isForModel) return ownItems(found, itemIndex);
		const fitting = found.length + others.length;
		const fit = words.text === '' ? '' : ` that fit '${words.text}' (of ${all.length})`;
		const facts = { what: `${words.what}${fit}`, all: fitting, others, notes, isCatalog: true };
		return ownItems([toListAnswer(found, facts)], itemIndex);
	}
	const advice = await adviceFor(all, words, isForModel);
	if (isForModel)
		return ownItems([asWorded({ found: 0, advice: [advice, ...notes].join('. ') })], itemIndex);
	addHint(context, advice);
	return [];
}

async function adviceFor(
	all: readonly Findable[],
	{ what, text, none }: SearchSubject,
	isForModel: boolean,
): Promise<string> {
	const list = (entries: readonly Findable[]) =>
		// One of the values may be empty.
		entries
			.map(({ name, displayName }) => cut(clean(labelOf(displayName, name)), LONGEST_NAME))
			.map((label) => label || MISSING)
			.join(', ');
	if (all.length === 0) {
		return (
			none ??
			`Sensors Analytics returned no ${what}: there are none, or the credential's account can't see them`
		);
	}
	const nothing = `None of the ${all.length} ${what} match '${text}'`;
	if (all.length <= MOST_NAMED) return `${nothing}. All names: ${list(all)}`;
	const near = await inSlices(nearestSteps(all, text, MOST_NEAR));
	if (isForModel) {
		const names = all.slice(0, MOST_BARE).map(({ name }) => cut(clean(name), LONGEST_NAME));
		const more = all.length > names.length ? ` and ${all.length - names.length} more` : '';
		const first = near.length > 0 ? `. The nearest: ${list(near)}` : '';
		return `${nothing}${first}. All: ${names.join(', ')}${more}`;
	}
	if (near.length > 0) return `${nothing}. Similar names: ${list(near)}`;
	return `${nothing}. Search for a single word, in English or Chinese. To list all, leave the search empty`;
}

/** Returns a function that writes moments in a zone; default: the workflow's. */
export function timesOf({ context }: ItemRun, timeZone?: string): WriteTime {
	return timesIn(timeZone ?? context.getTimezone());
}

async function getManyEvents(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, service, itemIndex, field, options } = run;
	const { recentDays } = options;
	const zone = context.getTimezone();
	const range = readRecentRange(recentDays, RECENT_EVENTS_LABEL, zone, new Date());
	const text = readSearch(field('search'));
	const detailed = readDetail(field, EVENT_DETAIL);
	const catalog = await run.catalog();
	const { events: all, fault } = await withTags(catalog);
	const fitting = await inSlices(searchSteps(all, text));
	if (fault && text !== '' && fitting.length === 0) throw fault;
	const events = limited(fitting, field);
	const names = events.map(({ name }) => name);
	const counted = range && (await countEvents(service, itemIndex, names, range));
	const properties =
		field('includeProperties') === true ? await propertiesOf(catalog, names) : undefined;
	const time = timesOf(run);
	const estimates = counted?.isSampled ? ['The counts are estimates from a sample'] : [];
	const found = events.map((event) => ({
		...detailed({
			...toEventEntry(event, event.tags, time),
			...(counted ? recentOf(counted.counts.get(event.name) ?? 0) : {}),
			...(properties ? { properties: properties.get(event.name) ?? null } : {}),
		}),
		...(counted ? flagsOf(counted) : {}),
	}));
	return await respondWithFound(
		run,
		found,
		all,
		{ what: 'events', text, notes: [...(fault ? [withoutNames(fault, text)] : []), ...estimates] },
		namesBehind(fitting, events),
	);
}

export function namesBehind(all: readonly Findable[], { length }: { length: number }): string[] {
	return all.slice(length).map(({ name }) => cut(clean(name), LONGEST_NAME));
}

/**
 * Tags are in a separate list, which is requested only if an event has one. If its request fails,
 * events have IDs of tags.
 */
async function withTags(
	catalog: Catalog,
): Promise<{ events: Array<EventEntry & { tags: string[] }>; fault?: Error }> {
	const events = await catalog.events();
	const hasTags = events.some(({ tagIds = [] }) => tagIds.length > 0);
	const answer = hasTags ? await catalog.eventTags().catch(faultOfOptional) : undefined;
	const [names, fault] = answer instanceof Error ? [undefined, answer] : [answer];
	return {
		events: events.map((event) => ({
			...event,
			tags: (event.tagIds ?? []).map((id) => names?.get(id) ?? id),
		})),
		fault,
	};
}

function withoutNames({ message }: Error, text: string): string {
	const unseen = text === '' ? '' : ', and the search leaves out their names';
	return `'tags' contains IDs${unseen}, because the request for the names of tags failed: ${message}`;
}

function recentOf(count: Amount): IDataObject {
	return { recent_count: count, has_recent_data: compareAmounts(count, 0) > 0 };
}

async function propertiesOf(
	catalog: Catalog,
	names: readonly string[],
): Promise<Map<string, IDataObject[]>> {
	const found = new Map<string, IDataObject[]>();
	const pause = betweenPieces();
	for (const { event, properties } of await catalog.propertiesByEvent(names)) {
		const entries = properties.map((property) =>
			toPropertyEntry(property, toExpression({ of: 'event', event, name: property.name })),
		);
		found.set(event, entries);
		await pause();
	}
	return found;
}

/** Maximum number of events named for a property; all are counted. */
export const MOST_EVENTS = 10;

interface Owned extends PropertyEntry {
	property: Property;
	events?: string[];
}

async function getManyProperties(run: ItemRun): Promise<INodeExecutionData[]> {
	const { field } = run;
	const scope = readOneOf(field('propertiesOf'), ['all', 'events', 'users'], "'Properties Of'");
	const text = readSearch(field('search'));
	const catalog = await run.catalog();
	const all = [
		...(scope === 'users' ? [] : await ofEvents(catalog, field('ofEvents'))),
		...(scope === 'events' ? [] : await ofUsers(catalog)),
	];
	const fitting = await inSlices(searchSteps(all, text));
	const found = limited(fitting, field);
	const others = namesBehind(fitting, found);
	const words = { what: `properties${ownersIn(scope, field('ofEvents'))}`, text };
	return await respondWithFound(run, found.map(toObject), all, words, others);
}

/** Returns whose properties are searched, such as ` of PayOrder and of users`. */
export function ownersIn(scope: string, requested: unknown): string {
	const names = listOf(requested).map(textOf).filter(Boolean);
	const isAny = names.length === 0 || names.includes(ANY_EVENT);
	const events = isAny
		? 'all events'
		: names.length > MOST_OWNERS
			? `${names.length} events`
			: joinNames(names);
	return [
		...(scope === 'users' ? [] : [` of ${events}`]),
		...(scope === 'events' ? [] : [' of users']),
	].join(' and');
}

const MOST_OWNERS = 3;

export async function ofEvents(catalog: Catalog, requested: unknown): Promise<Owned[]> {
	const events = await findEvents(catalog, requested);
	const perEvent = await catalog.propertiesByEvent(events.map(({ name }) => name));
	const owner = events.length === 1 ? (events[0]?.name as string) : ANY_EVENT;
	const byName = new Map<string, Owned & { events: string[] }>();
	const pause = betweenPieces();
	for (const { event, properties } of perEvent) {
		await pause();
		for (const entry of properties) {
			const known = byName.get(entry.name);
			if (known) known.events.push(event);
			else {
				const property: Property = { of: 'event', event: owner, name: entry.name };
				byName.set(entry.name, { ...entry, property, events: [event] });
			}
		}
	}
	return [...byName.values()];
}

export async function ofUsers(catalog: Catalog): Promise<Owned[]> {
	const properties = await catalog.userProperties();
	return properties.map((entry) => ({ ...entry, property: { of: 'user', name: entry.name } }));
}

function toObject({ property, events, ...entry }: Owned): IDataObject {
	return {
		...toPropertyEntry(entry, toExpression(property)),
		of: property.of,
		event_count: events?.length ?? null,
		events: events?.slice(0, MOST_EVENTS) ?? null,
	};
}

/** Maximum number of values in the platform's own list. */
const MOST_LISTED = 1000;

interface Value {
	value: string | number | boolean | null;
	/** null: unknown. */
	count: Amount | null;
}

interface ValueList extends Partial<Pick<Table, 'isTruncated' | 'isSampled'>> {
	values: Value[];
}

async function getPropertyValues(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, field, options } = run;
	const zone = context.getTimezone();
	const now = new Date();
	const chosen = readRecentRange(options.valueDays, RECENT_VALUES_LABEL, zone, now);
	const range = chosen ?? recentRange(RECENT_DAYS, zone, now);
	const catalog = await run.catalog();
	const { property, events } = await readRequestedProperty(catalog, field);
	const isListed = options.valuesFrom === 'list';
	const values = isListed
		? await listed(catalog, property)
		: await countedValues(run, property, range, events).catch(async (error: unknown) => {
				throw isTool(context) && isNameRefusal(error)
					? withAdvice(error, await unlistedAdvice(catalog, property))
					: error;
			});
	const isDated = property.of === 'event' && !isListed;
	if (isDated && chosen === undefined) addRangeHint(context, range);
	const owners = events ? ownersIn('events', events) : '';
	const dates = isDated ? ` from ${range.from} to ${range.to}` : '';
	const part = isListed ? ' in the predefined list' : owners + dates;
	return await give(run, values, property, part);
}

/** Returns the names that exist if the property isn't one of them, for a model, which may guess. */
async function unlistedAdvice(catalog: Catalog, property: Property): Promise<string> {
	if (property.of === 'other') return '';
	const { of, name } = property;
	const event = of === 'event' ? property.event : '';
	const all = await (event ? ofEvents(catalog, event) : ofUsers(catalog)).catch(() => []);
	if (all.length === 0 || all.some((one) => one.name === name)) return '';
	const what = `properties${ownersIn(`${of}s`, event)}`;
	return `${await adviceFor(all, { what, text: name }, true)}.`;
}

/** Returns the property, and the events whose values count, if they aren't those of the property. */
async function readRequestedProperty(
	catalog: Catalog,
	field: ReadField,
): Promise<{ property: Property; events?: string[] }> {
	const typed = textOf(field('property'));
	if (typed === '')
		throw new UserError("'Property' is empty. Choose a property, or enter its name");
	const names = listOf(field('ofEvents')).map(textOf).filter(Boolean);
	const isAny = names.length === 0 || names.includes(ANY_EVENT);
	// A complete expression needs no list.
	const found = isAny && typed.includes('.') ? [] : await findEvents(catalog, names);
	const property = await findProperty(catalog, typed, found);
	if (isAny || property.of !== 'event') return { property };
	const events = found.map(({ name }) => name);
	const [event = '', ...others] = events;
	if (property.event === ANY_EVENT)
		return others.length > 0 ? { property, events } : { property: { ...property, event } };
	if (property.event === event && others.length === 0) return { property };
	throw new UserError(
		`'Property' is ${firstWords(toExpression(property))}, but 'Event' is ${joinNames(events)}. Enter only the name of the property, or clear 'Event'`,
	);
}

/** In a manual execution, the user may not know the range of days: a missing value may be older. */
function addRangeHint(context: IExecuteFunctions, { from, to }: DateRange): void {
	if (context.getMode() !== 'manual') return;
	addHint(
		context,
		`The node counted values from ${from} to ${to}. To include older values, add the option '${RECENT_VALUES_LABEL}'.`,
	);
}

async function countedValues(
	run: ItemRun,
	property: Property,
	range: DateRange,
	events?: readonly string[],
): Promise<ValueList> {
	const { service, itemIndex } = run;
	if (events && events.length > EVENTS_PER_REPORT)
		throw new UserError(
			`The node counts the values of at most ${EVENTS_PER_REPORT} events at once, but 'Event' has ${events.length}. Remove some, or clear 'Event' to count all events`,
		);
	return await countValues(service, itemIndex, property, range, events);
}

async function listed(catalog: Catalog, property: Property): Promise<ValueList> {
	if (property.of === 'other') {
		throw new UserError("'Property' must be a property of events or users");
	}
	const values = await catalog.propertyValues?.(property.of, property.name, MOST_LISTED);
	if (values) return { values: values.map((value) => ({ value, count: null })) };
	const reason = catalog.propertyValues
		? "this installation doesn't have the required module"
		: 'only credentials with an API key (OpenAPI) have this list';
	throw new UserError(
		`The option 'Values From' can't be Predefined List, because ${reason}. Set 'Values From' to Report for Recent Days`,
	);
}

async function give(
	run: ItemRun,
	{ values, isTruncated = false, isSampled = false }: ValueList,
	property: Property,
	part: string,
): Promise<INodeExecutionData[]> {
	const expression = toExpression(property);
	const { field } = run;
	const text = readValueSearch(field);
	const all = values.map(({ value, count }) => {
		const name = value === null ? '' : String(value);
		return {
			name,
			displayName: name,
			count: count === null ? undefined : Number(count),
			value,
			reported: count,
		};
	});
	const fitting = await inSlices(searchSteps(all, text));
	const chosen = limited(fitting, field);
	const isForModel = isTool(run.context);
	const found = chosen.map(({ value, reported: returned }) => ({
		...(isForModel ? {} : { property: expression }),
		value,
		count: returned,
		...flagsOf({ isTruncated, isSampled }),
	}));
	const what = `values of ${expression}${part}`;
	const notes = [
		...(isTruncated ? ['The property has more values than Sensors Analytics returns at once'] : []),
		...(isSampled
			? ['The values are from a sample: counts are estimates, and rare values can be missing']
			: []),
	];
	const words = { what, text, none: `Sensors Analytics returned no ${what}`, notes };
	return await respondWithFound(run, found, all, words, namesBehind(fitting, chosen));
}

export const catalogRuns: OperationRuns = { getManyEvents, getManyProperties, getPropertyValues };
