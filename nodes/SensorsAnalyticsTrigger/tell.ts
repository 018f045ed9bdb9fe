import type { IDataObject } from 'n8n-workflow';

import { inSlices, type Steps } from '../../credentials/http/slices';
import { flagsOf } from '../SensorsAnalytics/output/meta';
import { assertToldFit } from '../SensorsAnalytics/output/rowGuard';
import { toRows } from '../SensorsAnalytics/output/rows';
import { fillPoints } from '../SensorsAnalytics/table/fill';
import { addOffsets } from '../SensorsAnalytics/table/offsets';
import { listRows } from '../SensorsAnalytics/table/rowSet';
import { type Cell, positionsOf } from '../SensorsAnalytics/table/table';
import { hasArrived } from './completeness';
import { changeInPercent, type Condition } from './crossing';
import type { Look } from './look';
import { type Clock, periodLabel, periodsOn } from './periods';
import type { Observation } from './watch';

/** The rows of the report at the periods, period by period (docs/trigger.md, T20). */
export async function tellRows(
	clock: Clock,
	seen: Look,
	periods: readonly string[],
): Promise<IDataObject[]> {
	if (periods.length === 0) return [];
	assertToldFit(seen.table, periods.length);
	return await inSlices(rowSteps(clock, seen, periods));
}

function* rowSteps(clock: Clock, seen: Look, periods: readonly string[]): Steps<IDataObject[]> {
	yield 'long';
	const table = fillPoints(seen.table, periodsOn(clock, seen.range));
	yield 'long';
	const { date } = positionsOf(table);
	const byPeriod = new Map<string, Cell[][]>(periods.map((period) => [period, []]));
	if (date >= 0) {
		for (const row of table.rows.toArray()) byPeriod.get(String(row[date]).slice(0, 19))?.push(row);
	}
	const items: IDataObject[] = [];
	for (const [period, rows] of byPeriod) {
		yield;
		const flags = itemFlags(clock, seen, period);
		const told = toRows(addOffsets({ ...table, rows: listRows(rows) }, clock.timeZone), flags);
		for (const item of told) items.push(item);
		if (told.length > 0) continue;
		const label = periodLabel(clock, period);
		items.push({ date: label, message: 'The report has no rows', ...flags });
	}
	return items;
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
