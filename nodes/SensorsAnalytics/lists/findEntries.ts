/** Events and properties by what people call them. */
import { UserError } from 'n8n-workflow';

import { listOf, textOf } from '../form/reading';
import { readProperty } from '../form/property';
import type { CatalogEntry, EventEntry } from '../query/catalog';
import { ANY_EVENT, type Property } from '../query/eventQuery';
import { called, nearest } from '../query/search';
import { listed, noneCalled } from '../query/unknownName';
import type { Catalog } from './catalogOf';
import { labelOf } from './catalog';

const MOST_NEAR = 5;

/**
 * Names of the events that a field names: none, one, or several with commas between them, by their
 * names or display names; all for none, and where one of them is any event.
 * @throws UserError for one that the project does not have
 */
export async function findEvents(catalog: Catalog, typed: unknown): Promise<EventEntry[]> {
	const known = await catalog.events();
	const wanted = listOf(typed).map(textOf).filter(Boolean);
	if (wanted.length === 0 || wanted.includes(ANY_EVENT)) return known;
	const found = wanted.map((name) => find(known, name, 'event'));
	return [...new Set(found)];
}

/**
 * The property that was typed: whole, or by its name or display name; of events if both events and
 * users have one that is called so.
 * @param events whose properties are meant: those of all events, where there are several
 * @throws UserError for one that the project does not have
 */
export async function findProperty(
	catalog: Catalog,
	typed: string,
	events: readonly EventEntry[],
): Promise<Property> {
	const whole = readProperty(typed, ANY_EVENT, "'Property'");
	if (typed.includes('.')) return whole;
	const names = events.map(({ name }) => name);
	const ofEvents = await catalog.eventProperties(names);
	const own = called(ofEvents, typed);
	const owner = names.length === 1 ? (names[0] as string) : ANY_EVENT;
	if (own) return { of: 'event', event: owner, name: own.name };
	const ofUsers = await catalog.userProperties();
	const theirs = called(ofUsers, typed);
	if (theirs) return { of: 'user', name: theirs.name };
	throw unknown(typed, [...ofEvents, ...ofUsers], 'property');
}

function find<Entry extends CatalogEntry>(known: readonly Entry[], name: string, what: string) {
	const found = called(known, name);
	if (found) return found;
	throw unknown(name, known, what);
}

function unknown(typed: string, known: readonly CatalogEntry[], what: string): UserError {
	const near = nearest(known, typed, MOST_NEAR);
	const list = (entries: readonly CatalogEntry[]) =>
		listed(entries.map(({ name, displayName }) => labelOf(displayName, name)));
	const advice =
		near.length > 0
			? `Did you mean ${list(near)}?`
			: `Search for it by ${what === 'event' ? 'Event' : 'Property'}: Get Many with another word`;
	return new UserError(`${noneCalled(what, typed)}. ${advice}`);
}
