/** Users of a cell of a report: the report's own body, and the cell (docs/service.md, "Users"). */
import type { JsonObject } from '../../../query/json';
import type { DateRange } from '../../../query/eventQuery';
import type { UsersWire } from '../../wire';
import { writeFunnel } from '../reports/funnel';
import { writeRetention } from '../reports/retention';
import { pagesOf } from './requests';

export const ofReport: UsersWire['ofReport'] = {
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
};

/** Users are no rows, so that totals of them are nothing to ask for. */
function sliced(report: JsonObject, range: DateRange): JsonObject {
	const body = Object.fromEntries(Object.entries(report).filter(([key]) => key !== 'rollup'));
	return { ...body, from_date: range.from, to_date: range.to };
}
