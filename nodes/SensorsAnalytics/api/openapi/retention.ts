import type { JsonObject } from '../../../../credentials/http/json';
import type { RetentionQuery } from '../../query/query';
import { mapSteps } from '../../table/table';
import { reportWire } from '../api';
import { periodLine, RETENTION_KEYS, retentionSteps, usersIn } from '../reportRows';
import type { Entry } from '../rows';
import { countIn, lineCounter, readDate, toCell, UnexpectedShape } from '../rows';
import { asWhole, COHORT_KEYS, writeEvent, writeGroupAndFilter } from './parts';
import { requestFor, sentOf } from './request';
import type { DetailRow } from './table';
import { largestFirstSteps, linesSteps, ownGroups, placeOf, readTabular } from './table';

/** Retention: `POST /model/retention/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	read: [
		...COHORT_KEYS.read,
		...['first_event', 'second_event', 'duration', 'is_wastage', 'extend_over_end_date'],
		// A number of the users who came back, which no row shows.
		'measures',
		'rollup_date',
	],
	sent: COHORT_KEYS.sent,
	filters: ['user_filter'],
};
/** By the samples, and by the text beside them. */
const INITIAL = ['initial_user', 'total_user'];
const USERS = /^retention_user_date_period_(\d+)$/;

export const retention = reportWire<RetentionQuery>({
	request({ query, page, unread }, range, how) {
		if (unread) throw unread;
		return requestFor('retention', writeRetention(query, page), range, how);
	},
	*readSteps(answer, query) {
		const tabular = readTabular(answer);
		const { lines, grouping } = yield* linesSteps(tabular, query.groupBy, RETENTION_KEYS);
		const periods = [...tabular.places.keys()].flatMap((key) => {
			const number = USERS.exec(key)?.[1];
			return number === undefined ? [] : [{ key, period: Number(number) }];
		});
		// Without it, all that was asked for by date would be of the whole range.
		const isByDate = grouping.fields.length === 0 && query.isWhole !== true;
		if (lines.length > 0 && isByDate) placeOf(tabular, 'date');
		if (lines.length > 0 && periods.length === 0)
			throw new UnexpectedShape('the columns of the periods are missing');
		periods.sort((a, b) => a.period - b.period);
		const lost = periods.findIndex(({ period }, index) => period !== index);
		if (lost >= 0) throw new UnexpectedShape(`the column of period ${lost} is missing`);
		const counted = lineCounter();
		const read = ({ cells, group, name }: DetailRow) => {
			const initial = usersIn(cells, INITIAL, name);
			const entry: Entry = {
				date: readDate(cells.date, name),
				group: group.map((value) => toCell(value, name)),
				isGroupTold: true,
				// Periods that have not come yet are null.
				lines: counted(
					periods.flatMap(({ key, period }) =>
						cells[key] === null || cells[key] === undefined
							? []
							: [periodLine(period, initial, countIn(cells, key, name), name)],
					),
				),
			};
			return { ...entry, initial };
		};
		const entries = yield* mapSteps(lines, read, periods.length);
		const ordered = yield* largestFirstSteps(entries, ({ initial }) => initial);
		return yield* retentionSteps(
			tabular.facts,
			grouping,
			grouping.fields.length > 0 ? asWhole(ordered) : ordered,
			query,
		);
	},
});

export function writeRetention(query: RetentionQuery, page: JsonObject = {}): JsonObject {
	return {
		...sentOf(page, KEYS),
		first_event: writeEvent(query.first, page.first_event, "'first_event'"),
		second_event: writeEvent(query.second, page.second_event, "'second_event'"),
		unit: query.unit.toUpperCase(),
		duration: query.duration,
		is_wastage: query.isChurn,
		extend_over_end_date: query.mayEndLater,
		// Rows are dates, or groups over the whole range.
		rollup: query.isWhole === true || ownGroups(query.groupBy).length > 0,
		...writeGroupAndFilter(query, page),
	};
}
