/** The service of a case: reads requests as strictly as it could, computes, and answers in a documented form (docs/service.md, "Event report" and "OpenAPI"). */
import { WITH_KEY, WITH_SECRET } from '../../harness/credentials.mts';
import { type Outcome, type Sent, runNode } from '../../harness/node.mts';
import { type Json, toText } from '../wire.mts';
import {
	type Period,
	type Range,
	UNITS,
	type Unit,
	dayAt,
	eachDay,
	hoursOf,
	isDay,
	periodsOf,
	skippedHours,
} from './calendar.mts';
import type {
	Case,
	Event,
	Habits,
	Measure,
	Scalar,
	Returned,
	ReturnedGroup,
	Value,
} from './case.mts';
import { formOf } from './form.mts';
import { add, compareGroups, compareRanks, isNumber, rankNumber, times } from './values.mts';

interface Served extends Outcome {
	reported: Returned[];
	/** Why the service did not take a request. */
	refusals: string[];
}

const OPENAPI = '/api/v3/analytics/v1/model/';

/** @param output another than the case's */
export async function serve(given: Case, output: string = given.output): Promise<Served> {
	const reported: Returned[] = [];
	const refusals: string[] = [];
	const { hasKey = false, session, habits } = given;
	const address = !hasKey
		? '/api/events/report'
		: `${OPENAPI}${session ? 'session' : 'segmentation'}/report`;
	const answer = ({ path, body }: Sent) => {
		if (!path.includes(address)) throw new Error(`Not a report: ${path}`);
		try {
			const sent: unknown = JSON.parse(body);
			const request = session
				? readSessionRequest(sent, session.endsAtMidnight)
				: hasKey
					? readOpenapiRequest(sent)
					: readRequest(sent);
			const own = tell(given, request);
			reported.push(own);
			return toText(
				hasKey
					? writeOpenapiAnswer(own, habits, request)
					: writeAnswer(own, habits, request.fields, request.isWhole),
			);
		} catch (fault) {
			refusals.push((fault as Error).message);
			if (!(fault instanceof BadRequest)) throw fault;
			return toText({ error: fault.message });
		}
	};
	const outcome = await runNode(formOf(given, output), {
		credential: hasKey ? WITH_KEY : WITH_SECRET,
		now: Date.parse(given.now),
		zone: given.isZoneOption ? 'UTC' : given.zone,
		answer,
	});
	return { ...outcome, reported, refusals };
}

interface Request {
	range: Range;
	unit: Unit;
	measures: Array<Omit<Measure, 'name'>>;
	/** Short names of properties. */
	groups: string[];
	/** The same as they were sent. */
	fields: string[];
	/** Value that `channel` must have. */
	filter?: string;
	limit?: number;
	hasTotals: boolean;
	/** Totals alone, in place of points in time. */
	isTotal?: boolean;
	/** One value of the whole range was asked for. */
	isWhole?: boolean;
	/** What the measures are called in the answer. */
	names: string[];
}

/** A request that no service would take. */
class BadRequest extends Error {}

const KNOWN = new Set(
	'measures unit by_fields from_date to_date filter limit detail_and_rollup use_cache approx sampling_factor request_id rollup_date'.split(
		' ',
	),
);

const KNOWN_BY_OPENAPI = new Set([...KNOWN, 'rollup']);
KNOWN_BY_OPENAPI.delete('rollup_date');

/** Name of the definition of sessions. */
export const SESSION = 'app_visit';

/** Of `POST /api/v3/analytics/v1/model/session/report`. @throws BadRequest */
function readSessionRequest(body: unknown, endsAtMidnight: boolean): Request {
	const { session_name: name, split_by_day: isSplit, ...sent } = body as Json;
	must(name === SESSION, `the session ${String(name)}`);
	must(isSplit === endsAtMidnight, `split_by_day ${String(isSplit)}`);
	must(!('detail_and_rollup' in sent), 'detail_and_rollup');
	return readOpenapiRequest(sent);
}

/** Of `POST /api/v3/analytics/v1/model/segmentation/report`. @throws BadRequest */
function readOpenapiRequest(body: unknown): Request {
	const { unit, limit, rollup, ...sent } = body as Json;
	for (const key of Object.keys(sent)) must(KNOWN_BY_OPENAPI.has(key), `the field ${key}`);
	must(typeof unit === 'string' && unit === unit.toUpperCase(), `the unit ${String(unit)}`);
	must(limit === -1, `the limit ${String(limit)}`);
	must(rollup === undefined || typeof rollup === 'boolean', 'rollup');
	const filter = sent.filter as Json | undefined;
	must(filter === undefined || /^(AND|OR)$/.test(String(filter.relation)), 'the relation');
	const request = readRequest({ ...sent, unit: (unit as string).toLowerCase() });
	const isNamed =
		new Set(request.names).size === request.names.length && !request.names.includes('');
	must(isNamed && !request.names.includes('date'), `the names ${request.names.join()}`);
	return { ...request, isTotal: rollup === true };
}

/** Of `POST /api/events/report`. @throws BadRequest */
function readRequest(body: unknown): Request {
	const sent = body as Json;
	for (const key of Object.keys(sent)) must(KNOWN.has(key), `the field ${key}`);
	const { from_date: from, to_date: to, unit = 'day', limit } = sent;
	must(isDay(from) && isDay(to), `the dates ${String(from)} and ${String(to)}`);
	must((from as string) <= (to as string), `a range from ${String(from)} to ${String(to)}`);
	must(UNITS.includes(unit as Unit) && unit !== 'total', `the unit ${String(unit)}`);
	must(limit === undefined || (Number.isInteger(limit) && Number(limit) > 0), 'the limit');
	must(Array.isArray(sent.measures) && sent.measures.length > 0, 'no measures');
	return {
		range: { from: from as string, to: to as string },
		unit: unit as Unit,
		measures: (sent.measures as Json[]).map(readMeasure),
		groups: ((sent.by_fields ?? []) as string[]).map(readField),
		fields: (sent.by_fields ?? []) as string[],
		filter: readFilter(sent.filter as Json | undefined),
		limit: limit as number | undefined,
		hasTotals: sent.detail_and_rollup === true,
		...(String(sent.rollup_date) === 'true' ? { isWhole: true } : {}),
		names: (sent.measures as Json[]).map(({ name }) => String(name ?? '')),
	};
}

function readMeasure(sent: Json): Omit<Measure, 'name'> {
	if (typeof sent.expression === 'string') {
		const measure = { aggregator: 'formula', event: 'A' as const, expression: sent.expression };
		must(typeof sent.name === 'string' && sent.name !== '', 'an expression without a name');
		must(compute(measure, []) !== undefined, `the expression ${sent.expression}`);
		return measure;
	}
	const { event_name: event, aggregator, field } = sent;
	must(['A', 'B', '$Anything'].includes(event as string), `the event ${String(event)}`);
	const measure = {
		aggregator: aggregator === 'SUM' ? 'sum' : (aggregator as string),
		event: event as Measure['event'],
		field: field === undefined ? undefined : readField(field),
	};
	must(compute(measure, []) !== undefined, `the aggregator ${String(aggregator)}`);
	return measure;
}

function readField(field: unknown): string {
	const name = /^(?:event\.(?:A|B|\$Anything)|user)\.(\w+)$/.exec(String(field))?.[1];
	must(name !== undefined, `the field ${String(field)}`);
	return name as string;
}

function readFilter(sent: Json | undefined): string | undefined {
	if (sent === undefined) return undefined;
	const [condition, ...more] = (sent.conditions ?? []) as Json[];
	const params = condition?.params as unknown[] | undefined;
	const isKnown =
		more.length === 0 &&
		readField(condition?.field) === 'channel' &&
		condition?.function === 'equal' &&
		params?.length === 1;
	must(isKnown, `the filter ${JSON.stringify(sent)}`);
	return String(params?.[0]);
}

function must(isMet: boolean, what: string): void {
	if (!isMet) throw new BadRequest(`The service does not take ${what}`);
}

type Requested = Pick<Measure, 'aggregator' | 'event' | 'field' | 'expression'>;

/** Cents, so that sums are as exact as they are written. */
const CENTS = 100;
const round = (value: number) => Math.round(value * CENTS) / CENTS;

const fits = (requested: Requested, { name }: Event) =>
	requested.event === '$Anything' || requested.event === name;
const numbersOf = (events: readonly Event[], field: string) =>
	events.map(({ properties }) => properties[field]).filter((v) => typeof v === 'number');
const sumOf = (values: readonly number[]) =>
	values.reduce((sum, value) => sum + Math.round(value * CENTS), 0) / CENTS;
const ratio = (a: number, b: number) => (b === 0 ? null : round(a / b));

/** Undefined for an aggregator that is not known. */
function compute(requested: Requested, all: readonly Event[]): number | null | undefined {
	if (requested.expression !== undefined) return computeFormula(requested.expression, all);
	const events = all.filter((event) => fits(requested, event));
	const users = new Set(events.map(({ user }) => user)).size;
	const numbers = numbersOf(events, requested.field ?? '');
	switch (requested.aggregator) {
		case 'general':
			return events.length;
		case 'unique':
			return users;
		case 'average':
			return ratio(events.length, users);
		case 'sum':
			return sumOf(numbers);
		case 'avg':
			return ratio(sumOf(numbers), numbers.length);
		case 'max':
			return numbers.length === 0 ? null : Math.max(...numbers);
		case 'min':
			return numbers.length === 0 ? null : Math.min(...numbers);
		case 'uniqCount':
			return new Set(
				events
					.map(({ properties }) => properties[requested.field ?? ''])
					.filter((v) => v !== undefined),
			).size;
		default:
			return undefined;
	}
}

/** `atom op atom`, with an optional format behind a bar. */
function computeFormula(expression: string, events: readonly Event[]): number | null | undefined {
	const parts = /^(\S+?)([/+-])(\S+?)(\|\S+)?$/.exec(expression);
	if (!parts) return undefined;
	const [left, right] = [parts[1], parts[3]].map((atom) => computeAtom(atom ?? '', events));
	if (left === undefined || right === undefined) return undefined;
	if (left === null || right === null) return null;
	if (parts[2] === '/') return ratio(left, right);
	return round(parts[2] === '+' ? left + right : left - right);
}

const ATOMS: { [name: string]: string } = { count: 'general', unique: 'unique', sum: 'sum' };

function computeAtom(atom: string, events: readonly Event[]): number | null | undefined {
	const parts = /^(\w+)\(event\.(A|B)(?:\.(\w+))?\)$/.exec(atom);
	const aggregator = ATOMS[parts?.[1] ?? ''];
	if (!parts || !aggregator) return undefined;
	return compute({ aggregator, event: parts[2] as 'A' | 'B', field: parts[3] }, events);
}

/** The values of an event by which it is grouped. */
function groupOf(event: Event, fields: readonly string[]): Scalar[] {
	return fields.map((field) =>
		Object.hasOwn(event.properties, field) ? (event.properties[field] as Scalar) : null,
	);
}

interface Point {
	wall: string;
	period?: Period;
}

function tell(given: Case, request: Request): Returned {
	const { zone, habits } = given;
	const { range, measures } = request;
	const events = given.events.filter((event) => isIn(event, request, zone));
	const all = groupsIn(events, request.groups, habits);
	const kept = request.limit === undefined ? all : all.slice(0, request.limit);
	const shown = kept.flatMap((group) => group.events);
	const points = pointsOf(given, request, shown);
	const value = (of: readonly Event[]) =>
		measures.map((measure, index) =>
			asReturned(withNothing(compute(measure, of) as number | null, of, habits), index, habits),
		);
	const groups = shown.length > 0 || habits.empty === 'zeros' ? kept : [];
	const reported: Returned = {
		range,
		unit: request.unit,
		points: points.map(({ wall }) => wall),
		groups: groups.map((group) => ({
			values: group.values,
			cells: points.map(({ period }) => value(group.events.filter((e) => isAt(e, period)))),
			totals: value(group.events),
		})),
		existing: all.length,
		isTruncated: kept.length < all.length,
		hasTotals: request.hasTotals,
	};
	if (!given.hasKey) return reported;
	const eventsOf = ({ values }: ReturnedGroup) =>
		kept.find((group) => group.values === values)?.events ?? [];
	const has = (group: ReturnedGroup, { period }: Point) =>
		!habits.isSparse || eventsOf(group).some((event) => isAt(event, period));
	// Totals of nothing are in the answer if points without anything are.
	const isEmpty = !habits.isSparse && points.length > 0;
	if (request.isTotal && !isEmpty)
		reported.groups = reported.groups.filter((group) => eventsOf(group).length > 0);
	let left = request.hasTotals ? Infinity : (habits.mostRows ?? Infinity);
	return asRows(reported, request, (group, index) => {
		if (!has(group, points[index] as Point)) return 'nothing';
		return left-- > 0 ? 'row' : 'cut';
	});
}

/** Rows in no order: the answer leaves out a point without a row, and a group without any row. */
function asRows(
	reported: Returned,
	{ range, isTotal }: Request,
	hasRow: (group: ReturnedGroup, index: number) => 'row' | 'cut' | 'nothing',
): Returned {
	if (isTotal) {
		const points = reported.groups.length > 0 ? [`${range.from} 00:00:00`] : [];
		const groups = largestFirst(reported.groups, ({ totals }) => [totals]);
		return { ...reported, points, groups, isTotal };
	}
	let isCutByRows = false;
	const sparse = reported.groups.map((group) => ({
		...group,
		cells: group.cells.map((cells, index) => {
			const found = hasRow(group, index);
			isCutByRows ||= found === 'cut';
			return found === 'row' ? cells : undefined;
		}),
	}));
	const kept = [...reported.points.keys()].filter((index) =>
		sparse.some(({ cells }) => cells[index]),
	);
	const groups = sparse
		.filter(({ cells }) => cells.some((values) => values))
		.map((group) => ({ ...group, cells: kept.map((index) => group.cells[index]) }));
	const points = kept.map((index) => reported.points[index] as string);
	const isTruncated = reported.isTruncated || isCutByRows;
	const shown = largestFirst(groups, ({ cells }) => cells);
	return { ...reported, points, groups: shown, isTruncated, isCutByRows };
}

/** By the first measure; of one size by their values (docs/service.md, "Two generations"). */
function largestFirst(
	groups: ReturnedGroup[],
	listsOf: (group: ReturnedGroup) => Array<Value[] | undefined>,
): ReturnedGroup[] {
	const size = (group: ReturnedGroup) =>
		listsOf(group).reduce<Value>((sum, values) => {
			const first = values?.[0] ?? 0;
			return isNumber(first) ? add(sum, first) : sum;
		}, 0);
	return [...groups].sort(
		(a, b) =>
			compareRanks(rankNumber(size(b)), rankNumber(size(a))) || compareGroups(a.values, b.values),
	);
}

const at = ({ at: text }: Event) => Date.parse(text);

function isIn(event: Event, { range, measures, filter }: Request, zone: string): boolean {
	const day = dayAt(at(event), zone);
	const isCounted = measures.some(
		({ event: name, expression }) =>
			expression?.includes(`event.${event.name}`) || name === event.name || name === '$Anything',
	);
	return (
		day >= range.from &&
		day <= range.to &&
		isCounted &&
		(filter === undefined || event.properties.channel === filter)
	);
}

const isAt = (event: Event, period: Period | undefined) =>
	period !== undefined && at(event) >= period.start && at(event) < period.end;

function groupsIn(events: readonly Event[], fields: readonly string[], habits: Habits) {
	const groups = new Map<string, { values: Scalar[]; events: Event[] }>();
	if (fields.length === 0) groups.set('[]', { values: [], events: [] });
	for (const event of events) {
		const values = groupOf(event, fields);
		const key = JSON.stringify(values);
		const known = groups.get(key);
		if (known) known.events.push(event);
		else groups.set(key, { values, events: [event] });
	}
	const list = [...groups.values()];
	return habits.groupOrder === 'size'
		? list.sort((a, b) => b.events.length - a.events.length)
		: list;
}

/** Numbers beyond 2^53, and texts of the first measure. */
function asReturned(value: number | null, measure: number, { factor, hasTexts }: Habits): Value {
	if (hasTexts && measure === 0 && value !== null) return `${value}%`;
	return factor === undefined ? value : times(value, factor);
}

/** Averages and extremes of nothing: null, or 0. */
function withNothing(
	value: number | null,
	events: readonly Event[],
	{ nothing }: Habits,
): number | null {
	return value === null && events.length === 0 && nothing === 'zero' ? 0 : value;
}

function pointsOf(given: Case, request: Request, shown: readonly Event[]): Point[] {
	const { zone, habits } = given;
	const { range, unit } = request;
	const hasNothing = shown.length === 0;
	if (hasNothing && !['series', 'zeros'].includes(habits.empty)) return [];
	const now = Date.parse(given.now);
	const periods = periodsOf(range, unit, zone, habits.firstWeekday);
	const isReported = (period: Period) => {
		if (shown.some((event) => isAt(event, period))) return true;
		if (habits.isSparse) return habits.isTwice && isRepeated(period, zone);
		return habits.returnsFuture || period.start <= now;
	};
	const points: Point[] = mergeHours(periods, habits)
		.filter(isReported)
		.map((period) => ({ wall: wallOf(period, request, habits), period }));
	if (unit !== 'hour' || habits.isSparse || !habits.returnsSkipped) return points;
	const skipped = eachDay(range).flatMap((day) => skippedHours(day, zone));
	return [...points, ...skipped.map((wall) => ({ wall }))].sort((a, b) =>
		a.wall < b.wall ? -1 : a.wall > b.wall ? 1 : 0,
	);
}

const isRepeated = ({ hour, from }: Period, zone: string) =>
	hour !== undefined && hoursOf(from, zone).filter((other) => other.hour === hour).length > 1;

/** A service that returns an hour once counts both in it. */
function mergeHours(periods: Period[], { isTwice }: Habits): Period[] {
	if (isTwice) return periods;
	const merged: Period[] = [];
	for (const period of periods) {
		const first = merged.find(({ wall }) => wall === period.wall);
		if (first && period.isSecond) first.end = period.end;
		else merged.push({ ...period });
	}
	return merged;
}

function wallOf(period: Period, { unit, range }: Request, habits: Habits): string {
	const isCut = unit === 'week' && habits.isFirstWeekCut && period.from < range.from;
	return isCut ? `${range.from} 00:00:00` : period.wall;
}

/** A number as JSON has it, with digits that JavaScript's own can't hold. */
const asJson = (value: number | string) => (typeof value === 'string' ? BigInt(value) : value);

/**
 * Form A, or B where totals were asked for.
 * @param isWhole the details are one value of the whole range, too
 */
function writeAnswer(
	reported: Returned,
	habits: Habits,
	groups: readonly string[],
	isWhole = false,
): Json {
	const whole = () => {
		const first = reported.points.slice(0, 1);
		const part = writePart(reported, habits, groups, first, ({ totals }) => [totals], true);
		if (habits.isFlat) delete part.series;
		return part;
	};
	const detail = isWhole
		? whole()
		: writePart(reported, habits, groups, reported.points, ({ cells }) => cells, false);
	const rest = {
		report_update_time: '2026-01-01 00:00:00.000',
		data_update_time: '1970-01-01 08:00:00.000',
		sampling_factor: 64,
	};
	if (!reported.hasTotals || (isWhole && habits.wholeAlone)) {
		return { ...detail, ...rest, truncated: reported.isTruncated };
	}
	const totals = whole();
	totals.rows = [...allGroups(totals.rows as Json[], groups, habits), ...(totals.rows as Json[])];
	return {
		detail_result: { ...detail, truncated: reported.isTruncated },
		rollup_result: totals,
		...rest,
		truncated: reported.isTruncated,
	};
}

/** All groups together: what it says matters to nobody, as who reads it must leave it out. */
function allGroups(
	rows: Json[],
	groups: readonly string[],
	{ allGroups: reported }: Habits,
): Json[] {
	const [first] = rows;
	if (reported === 'none' || groups.length === 0 || !first) return [];
	if (reported === 'silent') return [{ values: first.values }];
	const nothing = groups.map(() => '');
	const isTaken = rows.some(({ by_values: values }) => String(values) === String(nothing));
	return isTaken ? [] : [{ values: first.values, by_values: nothing }];
}

function writePart(
	reported: Returned,
	habits: Habits,
	groups: readonly string[],
	points: readonly string[],
	valuesOf: (group: ReturnedGroup) => ReturnedGroup['cells'],
	isTotal: boolean,
): Json {
	const measures = reported.groups[0]?.totals.length ?? 0;
	// Only a list of one value per point, or of one for the whole range, can be flat.
	const isFlat = habits.isFlat && points.length <= 1 && (isTotal || measures === 1);
	const rows = reported.points.length === 0 ? [] : reported.groups;
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
		num_rows: rows.length,
		total_rows: rows.length === 0 ? 0 : reported.existing,
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

function writeOpenapiAnswer(reported: Returned, habits: Habits, request: Request): Json {
	const { fields, names, isTotal, hasTotals } = request;
	const write = (value: Value) => {
		if (!isNumber(value)) return value;
		return habits.numbers === 'number' ? asJson(value) : String(value);
	};
	const row = (date: string, values: readonly unknown[], numbers: readonly Value[]) => [
		date,
		...numbers.map(write),
		...values,
	];
	const [first = `${request.range.from} 00:00:00`] = reported.points;
	const totals = reported.groups.map((group) => row(first, group.values, group.totals));
	const details = reported.groups.flatMap((group) =>
		group.cells.flatMap((numbers, index) =>
			numbers ? [row(reported.points[index] as string, group.values, numbers)] : [],
		),
	);
	const types = ['date', ...names, ...fields].map((name, index) => [
		name,
		index === 0 ? 'DATE' : index <= names.length ? 'DOUBLE' : 'STRING',
	]);
	return {
		code: 'SUCCESS',
		data: {
			truncated: reported.isTruncated,
			sampling_factor: 64,
			metadata_columns: Object.fromEntries(types) as Json,
			detail_rows: mix(isTotal ? totals : details),
			...(hasTotals && !isTotal ? { rollup_rows: mix(totals) } : {}),
		},
	};
}

/** Another order, the same one each time. */
function mix<Row>(rows: readonly Row[]): Row[] {
	const even = rows.filter((_, index) => index % 2 === 0);
	const odd = rows.filter((_, index) => index % 2 === 1);
	return [...odd.reverse(), ...even];
}
