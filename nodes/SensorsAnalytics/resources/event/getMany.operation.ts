import type { IDataObject } from 'n8n-workflow';

import {
	eventListFields,
	eventListOptions,
	readSearch,
	RECENT_EVENTS_LABEL,
} from '../../form/catalogFields';
import { limited } from '../../form/listFields';
import { readRecentRange } from '../../form/recentDays';
import type { Catalog } from '../../lists/catalogOf';
import { countEvents } from '../../lists/countEvents';
import { toEventEntry, toPropertyEntry } from '../../output/metadataObjects';
import type { EventEntry } from '../../query/catalog';
import { toExpression } from '../../query/fieldExpression';
import { search } from '../../query/search';
import { giveFound } from '../catalogSearch';
import type { Operation } from '../operation';
import { timesOf } from '../timesOf';

/** Events of the project (docs/service.md, "Lists" and "OpenAPI"). */
export const getManyEvents: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyEvents',
		action: 'Get many events',
		description:
			'Find events by words of their names, descriptions or tags, e.g. order or 支付; with their properties if wanted',
	},
	fields: eventListFields,
	options: eventListOptions,
	async execute(run) {
		const { context, service, itemIndex, field, options } = run;
		const { recentDays } = options;
		const zone = context.getTimezone();
		const range = readRecentRange(recentDays, RECENT_EVENTS_LABEL, zone, new Date());
		const text = readSearch(field('search'));
		const catalog = await run.catalog();
		const all = await withTags(catalog);
		const events = limited(search(all, text), field);
		const names = events.map(({ name }) => name);
		const counts = range && (await countEvents(service, itemIndex, names, range));
		const properties =
			field('includeProperties') === true ? await propertiesOf(catalog, names) : undefined;
		const time = timesOf(run);
		const found = events.map((event) => ({
			...toEventEntry(event, event.tags, time),
			...(counts ? recentOf(counts.get(event.name) ?? 0) : {}),
			...(properties ? { properties: properties.get(event.name) ?? [] } : {}),
		}));
		return giveFound(run, found, all, { what: 'events', text });
	},
};

/** Tags have a list of their own, which is asked for where an event has one. */
async function withTags(catalog: Catalog): Promise<Array<EventEntry & { tags: string[] }>> {
	const events = await catalog.events();
	const hasTags = events.some(({ tagIds = [] }) => tagIds.length > 0);
	const names = hasTags ? await catalog.eventTags() : new Map<string, string>();
	return events.map((event) => ({
		...event,
		tags: (event.tagIds ?? []).map((id) => names.get(id) ?? id),
	}));
}

function recentOf(count: number): IDataObject {
	return { recent_count: count, has_recent_data: count > 0 };
}

async function propertiesOf(
	catalog: Catalog,
	names: readonly string[],
): Promise<Map<string, IDataObject[]>> {
	const perEvent = await catalog.propertiesByEvent(names);
	return new Map(
		perEvent.map(({ event, properties }) => [
			event,
			properties.map((property) =>
				toPropertyEntry(property, toExpression({ of: 'event', event, name: property.name })),
			),
		]),
	);
}
