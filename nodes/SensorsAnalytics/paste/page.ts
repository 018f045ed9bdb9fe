import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../query/json';
import type { Given } from './given';
import { momentOf, withoutMoment } from './moment';
import { isSet, WHOLE_RANGE } from './parts';
import { Unread } from './unread';

/** What the web page says of a model: where its payload is found, how to tell it, and its query. */
export interface Page<Query> {
	/** Part of the address by which the request is found in the network panel. */
	path: string;
	/** A payload as it begins, for the form; without a special one, that of all. */
	example?: string;
	/** Names of the model in saved reports, old and new (docs/service.md, "OpenAPI"). */
	savedAs: RegExp;
	/** Whether it is known what the answer means where one value of the whole range is asked for. */
	takesWholeRange?: boolean;
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
			if (!page.takesWholeRange) assertDates(payload);
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

/** @throws UserError */
function assertDates(payload: JsonObject): void {
	if (!isSet(payload, WHOLE_RANGE)) return;
	throw new UserError(
		`'${WHOLE_RANGE}' in the pasted or saved query asks for one value of the whole range, and for this report it is not known what the answer to that means. Paste the query without this key`,
	);
}
