import { isAnyEvent, type Names, TypedNames } from '../../definition/names';
import { ProjectNames, type ProjectLists } from '../../definition/projectNames';
import type { Catalog } from '../../lists/catalogOf';
import type { CatalogEntry } from '../../query/catalog';
import { ANY_EVENT } from '../../query/eventQuery';

/**
 * The names of the project, as far as a query needs its lists.
 * @param read reads the query by names that are given
 */
export async function namesFor(
	catalog: Catalog,
	read: (names: Names) => void,
): Promise<ProjectNames> {
	const typed = new TypedNames();
	read(typed);
	const events = typed.usesEvents ? await catalog.events() : [];
	const owners = new Owners({ events, userProperties: [], eventProperties: new Map() });
	read(owners);
	const userProperties = owners.hasProperties ? await catalog.userProperties() : [];
	const eventProperties = new Map<string, readonly CatalogEntry[]>();
	const isThere = (event: string) =>
		event === ANY_EVENT || events.some(({ name }) => name === event);
	for (const event of [...owners.events].filter(isThere)) {
		const wanted = event === ANY_EVENT ? events.map(({ name }) => name) : [event];
		eventProperties.set(event, await catalog.eventProperties(wanted));
	}
	return new ProjectNames({ events, userProperties, eventProperties });
}

/** Notes whose properties a query names. */
class Owners implements Names {
	// What depends on the names of properties is judged when they are known.
	readonly areFinal = false;
	readonly events = new Set<string>();
	hasProperties = false;
	private readonly known: ProjectNames;

	constructor(lists: ProjectLists) {
		this.known = new ProjectNames(lists);
	}

	event(typed: string, place: string): string {
		return isAnyEvent(typed) ? ANY_EVENT : this.known.event(typed, place);
	}

	property(typed: string, event: string, place: string): ReturnType<Names['property']> {
		this.hasProperties = true;
		const property = this.known.whole(typed, event, place);
		if (property.of === 'event') this.events.add(property.event);
		// It may be the display name of a property of the event.
		else if (property.of === 'other' && event !== '') this.events.add(event);
		return { property };
	}

	needKind(): void {}
}
