import { expectedPoints } from '../../../dates/points';
import type { DateRange } from '../../../query/eventQuery';
import { compareTables } from '../../../table/compare';
import { fillPoints } from '../../../table/fill';
import { addOffsets } from '../../../table/offsets';
import { orderGroups } from '../../../table/order';
import type { Table } from '../../../table/table';
import type { ReportPlan } from './plan';

/** The table as it is wanted: gaps filled, compared, ordered, times with their offset. */
export function arrange(plan: ReportPlan, current: Table, before?: Table): Table {
	const { range, comparison, options, timeZone } = plan;
	const now = withPoints(plan, current, range);
	const compared =
		before && comparison ? compareTables(now, withPoints(plan, before, comparison)) : now;
	return addOffsets(orderGroups(compared, options.ordering), timeZone);
}

function withPoints(
	{ parts, timeZone, options }: ReportPlan,
	table: Table,
	range: DateRange,
): Table {
	const expected = expectedPoints(parts.unit, range, timeZone);
	if (expected === undefined) return table;
	if (options.isFilled) return fillPoints(table, expected);
	// A comparison goes by positions, which an empty table does not show.
	return table.points.length === 0 ? { ...table, points: expected } : table;
}
