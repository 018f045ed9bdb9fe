/** Funnel: `POST /api/funnel/report` (field notes 11.2; names inside of a step are not certain). */
import type { FunnelQuery } from '../../../query/modelQueries';
import type { Cell, Column } from '../../../table/table';
import { isObject, type JsonObject, numberIn, textIn } from '../json';
import { writeEvent, writeGroupAndFilter } from './cohort';
import {
	column,
	dateOrValue,
	groupOrDate,
	objectList,
	percentOf,
	tableOf,
	type WireModel,
} from './model';

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

/** Names seen or likely for the users of a step. */
const USERS = ['converted_user', 'convert_user', 'user_count', 'people', 'total_people'];

/**
 * One row per step for each date or group that the answer tells; the steps of the whole range are
 * the totals. The percents are computed here: the scale of the service's own is not certain.
 */
export const funnel: WireModel = {
	path: '/api/funnel/report',
	hasDates: true,
	read(answer, body) {
		const details = objectList(answer.funnel_detail);
		if (details === undefined) return undefined;
		const first = groupOrDate(body);
		const columns: Column[] = [
			first,
			column('step', 'group'),
			column('event', 'group', 'string'),
			column('users', 'measure'),
			column('percent_of_previous', 'measure'),
			column('percent_of_first', 'measure'),
		];
		const key = first.role === 'date' ? 'date' : 'by_value';
		const read = details.map((detail) => {
			const start = dateOrValue(detail[key], first);
			const steps = readSteps(detail, eventsOf(body))?.map((cells) => [start, ...cells]);
			return { isTotal: !(key in detail), steps };
		});
		if (!read.every(({ steps }) => steps !== undefined)) return undefined;
		const rowsOf = (isTotal: boolean) =>
			read.filter((entry) => entry.isTotal === isTotal).flatMap(({ steps = [] }) => steps);
		const totals = rowsOf(true).map((cells) => (first.role === 'date' ? cells.slice(1) : cells));
		return { ...tableOf(answer, columns, rowsOf(false)), totals };
	},
};

/** Step, event, users, percents; undefined where a step tells no users. */
function readSteps(detail: JsonObject, events: Array<string | undefined>): Cell[][] | undefined {
	const steps = objectList(detail.steps);
	const users = steps?.map((step) => USERS.map((key) => numberIn(step, key)).find(isNumber));
	if (!steps || !users?.every(isNumber)) return undefined;
	return steps.map((step, index): Cell[] => [
		index + 1,
		textIn(step, 'event_name') ?? events[index] ?? null,
		users[index] as number,
		index === 0 ? null : percentOf(users[index] as number, users[index - 1] as number),
		percentOf(users[index] as number, users[0] as number),
	]);
}

function eventsOf(body: JsonObject): Array<string | undefined> {
	const steps = isObject(body.funnel) ? objectList(body.funnel.steps) : undefined;
	return (steps ?? []).map((step) => textIn(step, 'event_name'));
}

function isNumber(value: number | undefined): value is number {
	return value !== undefined;
}
