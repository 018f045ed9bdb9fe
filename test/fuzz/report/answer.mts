/**
 * Writes what the service tells in one of the forms that are documented (docs/service.md, "Event
 * report").
 */
import type { Habits } from './case.mts';
import { asJson } from './node.mts';
import { isNumber } from './numbers.mts';
import type { Told, ToldGroup, Value } from './tell.mts';

type Json = { [key: string]: unknown };

/** Form A, or B where totals were asked for. */
export function writeAnswer(told: Told, habits: Habits, groups: readonly string[]): Json {
	const detail = writePart(told, habits, groups, told.points, ({ cells }) => cells, false);
	const rest = {
		report_update_time: '2026-01-01 00:00:00.000',
		data_update_time: '1970-01-01 08:00:00.000',
		sampling_factor: 64,
	};
	if (!told.hasTotals) return { ...detail, ...rest, truncated: told.isTruncated };
	const first = told.points.slice(0, 1);
	const totals = writePart(told, habits, groups, first, ({ totals }) => [totals], true);
	if (habits.isFlat) delete totals.series;
	return {
		detail_result: { ...detail, truncated: told.isTruncated },
		rollup_result: totals,
		...rest,
		truncated: told.isTruncated,
	};
}

function writePart(
	told: Told,
	habits: Habits,
	groups: readonly string[],
	points: readonly string[],
	valuesOf: (group: ToldGroup) => ToldGroup['cells'],
	isTotal: boolean,
): Json {
	const measures = told.groups[0]?.totals.length ?? 0;
	// Only a list of one value per point, or one that stands for the whole range, can be told flat.
	const isFlat = habits.isFlat && points.length <= 1 && (isTotal || measures === 1);
	const rows = told.points.length === 0 ? [] : told.groups;
	const hasRows = rows.some(({ cells }) => cells.length > 0);
	const part: Json = {
		...(groups.length > 0 ? { by_fields: groups } : {}),
		series: points,
		rows: rows.map((group) => {
			const lists = valuesOf(group).map((list = []) => list.map((value) => write(value, habits)));
			return {
				values: isFlat ? lists.flat() : lists,
				...(groups.length > 0 ? { by_values: group.values } : {}),
			};
		}),
		num_rows: told.groups.length,
		total_rows: told.existing,
	};
	if (!hasRows && habits.empty === 'noSeries') delete part.series;
	return part;
}

function write(value: Value, { numbers }: Habits): unknown {
	if (!isNumber(value)) return value;
	if (numbers === 'number') return asJson(value);
	if (numbers === 'text') return String(value);
	const exact = typeof value === 'string' ? BigInt(value) : value;
	return exact.toLocaleString('en-US', { maximumFractionDigits: 10 });
}
