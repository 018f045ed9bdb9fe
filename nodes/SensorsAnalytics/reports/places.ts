import {
	arrayOrEmpty,
	isObject,
	type JsonObject,
	objectOrEmpty,
} from '../../../credentials/http/json';
import { writeFilter } from '../paste/payload';
import {
	alsoFiltered,
	ANY_EVENT,
	bothFilters,
	type Filter,
	type FilteredEvent,
	splitByUsers,
	ownedBy,
	partsByEvent,
	type QueryInput,
	withProperties,
} from '../query/query';

type Path = ReadonlyArray<string | number>;

/** The events of a report whose own filters take the conditions on them. */
export interface EventPlaces<Query> {
	/**
	 * Whether properties of any event are those of the first one: of groups alone, or of conditions,
	 * too, which then restrict only the first place of their event.
	 */
	ofFirst?: 'groups' | 'all';
	/** Whether the report's filter has the step of a condition, unless its event is several steps. */
	hasSteps?: true;
	/** Whether a filter of users has a key of its own in a payload that is sent unchanged. */
	hasUserFilter?: true;
	/** Returns their paths in the query, in order, and in a page's payload that is sent unchanged. */
	of(query: Query, page: JsonObject): ReadonlyArray<readonly [inQuery: Path, inPage?: Path]>;
}

/**
 * Adds a filter to a query of the form, or to a saved one with its page.
 * @returns also the part of the filter that is about no event with a place
 */
export function withFilter<Query extends object & { filter?: Filter }>(
	input: QueryInput<Query>,
	filter: Filter | undefined,
	places?: EventPlaces<Query>,
): QueryInput<Query> & { rest?: Filter } {
	let { query, page } = input;
	const all = (places?.of(query, page ?? {}) ?? []).flatMap(([path, inPage]) => {
		const { event } = path.reduce<object>(
			(part, key) => (part as { [key: string | number]: object })[key] as object,
			query,
		) as Partial<FilteredEvent>;
		return event === undefined ? [] : [{ event, path, inPage }];
	});
	const [first] = all;
	const isOfFirst = places?.ofFirst === 'all';
	const own = isOfFirst && first ? withProperties(filter, ownedBy(first.event)) : filter;
	const { filterOfEvent, rest } = partsByEvent(own, (event, hasUsers) => {
		const isAny = event === ANY_EVENT;
		const least = places?.hasSteps && !isAny && !hasUsers ? 2 : 1;
		return (isOfFirst || !isAny) && all.filter((one) => one.event === event).length >= least;
	});
	for (const [index, { event, path, inPage }] of all.entries()) {
		const added = filterOfEvent(event);
		const isFirst = all.findIndex((one) => one.event === event) === index;
		if (added === undefined || (isOfFirst && !isFirst)) continue;
		query = changed(query, path, (one) => alsoFiltered(one as FilteredEvent, added));
		if (page && inPage) page = changed(page, inPage, (one) => alsoWritten(one, added));
	}
	if (rest === undefined) return { ...input, query, page };
	query = { ...query, filter: bothFilters(query.filter, rest) };
	const hasOwn = isFilled(objectOrEmpty(page?.filter));
	const { ofUsers, others } =
		places?.hasUserFilter && !hasOwn ? splitByUsers(rest) : { others: rest };
	if (page && others) page = alsoWritten(page, others);
	if (page && ofUsers) page = alsoWritten(page, ofUsers, 'user_filter');
	return { ...input, query, page, rest };
}

function changed<Root>(root: Root, [key, ...rest]: Path, change: (part: unknown) => unknown): Root {
	if (key === undefined) return change(root) as Root;
	const inner = changed((root as { [key: string | number]: unknown })[key], rest, change);
	if (!Array.isArray(root)) return { ...root, [key]: inner };
	return root.map((one: unknown, index) => (index === key ? inner : one)) as Root;
}

/** Merges them in the platform's format, in which the saved filter stays unchanged. */
function alsoWritten(part: unknown, own: Filter, key = 'filter'): JsonObject {
	const known = objectOrEmpty(part);
	const [saved, added] = [known[key], writeFilter(own)];
	return { ...known, [key]: isObject(saved) && isFilled(saved) ? both(saved, added) : added };
}

function both(saved: JsonObject, added: JsonObject): JsonObject {
	const parts = [saved, added].map((filter) => {
		const isAnd = String(filter.relation ?? 'and').toLowerCase() === 'and';
		const { conditions, filters } = listsIn(filter);
		return isAnd || conditions.length + filters.length === 1
			? { conditions, filters }
			: { conditions: [], filters: [filter] };
	});
	const filters = parts.flatMap((part) => part.filters);
	return {
		...saved,
		relation: 'and',
		conditions: parts.flatMap((part) => part.conditions),
		...(filters.length > 0 ? { filters } : {}),
	};
}

function listsIn(filter: JsonObject): { conditions: unknown[]; filters: unknown[] } {
	return { conditions: arrayOrEmpty(filter.conditions), filters: arrayOrEmpty(filter.filters) };
}

function isFilled(filter: JsonObject): boolean {
	const { conditions, filters } = listsIn(filter);
	return conditions.length + filters.length > 0;
}
