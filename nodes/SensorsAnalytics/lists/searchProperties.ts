import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { rowsOf, textOf } from '../form/reading';
import { findAggregator } from '../query/aggregators';
import { ANY_EVENT } from '../query/eventQuery';
import { kindIn, withKind } from '../query/valueKinds';
import type { Catalog } from './catalogOf';
import { catalogFor, type Choice, labelOf, toResult } from './catalog';

/** Names of form fields that hold the event of a property: in the same row, or alone. */
const OWNER_FIELDS = ['&eventName', 'targetEvent', 'valueEvent'];
/** Names of form fields that hold an event, alone or in the rows of a list. */
const EVENT_FIELDS = ['eventName', 'firstEvent', 'secondEvent'];
const EVENT_LISTS: Array<[string, string]> = [
	['measures', 'measure'],
	['steps', 'step'],
];

/** Properties of the event in the same row, or of the event that the form names for them. */
export async function searchEventProperties(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const owner = OWNER_FIELDS.map((name) => textOf(read(this, name))).find(Boolean);
	const events = owner === undefined ? eventsInForm(this) : [owner];
	return toResult(await eventProperties(await catalogFor(this), events), filter);
}

/** The same, as far as the aggregator in the same row can compute with them. */
export async function searchMeasuredProperties(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const isCounted = findAggregator(textOf(read(this, '&aggregator')))?.value === 'uniqCount';
	return isCounted
		? await searchEventProperties.call(this, filter)
		: await searchNumberProperties.call(this, filter);
}

/** Numbers among the properties of the event in the same row; a name that is typed stays free. */
export async function searchNumberProperties(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return onlyNumbers(await searchEventProperties.call(this, filter));
}

/** Numbers among the properties of users. */
export async function searchUserNumberProperties(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return onlyNumbers(await searchUserProperties.call(this, filter));
}

/** Properties of all events in the form, properties of users, and groups of users. */
export async function searchProperties(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const catalog = await catalogFor(this);
	const ofEvents = await eventProperties(catalog, eventsInForm(this));
	return toResult([...ofEvents, ...(await userChoices(catalog))], filter);
}

/** Properties of users, and groups of users. */
export async function searchUserProperties(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return toResult(await userChoices(await catalogFor(this)), filter);
}

/** Where the kind is not known, the property stays. */
function onlyNumbers({ results }: INodeListSearchResult): INodeListSearchResult {
	return { results: results.filter(({ name }) => [undefined, 'number'].includes(kindIn(name))) };
}

async function eventProperties(catalog: Catalog, events: string[]): Promise<Choice[]> {
	// The properties of any event are those of all events.
	const isAny = events.length === 0 || events.includes(ANY_EVENT);
	const wanted = isAny ? (await catalog.events()).map(({ name }) => name) : events;
	const properties = await catalog.eventProperties(wanted);
	const owner = !isAny && events.length === 1 ? (events[0] as string) : ANY_EVENT;
	return properties.map(({ name, displayName, kind }) => ({
		name: withKind(labelOf(displayName, name), kind),
		value: `event.${owner}.${name}`,
	}));
}

async function userChoices(catalog: Catalog): Promise<Choice[]> {
	const properties = await catalog.userProperties();
	const ofUsers = properties.map(({ name, displayName, kind }) => ({
		name: withKind(`User: ${labelOf(displayName, name)}`, kind),
		value: `user.${name}`,
	}));
	return [...ofUsers, ...(await userGroupChoices(catalog))];
}

/** Groups count as properties; an installation without them has only the others. */
async function userGroupChoices(catalog: Catalog): Promise<Choice[]> {
	const groups = await catalog.userGroups().catch(() => []);
	return groups.map(({ name, displayName, field }) => ({
		name: withKind(`User group: ${labelOf(displayName, name)}`, 'boolean'),
		value: field,
	}));
}

function eventsInForm(context: ILoadOptionsFunctions): string[] {
	const alone = EVENT_FIELDS.map((name) => read(context, name));
	const inLists = EVENT_LISTS.flatMap(([name, row]) =>
		rowsOf<{ eventName?: unknown }>(read(context, name), row).map(({ eventName }) => eventName),
	);
	return [...new Set([...alone, ...inLists].map(textOf).filter(Boolean))];
}

/** undefined for a field that the form does not have. */
function read(context: ILoadOptionsFunctions, name: string): unknown {
	return context.getCurrentNodeParameter(name);
}
