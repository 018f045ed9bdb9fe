/** Funnel: `POST /api/funnel/report` (docs/service.md, "Funnel"; names inside of a step are not certain). */
import { isObject, type JsonObject } from '../../../query/json';
import type { FunnelQuery } from '../../../query/modelQueries';
import { FUNNEL_KEYS, funnelTable } from '../../rows/funnel';
import { objectOf } from '../../rows/cells';
import type { ReportWire } from '../../wire';
import { withRequestParts } from '../requestParts';
import { writeEvent, writeGroupAndFilter } from './cohort';
import { factsIn } from './facts';
import { readDetails } from './funnelDetails';
import { readTableData } from './funnelTable';
import { groupingOf } from './place';

/** Value of `state` that asks for rows of dates. */
const DATES = 'trends';

export const funnel: ReportWire<FunnelQuery> = {
	request({ query, page }, range, how) {
		const body = withState(page ?? writeFunnel(query), query);
		return { path: '/api/funnel/report', body: withRequestParts(body, range, how) };
	},
	read(told, query) {
		const answer = objectOf(told);
		const grouping = groupingOf(answer, query.groupBy, FUNNEL_KEYS);
		const entries = isObject(answer.table_data)
			? readTableData(answer.table_data, grouping)
			: readDetails(answer.funnel_detail, grouping);
		return funnelTable(factsIn(answer), grouping, entries, query);
	},
};

function writeFunnel(query: FunnelQuery): JsonObject {
	return {
		funnel: {
			steps: query.steps.map(writeEvent),
			max_convert_time: query.windowMinutes,
		},
		extend_over_end_date: query.mayEndLater,
		...writeGroupAndFilter(query),
	};
}

/** The body that asks for rows of dates, or for those of the whole range. */
function withState(body: JsonObject, { isByDate }: FunnelQuery): JsonObject {
	const { state, ...rest } = body;
	if (isByDate) return { ...rest, state: DATES };
	return state === DATES ? rest : body;
}
