import { flagIn, type JsonObject, textIn } from '../query/json';
import { measuresOfSessions, type SessionQuery } from '../query/modelQueries';
import { readEventReport } from './event';
import { pageOf } from './page';
import { PASTED } from './parts';
import type { Unread } from './unread';

const PATH = 'session/report';

/** The payload of a session report (docs/service.md, "OpenAPI"): that of an event report, and a session. */
export const session = pageOf(readSession, {
	path: PATH,
	savedAs: /session/i,
	isOwn: (payload) => 'session_name' in payload,
});

function readSession(payload: JsonObject, unread: Unread): SessionQuery {
	const query = readEventReport(payload, unread, PATH);
	const name = textIn(payload, 'session_name');
	if (name === undefined) unread.note(`'session_name' is missing in ${PASTED}`);
	const isSplitByDay = flagIn(payload, 'split_by_day');
	return {
		...query,
		measures: measuresOfSessions(query.measures),
		session: name ?? '',
		...(isSplitByDay === undefined ? {} : { isSplitByDay }),
	};
}
