import { type IDataObject, type INodeExecutionData, OperationalError } from 'n8n-workflow';

import { inSlices } from '../../../../credentials/http/slices';
import { type Wire, wireFor } from '../../api';
import { type Ask, checkedTable, type PageRequest } from '../../api/api';
import { UnexpectedShape } from '../../api/rows';
import { moduleOf } from '../../catalog/catalog';
import {
	addNote,
	isPreview,
	type ItemRun,
	type OperationRuns,
	preview,
	sameNote,
} from '../../item';
import { toEventObject, userWriter } from '../../output/entities';
import { addHint } from '../../output/meta';
import { toItems, TOTAL_KEY } from '../../output/present';
import { withAllKeys } from '../../output/rows';
import { BOUNDS } from '../../params/bounds';
import { readLimit } from '../../params/list';
import { readLongestRange } from '../../params/options';
import { formSource } from '../../params/param';
import { assertRangeLength, readRange, readTimeZone } from '../../params/range';
import { type ReadField, readOneOf, readInteger, textOf } from '../../params/read';
import { readUserFilter, readUserId, readUserSelection } from '../user';
import type { BehaviorQuery, Slices, User, UserEvent, UserSelection } from '../../query/entities';
import type { DateRange, Queries } from '../../query/query';
import { readDistributionSlice } from '../../reports/distribution';
import { readEventSlice } from '../../reports/event';
import { assertFunnelFilter, readFunnelSlice } from '../../reports/funnel';
import { assertAlternatives } from '../../reports/ownProperties';
import { readPathSlice } from '../../reports/path';
import { reports } from '../../reports/registry';
import { isFilled } from '../../reports/report';
import { readRetentionSlice } from '../../reports/retention';
import { readSessionSlice } from '../../reports/session';
import type { Cell } from '../../table/decimal';
import { mapSteps, positionsOf, type Table } from '../../table/table';
import { timesOf } from './catalog';
import { countBeyond, limitNote, notesOn, type Read, readPages } from '../pages';

export function readExpected(options: { [name: string]: unknown }): number | undefined {
	const { expectedUsers: typed } = options;
	if (!isFilled(typed)) return undefined;
	return readInteger(typed, "'Expected Number of Users'", ...BOUNDS.expectedUsers);
}

async function usersOf({ service, itemIndex }: ItemRun) {
	const otherwise = "query the users table with the resource 'SQL Query'";
	return await moduleOf(service, itemIndex, 'users', 'Lists of users', otherwise);
}

/** Number of values of a user other than properties. */
const IDS = 4;

/** @param extraFields checks the list before it is returned, and returns fields for each user */
async function listUsers(
	run: ItemRun,
	users: NonNullable<Wire['users']>,
	request: PageRequest,
	{ properties, limit }: UserSelection,
	extraFields?: (read: Read<User>) => Promise<IDataObject>,
): Promise<INodeExecutionData[]> {
	const { context, itemIndex } = run;
	const { largestPage } = users;
	if (isPreview(run)) return toItems([preview(request, largestPage, limit)], itemIndex);
	const read = await readPages(run.ask, {
		request,
		read: users.readUsers,
		keyOf: ({ id }) => id,
		sizeOf: (user) => IDS + Object.keys(user.properties).length,
		largestPage,
		limit,
	});
	const extra = (await extraFields?.(read)) ?? {};
	addNote(run, notesOn(read, limit, 'users'));
	addHint(context, limitNote(read, limit, 'users'));
	addHint(context, sameNote(run, request(1, largestPage), 'users'));
	addNote(run, withoutProfiles(read.entries, properties));
	const { columns, toObject } = userWriter(properties);
	const objects = await inSlices(mapSteps(read.entries, toObject));
	return toItems(await withAllKeys(objects, columns, extra), itemIndex);
}

/** Returns a note if properties are missing: the key that requests them isn't documented here. */
function withoutProfiles(
	users: readonly User[],
	properties: UserSelection['properties'],
): string | undefined {
	const hasProperties = users.some((user) => Object.keys(user.properties).length > 0);
	if (properties === 'none' || users.length === 0 || hasProperties) return undefined;
	return "No user in the list has any of the requested properties. Some versions of Sensors Analytics don't return properties here. To get the properties, use the resource 'SQL Query' with the IDs.";
}

/**
 * Keys of a report that the documents of its user lists don't have may be silently ignored
 * (docs/service.md, "Users"). If such a key matters, the node requests the number of users from the
 * report, and compares the list with it.
 */

interface Doubt {
	/** Its label in the form, with the key of the service. */
	subject: string;
	/** Why the report's numbers can't show it; undefined if they can. */
	blind?: string;
	/** Returns the users of the cell, if the report counts all of them. @throws UnexpectedShape */
	users(ask: Ask, wire: Wire, requested: UserSelection): Promise<number | undefined>;
}

function doubtOfRetention(
	query: Queries['retention'],
	range: DateRange,
	{ date, period, group }: Slices['retention'],
): Doubt | undefined {
	// All users of the first period are within the dates.
	if (!query.mayEndLater || period === 0) return undefined;
	const hasDate = date !== undefined;
	const of = hasDate ? { from: date, to: range.from } : range;
	const isOfOne =
		group === undefined ? hasDate : [of, range].every((one) => isOneDate(one, query.unit));
	return {
		subject: "what users did after the last day of the dates ('extend_over_end_date')",
		...(isOfOne ? {} : { blind: SEVERAL }),
		users: async (...how) => {
			const table = await tableOf('retention', query, range, ...how);
			const isMeant = meantIn(table, group, date);
			return sumOf(table, (cell) => isMeant(cell) && cell('period') === period);
		},
	};
}

function doubtOfDistribution(
	query: Queries['distribution'],
	range: DateRange,
	slice: Slices['distribution'],
): Doubt | undefined {
	if (query.buckets.length === 0) return undefined;
	const { from, to } = slice;
	const [date, group] = 'date' in slice ? [slice.date] : [undefined, slice.group];
	// A report needs two boundaries, even for a cell without an upper bound.
	const bucketQuery = { ...query, buckets: [from, to ?? from + 1] };
	return {
		subject: "the bucket boundaries in 'Buckets' ('result_bucket_params')",
		...(date === undefined && !isOneDate(range, query.unit) ? { blind: SEVERAL } : {}),
		users: async (...how) => {
			const table = await tableOf('distribution', bucketQuery, range, ...how);
			const isMeant = meantIn(table, group, date);
			return sumOf(table, (cell) => {
				const [low, high] = [cell('bucket_from'), cell('bucket_to')];
				const isBelow = to === undefined || (typeof high === 'number' && high <= to);
				return isMeant(cell) && typeof low === 'number' && low >= from && isBelow;
			});
		},
	};
}

/** No document says which step the users belong to who dropped off. */
function doubtOfFunnel(
	query: Queries['funnel'],
	range: DateRange,
	{ step, isLost, group }: Slices['funnel'],
): Doubt | undefined {
	if (!isLost) return undefined;
	return {
		subject: "the step of users who dropped off ('slice_step')",
		users: async (...how) => {
			const table = await tableOf('funnel', query, range, ...how);
			const isMeant = meantIn(table, group);
			const [now, next] = [step, step + 1].map((at) =>
				sumOf(table, (cell) => cell('step') === at && isMeant(cell)),
			);
			return now === undefined || next === undefined ? undefined : now - next;
		},
	};
}

const SEVERAL =
	'the cell is not of one date of the report, which may count a user once for each date';

/** Nothing shows on which day weeks start: seven days can be parts of two. */
function isOneDate({ from, to }: DateRange, unit: string): boolean {
	const ends = unit === 'month' ? 'YYYY-MM'.length : undefined;
	return from.slice(0, ends) === to.slice(0, ends);
}

/** Returns whether a row is of the group, or else of the date. */
function meantIn(table: Table, group: string | undefined, date?: string) {
	const key = table.columns[positionsOf(table).groups[0] ?? -1]?.key ?? '';
	return (cell: (key: string) => Cell | undefined) =>
		group === undefined ? cell('date') === date : String(cell(key)) === group;
}

async function tableOf<Model extends 'distribution' | 'funnel' | 'retention'>(
	model: Model,
	query: Queries[Model],
	range: DateRange,
	ask: Ask,
	{ reports }: Wire,
	{ useCache, requestId }: UserSelection,
): Promise<Table> {
	const report = reports[model];
	if (!report) throw new UnexpectedShape('the report is missing');
	return await checkedTable<object>(report, query, range, { useCache, requestId }, ask);
}

/** Adds up the users of the matching rows; undefined if the report counts only a part. */
function sumOf(
	{ columns, rows, isSampled, isTruncated }: Table,
	isMeant: (cell: (key: string) => Cell | undefined) => boolean,
): number | undefined {
	if (isSampled || isTruncated) return undefined;
	const at = new Map(columns.map(({ key }, index) => [key, index]));
	let sum = 0;
	for (const row of rows.each()) {
		const cell = (key: string) => row[at.get(key) ?? -1];
		if (isMeant(cell)) sum += Number(cell('users'));
	}
	return sum;
}

/** Number of values of an event other than properties. */
const OWN = 5;

async function getBehavior(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, itemIndex, field, options } = run;
	const timeZone = readTimeZone(options.timeZone, context.getTimezone());
	const query = readQuery(field, timeZone);
	assertRangeLength(query.range, readLongestRange(options));
	const limit = readLimit(field);
	const users = await usersOf(run);
	const requestId = textOf(options.requestId) || undefined;
	const request = users.behavior(query, { limit, requestId });
	const { largestPage } = users;
	if (isPreview(run)) return toItems([preview(request, largestPage, limit)], itemIndex);
	const read = await readPages(run.ask, {
		request,
		read: users.readEvents,
		sizeOf,
		largestPage,
		limit,
	});
	addNote(run, notesOn(read, limit, 'events'));
	addHint(context, limitNote(read, limit, 'events'));
	const time = timesOf(run, timeZone);
	const events = inOrder(read.entries, query);
	return toItems(
		events.map((event) => toEventObject(event, time)),
		itemIndex,
	);
}

function readQuery(field: ReadField, timeZone: string): BehaviorQuery {
	return {
		user: readUserId(field('user')),
		isDistinctId: oneOf(field('userIdKind'), ['internal', 'distinct'], 'User ID Type') === 1,
		range: readRange(field, timeZone, new Date()),
		isNewestFirst: oneOf(field('eventOrder'), ['oldest', 'newest'], 'Order') === 1,
	};
}

function oneOf(value: unknown, choices: readonly string[], label: string): number {
	return choices.indexOf(readOneOf(value, choices, `'${label}'`));
}

function sizeOf({ properties, profile }: UserEvent): number {
	return OWN + Object.keys(properties).length + Object.keys(profile).length;
}

/** Sorts events by time, which are texts in one format; simultaneous events keep their order. */
function inOrder(events: readonly UserEvent[], { isNewestFirst }: BehaviorQuery): UserEvent[] {
	const sign = isNewestFirst ? -1 : 1;
	return [...events].sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -sign : sign));
}

async function getManyUsers(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, field, options } = run;
	const requested = readUserSelection(field, options);
	const filter = readUserFilter(field, readTimeZone(options.timeZone, context.getTimezone()));
	const users = await usersOf(run);
	return await listUsers(run, users, users.list({ filter }, requested), requested);
}

async function getManyFromReport(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, field, options } = run;
	const timeZone = readTimeZone(options.timeZone, context.getTimezone());
	const requested = readUserSelection(field, options);
	const expected = readExpected(options);
	const wire = wireFor(await run.connection());
	const range = readRange(field, timeZone, new Date());
	assertRangeLength(range, readLongestRange(options));
	const { ask, doubt } = readSlice(field, timeZone, range, wire);
	const users = await usersOf(run);
	return await listUsers(run, users, ask(users, requested), requested, async (read) => {
		if (read.entries.length === 0) addNote(run, EMPTY_CELL);
		if (expected !== undefined) assertNumber(read, requested, expected, ENTERED);
		else if (doubt) {
			const number = await numberOf(doubt, run, wire, requested);
			if (number === undefined) addNote(run, noComparison(doubt));
			else assertNumber(read, requested, number, ignored(doubt));
		}
		// If these aren't all, counting the items would give a wrong number.
		const count = countBeyond(read, requested.limit);
		return typeof count === 'number' ? { [TOTAL_KEY]: count } : {};
	});
}

const EMPTY_CELL =
	"No user is in this cell. Compare its date and group values with the report's rows.";

interface Slice {
	ask(users: NonNullable<Wire['users']>, requested: UserSelection): PageRequest;
	doubt?: Doubt;
}

/** Reads the fields for a cell of each report. */
const CELLS: {
	[Model in keyof Slices]: (
		field: ReadField,
		query: Queries[Model],
		timeZone: string,
	) => Slices[Model];
} = {
	distribution: readDistributionSlice,
	event: readEventSlice,
	funnel: readFunnelSlice,
	path: readPathSlice,
	retention: readRetentionSlice,
	session: readSessionSlice,
};
const MODELS = Object.keys(CELLS) as Array<keyof Slices>;
const DOUBTS: {
	[Model in keyof Slices]?: (
		query: Queries[Model],
		range: DateRange,
		slice: Slices[Model],
	) => Doubt | undefined;
} = { distribution: doubtOfDistribution, funnel: doubtOfFunnel, retention: doubtOfRetention };

function readSlice<Model extends keyof Slices>(
	field: ReadField,
	timeZone: string,
	range: DateRange,
	wire: Wire,
): Slice {
	const model = readOneOf(field('fromReport'), MODELS, "'Report'") as Model;
	const query = reports[model].read(formSource(field, timeZone)) as Queries[Model];
	assertAlternatives(query);
	if (model === 'funnel') assertFunnelFilter(query as Queries['funnel'], wire);
	const slice = CELLS[model](field, query, timeZone);
	return {
		ask: ({ ofReport }, requested) => ofReport[model](query, range, slice, requested),
		doubt: DOUBTS[model]?.(query, range, slice),
	};
}

interface Comparison {
	says: string;
	advice: string;
}

const ENTERED: Comparison = {
	says: "'Expected Number of Users' is",
	advice:
		"Enter the same query, dates, and cell as in the report. New data and approximate counts also cause differences. To get the list anyway, remove the option 'Expected Number of Users'.",
};

function ignored({ subject }: Doubt): Comparison {
	return {
		says: 'the report has',
		advice: `Sensors Analytics seems to ignore ${subject} in user lists, and its documentation doesn't say. New data also causes differences. Run the node again. To get the list anyway, enter the number of the list in the option 'Expected Number of Users'.`,
	};
}

function noComparison({ subject, blind }: Doubt): string {
	const [why, advice] = blind
		? [
				blind,
				' To compare the list with the report, request one date (of a group, one day or one month).',
			]
		: ['the report counts only a part of the users', ''];
	return `The vendor doesn't document whether user lists apply ${subject}. The node can't compare the list with the report, because ${why}. The list may contain other users than the report counted.${advice}`;
}

async function numberOf(
	doubt: Doubt,
	run: ItemRun,
	wire: Wire,
	requested: UserSelection,
): Promise<number | undefined> {
	if (doubt.blind !== undefined) return undefined;
	return await doubt.users(run.ask, wire, requested).catch((fault: unknown) => {
		throw fault instanceof UnexpectedShape ? cannotCompare(doubt, fault) : fault;
	});
}

function cannotCompare({ subject }: Doubt, { message }: UnexpectedShape): OperationalError {
	return new OperationalError(
		`The list can't be compared with its report, and the vendor doesn't document whether the list applies ${subject}. ${message}`,
		{
			description:
				"Enter the number of the report's cell in the option 'Expected Number of Users'.",
		},
	);
}

/** Compares the number of users, because the meaning of a cell isn't certain in all versions. */
function assertNumber(
	{ entries, total }: Read<User>,
	{ limit }: UserSelection,
	expected: number,
	{ says, advice }: Comparison,
): void {
	const isWhole = limit === undefined || entries.length < limit;
	const found = isWhole ? entries.length : Math.max(total ?? 0, entries.length);
	// A service that counts only up to the limit says nothing about the rest.
	if (found === expected || (!isWhole && found === limit && expected > limit)) return;
	throw new OperationalError(`The list has ${found} users, and ${says} ${expected}`, {
		description: advice,
	});
}

export const userRuns: OperationRuns = { getBehavior, getManyUsers, getManyFromReport };
