import type { CatalogEntry, EventEntry, PropertyEntry } from '../../query/catalog';
import { flagIn, isObject, type JsonObject, numberIn, textIn } from '../../query/json';
import type { ValueKind } from '../../query/valueKinds';
import { listedObjects } from './listObjects';

/** By `data_type`, in whatever case (docs/service.md, "Lists"). */
const KINDS = new Map<string, ValueKind>([
	['string', 'text'],
	['number', 'number'],
	['bool', 'boolean'],
	['date', 'date'],
	['datetime', 'date'],
	['list', 'list'],
]);

/** Properties: objects with `name`, `cname`, `data_type`, and what else is known. */
export function readProperties(answer: unknown, what: string): PropertyEntry[] {
	return listedObjects(answer, what).flatMap((object) => {
		const entry = entryOf(object);
		if (entry === undefined) return [];
		const type = textIn(object, 'data_type')?.toLowerCase() ?? '';
		const kind = KINDS.get(type);
		return [
			{
				...entry,
				...(kind ? { kind } : {}),
				...(type === 'date' ? { isDay: true } : {}),
				description: textIn(object, 'comment') ?? textIn(object, 'trigger_opportunity'),
				unit: textIn(object, 'unit'),
				isVirtual: virtualIn(object),
			},
		];
	});
}

/** Events: objects with `name`, `cname`, and what else is known. */
export function readEvents(answer: unknown): EventEntry[] {
	return listedObjects(answer, 'events').flatMap((object) => {
		const entry = entryOf(object);
		if (entry === undefined) return [];
		return [
			{
				...entry,
				description: textIn(object, 'comment'),
				trackedWhen: textIn(object, 'trigger_opportunity'),
				tagIds: tagsIn(object),
				isVirtual: virtualIn(object),
				count: numberIn(object, 'total_count'),
				createdAt: textIn(object, 'create_time'),
				updatedAt: textIn(object, 'update_time'),
			},
		];
	});
}

/** Objects with `name` and `cname`. */
export function readEntries(answer: unknown, what: string): CatalogEntry[] {
	return listedObjects(answer, what).flatMap((object) => entryOf(object) ?? []);
}

function entryOf(object: JsonObject): CatalogEntry | undefined {
	const name = textIn(object, 'name');
	return name === undefined ? undefined : { name, displayName: textIn(object, 'cname') ?? name };
}

/** The two generations call it by two names. */
function virtualIn(object: JsonObject): boolean | undefined {
	return flagIn(object, 'is_virtual') ?? flagIn(object, 'virtual');
}

/** Numbers, names, or objects with a name. */
function tagsIn({ tags }: JsonObject): string[] | undefined {
	if (!Array.isArray(tags)) return undefined;
	return tags.flatMap((tag: unknown) => {
		if (isObject(tag)) return textIn(tag, 'name') ?? [];
		return typeof tag === 'number' || typeof tag === 'string' ? String(tag) : [];
	});
}

/** One entry per name. */
export function withoutDoubles<Entry extends CatalogEntry>(entries: readonly Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
}
