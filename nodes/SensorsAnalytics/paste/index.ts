/** The web page's payload, pasted or saved: a third format beside the two wires, read into neutral queries. */
import type { ReportModelName } from '../query/catalog';
import type { JsonObject } from '../query/json';
import type { Queries } from '../query/queries';
import { readAttribution } from './attribution';
import { readDistribution } from './distribution';
import { readEventReport } from './event';
import { readFunnel } from './funnel';
import type { Given } from './given';
import { readInterval } from './interval';
import { readLtv } from './ltv';
import { momentOf, withoutMoment } from './moment';
import { readRetention } from './retention';
import { Unread } from './unread';
import { readUserProperties } from './userProperties';

export type { Given } from './given';

type ReadPage<Query> = (payload: JsonObject, timeZone: string) => Given<Query>;

function pageOf<Query>(read: (payload: JsonObject, unread: Unread) => Query): ReadPage<Query> {
	return (payload, timeZone) => {
		const unread = new Unread();
		const query = read(payload, unread);
		const page = withoutMoment(payload);
		return { query, page, unread: unread.error, ...momentOf(payload, timeZone) };
	};
}

/**
 * Readers by model: the query of a payload, and its dates.
 * @param timeZone IANA name, for dates that are instants
 * @throws UserError that names the key which is missing or wrong
 */
export const readPage: { [Model in ReportModelName]: ReadPage<Queries[Model]> } = {
	event: readEventReport,
	funnel: pageOf(readFunnel),
	retention: pageOf(readRetention),
	distribution: pageOf(readDistribution),
	userProperties: pageOf(readUserProperties),
	attribution: pageOf(readAttribution),
	ltv: pageOf(readLtv),
	interval: pageOf(readInterval),
};
