import type { JsonObject } from '../../../credentials/http/json';
import { firstWords } from '../../../credentials/http/redact';
import type { ServiceRequest } from '../../../credentials/http/request';
import { inSlices, type Steps } from '../../../credentials/http/slices';
import { unitName } from '../dates/calendar';
import { mayBeOf, oddPointIn } from '../dates/periods';
import type {
	Dashboard,
	EventEntry,
	EntryList,
	PropertiesOfEvent,
	PropertyEntry,
	SavedReport,
	SessionEntry,
	UserGroup,
} from '../query/entities';
import { numberIn, textIn } from '../query/json';
import {
	type Computation,
	type DateRange,
	FULL_SAMPLE,
	type Queries,
	type QueryInput,
	type ReportModelName,
	type SqlQuery,
	TOTAL,
} from '../query/query';
import { type Amount, amountOf, type Cell } from '../table/decimal';
import type { Table } from '../table/table';
import { UnexpectedShape } from './rows';

/** What the reports and lists of each generation of the API have in common. */

/** How the service computes a report, and whether it returns totals. */
export interface How extends Computation {
	/** Most groups or rows to return: see Wire. */
	limit?: number;
	hasTotals?: boolean;
}

export interface ReportWire<Query> {
	request(input: QueryInput<Query>, range: DateRange | undefined, how: How): ServiceRequest;
	/**
	 * Groups and measures are in the order of the query. An unknown shape is an error, instead of
	 * rows made up; NeedsUngroupedTable, if the answer without groups (`overall`) decides.
	 */
	readSteps(answer: unknown, query: Query, overall?: unknown): Steps<Table>;
}

export interface ReportRequest {
	model: ReportModelName;
	input: QueryInput<Queries[ReportModelName]>;
}

/** Sends a request with the credential; resolves to the JSON of its answer. */
export type Ask = (request: ServiceRequest) => Promise<unknown>;

/**
 * Checks the table against the request: an answer for other dates, from a cache or another version,
 * is refused. If the answer doesn't say whether it is a sample, the request decides.
 */
export function* checkedSteps<Query extends object>(
	report: ReportWire<Query>,
	input: QueryInput<Query>,
	range: DateRange | undefined,
	answer: unknown,
	{ samplingFactor = numberIn(input.page ?? {}, 'sampling_factor') }: How,
	overall?: unknown,
): Steps<Table> {
	const table = yield* report.readSteps(answer, input.query, overall);
	if (range) assertRequestedDates(table, range, input);
	const { isSampled = (samplingFactor ?? FULL_SAMPLE) < FULL_SAMPLE } = table;
	return { ...table, isSampled, samplingFactor: table.samplingFactor ?? samplingFactor };
}

export async function checkedTable<Query extends object>(
	report: ReportWire<Query>,
	query: Query,
	range: DateRange | undefined,
	how: How,
	ask: Ask,
): Promise<Table> {
	const answer = await ask(report.request({ query }, range, how));
	return await inSlices(checkedSteps(report, { query }, range, answer, how));
}

/** Returns the count in a cell, 0 if it is empty. */
export function countOf(cell: Cell | undefined, what: string): Amount {
	const amount = amountOf(cell ?? 0);
	if (amount !== undefined) return amount;
	throw new UnexpectedShape(`${what} is '${firstWords(String(cell))}' instead of a number`);
}

/** Refuses dates outside of the range, or that can't be the first days of its periods. */
function assertRequestedDates(
	{ points, answerDates = [] }: Table,
	range: DateRange,
	{ query, page }: QueryInput<object>,
): void {
	// A total is requested with the unit of the page, or by day.
	const own = 'unit' in query && query.unit !== TOTAL ? query.unit : textIn(page ?? {}, 'unit');
	const unit = unitName(typeof own === 'string' && own !== '' ? own : 'day');
	const requested = `the requested range from ${range.from} to ${range.to}`;
	for (const date of [...points, ...answerDates]) {
		if (mayBeOf(date.slice(0, 10), range, unit)) continue;
		throw new UnexpectedShape(`it has ${date.replace('T', ' ')}, which is not in ${requested}`);
	}
	const others = answerDates.filter((day) => day !== range.from);
	const odd = oddPointIn(points, range, unit) ?? oddPointIn(others, range, unit);
	if (!odd) return;
	const { point, neighbor } = odd;
	const first = unit === 'week' ? 'a Monday, a Saturday or a Sunday' : `the first day of a ${unit}`;
	throw new UnexpectedShape(
		`it has ${
			neighbor === undefined
				? `${point}, which is neither ${first} nor the first day of ${requested}`
				: `${neighbor} and ${point}, which can't both be the first days of different ${unit}s`
		}. Choose another unit`,
	);
}

/** The page may count totals approximately in a key of its own. */
export function approxOf(page: JsonObject, { isApproximate: approx }: How): JsonObject {
	if (approx === undefined) return {};
	return { approx, ...('approx_total' in page ? { approx_total: approx } : {}) };
}

export function datesOf(range: DateRange | undefined): JsonObject {
	return range ? { from_date: range.from, to_date: range.to } : {};
}

export function defined(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Lists of the project; one that a generation doesn't have is absent. */
export interface Lists {
	events(ask: Ask): Promise<EventEntry[]>;
	/** Returns names of the tags of events by ID; empty if the service has no such list. */
	eventTags(ask: Ask): Promise<Map<string, string>>;
	/** Returns properties without duplicates. */
	eventProperties(ask: Ask, events: readonly string[]): Promise<PropertyEntry[]>;
	/** Returns the properties of each event; events that the account may not see are left out. */
	propertiesByEvent(ask: Ask, events: readonly string[]): Promise<PropertiesOfEvent[]>;
	userProperties(ask: Ask): Promise<PropertyEntry[]>;
	/** Values of a property, in no documented order; undefined if the module isn't installed. */
	propertyValues?(
		ask: Ask,
		of: 'event' | 'user',
		name: string,
		most: number,
	): Promise<string[] | undefined>;
	userGroups(ask: Ask): Promise<EntryList<UserGroup>>;
	dashboards(ask: Ask): Promise<Dashboard[]>;
	savedReports(ask: Ask, dashboardId: string): Promise<SavedReport[]>;
	savedReport(ask: Ask, id: string): Promise<SavedReport>;
	sessions?(ask: Ask): Promise<SessionEntry[]>;
}

export interface SqlWire {
	rows(query: SqlQuery): ServiceRequest;
	csv?(query: SqlQuery): ServiceRequest;
	/** Reads the row in a line, if it is one, with different names of columns. */
	readRow(line: string): JsonObject | undefined;
}

/** The request for a page of a list; pages count from 1. */
export type PageRequest = (page: number, size: number) => ServiceRequest;
