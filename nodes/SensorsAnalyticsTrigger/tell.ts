import type { IDataObject } from 'n8n-workflow';

import { flagsOf } from '../SensorsAnalytics/output/meta';
import { assertToldFit } from '../SensorsAnalytics/output/rowGuard';
import { toRows } from '../SensorsAnalytics/output/rows';
import { fillPoints } from '../SensorsAnalytics/table/fill';
import { addOffsets } from '../SensorsAnalytics/table/offsets';
import { listRows } from '../SensorsAnalytics/table/rowSet';
import { positionsOf } from '../SensorsAnalytics/table/table';
import { hasArrived } from './completeness';
import { changeInPercent, type Condition } from './crossing';
import type { Look } from './look';
import { type Clock, periodLabel, periodsOn } from './periods';
import type { Observation } from './watch';

/** The rows of the report at the periods, period by period (docs/trigger.md, T20). */
export function tellRows(clock: Clock, seen: Look, periods: readonly string[]): IDataObject[] {
	assertToldFit(seen.table, periods.length);
	const table = fillPoints(seen.table, periodsOn(clock, seen.range));
	const { date } = positionsOf(table);
	const all = table.rows.toArray();
	return periods.flatMap((period) => {
		const flags = itemFlags(clock, seen, period);
		const rows = all.filter((row) => date >= 0 && String(row[date]).slice(0, 19) === period);
		const items = toRows(addOffsets({ ...table, rows: listRows(rows) }, clock.timeZone), flags);
		if (items.length > 0) return items;
		const label = periodLabel(clock, period);
		return [{ date: label, message: 'The report has no rows', ...flags }];
	});
}

/** What is told about numbers, whether or not something began. */
export function tellNumbers(
	clock: Clock,
	condition: Condition,
	seen: Look,
	observations: readonly Observation[],
): IDataObject[] {
	return observations.map(({ measure, period, value, basePeriod, base }) => {
		const flags = itemFlags(clock, seen, period);
		const date = periodLabel(clock, period);
		if (condition.kind === 'threshold') {
			const { side, limit } = condition;
			return { date, measure, value, value_before: base, side, threshold: limit, ...flags };
		}
		return {
			date,
			measure,
			value,
			percent_change: changeInPercent(value, base),
			compared_with: periodLabel(clock, basePeriod),
			compared_value: base,
			...flags,
		};
	});
}

function itemFlags(clock: Clock, { table, reach }: Look, period: string): IDataObject {
	return {
		...flagsOf(table),
		...(hasArrived(clock, period, reach) ? {} : { _incomplete: true }),
	};
}
