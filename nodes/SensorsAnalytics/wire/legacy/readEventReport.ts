import { OperationalError } from 'n8n-workflow';

import type { ReportColumns } from '../../query/columns';
import type { Cell, Table } from '../../table/table';

type JsonObject = { [key: string]: unknown };

/** Sampling factor that means "no sampling" (field notes 6.6). */
const FULL_SAMPLE = 64;

/**
 * The table in an answer of `POST /api/events/report`. Read are the shapes of field notes 11.1:
 * A (plain, also flat value lists without `series`), B (with totals) and C (with a comparison).
 * @param columns what was asked; values come in that order
 * @throws OperationalError for an answer of no known shape: never rows made up
 */
export function readEventReport(answer: unknown, columns: ReportColumns): Table {
	if (Array.isArray(answer)) {
		if (answer.length !== 2) throw unknownShape(`a list of ${answer.length} results, not 2`);
		const [current, comparison] = answer as [unknown, unknown];
		return { ...readResult(current, columns), comparison: readResult(comparison, columns) };
	}
	return readResult(answer, columns);
}

function readResult(answer: unknown, columns: ReportColumns): Table {
	if (!isObject(answer)) throw unknownShape('no object');
	const detail = isObject(answer.detail_result) ? answer.detail_result : answer;
	const { rows, series } = detail;
	if (!Array.isArray(rows)) throw unknownShape("no 'rows'");
	const times = readTimes(series, columns.hasTimeOfDay);
	return {
		columns: [...(times ? [columns.date] : []), ...columns.groups, ...columns.measures],
		rows: rows.flatMap((row: unknown, index) => readRow(row, `row ${index + 1}`, times, columns)),
		isTruncated: answer.truncated === true || detail.truncated === true,
		isSampled: [answer.sampling_factor, detail.sampling_factor].some(
			(factor) => typeof factor === 'number' && factor < FULL_SAMPLE,
		),
	};
}

function readTimes(series: unknown, hasTimeOfDay: boolean): string[] | undefined {
	if (series === undefined || series === null) return undefined;
	if (!Array.isArray(series)) throw unknownShape("'series' is not a list");
	return series.map((time) => readTime(time, hasTimeOfDay));
}

function readRow(
	row: unknown,
	place: string,
	times: string[] | undefined,
	columns: ReportColumns,
): Cell[][] {
	if (!isObject(row) || !Array.isArray(row.values)) throw unknownShape(`${place} has no 'values'`);
	const values: unknown[] = row.values;
	const group = readGroup(row.by_values, place, columns.groups.length);
	const measureCount = columns.measures.length;

	if (times === undefined) {
		const isNested = values.length === 1 && Array.isArray(values[0]);
		const total = isNested ? (values[0] as unknown[]) : values;
		return [[...group, ...readMeasures(total, place, measureCount)]];
	}
	if (values.length !== times.length) {
		throw unknownShape(`${place} has ${values.length} values for ${times.length} dates`);
	}
	return values.map((atTime, index) => {
		// One measure may come without its list.
		const list = Array.isArray(atTime) ? atTime : [atTime];
		return [times[index] as string, ...group, ...readMeasures(list, place, measureCount)];
	});
}

function readGroup(byValues: unknown, place: string, count: number): Cell[] {
	const values = byValues === undefined || byValues === null ? [] : byValues;
	if (!Array.isArray(values)) throw unknownShape(`'by_values' of ${place} is not a list`);
	if (values.length !== count) {
		throw unknownShape(`${place} has ${values.length} group values for ${count} group fields`);
	}
	return values.map((value: unknown) => {
		if (value === undefined) return null;
		if (isCell(value)) return value;
		throw unknownShape(`a group value of ${place} is no text, number or true/false`);
	});
}

function readMeasures(values: unknown[], place: string, count: number): Cell[] {
	if (values.length !== count) {
		throw unknownShape(`${place} has ${values.length} numbers for ${count} measures`);
	}
	return values.map((value) => readNumber(value, place));
}

/** Numbers may come as text: rates, `%n` formats with thousands separators (field notes 12). */
function readNumber(value: unknown, place: string): Cell {
	if (typeof value === 'number' || value === null) return value;
	if (value === undefined) return null;
	if (typeof value !== 'string') throw unknownShape(`a value of ${place} is no number`);
	const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value) ? value.replace(/,/g, '') : value;
	const isNumber = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(plain);
	return isNumber ? Number(plain) : value;
}

/** `yyyy-MM-dd HH:mm:ss` → `yyyy-MM-dd`, or `yyyy-MM-ddTHH:mm:ss` where the time of day counts. */
function readTime(value: unknown, hasTimeOfDay: boolean): string {
	const match =
		typeof value === 'string' &&
		/^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?)?$/.exec(value);
	if (!match) throw unknownShape(`'${String(value)}' in 'series' is no date`);
	const [, date = '', time = '00:00:00'] = match;
	return hasTimeOfDay ? `${date}T${time}` : date;
}

function isCell(value: unknown): value is Cell {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownShape(what: string): OperationalError {
	return new OperationalError(`The report has a form that this node does not know: ${what}`, {
		description:
			"Switch off 'Simplify' to get the answer as it is, and please report it with the version of your Sensors Analytics.",
	});
}
