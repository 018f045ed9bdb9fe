import { arrayOrEmpty, isObject, type JsonObject } from '../../../../credentials/http/json';
import type { Steps } from '../../../../credentials/http/slices';
import { writeFilter } from '../../paste/payload';
import { nameColumns, type ReportColumns } from '../../query/columns';
import { numberIn, textIn } from '../../query/json';
import {
	type EventQuery,
	fromExpression,
	type Measure,
	toExpression,
	TOTAL,
	type UserPropertiesQuery,
} from '../../query/query';
import type { Cell } from '../../table/decimal';
import { blockRows, listRows, mapSteps, type RowSet, type Table } from '../../table/table';
import type { ReportWire } from '../api';
import { checkUsers } from '../reportRows';
import {
	distinctSteps,
	factsIn,
	objectOf,
	readNumber,
	readTime,
	UnexpectedShape,
	withAnswerDates,
} from '../rows';
import { assertGroupOrder, groupingOf, withRequestParts } from './parts';

/**
 * Returns the body of `POST /api/events/report` (docs/service.md, "Event report"), without dates
 * and computation.
 */
export function writeEventReport(query: EventQuery): JsonObject {
	const buckets = query.groupBy.flatMap(({ property, buckets: limits }) =>
		limits ? [[toExpression(property), limits] as const] : [],
	);
	return {
		measures: query.measures.map(writeMeasure),
		// A total is read from the totals in the answer, but the service still requires a unit.
		unit: query.unit === TOTAL ? 'day' : query.unit,
		...(query.groupBy.length > 0
			? { by_fields: query.groupBy.map(({ property }) => toExpression(property)) }
			: {}),
		...(buckets.length > 0 ? { bucket_params: Object.fromEntries(buckets) } : {}),
		...(query.filter ? { filter: writeFilter(query.filter) } : {}),
	};
}

function writeMeasure(measure: Measure): JsonObject {
	const shared = {
		...(measure.name ? { name: measure.name } : {}),
		...(measure.filter ? { filter: writeFilter(measure.filter) } : {}),
	};
	if (measure.kind === 'formula') {
		return { expression: measure.expression, events: measure.events, ...shared };
	}
	return {
		event_name: measure.event,
		// The only documented spelling (docs/service.md, "Aggregators").
		aggregator: measure.aggregator === 'sum' ? 'SUM' : measure.aggregator,
		...(measure.property ? { field: toExpression(measure.property) } : {}),
		...shared,
	};
}

/** Returns the body for a payload of the web page, with what the form overrides. */
export function pageBody(page: JsonObject, { unit, groupBy }: EventQuery): JsonObject {
	const body: JsonObject = unit === TOTAL || unit === '' ? { ...page } : { ...page, unit };
	const isUngrouped = groupBy.length === 0 && Array.isArray(page.by_fields);
	if (isUngrouped && (page.by_fields as unknown[]).length > 0) {
		delete body.by_fields;
		delete body.bucket_params;
	}
	return body;
}

/**
 * Reads the shapes of docs/service.md, "Event report": A (plain, also flat value lists without
 * `series`), B (with totals) and C (with a comparison, which the node requests separately). Values
 * are in the order of `columns`.
 */
export function* eventReportSteps(returned: unknown, columns: ReportColumns): Steps<Table> {
	if (Array.isArray(returned) && returned.length !== 2)
		throw new UnexpectedShape(`it has ${returned.length} results instead of 2`);
	const answer: unknown = Array.isArray(returned) ? returned[0] : returned;
	if (!isObject(answer)) throw new UnexpectedShape('it is not an object');
	const detail = isObject(answer.detail_result) ? answer.detail_result : answer;
	const overall = isObject(answer.rollup_result) ? answer.rollup_result : undefined;
	const returnedTotals =
		overall && (yield* totalsSteps(withoutOverall(overall, detail, columns), columns));
	const series = [detail.series, overall?.series].flat();
	const parts = [...new Set([detail, answer, overall ?? answer])];
	const facts = parts.map(factsIn);
	const said = facts.flatMap(({ isSampled }) => isSampled ?? []);
	// If nothing happened, a report without groups may have no row.
	const isGrouped = columns.groups.length > 0;
	const counts = parts.flatMap((part) => {
		// A part without rows has the count of the details' rows.
		const rows = isGrouped ? (part.rows ?? detail.rows) : undefined;
		const most = Array.isArray(rows) ? rows.length : Infinity;
		const returned = Math.min(numberIn(part, 'num_rows') ?? most, most);
		const total = numberIn(part, 'total_rows');
		return total === undefined || returned === Infinity ? [] : { returned, total };
	});
	const cut = isGrouped ? counts.find(({ total, returned }) => total > returned) : undefined;
	const shown = columns.date === undefined ? (overall ?? detail) : detail;
	const keys = isGrouped ? ['num_rows', 'total_rows'] : ['num_rows'];
	const isCounted = keys.some((key) => (numberIn(shown, key) ?? 0) > 0);
	if (isCounted && arrayOrEmpty(shown.rows).length === 0)
		throw new UnexpectedShape('it counts rows, but has none');
	const isTruncated = cut !== undefined || facts.some((part) => part.isTruncated);
	const isIncomplete =
		returnedTotals && !isTruncated && hasMoreGroups(detail, returnedTotals, columns);
	if (isIncomplete && columns.date === undefined)
		throw new UnexpectedShape('the totals of some of its groups are missing');
	const totals = isIncomplete ? undefined : returnedTotals;
	const shared = {
		...withAnswerDates(factsIn(answer), series),
		totals,
		isTruncated,
		isSampled: said.length > 0 ? said.includes(true) : undefined,
		samplingFactor: facts.flatMap((part) => part.samplingFactor ?? [])[0],
		groupCount: cut ?? counts[0],
		dataSufficientAt: textIn(answer, 'data_sufficient_update_time'),
	};
	if (columns.date === undefined) {
		// Only totals are requested, and may be in the details.
		const own = totals ?? (yield* totalsAloneSteps(detail, columns));
		const all = [...columns.groups, ...columns.measures];
		return { columns: all, rows: listRows(own), points: [], ...shared, totals: own };
	}
	const returnedPoints = readPoints(detail.series, columns.hasTimeOfDay);
	// An answer without rows may have no points in time, too.
	const points = returnedPoints ?? (rowsOf(detail).length === 0 ? [] : undefined);
	return {
		columns: [...(points ? [columns.date] : []), ...columns.groups, ...columns.measures],
		rows: points
			? yield* blocksSteps(detail, points, columns)
			: listRows(yield* totalsAloneSteps(detail, columns)),
		points: points ?? [],
		...shared,
	};
}

function* blocksSteps(detail: JsonObject, points: string[], columns: ReportColumns): Steps<RowSet> {
	const groups = yield* mapSteps(
		rowsOf(detail),
		(row, index) => readBlock(row, index, points.length, columns),
		points.length,
	);
	yield* distinctSteps(
		groups.map(({ group }) => group),
		'rows',
	);
	// When clocks go back, an hour occurs twice.
	if (!columns.hasTimeOfDay && new Set(points).size < points.length) {
		yield* distinctSteps(
			points.map((point) => [point]),
			"dates in 'series'",
		);
	}
	return blockRows({ points, groups });
}

function* totalsAloneSteps(detail: JsonObject, columns: ReportColumns): Steps<Cell[][]> {
	const points = readPoints(detail.series, true);
	if (points !== undefined && points.length > 1)
		throw new UnexpectedShape('the requested totals are missing');
	return yield* totalsSteps(detail, columns);
}

function rowsOf({ rows }: JsonObject): unknown[] {
	if (!Array.isArray(rows)) throw new UnexpectedShape("'rows' is missing");
	return rows;
}

function* totalsSteps(totals: JsonObject, columns: ReportColumns): Steps<Cell[][]> {
	const rows = yield* mapSteps(rowsOf(totals), (row, index) => readTotalRow(row, index, columns));
	yield* distinctSteps(
		rows.map((row) => row.slice(0, columns.groups.length)),
		'rows of totals',
	);
	return rows;
}

/**
 * Removes the total of all groups from totals by groups. It may be among them as a row without a
 * group, or as one whose first value is empty although no detail has that group (docs/service.md,
 * "Event report").
 */
function withoutOverall(
	totals: JsonObject,
	detail: JsonObject,
	{ groups }: ReportColumns,
): JsonObject {
	if (groups.length === 0) return totals;
	const isSilent = (row: unknown) => isObject(row) && valuesIn(row).length === 0;
	const isEmpty = (row: unknown) => isObject(row) && ['', null].includes(valuesIn(row)[0] as null);
	const rows = rowsOf(totals);
	if (!rows.some((row) => isSilent(row) || isEmpty(row))) return totals;
	const keyOf = (row: unknown) => JSON.stringify(isObject(row) ? valuesIn(row) : []);
	const rowKeys = Array.isArray(detail.rows) ? new Set(detail.rows.map(keyOf)) : undefined;
	return {
		...totals,
		rows: rows.filter(
			(row) => !isSilent(row) && (!isEmpty(row) || rowKeys?.has(keyOf(row)) !== false),
		),
	};
}

/** Whether a group with numbers in the details has no totals: they are then unknown, not 0. */
function hasMoreGroups(
	{ rows }: JsonObject,
	totals: readonly Cell[][],
	{ groups }: ReportColumns,
): boolean {
	if (!Array.isArray(rows) || rows.length === 0) return false;
	const known = new Set(totals.map((row) => JSON.stringify(row.slice(0, groups.length))));
	return rows.some((row: unknown) => {
		if (!isObject(row) || known.has(JSON.stringify(valuesIn(row)))) return false;
		return Array.isArray(row.values) && row.values.flat().some((value) => Number(value ?? 0) !== 0);
	});
}

function valuesIn({ by_values: values }: JsonObject): unknown[] {
	return arrayOrEmpty(values);
}

function readPoints(series: unknown, hasTimeOfDay: boolean): string[] | undefined {
	if (series === undefined || series === null) return undefined;
	if (!Array.isArray(series)) throw new UnexpectedShape("'series' is not a list");
	return series.map((time, index) =>
		readTime(time, `value ${index + 1} of 'series'`, hasTimeOfDay),
	);
}

/** Reads a group with its measures at every point in time; lists of numbers aren't copied. */
function readBlock(row: unknown, index: number, pointCount: number, columns: ReportColumns) {
	const { values, group } = readValues(row, index, columns);
	if (values.length !== pointCount) {
		throw new UnexpectedShape(
			`the number of values in row ${index + 1} (${values.length}) doesn't match the number of dates (${pointCount})`,
		);
	}
	if (areAllNumbers(values, columns.measures.length)) return { group, values };
	// A single measure may come without a list.
	const lists = values.map((atPoint) =>
		Array.isArray(atPoint) ? (atPoint as unknown[]) : [atPoint],
	);
	return { group, values: lists.map((list) => readNumbers(list, index, columns)) };
}

/** Plain loops are used because most of the time for a large answer is spent here. */
function areAllNumbers(lists: unknown[], count: number): lists is Cell[][] {
	for (let at = 0; at < lists.length; at++) if (!isAllNumbers(lists[at], count)) return false;
	return true;
}

/** Small so that the engine compiles it soon: until then, each number that it reads is copied. */
function isAllNumbers(list: unknown, count: number): boolean {
	if (!Array.isArray(list) || list.length !== count) return false;
	// Unlike `Number.isFinite`, this allocates no object for a number with a fraction.
	for (let i = 0; i < count; i++) if (typeof list[i] !== 'number') return false;
	return true;
}

function readTotalRow(row: unknown, index: number, columns: ReportColumns): Cell[] {
	const { values, group } = readValues(row, index, columns);
	const isNested = values.length === 1 && Array.isArray(values[0]);
	return [...group, ...readNumbers(isNested ? (values[0] as unknown[]) : values, index, columns)];
}

function readValues(
	row: unknown,
	index: number,
	columns: ReportColumns,
): { values: unknown[]; group: Cell[] } {
	if (!isObject(row) || !Array.isArray(row.values))
		throw new UnexpectedShape(`row ${index + 1} has no 'values'`);
	const { values, by_values: named } = row;
	const names = named === undefined || named === null ? [] : named;
	if (!Array.isArray(names))
		throw new UnexpectedShape(`'by_values' of row ${index + 1} is not a list`);
	const count = columns.groups.length;
	if (names.length !== count) {
		throw new UnexpectedShape(
			`the number of group values in row ${index + 1} (${names.length}) doesn't match the number of group fields (${count})`,
		);
	}
	const group = names.map((name: unknown) => {
		if (name === undefined || name === null) return null;
		if (typeof name === 'string' || typeof name === 'number' || typeof name === 'boolean')
			return name;
		throw new UnexpectedShape(
			`a group value of row ${index + 1} isn't text, a number, or true/false`,
		);
	});
	return { values, group };
}

function readNumbers(values: unknown[], index: number, { measures }: ReportColumns): Cell[] {
	if (values.length !== measures.length) {
		throw new UnexpectedShape(
			`row ${index + 1} has ${values.length} numbers for ${measures.length} measures`,
		);
	}
	return values.map((value) =>
		typeof value === 'number' ? value : readNumber(value, `row ${index + 1}`),
	);
}

/** Event report: `POST /api/events/report` (docs/service.md, "Event report"). */

export const eventWire: ReportWire<EventQuery> = {
	request({ query, page }, range, how) {
		const body = page ? pageBody(page, query) : writeEventReport(query);
		return { path: '/api/events/report', body: withRequestParts(body, range, how) };
	},
	*readSteps(answer, query) {
		const properties = query.groupBy.map(({ property }) => property);
		assertGroupOrder(answer, properties);
		return yield* eventReportSteps(answer, nameColumns(query));
	},
};

/** Users by their properties: `POST /api/user/analytics/report` (docs/service.md, "Users by property"). */

/** Reads one row per group: the plain shape of an event report, without points in time. */
export const userPropertiesWire: ReportWire<UserPropertiesQuery> = {
	request({ query, page }, _range, how) {
		const body = withRequestParts(page ?? writeUserProperties(query), undefined, how);
		return { path: '/api/user/analytics/report', body };
	},
	*readSteps(response, { measures, groupBy: groups }) {
		const answer = objectOf(response);
		const { fields } = groupingOf(answer, groups, []);
		assertGroupOrder(answer, groups);
		const groupBy = fields.map((field) => ({ property: fromExpression(field) }));
		const columns = nameColumns({ measures, groupBy, unit: TOTAL });
		const table = yield* eventReportSteps(answer, columns);
		checkUsers({ measures }, table.rows.each());
		// The rows are totals already.
		return { ...table, totals: undefined };
	},
};

function writeUserProperties({ measures, groupBy, filter }: UserPropertiesQuery): JsonObject {
	return {
		measures: measures.map((measure) =>
			measure.kind === 'event'
				? {
						aggregator: measure.aggregator,
						field: measure.property ? toExpression(measure.property) : '',
					}
				: { expression: measure.expression },
		),
		...(groupBy.length > 0 ? { by_fields: groupBy.map(toExpression) } : {}),
		...(filter ? { filter: writeFilter(filter) } : {}),
	};
}
