import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { alarmsOf } from './alarmsOf';
import { serviceFor, toResult } from './catalog';

/** The entry for whichever alarm of the project. */
export const ANY_ALARM = { name: 'Any Alarm', value: 'any' };

/** Entries that are looked up at a time: each takes a request, of which three in a second may be sent. */
const AT_A_TIME = 15;

/**
 * Alarms by their titles, the newest first; further ones when the list is scrolled to its end.
 * @param from how many were looked at before
 */
export async function searchAlarms(
	this: ILoadOptionsFunctions,
	filter?: string,
	from?: string,
): Promise<INodeListSearchResult> {
	const alarms = await alarmsOf(serviceFor(this), 0);
	const ids = (await alarms.ids()).sort((a, b) => Number(b) - Number(a));
	let next = Number(from ?? 0);
	const any = next === 0 ? [ANY_ALARM] : [];
	const { results } = toResult(any, filter);
	const enough = results.length + AT_A_TIME;
	for (; next < ids.length && results.length < enough; next++) {
		const { id, title } = await alarms.alarm(ids[next] as string);
		for (const one of toResult([{ name: title || id, value: id }], filter).results)
			results.push(one);
	}
	return { results, paginationToken: next < ids.length ? String(next) : undefined };
}
