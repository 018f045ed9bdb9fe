import { isObject, type JsonObject } from '../../../../credentials/http/json';
import type { ServiceRequest } from '../../../../credentials/http/request';
import type { Steps } from '../../../../credentials/http/slices';
import { amountIn, flagIn, textIn, toNumber } from '../../query/json';
import type { DateRange, FunnelQuery } from '../../query/query';
import { hasEventCondition, isTimeProperty, stepOf, toExpression } from '../../query/query';
import { CELLS_A_ROW, mapSteps } from '../../table/table';
import type { How, ReportWire } from '../api';
import { checkEnd, FUNNEL_KEYS, type FunnelEntry, funnelSteps, usersIn } from '../reportRows';
import type { Grouping } from '../rows';
import {
	assertCells,
	columnOf,
	factsIn,
	isTime,
	lineCounter,
	mostCells,
	objectOf,
	objectsOf,
	objectsOrNone,
	readDate,
	toCell,
	UnexpectedShape,
} from '../rows';
import {
	fieldsIn,
	groupingOf,
	NO_GROUPS,
	placeOf,
	withRequestParts,
	writeEvent,
	writeGroupAndFilter,
} from './parts';

/** The newer address of funnels (docs/service.md, "Funnel"). */

const PATH = '/api/v2/sa/funnel/report/';
/** Parameters with which the vendor's client requests a complete answer. */
const WAITING = { async: 'false', timeout: '10' };
const DECIDED = {
	request_type: 'SA_FUNNEL',
	use_entire_cache_only: false,
	rewrite_by_values: true,
};
/** Keys of one group and its step, which are lists at the newer address. */
const OLDER_KEYS = ['by_field', 'by_field_step'];

/**
 * Returns the request for the newer address, whose page may have saved the body; undefined if the
 * steps are missing, or the step of a condition is unknown.
 */
function newerRequest(
	body: JsonObject,
	query: FunnelQuery,
	range: DateRange | undefined,
	how: How,
): ServiceRequest | undefined {
	const { funnel, funnel_define: defined, ...others } = body;
	const definition = [defined, funnel].find(isObject);
	const groups = groupsOf(others, query);
	const filterSteps = others.filter_field_steps ?? stepsOfFilter(query);
	if (definition === undefined || groups === undefined || filterSteps === undefined) {
		return undefined;
	}
	const hasFilter = isObject(others.filter) && Array.isArray(filterSteps) && filterSteps.length > 0;
	const rest = Object.entries(others).filter(([key]) => !OLDER_KEYS.includes(key));
	const parts = {
		funnel_id: 0,
		unit: 'day',
		...Object.fromEntries(rest),
		...groups,
		...(hasFilter ? { filter_field_steps: filterSteps } : {}),
		...DECIDED,
		funnel_define: definition,
	};
	return {
		path: PATH,
		query: { bookmarkId: bookmarkIn(body), ...WAITING },
		body: withRequestParts(parts, range, how),
	};
}

function bookmarkIn({ bookmarkid: own, bookmark_id: other }: JsonObject): string {
	const id = own ?? other;
	return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}

/** Returns the groups with their steps; for rows of dates, the time of the first step is one. */
function groupsOf(body: JsonObject, query: FunnelQuery): JsonObject | undefined {
	const { groupBy, steps, isByDate } = query;
	const stepsOfPage = stepsInPage(body, groupBy.length);
	const all = groupBy.map((group, index) => ({
		group,
		step: stepsOfPage?.[index] ?? stepOf(group, query),
	}));
	const own = isByDate ? all : all.filter(({ group }) => !isTimeProperty(group));
	if (isByDate && !groupBy.some(isTimeProperty)) {
		const [first] = steps;
		if (!first?.event) return undefined;
		own.push({ group: { of: 'event', event: first.event, name: '$time' }, step: 0 });
	}
	if (own.some(({ step }) => step === undefined)) return undefined;
	return {
		by_fields: own.map(({ group }) => toExpression(group)),
		by_field_steps: own.map(({ step }) => step),
	};
}

function stepsInPage(body: JsonObject, count: number): unknown[] | undefined {
	const { by_field_steps: several, by_field_step: one } = body;
	if (Array.isArray(several) && several.length === count) return several;
	return one !== undefined && count === 1 ? [one] : undefined;
}

function stepsOfFilter(query: FunnelQuery): Array<number | undefined> | undefined {
	const { filter } = query;
	if (!filter) return [];
	if (filter.groups.length > 0 && hasEventCondition(filter)) return undefined;
	const steps = filter.conditions.map(({ property }) => stepOf(property, query));
	return steps.includes(undefined) ? undefined : steps;
}

/** Newer format of a funnel's answer: `table_data` (docs/service.md, "Funnel"). */

const STEP = /^step_(\d+|fold)\./;
const STEP_USERS = /^step_(\d+)\.user_count$/;
/** If this column is filled, the cell is a subtotal. */
const SUBTOTAL = 'rollup_columns';
const END_USERS = 'step_fold.user_count';

function* tableDataSteps(table: JsonObject, { fields }: Grouping): Steps<FunnelEntry[]> {
	const metas = objectsOrNone(table.column_meta_list ?? table.column_meta_lists) ?? [];
	const all = objectsOf(table.cells, "'cells'");
	const cells = all.filter((cell) => !isSubtotal(cell));
	if (cells.length === 0 && all.length > 0) throw new UnexpectedShape('it contains only subtotals');
	if (Array.isArray(table.compare_cells) && table.compare_cells.length > 0) {
		throw new UnexpectedShape('it contains a comparison that was not requested');
	}
	const names = metas.flatMap(
		(meta) => textIn(meta, 'data_name') ?? textIn(meta, 'column_name') ?? [],
	);
	const columns = new Set(names);
	yield* mapSteps(
		cells,
		(cell) => {
			for (const key of Object.keys(cell)) columns.add(key);
			assertCells(columns.size, 'columns');
		},
		CELLS_A_ENTRY,
	);
	const keys = [...columns].filter((key) => key !== SUBTOTAL);
	const times = new Set(
		metas.flatMap((meta) =>
			/^date/i.test(textIn(meta, 'data_type') ?? '') ? (textIn(meta, 'data_name') ?? []) : [],
		),
	);
	const groups = fields.filter((field) => !isTime(field)).map((field) => columnOf(field, keys));
	const dateKey = keys.find(
		(key) => !groups.includes(key) && (key === 'date' || isTime(key) || times.has(key)),
	);
	const count = keys.reduce(
		(most, key) => Math.max(most, Number(STEP_USERS.exec(key)?.[1] ?? 0)),
		0,
	);
	if (count > keys.length) throw new UnexpectedShape('a column of a step is missing');
	const counted = lineCounter();
	const known = new Set([SUBTOTAL, ...groups, ...(dateKey === undefined ? [] : [dateKey])]);
	const read = (cell: JsonObject, index: number): FunnelEntry => {
		const name = `cell ${index + 1}`;
		checkOthers(cell, known, name);
		const entry = {
			date: readDate(dateKey === undefined ? null : cell[dateKey], name),
			group: groups.map((key) => toCell(cell[key], name)),
			hasGroup: groups.some((key) => key in cell),
			steps: counted(
				Array.from({ length: count }, (_, at) => ({
					users: usersIn(cell, [`step_${at + 1}.user_count`], `step ${at + 1} of ${name}`),
				})),
			),
			name,
		};
		checkEnd(entry, [amountIn(cell, END_USERS)]);
		return entry;
	};
	return yield* mapSteps(cells, read, Math.max(CELLS_A_ENTRY, columns.size));
}

/** Whether a cell is a subtotal of several groups or dates: its users also occur in other cells. */
function isSubtotal({ [SUBTOTAL]: columns }: JsonObject): boolean {
	if (Array.isArray(columns)) return columns.length > 0;
	if (isObject(columns)) return Object.keys(columns).length > 0;
	return Boolean(columns) && flagIn({ columns }, 'columns') !== false;
}

/** Refuses a column that is neither a number nor known: it may be an unrequested group. */
function checkOthers(cell: JsonObject, known: ReadonlySet<string>, name: string): void {
	for (const [index, [key, value]] of Object.entries(cell).entries()) {
		if (known.has(key) || STEP.test(key) || value === null || typeof value === 'number') continue;
		if (typeof value === 'string' && toNumber(value) !== undefined) continue;
		throw new UnexpectedShape(`column ${index + 1} of ${name} isn't a requested group`);
	}
}

/** Older format of a funnel's answer: `funnel_detail` (docs/service.md, "Funnel"). */

/** Documented or likely names for the users of a step. */
const USERS = ['converted_user', 'convert_user', 'user_count', 'people', 'total_people'];

/** Approximate size of an entry. */
const CELLS_A_ENTRY = 30;

function* detailsSteps(answer: JsonObject, grouping: Grouping): Steps<FunnelEntry[]> {
	const counted = lineCounter();
	const read = (detail: JsonObject, index: number): FunnelEntry => {
		const name = `entry ${index + 1}`;
		const counts = counted(objectsOf(detail.steps, `'steps' of ${name}`));
		const steps = counts.map((step, at) => ({
			users: usersIn(step, USERS, `step ${at + 1} of ${name}`),
			event: textIn(step, 'event_name'),
		}));
		const entry = { ...placeOf(detail, grouping, name), steps, name };
		checkEnd(entry, [amountIn(detail, 'completion_converted_user')]);
		return entry;
	};
	const details = objectsOf(answer.funnel_detail, "'funnel_detail'");
	const entries = yield* mapSteps(details, read, CELLS_A_ROW * mostCells(details, 'steps'));
	// If neither the answer nor an entry names a group, the entries are of all users.
	const isUngrouped = grouping.columns.length > 0 && !entries.some(({ hasGroup }) => hasGroup);
	if (isUngrouped && fieldsIn(answer).length === 0 && entries.some(hasUsers))
		throw new UnexpectedShape(NO_GROUPS);
	return entries;
}

function hasUsers({ steps: [first] }: FunnelEntry): boolean {
	return first !== undefined && first.users !== 0;
}

/** Funnel: `POST /api/funnel/report`, or the newer address (docs/service.md, "Funnel"). */

/** Value of `state` that requests rows of dates. */
const DATES = 'trends';

export const funnelWire: ReportWire<FunnelQuery> = {
	request({ query, page }, range, how) {
		const body = withState(page ?? writeFunnel(query), query);
		const older = { path: '/api/funnel/report', body: withRequestParts(body, range, how) };
		const newer = newerRequest(body, query, range, how);
		// A query that the newer page saved belongs to the newer address.
		return isObject(page?.funnel_define) && newer
			? { ...newer, elsewhere: older }
			: { ...older, elsewhere: newer };
	},
	*readSteps(response, query, overallResponse) {
		const answer = objectOf(response);
		const { grouping, entries } = yield* entriesSteps(answer, query);
		const overall =
			overallResponse === undefined
				? undefined
				: yield* overallSteps(objectOf(overallResponse), query);
		return yield* funnelSteps(factsIn(answer), grouping, entries, query, overall);
	},
};

function* entriesSteps(
	answer: JsonObject,
	{ groupBy }: Pick<FunnelQuery, 'groupBy'>,
): Steps<{ grouping: Grouping; entries: FunnelEntry[] }> {
	if (isObject(answer.table_data)) {
		// Cells have their values by name, so that dates, which may be no requested group, take no
		// other value's place.
		const own = groupBy.filter((group) => !isTimeProperty(group));
		const grouping = groupingOf(withoutTimes(answer), own, FUNNEL_KEYS);
		return { grouping, entries: yield* tableDataSteps(answer.table_data, grouping) };
	}
	const grouping = groupingOf(answer, groupBy, FUNNEL_KEYS);
	return { grouping, entries: yield* detailsSteps(answer, grouping) };
}

function withoutTimes({ by_field: one, by_fields: several, ...rest }: JsonObject): JsonObject {
	const isGroup = (field: unknown) => typeof field !== 'string' || !isTime(field);
	return {
		...rest,
		by_fields: [several, one]
			.filter(Array.isArray)
			.find(({ length }) => length > 0)
			?.filter(isGroup),
		by_field: Array.isArray(one) || !isGroup(one) ? undefined : one,
	};
}

function* overallSteps(answer: JsonObject, { groupBy }: FunnelQuery): Steps<FunnelEntry[]> {
	const { grouping, entries } = yield* entriesSteps(answer, {
		groupBy: groupBy.filter(isTimeProperty),
	});
	if (grouping.columns.length === 0) return entries;
	throw new UnexpectedShape('it contains groups that were not requested');
}

function writeFunnel(query: FunnelQuery): JsonObject {
	return {
		funnel: {
			steps: query.steps.map(writeEvent),
			max_convert_time: query.windowMinutes,
		},
		extend_over_end_date: query.mayEndLater,
		...writeGroupAndFilter(query),
	};
}

/** Returns the body that requests rows of dates, or of the date range. */
function withState(body: JsonObject, { isByDate }: FunnelQuery): JsonObject {
	const { state, ...rest } = body;
	if (isByDate) return { ...rest, state: DATES };
	return state === DATES ? rest : body;
}
