/**
 * Writes what the service tells in one of the forms that are documented (docs/service.md, "Event
 * report").
 */
import type { Habits } from './case.mts';
import { isNumber } from './numbers.mts';
import type { Told, ToldGroup, Value } from './tell.mts';

type Json = { [key: string]: unknown };

/** A number as JSON has it, with digits that JavaScript's own can't hold. */
export const asJson = (value: number | string) =>
	typeof value === 'string' ? `@@long ${value}` : value;

/** The text of an answer. */
export const toText = (answer: unknown) =>
	JSON.stringify(answer).replace(/"@@long (-?\d+)"/g, '$1');

/**
 * Form A, or B where totals were asked for.
 * @param isWhole the details are one value of the whole range, too
 */
export function writeAnswer(
	told: Told,
	habits: Habits,
	groups: readonly string[],
	isWhole = false,
): Json {
	const whole = () => {
		const first = told.points.slice(0, 1);
		const part = writePart(told, habits, groups, first, ({ totals }) => [totals], true);
		if (habits.isFlat) delete part.series;
		return part;
	};
	const detail = isWhole
		? whole()
		: writePart(told, habits, groups, told.points, ({ cells }) => cells, false);
	const rest = {
		report_update_time: '2026-01-01 00:00:00.000',
		data_update_time: '1970-01-01 08:00:00.000',
		sampling_factor: 64,
	};
	if (!told.hasTotals || (isWhole && habits.wholeAlone)) {
		return { ...detail, ...rest, truncated: told.isTruncated };
	}
	const totals = whole();
	totals.rows = [...allGroups(totals.rows as Json[], groups, habits), ...(totals.rows as Json[])];
	return {
		detail_result: { ...detail, truncated: told.isTruncated },
		rollup_result: totals,
		...rest,
		truncated: told.isTruncated,
	};
}

/** All groups together: what it says matters to nobody, as who reads it must leave it out. */
function allGroups(rows: Json[], groups: readonly string[], { allGroups: told }: Habits): Json[] {
	const [first] = rows;
	if (told === 'none' || groups.length === 0 || !first) return [];
	if (told === 'silent') return [{ values: first.values }];
	const nothing = groups.map(() => '');
	const isTaken = rows.some(({ by_values: values }) => String(values) === String(nothing));
	return isTaken ? [] : [{ values: first.values, by_values: nothing }];
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
