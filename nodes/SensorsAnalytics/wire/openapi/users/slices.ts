/** Users of a cell of a report: the report's own body, and the cell (docs/service.md, "Users"). */
import type { JsonObject } from '../../../query/json';
import type { DateRange } from '../../../query/eventQuery';
import type { UsersWire } from '../../wire';
import { writeDistribution } from '../reports/distribution';
import { writeEventReport } from '../reports/eventBody';
import { writeFunnel } from '../reports/funnel';
import { writePath } from '../reports/path';
import { writeRetention } from '../reports/retention';
import { writeSession } from '../reports/session';
import { pagesOf } from './requests';

/** Numbers of buckets are 32 bits wide: the largest one stands for no end. */
const ENDLESS = 2 ** 31 - 1;

export const ofReport: UsersWire['ofReport'] = {
	event: (query, range, { date, groups }, wanted) =>
		pagesOf(
			'segmentation/users',
			{
				...sliced(writeEventReport(query), range),
				rollup_date: date === undefined,
				...(date === undefined ? {} : { slice_date: date }),
				...(groups.length > 0 ? { slice_by_values: groups } : {}),
			},
			wanted,
		),
	distribution(query, range, slice, wanted) {
		const { from, to = ENDLESS } = slice;
		return pagesOf(
			'addiction/users',
			{
				...sliced(writeDistribution(query), range),
				// The date stands where the group stands otherwise, as in the rows of the report.
				slice_by_value: 'date' in slice ? slice.date : slice.group,
				slice_freq: from,
				slice_max_freq: to,
			},
			wanted,
		);
	},
	funnel: (query, range, { step, isLost, group }, wanted) =>
		pagesOf(
			'funnel/users',
			{
				...sliced(writeFunnel(query), range),
				// Steps count from 0 there.
				slice_step: step - 1,
				slice_wastage_user: isLost,
				...(group === undefined ? {} : { slice_by_values: [group] }),
			},
			wanted,
		),
	retention(query, range, { date, period, group }, wanted) {
		const { by_fields: fields, ...body } = sliced(writeRetention(query), range);
		const [field] = (fields ?? []) as string[];
		return pagesOf(
			'retention/users',
			{
				...body,
				...(field === undefined ? {} : { by_field: field }),
				...(date === undefined ? {} : { slice_date: date }),
				slice_interval: String(period),
				...(group === undefined ? {} : { slice_by_value: group }),
			},
			wanted,
		);
	},
	session: (query, range, { date, groups }, wanted) =>
		pagesOf(
			'session/users',
			{
				...sliced(writeSession(query), range),
				slice_date: date,
				...(groups.length > 0 ? { slice_by_values: groups } : {}),
			},
			wanted,
		),
	path: (query, range, { step, event, went }, wanted) =>
		pagesOf(
			'user-path/users',
			{
				...sliced(writePath(query), range),
				session_level: step,
				slice_element_filters: [{ slice_event_name: event }],
				// Of those who went on to an event, the vendor's own client sends no kind.
				...(typeof went === 'object'
					? { next_slice_element_filters: [{ slice_event_name: went.to }] }
					: { edge_type: went === 'nowhere' ? 'WASTAGE' : 'ALL' }),
			},
			wanted,
		),
};

/** Users are no rows, so that totals of them are nothing to ask for. */
function sliced(report: JsonObject, range: DateRange): JsonObject {
	const body = Object.fromEntries(Object.entries(report).filter(([key]) => key !== 'rollup'));
	return { ...body, from_date: range.from, to_date: range.to };
}
