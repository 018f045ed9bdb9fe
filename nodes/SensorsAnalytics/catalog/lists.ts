import type { INodeProperties } from 'n8n-workflow';

import { loadCode } from '../../../credentials/process';
import { LIST_NAMES, type ListName } from '../params/property';
import type { Search } from './search';

/** Searchable lists of a form, whose code is loaded when the first one is opened. */
export function listSearch(fields: readonly INodeProperties[]): Record<ListName, Search> {
	const searchOf = (name: ListName): Search =>
		async function (...typed) {
			const { searchesOf } = await loadCode(async () => await import('./search'));
			return await searchesOf(fields)[name].call(this, ...typed);
		};
	return Object.fromEntries(LIST_NAMES.map((name) => [name, searchOf(name)])) as Record<
		ListName,
		Search
	>;
}
