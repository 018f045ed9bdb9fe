import type { JsonObject } from '../../../../credentials/http/json';
import { isObject } from '../../../../credentials/http/json';
import type { LtvQuery } from '../../query/query';
import { toExpression } from '../../query/query';
import type { Cell } from '../../table/decimal';
import { mapSteps } from '../../table/table';
import { reportWire } from '../api';
import type { Entry } from '../rows';
import {
	column,
	countIn,
	lineCounter,
	numberOf,
	readDate,
	tableSteps,
	toCell,
	UnexpectedShape,
} from '../rows';
import { asWhole, COHORT_KEYS, writeGroupAndFilter, writeTarget } from './parts';
import { assertPlainFilter, listOf, requestFor, sentOf, writeFilter } from './request';
import type { DetailRow } from './table';
import { largestFirstSteps, linesSteps, ownGroups, placeOf, readTabular } from './table';

/** Lifetime value: `POST /model/ltv/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	read: [...COHORT_KEYS.read, 'start_sign', 'measures', 'duration', 'need_show_ltv_columns'],
	sent: COHORT_KEYS.sent,
};
const START_KEYS = { read: ['start_event', 'start_time_field', 'filter'] };
const START = "'start_sign' of the pasted or saved query";
const AMOUNT = /^amount_ltv_(\d+)$/;

const COLUMNS = [
	column('period', 'group'),
	column('initial_users', 'measure'),
	column('value_per_user', 'measure'),
];
const OWN_KEYS = COLUMNS.map(({ key }) => key);

/** One row per start (or group) and period; periods that have not come yet have none. */
export const ltv = reportWire<LtvQuery>({
	request({ query, page, unread }, range, how) {
		if (unread) throw unread;
		return requestFor('ltv', writeLtv(query, page), range, how);
	},
	*readSteps(answer, { groupBy }) {
		const tabular = readTabular(answer);
		const { lines, grouping } = yield* linesSteps(tabular, groupBy, OWN_KEYS);
		const periods = [...tabular.places.keys()].flatMap((key) => {
			const number = AMOUNT.exec(key)?.[1];
			return number === undefined ? [] : [{ key, period: Number(number) }];
		});
		if (lines.length > 0 && periods.length === 0)
			throw new UnexpectedShape('the columns of the periods are missing');
		// By groups, the rows are of the whole range.
		const isByDate = grouping.fields.length === 0;
		if (lines.length > 0 && isByDate) placeOf(tabular, 'date');
		periods.sort((a, b) => a.period - b.period);
		const counted = lineCounter();
		const read = ({ cells, group, name }: DetailRow) => {
			const initial = countIn(cells, 'initial_user', name);
			const entry: Entry = {
				date: readDate(cells.date, name),
				group: group.map((value) => toCell(value, name)),
				isGroupTold: true,
				// Periods that have not come yet are null.
				lines: counted(
					periods
						.filter(({ key }) => (cells[key] ?? null) !== null)
						.map(({ key, period }): Cell[] => [period, initial, numberOf(cells, key, name)]),
				),
			};
			return { ...entry, initial };
		};
		const entries = yield* mapSteps(lines, read, periods.length);
		const ordered = yield* largestFirstSteps(entries, ({ initial }) => initial);
		return yield* tableSteps(
			tabular.facts,
			grouping,
			COLUMNS,
			isByDate ? ordered : asWhole(ordered),
			'any',
			'value_per_user',
		);
	},
});

function writeLtv(query: LtvQuery, page: JsonObject = {}): JsonObject {
	const { start, value, duration } = query;
	const sign = isObject(page.start_sign) ? page.start_sign : {};
	assertPlainFilter(sign.filter, `'filter' of ${START}`);
	const periods = Array.from({ length: duration + 1 }, (_, period) => period);
	return {
		...sentOf(page, KEYS),
		start_sign: {
			...sentOf(sign, START_KEYS, START),
			...('event' in start
				? { start_event: start.event }
				: { start_time_field: toExpression(start.time) }),
			...(start.filter ? { filter: writeFilter(start.filter) } : {}),
		},
		measures: [
			writeTarget(value, listOf(page.measures)[0], "'measures' of the pasted or saved query"),
		],
		unit: query.unit.toUpperCase(),
		duration,
		// Left out, the service may choose some of them.
		need_show_ltv_columns: periods.join(','),
		// Rows are dates, or groups over the whole range.
		rollup: ownGroups(query.groupBy).length > 0,
		...writeGroupAndFilter(query, page),
	};
}
