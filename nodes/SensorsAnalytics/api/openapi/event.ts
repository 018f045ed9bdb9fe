import { UserError } from 'n8n-workflow';

import { arrayOrEmpty, type JsonObject, objectOrEmpty } from '../../../../credentials/http/json';
import { firstWords } from '../../../../credentials/http/redact';
import type { Steps } from '../../../../credentials/http/slices';
import { nameColumns, type NamedParts } from '../../query/columns';
import { textIn } from '../../query/json';
import {
	type EventQuery,
	type Measure,
	type SessionQuery,
	toExpression,
	TOTAL,
} from '../../query/query';
import { addQuickly, type Amount, type Cell } from '../../table/decimal';
import {
	assertPlacesFit,
	blockRows,
	type Blocks,
	keyOfGroup,
	listRows,
	ROWS_A_STEP,
	strideOf,
	type RowSet,
	type Table,
} from '../../table/table';
import { approxOf, type How } from '../api';
import { ALL_DATES, readNumber, readTime, toCell, UnexpectedShape } from '../rows';
import {
	assertPlainFilter,
	isBlankValue,
	openapiReport,
	rewriteFilter,
	sentOf,
	SHARED,
	writeAggregate,
	writeFilter,
	writeGroups,
} from './request';
import {
	DATE,
	groupPlaces,
	isTotalOfGroups,
	largestFirstSteps,
	placeOf,
	readTabular,
	type Tabular,
} from './table';

const LONGEST = 64;
/** Names that every version returns unchanged, and that no object reorders or merges. */
const SAFE = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const NUMBERED = /^m\d+$/i;

/**
 * Returns the names of measures in the request and the answer: the keys of their columns, or `m1`,
 * `m2` … for those that the service might change.
 */
function measureNames(query: NamedParts): string[] {
	const keys = nameColumns(query).measures.map(({ key }) => key);
	const isAlone = (key: string) =>
		keys.filter((other) => other.toLowerCase() === key.toLowerCase()).length === 1;
	const isSafe = (key: string) =>
		SAFE.test(key) && !NUMBERED.test(key) && key.length <= LONGEST && isAlone(key);
	return keys.map((key, index) => (isSafe(key) ? key : `m${index + 1}`));
}

const MEASURED = {
	read: ['measures', 'unit', 'by_fields', 'bucket_params', 'filter'],
	sent: [...SHARED, 'approx', 'approx_total', 'hll_precision'],
};
const KEYS = {
	read: [...MEASURED.read, 'rollup_date'],
	sent: [...MEASURED.sent, 'arith_rollup'],
};
const MEASURE_KEYS = {
	read: [
		...['event_name', 'aggregator', 'field', 'filter', 'name', 'expression', 'events', 'format'],
		'expression_filters',
	],
	sent: [
		...['params', 'split', 'profit_rate', 'by_session', 'show_cname', 'atom_measure_without_group'],
		'expression_denominator_without_group',
	],
};

export function writeEventReport(query: EventQuery, page: JsonObject = {}): JsonObject {
	const { unit, groupBy, filter } = query;
	if (unit === '') {
		throw new UserError(
			`The pasted or saved query has no 'unit', which the OpenAPI requires. Add a unit to the JSON, for example "unit": "day"`,
		);
	}
	assertBuckets(page);
	const names = measureNames(query);
	const own = objectOrEmpty(page.bucket_params);
	// Boundaries that aren't numbers, such as units of dates, are the page's.
	const buckets = groupBy.flatMap(({ property, buckets: numbers }) => {
		const field = toExpression(property);
		const limits = numbers ?? own[field];
		return isBlankValue(limits) ? [] : [[field, limits] as const];
	});
	return {
		measures: query.measures.map((measure, index) =>
			writeMeasure(measure, names[index] as string, arrayOrEmpty(page.measures)[index], index),
		),
		// Totals have no points in time, but the service still requires a unit.
		unit: (unit === TOTAL ? 'day' : unit).toUpperCase(),
		by_fields: writeGroups(groupBy.map(({ property }) => property)),
		...(buckets.length > 0 ? { bucket_params: Object.fromEntries(buckets) } : {}),
		...(filter ? { filter: writeFilter(filter, 'filter') } : {}),
	};
}

function writeTotals({ unit }: EventQuery, page: JsonObject, how: How): JsonObject {
	return { rollup: unit === TOTAL, ...approxOf(page, how) };
}

function writeMeasure(
	measure: Measure,
	name: string,
	pageMeasure: unknown,
	index: number,
): JsonObject {
	const place = `measure ${index + 1} of the pasted or saved query`;
	const page = objectOrEmpty(pageMeasure);
	assertPlainFilter(page.filter, `'filter' of ${place}`);
	const shared = {
		...sentOf(page, MEASURE_KEYS, place),
		name,
		...(measure.filter ? { filter: writeFilter(measure.filter, `measures.${index}.filter`) } : {}),
	};
	if (measure.kind === 'formula') {
		const filters = arrayOrEmpty(page.expression_filters).map((inner, at) => {
			const where = `filter ${at + 1} in 'expression_filters' of ${place}`;
			assertPlainFilter(inner, where);
			return inner === null ? null : rewriteFilter(inner, where);
		});
		return {
			expression: assertFormat(measure.expression, textIn(page, 'format'), place),
			events: measure.events,
			...(filters.length > 0 ? { expression_filters: filters } : {}),
			...shared,
		};
	}
	return {
		event_name: measure.event,
		...writeAggregate(measure),
		...shared,
	};
}

/** The page may have the format in a separate key, which is read with the expression. */
function assertFormat(expression: string, format: string | undefined, place: string): string {
	if (!format || format === 'null' || expression.endsWith(`|${format}`)) return expression;
	if (!expression.includes('|')) return expression;
	throw new UserError(`The 'format' of ${place} differs from the format in its 'expression'`);
}

/** Refuses boundaries of a field that isn't a group, even if only by name: they would be lost. */
function assertBuckets({ bucket_params: limits, by_fields: fields }: JsonObject): void {
	const lost = Object.keys(objectOrEmpty(limits)).find(
		(field) => !arrayOrEmpty(fields).includes(field),
	);
	if (lost === undefined) return;
	throw new UserError(
		`'bucket_params' of the pasted or saved query has boundaries for ${firstWords(lost)}, which isn't in 'by_fields'. Use the same name in both, or remove the boundaries`,
	);
}

interface ColumnIndexes {
	/** undefined for totals. */
	date?: number;
	groups: number[];
	measures: number[];
}

interface Block {
	group: Cell[];
	/** Its measures by point in time; totals have one without a name. */
	at: Map<string, Cell[]>;
}

/**
 * Reads the table of an event report. A group's block omits points for which the group has no row.
 */
function* eventReportSteps(answer: unknown, query: EventQuery): Steps<Table> {
	const columns = nameColumns(query);
	const { date, groups, measures, hasTimeOfDay } = columns;
	const tabular = readTabular(answer);
	yield;
	const { details, totals: totalLines, facts } = tabular;
	const places =
		details.length + (totalLines?.length ?? 0) > 0 ? placesOf(tabular, query) : undefined;
	const blocksOf = function* (list: unknown[][], at: ColumnIndexes | undefined): Steps<Block[]> {
		return at ? yield* largestFirstSteps(yield* readBlocks(list, at, hasTimeOfDay), sizeOf) : [];
	};
	const blocks = yield* blocksOf(details, places && { ...places, date: date && places.date });
	const totalBlocks = date
		? totalLines && (yield* blocksOf(totalLines, places && { ...places, date: undefined }))
		: blocks;
	const totals = totalBlocks?.map(({ group, at }) => [...group, ...[...at.values()].flat()]);
	yield;
	const points = date ? yield* pointsOf(blocks) : [];
	assertPlacesFit(blocks.length, points.length);
	const count = blocks.length;
	return {
		columns: [...(date ? [date] : []), ...groups, ...measures],
		rows: date ? yield* toRows(blocks, points) : listRows(totals ?? []),
		points,
		...(totals ? { totals } : {}),
		...(facts.isTruncated
			? { isCutByRows: true }
			: { groupCount: { returned: count, total: count } }),
		...facts,
	};
}

function placesOf(tabular: Tabular, query: EventQuery): ColumnIndexes {
	return {
		date: tabular.places.get(DATE) ?? (query.unit === TOTAL ? undefined : placeOf(tabular, DATE)),
		groups: groupPlaces(
			tabular,
			query.groupBy.map(({ property }) => property),
		),
		measures: measureNames(query).map((name) => placeOf(tabular, name)),
	};
}

function* readBlocks(
	list: unknown[][],
	{ date, groups, measures }: ColumnIndexes,
	hasTimeOfDay: boolean,
): Steps<Block[]> {
	const blocks = new Map<string, Block>();
	const stride = strideOf(groups.length + measures.length);
	for (const [index, cells] of list.entries()) {
		if (index % stride === stride - 1) yield;
		if (isTotalOfGroups(cells, groups)) continue;
		if (date !== undefined && cells[date] === ALL_DATES) continue;
		const name = `row ${index + 1}`;
		const point =
			date === undefined ? '' : readTime(cells[date], `the date of ${name}`, hasTimeOfDay);
		const group = groups.map((place) => toCell(cells[place], name));
		const key = keyOfGroup(group);
		const block = blocks.get(key) ?? { group, at: new Map<string, Cell[]>() };
		if (block.at.has(point)) throw new UnexpectedShape(`${name} repeats an earlier row`);
		block.at.set(
			point,
			measures.map((place) => readNumber(cells[place], name)),
		);
		blocks.set(key, block);
	}
	return [...blocks.values()];
}

function sizeOf({ at }: Block): Amount {
	let size: Amount = 0;
	for (const [first] of at.values()) size = addQuickly(size, first ?? null);
	return size;
}

function* pointsOf(blocks: readonly Block[]): Steps<string[]> {
	const points = new Set<string>();
	let rows = 0;
	for (const { at } of blocks) {
		for (const point of at.keys()) points.add(point);
		rows += at.size;
		if (rows < ROWS_A_STEP) continue;
		rows = 0;
		yield;
	}
	return [...points].sort();
}

function* toRows(blocks: readonly Block[], points: readonly string[]): Steps<RowSet> {
	const groups: Blocks['groups'] = [];
	const stride = Math.max(1, Math.floor(ROWS_A_STEP / Math.max(1, points.length)));
	for (const { group, at } of blocks) {
		groups.push({ group, values: points.map((point) => at.get(point)) });
		if (groups.length % stride === 0) yield;
	}
	const isSparse = blocks.some(({ at }) => at.size < points.length);
	return blockRows({ points, groups, ...(isSparse ? { isSparse } : {}) });
}

/** Event report: `POST /model/segmentation/report` (docs/service.md, "OpenAPI"). */

export const eventWire = openapiReport<EventQuery>(
	'segmentation',
	KEYS,
	(query, page, how) => ({
		...writeEventReport(query, page),
		...writeTotals(query, page, how),
		...(how.hasTotals === true && query.unit !== TOTAL ? { detail_and_rollup: true } : {}),
	}),
	eventReportSteps,
);

/** Session report: `POST /model/session/report` (docs/service.md, "OpenAPI"). */

const SESSION_KEYS = { ...MEASURED, read: [...MEASURED.read, 'session_name', 'split_by_day'] };

/** The same as an event report, except that totals are only returned without details. */
export const sessionWire = openapiReport<SessionQuery>(
	'session',
	SESSION_KEYS,
	(query, page, how) => ({ ...writeSession(query, page), ...writeTotals(query, page, how) }),
	eventReportSteps,
);

export function writeSession(query: SessionQuery, page?: JsonObject): JsonObject {
	const { session: name, isSplitByDay } = query;
	return {
		...writeEventReport(query, page),
		session_name: name,
		...(isSplitByDay === undefined ? {} : { split_by_day: isSplitByDay }),
	};
}
