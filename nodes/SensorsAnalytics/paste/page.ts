import type { JsonObject } from '../query/json';
import type { Given } from './given';
import { momentOf, withoutMoment } from './moment';
import { Unread } from './unread';

/** What the web page says of a model: where its payload is found, how to tell it, and its query. */
export interface Page<Query> {
	/** Part of the address by which the request is found in the network panel. */
	path: string;
	/** A payload as it begins, for the form; without a special one, that of all. */
	example?: string;
	/** Names of the model in saved reports, old and new (docs/service.md, "OpenAPI"). */
	savedAs: RegExp;
	/** Whether a payload has keys that only this model's has. */
	isOwn(payload: JsonObject): boolean;
	/**
	 * The query of a payload, and its dates.
	 * @param timeZone IANA name, for dates that are instants; who has dates of its own needs none
	 * @throws UserError that names the key which is missing or wrong
	 */
	read(payload: JsonObject, timeZone?: string): Given<Query>;
}

/** A page by the reader of its query. */
export function pageOf<Query>(
	readQuery: (payload: JsonObject, unread: Unread) => Query,
	page: Omit<Page<Query>, 'read'>,
): Page<Query> {
	return {
		...page,
		read(payload, timeZone = 'UTC') {
			const unread = new Unread();
			const query = readQuery(payload, unread);
			return {
				query,
				page: withoutMoment(payload),
				unread: unread.error,
				...momentOf(payload, timeZone),
			};
		},
	};
}
