import type { JsonObject } from '../../../../credentials/http/json';
import { type IntervalQuery, toExpression } from '../../query/query';
import { type Amount, type Cell, compareAmounts } from '../../table/decimal';
import { mapSteps } from '../../table/table';
import {
	columnWith,
	countIn,
	type Entry,
	numberOf,
	readDate,
	tableSteps,
	toCell,
	UnexpectedShape,
} from '../rows';
import { onlyGroup, openapiReport, ownGroups, SHARED, writeEvent, writeFilter } from './request';
import { type DetailRow, groupingFor, largestFirstSteps, linesSteps, placeOf } from './table';

/** Interval between two events: `POST /model/interval/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	read: ['first_event', 'second_event', 'unit', 'quantiles', 'by_field', 'by_fields', 'filter'],
	sent: [...SHARED, 'by_event', 'bucket_params', 'measure_type', 'extend_over_end_date'],
	filters: ['user_filter'],
};

function columnsOf({ quantiles }: IntervalQuery) {
	const times = quantiles.map((quantile) => `p${quantile}_time`);
	const keys = ['intervals', 'users', 'min_time', ...times, 'max_time', 'average_time'];
	return [...keys, 'average_time_of_users'].map((key) => columnWith(key, 'measure'));
}

export const intervalWire = openapiReport<IntervalQuery>(
	'interval',
	KEYS,
	writeInterval,
	function* (answer, query) {
		const ownNames = ownGroups(query.groupBy);
		const columns = columnsOf(query);
		const keys = columns.map(({ key }) => key);
		const { tabular, lines } = yield* linesSteps(answer, [], keys);
		if (lines.length > 0) placeOf(tabular, 'date');
		const read = (line: DetailRow) => {
			const { cells, name } = line;
			if (ownNames.length > 0 && !('by_field' in cells))
				throw new UnexpectedShape("the column 'by_field' is missing");
			const entry: Entry = {
				date: readDate(cells.date, name),
				group: ownNames.map(() => toCell(cells.by_field, name)),
				hasGroup: ownNames.length > 0,
				lines: [readTimes(line, query)],
			};
			return { ...entry, count: countIn(cells, 'cnt', name) };
		};
		const entries = yield* mapSteps(lines, read, keys.length);
		const grouping = groupingFor(ownNames, keys);
		const ordered = yield* largestFirstSteps(entries, ({ count }) => count);
		const drawn = query.quantiles.includes(50) ? 'p50_time' : 'average_time';
		return yield* tableSteps(tabular.facts, grouping, columns, ordered, 'dates', drawn);
	},
);

/** If the times aren't ascending, the columns have wrong names. */
function readTimes({ cells, name }: DetailRow, { quantiles }: IntervalQuery): Cell[] {
	const [count, users] = [countIn(cells, 'cnt', name), countIn(cells, 'people', name)];
	if (compareAmounts(users, count) > 0)
		throw new UnexpectedShape(`${name} has more users than intervals`);
	const spread = ['min_time', ...quantiles.map(String), 'max_time'];
	const averages = ['avg_time', 'uniqavg_time'];
	// Without intervals, there are no times.
	if (count === 0) return [count, users, ...[...spread, ...averages].map(() => null)];
	const times = spread.map((key) => numberOf(cells, key, name));
	const means = averages.map((key) => numberOf(cells, key, name));
	const isOrdered = (list: readonly Amount[]) =>
		list.every((time, index) => compareAmounts(time, list[index - 1] ?? 0) >= 0);
	const [low, high] = [times.slice(0, 1), times.slice(-1)];
	if (!isOrdered(times) || !means.every((mean) => isOrdered([...low, mean, ...high]))) {
		throw new UnexpectedShape(`the times of ${name} aren't in ascending order`);
	}
	return [count, users, ...times, ...means];
}

function writeInterval(query: IntervalQuery, page: JsonObject): JsonObject {
	const { first, second, filter, quantiles } = query;
	const group = onlyGroup(query.groupBy, 'interval');
	const isOfSecond =
		group?.of === 'event' && group.event !== first.event && group.event === second.event;
	return {
		...(group?.of === 'event' && !page.by_event
			? { by_event: isOfSecond ? 'second' : 'first' }
			: {}),
		first_event: writeEvent(first, page.first_event, "'first_event'"),
		second_event: writeEvent(second, page.second_event, "'second_event'"),
		unit: query.unit.toUpperCase(),
		quantiles,
		rollup: false,
		...(group ? { by_field: toExpression(group) } : {}),
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}
