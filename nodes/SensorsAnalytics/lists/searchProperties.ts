import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { EventFields } from '../form/eventFields';
import { rowsOf, textOf } from '../form/reading';
import { findAggregator } from '../query/aggregators';
import { ANY_EVENT } from '../query/eventQuery';
import { toExpression, userField } from '../query/fieldExpression';
import type { JsonObject } from '../query/json';
import { kindIn, withKind } from '../query/valueKinds';
import type { Catalog } from './catalogOf';
import { catalogFor, type Choice, labelOf, toResult, withEmpty } from './catalog';

/** Fields that hold the event of a property: in the same row, or alone. */
const OWNER_FIELDS = ['&eventName', 'targetEvent', 'valueEvent'];

/**
 * Lists of properties.
 * @param fields in which the form has events: their properties are offered
 */
export function propertySearches(fields: EventFields) {
	type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

	/** Properties of the event in the same row, or of the event that the form names for them. */
	const searchEventProperties: Search = async function (filter) {
		const owner = OWNER_FIELDS.map((name) => textOf(read(this, name))).find(Boolean);
		const events = owner === undefined ? eventsInForm(this, fields) : [owner];
		return toResult(await eventProperties(await catalogFor(this), events), filter);
	};
	/** Numbers among them; a name that is typed stays free. */
	const searchNumberProperties: Search = async function (filter) {
		return onlyNumbers(await searchEventProperties.call(this, filter));
	};
	/** Those that the aggregator in the same row can compute with. */
	const searchMeasuredProperties: Search = async function (filter) {
		const isCounted = findAggregator(textOf(read(this, '&aggregator')))?.value === 'uniqCount';
		const search = isCounted ? searchEventProperties : searchNumberProperties;
		return await search.call(this, filter);
	};
	/** Properties of all events in the form, properties of users, and groups of users. */
	const searchProperties: Search = async function (filter) {
		const catalog = await catalogFor(this);
		const ofEvents = await eventProperties(catalog, eventsInForm(this, fields));
		return toResult([...ofEvents, ...(await userChoices(catalog))], filter);
	};
	/** The same for a field that may be empty. */
	const searchPropertiesOrNone: Search = async function (filter) {
		return withEmpty(await searchProperties.call(this, filter), filter, '(None)');
	};
	/** Properties of users, and groups of users. */
	const searchUserProperties: Search = async function (filter) {
		return toResult(await userChoices(await catalogFor(this)), filter);
	};
	/** Numbers among the properties of users. */
	const searchUserNumberProperties: Search = async function (filter) {
		return onlyNumbers(await searchUserProperties.call(this, filter));
	};
	return {
		searchEventProperties,
		searchMeasuredProperties,
		searchNumberProperties,
		searchProperties,
		searchPropertiesOrNone,
		searchUserNumberProperties,
		searchUserProperties,
	};
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
		value: toExpression({ of: 'event', event: owner, name }),
	}));
}

async function userChoices(catalog: Catalog): Promise<Choice[]> {
	const properties = await catalog.userProperties();
	const ofUsers = properties.map(({ name, displayName, kind }) => ({
		name: withKind(`User: ${labelOf(displayName, name)}`, kind),
		value: userField(name),
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

function eventsInForm(context: ILoadOptionsFunctions, { alone, inRows }: EventFields): string[] {
	const events = [
		...alone.map((name) => read(context, name)),
		...inRows.flatMap(({ list, row, field }) =>
			rowsOf<JsonObject>(read(context, list), row).map((entry) => entry[field]),
		),
	];
	return [...new Set(events.map(textOf).filter(Boolean))];
}

/** undefined for a field that the form does not have. */
function read(context: ILoadOptionsFunctions, name: string): unknown {
	return context.getCurrentNodeParameter(name);
}
