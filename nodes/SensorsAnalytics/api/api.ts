import type { JsonObject } from '../../../credentials/http/json';
import { firstWords } from '../../../credentials/http/redact';
import type { ServiceRequest } from '../../../credentials/http/request';
import { inSlices, type Steps } from '../../../credentials/http/slices';
import { unitName } from '../dates/calendar';
import { mayBeOf, oddPointIn } from '../dates/periods';
import type {
	Alarm,
	BehaviorQuery,
	Computing,
	Dashboard,
	Dataset,
	DatasetDetails,
	DatasetQuery,
	DatasetRefresh,
	EventEntry,
	ExportState,
	GroupMember,
	ListPage,
	MemberProperty,
	MembersQuery,
	PropertiesOfEvent,
	PropertyEntry,
	SavedReport,
	SessionEntry,
	Slices,
	User,
	UserEvent,
	UserGroup,
	UserListQuery,
	UserSelection,
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
	type TaskState,
	TOTAL,
} from '../query/query';
import { type Amount, amountOf, type Cell } from '../table/decimal';
import type { Table } from '../table/table';
import { UnexpectedShape } from './rows';

/** One generation of the API: neutral in, neutral out. */

/** What a generation can't do is absent from it. */
export interface Wire {
	/** As the documents of the service call it, for people. */
	readonly name: string;
	/** A report that this generation doesn't have is undefined. */
	readonly reports: {
		readonly [Model in keyof Queries]: ReportWire<Queries[Model]> | undefined;
	};
	/** Whether this generation limits groups or rows of a report. */
	readonly limits: 'groups' | 'rows';
	/** Whether each condition on events in a funnel's filter belongs to a step, and so to no group. */
	readonly funnelFilter: 'free' | 'bySteps';
	readonly lists: Lists;
	readonly sql: SqlWire;
	readonly users?: UsersWire;
	readonly groups?: GroupsWire;
	readonly datasets?: DatasetsWire;
	readonly alarms?: AlarmsWire;
	/** Whether answers say when the data were updated: see Table. */
	readonly returnsFacts: boolean;
	/** Whether a request for totals only returns totals that an answer with details lacks. */
	readonly returnsTotalsAlone: boolean;
}

/** How the service computes a report, and whether it returns totals. */
export interface How extends Computation {
	/** Most groups or rows to return: see Wire. */
	limit?: number;
	hasTotals?: boolean;
}

export interface ReportWire<Query> {
	/**
	 * @param range none for reports without dates
	 * @throws UserError for what this generation doesn't support
	 */
	request(input: QueryInput<Query>, range: DateRange | undefined, how: How): ServiceRequest;
	/**
	 * Reads the table in an answer in steps: groups and measures in the order of the query.
	 * @param overall the answer without groups, if it was requested
	 * @throws UnexpectedShape for an answer of unknown shape: never rows made up; NeedsUngroupedTable for one
	 * that the answer without groups settles
	 */
	readSteps(answer: unknown, query: Query, overall?: unknown): Steps<Table>;
}

/** A report and its query, for either generation. */
export interface ReportRequest {
	model: ReportModelName;
	input: QueryInput<Queries[ReportModelName]>;
}

/** Sends a request with the credential; resolves to the JSON of its answer. */
export type Ask = (request: ServiceRequest) => Promise<unknown>;

/**
 * The table in an answer, checked against what was requested. An answer that doesn't say whether it
 * is a sample is one if that was requested.
 * @param range an answer for other dates, of whatever cache or version, says nothing of it
 * @param overall the answer without groups, if it was requested
 * @throws UnexpectedShape
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
	return { ...table, isSampled };
}

/** Sends the request for a report and reads its answer with the checks of all reports. @throws UnexpectedShape */
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

/** What a cell counts: nothing is 0, a text that is no number nobody knows. @throws UnexpectedShape */
export function countOf(cell: Cell | undefined, what: string): Amount {
	const amount = amountOf(cell ?? 0);
	if (amount !== undefined) return amount;
	throw new UnexpectedShape(`${what} is '${firstWords(String(cell))}' instead of a number`);
}

/** @throws UnexpectedShape for dates outside of the range, or that can't be the first days of its periods */
function assertRequestedDates(
	{ points, answerDates = [] }: Table,
	range: DateRange,
	{ query, page }: QueryInput<object>,
): void {
	// A total is requested by the unit of the page, or by day.
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

/** The keys of both generations for a range. */
export function datesOf(range: DateRange | undefined): JsonObject {
	return range ? { from_date: range.from, to_date: range.to } : {};
}

/** Without keys whose value is undefined. */
export function defined(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Lists of the project; some take several requests. One that a generation does not have is absent. */
export interface Lists {
	events(ask: Ask): Promise<EventEntry[]>;
	/** Names of the tags of events by their numbers; empty if the service has no such list. */
	eventTags(ask: Ask): Promise<Map<string, string>>;
	/** Without doubles. */
	eventProperties(ask: Ask, events: readonly string[]): Promise<PropertyEntry[]>;
	/** Of each event; events that the account may not see are left out. */
	propertiesByEvent(ask: Ask, events: readonly string[]): Promise<PropertiesOfEvent[]>;
	userProperties(ask: Ask): Promise<PropertyEntry[]>;
	/**
	 * Values that a property has: in which order, and of what time, the service does not say. Absent
	 * where it has no list of them, undefined where the module for it is not installed.
	 */
	propertyValues?(
		ask: Ask,
		of: 'event' | 'user',
		name: string,
		most: number,
	): Promise<string[] | undefined>;
	userGroups(ask: Ask): Promise<UserGroup[]>;
	dashboards(ask: Ask): Promise<Dashboard[]>;
	/** The charts of one dashboard, in its order. @throws UserError for what is no ID */
	savedReports(ask: Ask, dashboardId: string): Promise<SavedReport[]>;
	/** @throws UserError for what is no ID */
	savedReport(ask: Ask, id: string): Promise<SavedReport>;
	/** Definitions of sessions. */
	sessions?(ask: Ask): Promise<SessionEntry[]>;
}

export interface SqlWire {
	/**
	 * The query as rows, one per line.
	 * @throws UserError for parameters that don't fit
	 */
	rows(query: SqlQuery): ServiceRequest;
	/** The query as a CSV file; absent where the service makes none. */
	csv?(query: SqlQuery): ServiceRequest;
	/**
	 * The row in a line.
	 * @returns undefined for a line that is none
	 * @throws OperationalError for two columns of one name
	 */
	readRow(line: string): JsonObject | undefined;
}

/** The request for a page of a list; pages count from 1. */
export type PageRequest = (page: number, size: number) => ServiceRequest;

/** @throws UserError for what this generation doesn't support */
export type SliceRequest<Model extends keyof Slices> = (
	query: Queries[Model],
	range: DateRange,
	slice: Slices[Model],
	selection: UserSelection,
) => PageRequest;

/** Who the users are. */
export interface UsersWire {
	/** Most entries that a page can have. */
	readonly largestPage: number;
	list(query: UserListQuery, selection: UserSelection): PageRequest;
	/** Users of a cell of a report. */
	readonly ofReport: { readonly [Model in keyof Slices]: SliceRequest<Model> };
	/** @throws UnexpectedShape for users without an ID, who could be counted twice */
	readUsers(answer: unknown): ListPage<User>;
	behavior(
		query: BehaviorQuery,
		selection: Pick<UserSelection, 'limit' | 'requestId'>,
	): PageRequest;
	readEvents(answer: unknown): ListPage<UserEvent>;
}

/** Alarms of the platform. */
export interface AlarmsWire {
	/** IDs of all of them. */
	ids(ask: Ask): Promise<string[]>;
	/**
	 * @throws OperationalError where there is no such alarm
	 * @throws UnexpectedShape for a firing without a time, which could be an old one
	 */
	alarm(ask: Ask, id: string): Promise<Alarm>;
}

/** Tables that the platform keeps ready. IDs that are none are refused by a UserError. */
export interface DatasetsWire {
	/** Names of the groups of datasets. */
	groups(ask: Ask): Promise<string[]>;
	/** @param group name of one; those of all groups if left out, each once */
	list(ask: Ask, group?: string): Promise<Dataset[]>;
	details(ask: Ask, id: string): Promise<DatasetDetails>;
	query(query: DatasetQuery): PageRequest;
	/** Rows by the names of their columns. @throws UnexpectedShape */
	readRows(answer: unknown, query: DatasetQuery): ListPage<JsonObject>;
	/** What starts a refresh. */
	refreshRequest(refresh: DatasetRefresh): ServiceRequest;
	/** ID of the refresh that was started. @throws UnexpectedShape */
	readRefresh(answer: unknown): string;
	refreshState(ask: Ask, id: string, datasetId: string): Promise<TaskState>;
}

/** Members and computations of user groups. */
export interface GroupsWire {
	/**
	 * What starts an export of the members. Looks up before it what the service wants to know of the
	 * project.
	 * @param project its name
	 */
	exportRequest(ask: Ask, query: MembersQuery, project: string): Promise<ServiceRequest>;
	/** ID of the export that was started. @throws UnexpectedShape */
	readExport(answer: unknown): string;
	/** @throws UserError for what is no ID */
	exportState(ask: Ask, id: string): Promise<ExportState>;
	/** The file of an export: a text of lines. */
	file(file: string): ServiceRequest;
	/** The members in the lines of a file. @throws UnexpectedShape that names the line, not its content */
	readMembers(
		lines: AsyncIterable<string>,
		properties: readonly MemberProperty[],
	): AsyncGenerator<GroupMember>;
	/**
	 * What starts a computation.
	 * @param field of users by which reports filter for the group
	 * @param moment as of which it is computed, ISO 8601 in UTC
	 */
	computeRequest(field: string, moment: string): ServiceRequest;
	/** The last computation as of the moment; undefined if there was none. */
	computing(ask: Ask, field: string, moment: string): Promise<Computing | undefined>;
	/** Number of users in the group at the moment, if the service returns it. */
	sizeAt(ask: Ask, field: string, moment: string): Promise<number | undefined>;
}
