import type { IDataObject } from 'n8n-workflow';

import { propertyListFields, readSearch } from '../../form/catalogFields';
import { readOneOf } from '../../form/choice';
import { limited } from '../../form/listFields';
import type { Catalog } from '../../lists/catalogOf';
import { findEvents } from '../../lists/findEntries';
import { toPropertyEntry } from '../../output/metadataObjects';
import type { PropertyEntry } from '../../query/catalog';
import { ANY_EVENT, type Property } from '../../query/eventQuery';
import { toExpression } from '../../query/fieldExpression';
import { search } from '../../query/search';
import { giveFound } from '../catalogSearch';
import type { Operation } from '../operation';

/** So many events of a property are named; all are counted. */
const MOST_EVENTS = 10;

interface Owned extends PropertyEntry {
	property: Property;
	/** Events that have it; none for a property of users. */
	events?: string[];
}

/** Properties of events and users (docs/service.md, "Lists" and "OpenAPI"). */
export const getManyProperties: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyProperties',
		action: 'Get many properties',
		description:
			'Find properties of events or users by words of their names or display names, e.g. city or 金额, with type and unit',
	},
	fields: propertyListFields,
	async execute(run) {
		const { field } = run;
		const scope = readOneOf(field('propertiesOf'), ['all', 'events', 'users'], "'Properties Of'");
		const text = readSearch(field('search'));
		const catalog = await run.catalog();
		const all = [
			...(scope === 'users' ? [] : await ofEvents(catalog, field('ofEvents'))),
			...(scope === 'events' ? [] : await ofUsers(catalog)),
		];
		const found = limited(search(all, text), field).map(toObject);
		return giveFound(run, found, all, { what: 'properties', text });
	},
};

async function ofEvents(catalog: Catalog, wanted: unknown): Promise<Owned[]> {
	const events = await findEvents(catalog, wanted);
	const perEvent = await catalog.propertiesByEvent(events.map(({ name }) => name));
	const owner = events.length === 1 ? (events[0]?.name as string) : ANY_EVENT;
	const byName = new Map<string, Owned & { events: string[] }>();
	for (const { event, properties } of perEvent) {
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

async function ofUsers(catalog: Catalog): Promise<Owned[]> {
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
