/**
 * Funnel: `POST /api/funnel/report`, or the newer address (docs/service.md, "Funnel"; names inside of
 * a step are not certain).
 */
import type { Steps } from '../../../../../credentials/http/slices';
import type { Property } from '../../../query/eventQuery';
import { isTime, toExpression } from '../../../query/fieldExpression';
import { isObject, type JsonObject } from '../../../query/json';
import type { FunnelQuery } from '../../../query/modelQueries';
import { FUNNEL_KEYS, type FunnelEntry, funnelSteps } from '../../rows/funnel';
import { objectOf } from '../../rows/cells';
import { type Grouping, isTime as isTimeField } from '../../rows/place';
import { UnknownForm } from '../../rows/unknownForm';
import { reportWire } from '../../wire';
import { withRequestParts } from '../requestParts';
import { writeEvent, writeGroupAndFilter } from './cohort';
import { factsIn } from './facts';
import { detailsSteps } from './funnelDetails';
import { newerRequest } from './funnelNewer';
import { tableDataSteps } from './funnelTable';
import { groupingOf } from './place';

/** Value of `state` that asks for rows of dates. */
const DATES = 'trends';
const GROUP_KEYS = ['by_field', 'by_fields', 'by_field_step', 'by_field_steps', 'bucket_params'];

export const funnel = reportWire<FunnelQuery>({
	request({ query, page }, range, how) {
		const body = withState(page ?? writeFunnel(query), query);
		const older = { path: '/api/funnel/report', body: withRequestParts(body, range, how) };
		const newer = newerRequest(body, query, range, how);
		// What the newer page saved belongs to the newer address.
		return isObject(page?.funnel_define) && newer
			? { ...newer, elsewhere: older }
			: { ...older, elsewhere: newer };
	},
	withoutGroups({ query, page }) {
		const groupBy = query.groupBy.filter(isTime);
		if (groupBy.length === query.groupBy.length) return undefined;
		return { query: { ...query, groupBy }, page: page && pageWithoutGroups(page, groupBy) };
	},
	*readSteps(told, query, toldWhole) {
		const answer = objectOf(told);
		const { grouping, entries } = yield* entriesSteps(answer, query);
		const whole =
			toldWhole === undefined ? undefined : yield* wholeSteps(objectOf(toldWhole), query);
		return yield* funnelSteps(factsIn(answer), grouping, entries, query, whole);
	},
});

function* entriesSteps(
	answer: JsonObject,
	{ groupBy }: Pick<FunnelQuery, 'groupBy'>,
): Steps<{ grouping: Grouping; entries: FunnelEntry[] }> {
	if (isObject(answer.table_data)) {
		// Cells tell their values by name, so that dates, which may not have been asked for as a group,
		// are in nobody's place.
		const own = groupBy.filter((group) => !isTime(group));
		const grouping = groupingOf(withoutTimes(answer), own, FUNNEL_KEYS);
		return { grouping, entries: yield* tableDataSteps(answer.table_data, grouping) };
	}
	const grouping = groupingOf(answer, groupBy, FUNNEL_KEYS);
	return { grouping, entries: yield* detailsSteps(answer.funnel_detail, grouping) };
}

function withoutTimes({ by_field: one, by_fields: several, ...rest }: JsonObject): JsonObject {
	const isGroup = (field: unknown) => typeof field !== 'string' || !isTimeField(field);
	return {
		...rest,
		by_fields: [several, one]
			.filter(Array.isArray)
			.find(({ length }) => length > 0)
			?.filter(isGroup),
		by_field: Array.isArray(one) || !isGroup(one) ? undefined : one,
	};
}

/** @throws UnknownForm for an answer that has groups all the same */
function* wholeSteps(answer: JsonObject, { groupBy }: FunnelQuery): Steps<FunnelEntry[]> {
	const { grouping, entries } = yield* entriesSteps(answer, { groupBy: groupBy.filter(isTime) });
	if (grouping.columns.length === 0) return entries;
	throw new UnknownForm('groups, where none were asked for');
}

/** Groups of dates stay. */
function pageWithoutGroups(page: JsonObject, times: readonly Property[]): JsonObject {
	const rest = Object.entries(page).filter(([key]) => !GROUP_KEYS.includes(key));
	return {
		...Object.fromEntries(rest),
		...(times.length > 0 ? { by_fields: times.map(toExpression) } : {}),
	};
}

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
