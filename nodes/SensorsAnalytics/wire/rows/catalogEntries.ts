import type { CatalogEntry } from '../../query/catalog';
import { textIn } from '../../query/json';
import type { ValueKind } from '../../query/valueKinds';
import { objectsIn } from './listObjects';

/** By `data_type`, in whatever case (docs/service.md, "Lists"). */
const KINDS: { [dataType: string]: ValueKind | undefined } = {
	string: 'text',
	number: 'number',
	bool: 'boolean',
	date: 'date',
	datetime: 'date',
	list: 'list',
};

/** Events or properties: objects with `name`, `cname`, `data_type`. */
export function readCatalog(answer: unknown, what: string): CatalogEntry[] {
	return objectsIn(answer, what).flatMap((object) => {
		const name = textIn(object, 'name');
		if (name === undefined) return [];
		const kind = KINDS[textIn(object, 'data_type')?.toLowerCase() ?? ''];
		return [{ name, displayName: textIn(object, 'cname') ?? name, ...(kind ? { kind } : {}) }];
	});
}

/** One entry per name. */
export function withoutDoubles(entries: readonly CatalogEntry[]): CatalogEntry[] {
	return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
}
