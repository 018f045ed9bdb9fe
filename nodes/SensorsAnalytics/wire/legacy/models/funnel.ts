/** Funnel: `POST /api/funnel/report` (field notes 11.2; names inside of a step are not certain). */
import type { FunnelQuery } from '../../../query/modelQueries';
import { isObject, type JsonObject } from '../json';
import { assertDistinct } from '../distinct';
import { UnknownForm } from '../unknownForm';
import { toTable } from './arrange';
import { writeEvent, writeGroupAndFilter } from './cohort';
import { readDetails } from './funnelDetails';
import { COLUMNS, type FunnelEntry, toLines } from './funnelEntry';
import { readTableData } from './funnelTable';
import { withoutWhole } from './funnelWhole';
import { objectList, type WireModel } from './model';
import { ALL_VALUES, groupingOf, isTime } from './place';

/** Value of `state` that asks for rows of dates. */
const DATES = 'trends';

export function writeFunnel(query: FunnelQuery): JsonObject {
	return {
		funnel: {
			steps: query.steps.map(writeEvent),
			max_convert_time: query.windowMinutes,
		},
		extend_over_end_date: query.mayEndLater,
		...writeGroupAndFilter(query),
	};
}

/** One row per step for each date or group, or for the whole range. */
export const funnel: WireModel = {
	path: '/api/funnel/report',
	hasDates: true,
	withSplit(body, isSplit) {
		const { state, ...rest } = body;
		if (isSplit) return { ...rest, state: DATES };
		return state === DATES ? rest : body;
	},
	isSplit({ state, by_fields: fields }) {
		const isByTime = Array.isArray(fields) && fields.map(String).some(isTime);
		return state === DATES || isByTime;
	},
	read(answer, body, isSplit = false) {
		const grouping = groupingOf(
			answer,
			body,
			COLUMNS.map(({ key }) => key),
		);
		const steps = stepsOf(body);
		const all = isObject(answer.table_data)
			? readTableData(answer.table_data, grouping)
			: readDetails(answer.funnel_detail, grouping);
		const entries = all.filter(({ group }) => !group.includes(ALL_VALUES));
		for (const entry of all) checkSteps(entry, steps.length || all[0]?.steps.length || 0);
		assertDistinct(
			entries.map(({ date, isGroupTold, group }) => [date, isGroupTold, ...group]),
			'entries',
		);
		const own = withoutWhole(entries, grouping);
		const isDated = ({ date }: FunnelEntry) => date !== null;
		if (own.length > 0 && isSplit && !own.some(isDated)) {
			throw new UnknownForm("no dates, which 'Split by Date' asked for");
		}
		if (own.length > 0 && !isSplit && own.every(isDated)) {
			throw new UnknownForm(
				'dates alone, where the whole range was asked for (a user may have come on several)',
			);
		}
		const lines = own.map((entry) => ({ ...entry, lines: toLines(entry, steps) }));
		return toTable(answer, grouping, COLUMNS, lines, isSplit ? 'dates' : 'whole', 'users');
	},
};

/** @throws UnknownForm for numbers that no funnel can have */
function checkSteps({ steps, name }: FunnelEntry, count: number): void {
	if (steps.length !== count) {
		throw new UnknownForm(`${name} has ${steps.length} steps, where there are ${count}`);
	}
	steps.forEach(({ users }, index) => {
		const before = steps[index - 1];
		if (before && users > before.users) {
			throw new UnknownForm(`${name} has more users in step ${index + 1} than before`);
		}
	});
}

/** Steps of the query, in the form of this node or of the web page. */
function stepsOf({ funnel: own, funnel_define: defined }: JsonObject): JsonObject[] {
	const funnel = isObject(own) ? own : isObject(defined) ? defined : {};
	return objectList(funnel.steps) ?? [];
}
